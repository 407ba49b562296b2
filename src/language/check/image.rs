//! Images of words under symmetries of the board: `rotate180(own)`.

use super::{Checker, Value};
use crate::error::LanguageError;
use crate::meaning::Word;
use crate::syntax::Node;
use encodings::board::Symmetry;

/// The symmetry of a name: that of game files, without the hyphen before a number and with `_` for other hyphens.
pub(crate) fn image(name: &str) -> Option<Symmetry> {
    Symmetry::ALL.into_iter().skip(1).find(|symmetry| name_of_image(*symmetry) == name)
}

/// The name of a symmetry as a function.
pub(crate) fn name_of_image(symmetry: Symmetry) -> String {
    let name = symmetry.name();
    if name.ends_with(|letter: char| letter.is_ascii_digit()) {
        name.replace('-', "")
    } else {
        name.replace('-', "_")
    }
}

impl Checker<'_> {
    /// The image of a word.
    pub(super) fn image(&mut self, at: usize, name: &str, of: &Node) -> Result<Value, LanguageError> {
        let layout = self.vocabulary.layout;
        let symmetry = image(name).filter(|symmetry| symmetry.permutation(layout).is_some());
        let symmetry = symmetry.ok_or_else(|| {
            LanguageError::expected(at, format!("a symmetry of the board {layout}"), format!("`{name}`"))
        })?;
        Ok(Value::Word(Word::Image(symmetry, Box::new(self.word(of)?))))
    }
}
