//! The native engine: exhaustive searches on machine words, which compute another way what solvers are asked.
//!
//! [`othello`] searches Othello forwards, layer by layer, and backwards from a position that is asked about.

pub mod othello;
