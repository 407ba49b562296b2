//! Places in a text.

use std::fmt;

/// The place of a character in a text. All numbers count characters, not bytes, from 1; a line ends with a newline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextPlace {
    /// The number of the character in the whole text; for the end of the text, one more than the number of characters.
    pub character: usize,
    /// The number of the line.
    pub line: usize,
    /// The number of the character in its line.
    pub column: usize,
}

impl TextPlace {
    /// The place of the character with `index` (from 0) in `text`, or the end of the text if it is shorter.
    pub(crate) fn at_index(text: &str, index: usize) -> TextPlace {
        let mut place = TextPlace { character: 1, line: 1, column: 1 };
        for character in text.chars().take(index) {
            place.character += 1;
            place.column += 1;
            if character == '\n' {
                place.line += 1;
                place.column = 1;
            }
        }
        place
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {} (line {}, column {})", self.character, self.line, self.column)
    }
}
