//! What boards, rules and questions mean, with no I/O, no solver and no threads.
//!
//! - [`mod@board`]: squares, directions, masks and symmetries of a grid.
//! - [`word`]: the [`Word`](word::Word) trait. Rules are written once over it; machine words make them a native
//!   engine, [`circuit`] bits make them CNF or AIGER, [`term`]s make them word-level SMT.
//! - [`statement`]: a question put to a solver: unknown words, requirements, shown words.
//! - [`quantified`]: a formula with choices that two sides make in turn.
//! - [`transition`]: a game of any length put to a model checker: a state, its successor, bad states.
//! - [`rules`]: the traits of a game, and what every game that implements them gets.
//! - [`othello`], [`ostle`], [`push_fight`], [`go`]: the games. A game is a folder: rules (generic), position and
//!   notation (native).
//!
//! Names of the layers below are not known here: circuit code names no game, and nothing names a solver.

pub mod board;
pub mod circuit;
pub mod go;
pub mod ostle;
pub mod othello;
pub mod push_fight;
pub mod quantified;
pub mod rules;
pub mod statement;
pub mod term;
pub mod transition;
pub mod word;
