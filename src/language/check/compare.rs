//! Comparisons: of numbers, words, truth values and kinds of moves.

use super::{Checker, Value, word_of};
use crate::error::LanguageError;
use crate::meaning::{Bit, Number, Word};
use crate::syntax::{Comparison, Node, Part};

impl Checker<'_> {
    pub(super) fn compared(
        &mut self,
        comparison: Comparison,
        left: &Node,
        right: &Node,
    ) -> Result<Bit, LanguageError> {
        let before = self.size;
        let value = self.value(left)?;
        if let Value::KindOf(number) = value {
            return self.kind_is(number, comparison, left, right);
        }
        if comparison == Comparison::Subset {
            let outside = Word::And(vec![word_of(left, value)?, Word::Not(Box::new(self.word(right)?))]);
            return Ok(Bit::Any(outside).not());
        }
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::Unequal);
        let equal = match value {
            Value::Number(number) => {
                let other = self.number(right)?;
                if is_equality {
                    // Both are written twice.
                    self.grow(left.at, self.size - before)?;
                }
                return Ok(ordered(comparison, number, other));
            }
            other if !is_equality => {
                return Err(LanguageError::expected(left.at, "a number to compare", other.named()));
            }
            Value::Bit(bit) => Bit::Same(Box::new(bit), Box::new(self.bit(right)?)),
            other => Bit::Equal(word_of(left, other)?, self.word(right)?),
        };
        Ok(if comparison == Comparison::Equal { equal } else { equal.not() })
    }

    /// `m.kind = straight`
    fn kind_is(
        &self,
        number: usize,
        comparison: Comparison,
        left: &Node,
        right: &Node,
    ) -> Result<Bit, LanguageError> {
        let kind = match &right.part {
            Part::Name(name) => self.vocabulary.kind(name),
            _ => None,
        };
        let is_it = match (kind, comparison) {
            (Some(kind), Comparison::Equal | Comparison::Unequal) => Bit::KindIs(number, kind),
            (Some(_), _) => {
                return Err(LanguageError::expected(left.at, "a number to compare", "the kind of a move"));
            }
            _ => {
                let names: Vec<&str> = self.vocabulary.kinds.iter().map(|kind| kind.name()).collect();
                let found = format!("`{right}`").chars().take(40).collect::<String>();
                return Err(LanguageError::expected(right.at, format!("one of {}", names.join(", ")), found));
            }
        };
        Ok(if comparison == Comparison::Equal { is_it } else { is_it.not() })
    }
}

/// A comparison of two numbers.
fn ordered(comparison: Comparison, left: Number, right: Number) -> Bit {
    let at_least = |left: Number, right: Number| Bit::AtLeast(left.less(right));
    let more = |left: Number, right: Number| {
        let mut difference = left.less(right);
        difference.constant -= 1;
        Bit::AtLeast(difference)
    };
    let equal = |left: Number, right: Number| {
        Bit::And(vec![at_least(left.clone(), right.clone()), at_least(right, left)])
    };
    match comparison {
        Comparison::Equal => equal(left, right),
        Comparison::Unequal => equal(left, right).not(),
        Comparison::AtLeast | Comparison::Subset => at_least(left, right),
        Comparison::More => more(left, right),
        Comparison::AtMost => at_least(right, left),
        Comparison::Less => more(right, left),
    }
}
