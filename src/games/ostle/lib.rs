//! Ostle on 3x3, 4x4 and 5x5 squares: all that is this game's alone. Its rules are in `encodings` and, naively, in
//! `verify`.
//!
//! - [`variant`]: the board, the pieces a side, and when the game is lost.
//! - [`query`]: the questions `ostle.mobility` and `ostle.win`, and the position that answers them.
//! - [`solve`]: the game for the retrograde engine, and what its tables are asked.
//! - [`diagram`]: boards as text and SVG.
//! - `play`: records, game trees and pictures at a table, and lines of best play held against the naive game.
//! - `tasks`: what the game adds to the command line: the commands below `retro`, and `puzzles`.
//!
//! [`game`], [`kinds`] and `tasks` are what a program registers.

pub mod diagram;
mod flags;
mod play;
pub mod query;
pub mod solve;
#[cfg(feature = "cli")]
mod tasks;
pub mod variant;

pub use query::{MOBILITY, OstleFirstMove, OstleMobility, OstleState, OstleWin, OstleWitness};
pub use solve::{OstleGame, Rule};
pub use variant::OstleVariant;

use certamen_ask::kind::{Kind, kind};
use certamen_play::Game;
#[cfg(feature = "cli")]
use certamen_work::task::Task;
use std::sync::Arc;

/// The game, for the verbs `perft`, `replay`, `show` and `games`.
pub fn game() -> Arc<dyn Game> {
    Arc::new(play::Ostle)
}

/// Its questions.
pub fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![kind::<OstleMobility>(), kind::<OstleWin>()]
}

/// What it adds to the command line.
#[cfg(feature = "cli")]
pub fn tasks() -> Vec<Box<dyn Task>> {
    tasks::all()
}
