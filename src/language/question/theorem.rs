//! The books of ACL2 for a question about the rules of a game file.

use super::LanguageQuestion;
use crate::theorem::{TheoremBooks, TheoremError, TheoremFact, TheoremWriter, books};
use encodings::board::Mask;
use encodings::rules::{NamedWords as _, Rules};
use encodings::word::Word as _;

impl<R: Rules> TheoremWriter for LanguageQuestion<R> {
    fn books(&self, fact: &TheoremFact<&str>) -> Result<TheoremBooks, TheoremError> {
        let rules = self.subject.rules();
        let file = rules.rules_file().ok_or_else(|| TheoremError::NoFile(rules.name().to_owned()))?;
        if self.among.is_some() || self.name.is_some() {
            return Err(TheoremError::Unsupported("games as formulas, or a question with a name"));
        }
        let fact = match *fact {
            TheoremFact::Extreme { value, position } => {
                TheoremFact::Extreme { value, position: self.squares_of_words(position)? }
            }
            TheoremFact::Refuted => TheoremFact::Refuted,
        };
        books((file.text, &rules.board_name()), (&self.text.to_string(), &self.meaning), &fact)
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
