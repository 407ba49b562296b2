//! Push Fight: the rules over words, and positions, notation and indexes for machine words.

pub mod board;
mod boards;
pub mod every_turn;
pub mod index;
pub mod leaping;
pub mod minimized;
pub mod notation;
pub mod number;
mod parts;
pub mod position;
pub mod rules;
pub mod stuck;
pub mod turn;

pub use board::{Board, PushFight, Standard};
pub use position::{Position, PositionError};
pub use rules::{Pieces, Side};
pub use turn::{Turn, TurnOutcome, TurnPart};
