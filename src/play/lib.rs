//! Games at a table: the interface that a game offers to the verbs `perft`, `replay`, `show` and `games`.
//!
//! - [`Game`]: a game by name. From flags (board, pieces, variants of rules) it makes a [`Table`]. A table replays
//!   records, draws positions, and counts game trees. The verbs use nothing else of a game.
//! - [`tree`]: counts the leaves of any game tree on all cores. [`records`]: files with one record on each line.
//! - [`archive`]: the ability to verify archives in formats of their own. [`searched`]: to search the positions of
//!   records.
//! - [`sight`]: a position to play on, as the explorer shows it. [`atlas`]: tables that are kept open.
//! - [`solvable`]: the ability to be solved backwards, for the verbs of `retro`.
//! - [`twin`]: a game and its naive twin, stepped together.
//! - [`setup`]: positions that are put together square by square.
//! - [`reaching`]: the ability to search games that lead to a position, for the verb `reach`. [`deciding`]: the ability to
//!   search the value of a position without tables.
//! - [`ruled`]: a game made of rules over words ([`encodings::rules::Rules`]), with or without a naive twin
//!   ([`verify::naive::Naive`]). It includes the question `mobility`.

pub mod archive;
pub mod atlas;
pub mod deciding;
pub mod game;
pub mod reaching;
pub mod records;
pub mod ruled;
pub mod searched;
pub mod setup;
pub mod sight;
pub mod solvable;
pub mod tree;
pub mod twin;

pub use archive::{Archived, Investigation, TableJudge};
pub use atlas::{Atlas, AtlasError, Looked, Wanted};
pub use deciding::{Decided, Deciding, Depth};
pub use game::{Game, PlayError, Purpose, Replayed, START, Shown, Table};
pub use reaching::{Reached, Reaching};
pub use records::{RecordFile, Report, Standing};
pub use ruled::RuledGame;
pub use searched::{Search, Searched};
pub use setup::{Setup, Token};
pub use sight::{After, Onward, Sight};
pub use solvable::Solvable;
pub use tree::{Counted, Tree};
pub use twin::{Disagreement, Engine, RandomGames, TwinGame, Twins};
