//! The native engine: exhaustive searches on machine words, which compute another way what solvers are asked.
//!
//! [`othello`] searches Othello forwards, layer by layer, and backwards from a position that is asked about.
//! [`push_fight`] decides positions of Push Fight within a number of turns, and classifies ranges of them.

pub mod othello;
pub mod push_fight;
