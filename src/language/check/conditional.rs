//! `if`, `closure` and `repeat`.

use super::{Checker, Value, word_of};
use crate::error::LanguageError;
use crate::meaning::{Bit, Iteration, Number, Word};
use crate::syntax::{self, Node, Part};
use encodings::board::Mask;

impl Checker<'_> {
    /// One of two conditions, words or numbers.
    pub(super) fn conditional(&mut self, parts: &[Node; 3]) -> Result<Value, LanguageError> {
        let [condition, then, otherwise] = parts;
        let before = self.size;
        let bit = self.bit(condition)?;
        let size = self.size - before;
        Ok(match self.value(then)? {
            Value::Bit(then) => {
                self.grow(condition.at, size)?;
                let otherwise = Bit::And(vec![bit.clone().not(), self.bit(otherwise)?]);
                Value::Bit(Bit::Or(vec![Bit::And(vec![bit, then]), otherwise]))
            }
            Value::Number(then) => {
                let otherwise = self.number(otherwise)?;
                Value::Number(self.one_of(condition.at, (bit, size), then, otherwise)?)
            }
            value => {
                let words = [word_of(then, value)?, self.word(otherwise)?];
                Value::Word(Word::Select(Box::new(bit), Box::new(words)))
            }
        })
    }

    /// One of two numbers: each counts words of which one is chosen. What a constant is larger by is counted in squares.
    fn one_of(
        &mut self,
        at: usize,
        (bit, size): (Bit, usize),
        then: Number,
        otherwise: Number,
    ) -> Result<Number, LanguageError> {
        let squares = self.vocabulary.squares;
        let (constant, mut left) =
            (then.constant.min(otherwise.constant), then.constant.abs_diff(otherwise.constant) as usize);
        let (mut plus, minus) = ([then.plus, otherwise.plus], [then.minus, otherwise.minus]);
        let larger = usize::from(otherwise.constant > then.constant);
        while left > 0 {
            let some = squares.indices().take(left).fold(Mask::EMPTY, Mask::with);
            self.grow(at, 1)?;
            plus[larger].push(Word::Constant(some));
            left -= some.len();
        }
        let mut chosen = |[then, otherwise]: [Vec<Word>; 2]| {
            let length = then.len().max(otherwise.len());
            self.grow(at, length * (size + 1))?;
            let padded = |words: Vec<Word>| {
                words.into_iter().chain(std::iter::repeat(Word::Constant(Mask::EMPTY))).take(length)
            };
            let select = |(then, otherwise)| Word::Select(Box::new(bit.clone()), Box::new([then, otherwise]));
            Ok::<_, LanguageError>(padded(then).zip(padded(otherwise)).map(select).collect())
        };
        Ok(Number { plus: chosen(plus)?, minus: chosen(minus)?, constant })
    }

    /// A word that is replaced several times.
    pub(super) fn iterated(
        &mut self,
        at: usize,
        iteration: &syntax::Iteration,
    ) -> Result<Word, LanguageError> {
        let rounds = match iteration.rounds.as_ref().map(|node| (node, &node.part)) {
            Some((_, Part::Number(rounds))) => *rounds,
            Some((node, _)) => {
                return Err(LanguageError::expected(node.at, "a number of rounds", format!("`{node}`")));
            }
            None => self.vocabulary.squares.len() as u32,
        };
        let seed = self.word(&iteration.seed)?;
        self.require_free(at, &iteration.variable)?;
        let variable = self.variables;
        self.variables += 1;
        self.scope.push((iteration.variable.clone(), Value::Word(Word::Variable(variable)), 1));
        let body = self.word(&iteration.body)?;
        self.scope.pop();
        let accumulates = iteration.accumulates;
        Ok(Word::Iterate(Box::new(Iteration { accumulates, rounds, seed, variable, body })))
    }
}
