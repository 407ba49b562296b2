//! Go on boards with sides of 1 to 19 points: everything that only this game has. Its rules are in `encodings::go`,
//! their naive twin in `verify::go`, and the counts of positions and games in `certamen_count`.
//!
//! - [`play`]: the game for the verbs `perft`, `replay`, `show` and `games`. [`sgf`]: records in the Smart Game Format.
//! - [`query`]: the question `go.strings`, and the position that answers it.
//! - [`cycle`]: a game through all legal positions of a board, by SAT.
//! - [`diagram`]: positions as text and SVG.
//! - `tasks`, with the feature `cli`: the tasks that it adds to the command line.

pub mod cycle;
pub mod diagram;
pub mod play;
pub mod query;
pub mod sgf;
#[cfg(feature = "cli")]
mod tasks;

pub use query::{GoStrings, GoWitness, STRINGS};
#[cfg(feature = "cli")]
pub use tasks::{campaigns, tasks};

use certamen_ask::kind::{Kind, kind};
use certamen_play::Game;
use std::sync::Arc;

/// The name of the game.
pub const NAME: &str = "go";

/// The game, for the verbs `perft`, `replay`, `show` and `games`.
pub fn game() -> Arc<dyn Game> {
    Arc::new(play::Go)
}

/// The questions of the game.
pub fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![kind::<GoStrings>(), Arc::new(query::language::kind())]
}
