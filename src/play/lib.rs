//! Games at a table: what a game offers to the verbs `perft`, `replay`, `show` and `games`, behind one seam.
//!
//! - [`Game`]: a game by name. Given its flags (board, pieces, variants of rules) it lays a [`Table`]: records are
//!   replayed there, positions drawn, game trees counted. The verbs see no more than this.
//! - [`tree`]: counting the leaves of any game tree on all cores. [`records`]: files with a record a line.
//! - [`ruled`]: a game made of rules over words ([`encodings::rules::Rules`]), with a naive twin
//!   ([`verify::naive::Naive`]) or without; it brings the question `mobility` with it.

pub mod game;
pub mod records;
pub mod ruled;
pub mod tree;

pub use game::{Game, PlayError, Purpose, Replayed, Shown, Table};
pub use records::{RecordFile, Report};
pub use ruled::RuledGame;
pub use tree::{Counted, Tree};
