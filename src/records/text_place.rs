//! Places in texts, as lines and columns.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A place in a text. Both numbers count from 1, the second in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct TextPlace {
    /// The line.
    pub line: usize,
    /// The character in its line.
    pub column: usize,
}

impl TextPlace {
    /// The place of the first character of a text.
    pub const FIRST: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Finds the places of bytes in a text. From one byte on to a later one costs what lies between them, so that places in
/// the order of the text take one pass over it.
#[derive(Clone, Debug)]
pub struct TextPlaces<'t> {
    text: &'t str,
    first: TextPlace,
    /// A byte, and its place.
    offset: usize,
    place: TextPlace,
}

impl<'t> TextPlaces<'t> {
    /// The places of a text that begins at `first` in its file.
    pub fn new(text: &'t str, first: TextPlace) -> Self {
        Self { text, first, offset: 0, place: first }
    }

    /// The place of the byte at `offset`.
    pub fn at(&mut self, offset: usize) -> TextPlace {
        if offset < self.offset {
            (self.offset, self.place) = (0, self.first);
        }
        for character in self.text.get(self.offset..offset).unwrap_or_default().chars() {
            match character {
                '\n' => self.place = TextPlace { line: self.place.line + 1, column: 1 },
                _ => self.place.column += 1,
            }
        }
        self.offset = offset;
        self.place
    }
}

/// A remark on how a text was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Remark {
    /// The place in the file.
    #[serde(flatten)]
    pub at: TextPlace,
    /// What it is.
    pub reason: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.reason)
    }
}
