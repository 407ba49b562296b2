//! Go on boards with sides of 1 to 19 points: everything that only this game has. Its rules are in `encodings::go`,
//! their naive twin in `verify::go`. Published results about it are in `src/results/go_counts` and
//! `src/results/go_game_graph`.
//!
//! - [`play`]: the game for the verbs `perft`, `replay`, `show` and `games`. [`sgf`]: records in the Smart Game Format.
//! - [`query`]: the question `go.strings`, and the position that answers it.
//! - [`diagram`]: positions as text and SVG.

pub mod diagram;
pub mod play;
pub mod query;
pub mod sgf;

pub use query::{GoStrings, GoWitness, STRINGS};

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
