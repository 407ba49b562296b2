//! Images of words under symmetries of the board: `rotate180(own)`.

use super::{Checker, Value};
use crate::error::LanguageError;
use crate::meaning::Word;
use crate::squares::image;
use crate::syntax::Node;

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
