//! Go, on boards of 1x1 to 19x19 points.
//!
//! [`board`] says which points there are and what is next to what, [`rules`] is the game over every kind of word.
//! [`position`] is what only the native engine has: positions that are known to be legal, and moves with their reasons;
//! [`notation`] reads and writes rows and the points of SGF.
//!
//! Unlike the boards of the other games, whose sizes are types, a board is a value here: there are 361 of them.

pub mod board;
pub mod family;
pub mod notation;
pub mod position;
pub mod rules;

pub use board::Board;
pub use family::WithoutKo;
pub use position::{Illegal, Position, PositionError};
pub use rules::{Placed, Stones, Suicide};
