//! Negations pushed inwards, down to `won in` and `lost in`.
//!
//! Only parts that have such a condition are changed, so that all other questions keep their formula.

use super::Force;
use crate::error::{LanguageError, Reason, SIZE_LIMIT};
use crate::meaning::{Bit, Number, Range, Word};

/// The same condition in which no `won in` is below a negation, or below an `=`.
///
/// # Errors
/// [`LanguageError`] if `won in` stands within a word, or if the condition becomes too large.
pub(crate) fn normal(bit: Bit, at: usize) -> Result<Bit, LanguageError> {
    let mut normalizer = Normalizer { at, size: 0 };
    normalizer.bit(bit, true)
}

struct Normalizer {
    at: usize,
    size: usize,
}

impl Normalizer {
    fn error(&self, reason: Reason) -> LanguageError {
        LanguageError::new(self.at, reason)
    }

    /// The condition, or its opposite.
    fn bit(&mut self, bit: Bit, holds: bool) -> Result<Bit, LanguageError> {
        self.size += 1;
        if self.size > SIZE_LIMIT {
            return Err(self.error(Reason::TooLarge));
        }
        if !in_bit(&bit) {
            return Ok(if holds { bit } else { bit.not() });
        }
        match bit {
            Bit::Forced(at, force) => Ok(Bit::Forced(at, if holds { force } else { Force::not(force) })),
            Bit::Not(of) => self.bit(*of, !holds),
            Bit::And(parts) => self.joined(parts, holds, holds),
            Bit::Or(parts) => self.joined(parts, holds, !holds),
            Bit::Same(one, other) => {
                let (both, neither) = (
                    Bit::And(vec![(*one).clone(), (*other).clone()]),
                    Bit::And(vec![(*one).not(), (*other).not()]),
                );
                self.bit(Bit::Or(vec![both, neither]), holds)
            }
            Bit::Quantified { place, is_all, variable, set, body } => {
                self.require_plain(&set)?;
                let body = Box::new(self.bit(*body, holds)?);
                Ok(Bit::Quantified { place, is_all: is_all == holds, variable, set, body })
            }
            Bit::Unique { place, is_denied, variable, set, bodies } => {
                self.require_plain(&set)?;
                let [body, opposite] = *bodies;
                let bodies = Box::new([self.bit(body, true)?, self.bit(opposite, true)?]);
                Ok(Bit::Unique { place, is_denied: is_denied == holds, variable, set, bodies })
            }
            _ => Err(self.error(Reason::ForcedInWord)),
        }
    }

    /// Parts of which all hold (`are_all`), or one of them.
    fn joined(&mut self, parts: Vec<Bit>, holds: bool, are_all: bool) -> Result<Bit, LanguageError> {
        let parts = parts.into_iter().map(|part| self.bit(part, holds)).collect::<Result<_, _>>()?;
        Ok(if are_all { Bit::And(parts) } else { Bit::Or(parts) })
    }

    fn require_plain(&self, set: &Range) -> Result<(), LanguageError> {
        if in_range(set) { Err(self.error(Reason::ForcedInWord)) } else { Ok(()) }
    }
}

/// Whether a condition has `won in` somewhere.
pub(crate) fn in_bit(bit: &Bit) -> bool {
    match bit {
        Bit::Forced(..) => true,
        Bit::Truth(_) | Bit::Ending(..) | Bit::KindIs(..) => false,
        Bit::Square(word, _) | Bit::Any(word) => in_word(word),
        Bit::Equal(one, other) => in_word(one) || in_word(other),
        Bit::AtLeast(number) => in_number(number),
        Bit::Not(of) => in_bit(of),
        Bit::And(parts) | Bit::Or(parts) => parts.iter().any(in_bit),
        Bit::Same(one, other) => in_bit(one) || in_bit(other),
        Bit::Quantified { set, body, .. } => in_range(set) || in_bit(body),
        Bit::Unique { set, bodies, .. } => in_range(set) || bodies.iter().any(in_bit),
    }
}

fn in_word(word: &Word) -> bool {
    match word {
        Word::Not(of) | Word::Shift(_, of) | Word::Image(_, of) => in_word(of),
        Word::And(parts) | Word::Or(parts) | Word::Xor(parts) => parts.iter().any(in_word),
        Word::Select(bit, words) => in_bit(bit) || words.iter().any(in_word),
        Word::Iterate(iteration) => in_word(&iteration.seed) || in_word(&iteration.body),
        // No `_`: what is overlooked here is asked without replies, and refuted falsely.
        Word::Board(..)
        | Word::Shown(..)
        | Word::Kind(..)
        | Word::Occupied(_)
        | Word::OfMove(..)
        | Word::From(_)
        | Word::To(_)
        | Word::Over(_)
        | Word::Constant(_)
        | Word::Variable(_) => false,
    }
}

/// Whether a number has `won in` somewhere.
pub(crate) fn in_number(number: &Number) -> bool {
    number.plus.iter().chain(&number.minus).any(in_word)
}

/// Whether a set of moves has `won in` somewhere.
pub(crate) fn in_range(set: &Range) -> bool {
    match set {
        Range::Moves(set) => set.kinds.iter().any(|(_, word)| in_word(word)),
        Range::Turns(_) => false,
    }
}
