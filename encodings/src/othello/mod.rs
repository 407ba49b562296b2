//! Othello (Reversi with the fixed start), on boards of 4x4, 6x6 and 8x8 squares.
//!
//! [`rules`] is the game, once, for every kind of word. [`position`] is for the native engine only: boards that are
//! known to be well formed, lists of moves, counts of the game tree. [`notation`] reads and writes both.

mod any_order;
mod connected;
pub mod family;
pub mod game;
mod game_position;
pub mod notation;
pub mod play;
pub mod position;
pub mod rules;
pub mod stranded;
pub mod window;
