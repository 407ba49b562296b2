//! Go, on boards of 1x1 to 19x19 points.
//!
//! [`board`] has the points and their neighbours. [`rules`] is the game over every kind of word. [`position`] is for
//! the native engine only: positions that are known to be legal, and moves with reasons for their refusal. [`notation`]
//! reads and writes rows and the points of SGF. [`sides`] reads and writes the size of a board.
//!
//! Unlike the other games, whose board sizes are types, the board is a value here, because there are 361 sizes.

pub mod board;
pub mod family;
pub mod notation;
pub mod position;
pub mod rules;
pub mod sides;

pub use board::Board;
pub use family::WithoutKo;
pub use position::{Illegal, Position, PositionError};
pub use rules::{Placement, Stones, Suicide};
pub use sides::{BoardSides, BoardSidesError, LONGEST};
