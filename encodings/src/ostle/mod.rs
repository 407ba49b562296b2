//! Ostle, published in Japan in 2017, on boards of 3x3, 4x4 and 5x5 squares.
//!
//! [`rules`] is the game, once, for every kind of word. [`variant`] is the size of a game. [`position`] and [`unmove`]
//! are for the native engine only: lists of moves, and of the moves that may have led to a position. [`win`] states
//! that the player to move wins within a number of plies. [`notation`] reads and writes positions and moves.

pub mod family;
pub mod notation;
pub mod position;
pub mod rules;
pub mod unmove;
pub mod variant;
pub mod win;
