//! The books of ACL2 for a question about the rules of a game file.

use super::LanguageQuestion;
use crate::theorem::{Subject, TheoremBooks, TheoremError, TheoremFact, TheoremWriter, books};
use encodings::board::Mask;
use encodings::rules::{NamedWords as _, Rules};
use encodings::word::Word as _;

impl<R: Rules> TheoremWriter for LanguageQuestion<R> {
    fn books(&self, fact: &TheoremFact) -> Result<TheoremBooks, TheoremError> {
        if self.among.is_some() || self.name.is_some() {
            return Err(TheoremError::Unsupported("games as formulas, or a question with a name"));
        }
        let read = |line: &str| self.squares_of_words(line);
        books(self.subject.rules(), &self.text.to_string(), &Subject::Question(&self.meaning, fact, &read))
    }
}

impl<R: Rules> LanguageQuestion<R> {
    /// The squares of each word of a position.
    fn squares_of_words(&self, line: &str) -> Result<Vec<Mask>, TheoremError> {
        let position = self.subject.parse(line).map_err(TheoremError::Position)?;
        let squares = 0..self.subject.rules().layout().squares();
        let of_word =
            |word: R::Native| squares.clone().filter(|&at| word.bit(at)).fold(Mask::EMPTY, Mask::with);
        Ok(position.board().words().map(of_word).collect())
    }
}
