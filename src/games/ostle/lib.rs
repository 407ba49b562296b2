//! Ostle on 3x3, 4x4 and 5x5 squares: all code that is specific to this game, except its rules. The rules are in
//! `encodings`, and its naive twin is in `verify`.
//!
//! - [`variant`]: the board, the number of pieces of each side, and the number of pieces with which a side has lost.
//! - [`query`]: the questions `ostle.mobility` and `ostle.win`, and their witnesses.
//! - [`solve`]: the game for the retrograde engine, and queries to its tables.
//! - [`diagram`]: boards as text and SVG.
//! - `retro`: its tables for the verbs of `retro`, `puzzles`, and the explorer.
//! - `play`: replays records, counts game trees, draws positions, and checks lines of best play with the naive game.
//!
//! A program registers [`game`] and [`kinds`].

pub mod diagram;
mod flags;
mod play;
pub mod query;
mod retro;
pub mod solve;
pub mod variant;

pub use query::{OstleFirstMove, OstleState, OstleWin, OstleWitness};
pub use solve::{OstleGame, Rule};
pub use variant::OstleVariant;

use certamen_ask::kind::{Kind, kind};
use certamen_play::Game;
use std::sync::Arc;

/// The game, for the verbs `perft`, `replay`, `show` and `games`.
pub fn game() -> Arc<dyn Game> {
    Arc::new(play::Ostle)
}

/// The kinds of questions about it.
pub fn kinds() -> Vec<Arc<dyn Kind>> {
    let mobility = Arc::new(query::language::mobility());
    vec![mobility, kind::<OstleWin>(), Arc::new(query::language::kind())]
}
