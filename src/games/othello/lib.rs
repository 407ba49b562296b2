//! Othello: what only this game has.
//!
//! - [`game()`]: records, game trees and pictures, for the verbs that every game has.
//! - [`query`]: the question `othello.mobility`, of any positions, of those that games reach, and as a transition system.
//! - [`reachable`]: the argument for the largest number of legal moves in positions that games reach.
//! - [`search`]: all positions with few discs, and the way back from a position to the start. [`records`]: games that end
//!   with many legal moves.
//! - [`profile`]: the bound for each number of discs.
//! - [`diagram`]: boards as text and SVG.
//!
//! The rules are those of `encodings::othello`; the second opinion is that of `verify::othello`.

mod board_size;
pub mod diagram;
mod play;
pub mod profile;
pub mod query;
pub mod reachable;
pub mod records;
pub mod search;
#[cfg(feature = "cli")]
mod tasks;

pub use board_size::BoardSize;

use certamen_ask::kind::{Kind, kind};
use certamen_play::Game;
use std::sync::Arc;

/// The name of the game.
pub const NAME: &str = "othello";

/// The game, for the verbs perft, replay, show and games.
pub fn game() -> Arc<dyn Game> {
    Arc::new(play::OthelloGame)
}

/// Its questions.
pub fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![kind::<query::OthelloMobility>()]
}

/// What it adds to the command line.
#[cfg(feature = "cli")]
pub fn tasks() -> Vec<Box<dyn certamen_work::task::Task>> {
    tasks::all()
}
