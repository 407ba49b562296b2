//! Othello: everything that only this game has.
//!
//! - [`game()`]: records, game trees and pictures, for the verbs that every game has.
//! - [`query`]: the question `othello.mobility`, for any positions, for reachable positions, and as a transition
//!   system.
//! - [`reachable`]: the argument for the largest number of legal moves in reachable positions.
//! - [`search`]: all positions with few discs, and the way back from a position to the start. [`records`]: games that
//!   end with many legal moves.
//! - [`archive`]: the formats of its records, and what verifies them.
//! - `solve`: the rules as a game that is solved backwards, by wins and by discs. Small boards only.
//! - [`diagram`]: boards as text and SVG.
//!
//! The rules are in `encodings::othello`; the second opinion is `verify::othello`. A published result about it is in
//! `src/results/othello_profile`.

pub mod archive;
pub mod diagram;
mod play;
pub mod query;
mod reach;
pub mod reachable;
pub mod records;
pub mod search;
mod searched;
mod size;
mod solve;
pub mod strategy;
mod twin;
mod values;
mod view;

pub use size::OthelloSize;

use certamen_ask::kind::{Kind, kind};
use certamen_play::Game;
use std::sync::Arc;

/// The name of the game.
pub const NAME: &str = "othello";

/// The game, for the verbs of games.
pub fn game() -> Arc<dyn Game> {
    Arc::new(play::OthelloGame)
}

/// The questions of the game.
pub fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![kind::<query::OthelloMobility>(), Arc::new(query::language::kind())]
}
