//! Game records in SGF, the Smart Game Format (its versions 3 and 4), replayed by the naive game.
//!
//! Files: `text` decodes the bytes, `read` finds the nodes with their places, `replay` plays them; properties mean what the
//! crate `sgf-parse` makes of them. The nodes are found here because that crate gives no places, and because its nodes own
//! their children: dropping a line of a hundred thousand nodes would exhaust the stack.
//!
//! A collection is one list of nodes in the order of the text, each with its parent; nothing recurses, so variations may
//! be nested deeply. What is read is limited ([`FILE_LIMIT`], [`NODE_LIMIT`], [`LENGTH_LIMIT`], [`NESTING_LIMIT`]).
//!
//! What counts: moves (B, W), setup (AB, AW, AE, PL), the size (SZ), the game (GM) and the encoding (CA). Everything else is
//! skipped.

mod read;
mod replay;
mod text;

pub use read::{Collection, Game, ReadError, read};
pub use replay::{COMPLAINT_LIMIT, Complaint, Judged, Wrong, judge};
pub use text::{EncodingError, decode};

use std::fmt;

/// The longest file that is read, in bytes.
pub const FILE_LIMIT: u64 = 64 << 20;
/// The most nodes of a file.
pub const NODE_LIMIT: usize = 1_000_000;
/// The most nodes of one line of play.
pub const LENGTH_LIMIT: u32 = 10_000;
/// The most variations that are open at a time.
pub const NESTING_LIMIT: usize = 1_000;

/// Where in a text something stands; both numbers count from 1, the second in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in its line.
    pub column: usize,
}

impl Place {
    /// The place of the byte at `offset` of a text.
    fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or(before);
        Self {
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: line.chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
