//! Game records in SGF, the Smart Game Format (its versions 3 and 4), replayed by the naive game.
//!
//! Files: `text` decodes the bytes, `read` finds the nodes with their places, `replay` plays them. The crate
//! `sgf-parse` interprets properties. The nodes are found here because that crate does not report places, and because
//! its nodes own their children: dropping a line of a hundred thousand nodes would exhaust the stack.
//!
//! A collection is one list of nodes in the order of the text, each with its parent. Nothing recurses, so variations
//! may be nested deeply. The size of the input is limited ([`FILE_LIMIT`], [`NODE_LIMIT`], [`LENGTH_LIMIT`],
//! [`NESTING_LIMIT`]).
//!
//! Used properties: moves (B, W), setup (AB, AW, AE, PL), the size (SZ), the game (GM) and the encoding (CA). All
//! others are skipped.

mod read;
mod replay;
mod text;

pub use read::{Collection, ReadError, SgfGame, read};
pub(crate) use replay::judge_seen;
pub use replay::{COMPLAINT_LIMIT, Complaint, Judged, Wrong, judge};
pub use text::{EncodingError, decode};

use std::fmt;

/// The longest file that is read, in bytes.
pub const FILE_LIMIT: u64 = 64 << 20;
/// The greatest number of nodes of a file.
pub const NODE_LIMIT: usize = 1_000_000;
/// The greatest number of nodes of one line of play.
pub const LENGTH_LIMIT: u32 = 10_000;
/// The greatest depth of nested variations.
pub const NESTING_LIMIT: usize = 1_000;

/// A place in a text. Both numbers count from 1, the second in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct SgfPlace {
    /// The line.
    pub line: usize,
    /// The character in its line.
    pub column: usize,
}

/// Finds the places of bytes in a text. From one byte on to a later one costs what lies between them, so that places in
/// the order of the text take one pass over it.
#[derive(Clone, Debug)]
pub struct SgfPlaces<'t> {
    text: &'t str,
    /// A byte, and its place.
    offset: usize,
    place: SgfPlace,
}

impl<'t> SgfPlaces<'t> {
    /// The place of the first character of a text.
    const FIRST: SgfPlace = SgfPlace { line: 1, column: 1 };

    /// The places of a text.
    pub fn of(text: &'t str) -> Self {
        Self { text, offset: 0, place: Self::FIRST }
    }

    /// The place of the byte at `offset`.
    fn at(&mut self, offset: usize) -> SgfPlace {
        if offset < self.offset {
            (self.offset, self.place) = (0, Self::FIRST);
        }
        for character in self.text.get(self.offset..offset).unwrap_or_default().chars() {
            match character {
                '\n' => self.place = SgfPlace { line: self.place.line + 1, column: 1 },
                _ => self.place.column += 1,
            }
        }
        self.offset = offset;
        self.place
    }
}

impl fmt::Display for SgfPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
