//! The native engine: exhaustive searches on machine words, which compute another way what solvers are asked.
//!
//! [`push_fight`] decides positions of Push Fight within a number of turns, and classifies ranges of them.
//! [`othello`] searches Othello forwards, layer by layer, and backwards from a position that is asked about. [`engine`]
//! solves whole games backwards from their ends, into tables; [`ostle`] is a game for it.

pub mod engine;
pub mod ostle;
pub mod othello;
pub mod push_fight;
