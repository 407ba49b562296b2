//! The game graph of Go on small boards: its positions and moves, the number of its games, and a game through all
//! positions.
//!
//! A published result, reproduced. G(m, n) has the legal positions of a board as its nodes, and an edge from p to q != p wherever
//! a move of either colour turns p into q; suicide is a move (Tromp and Farnebäck, "Combinatorics of Go", 2009, definition 1).
//! Games under positional superko are its simple paths from the empty board (lemma 2).
//!
//! - [`position`]: positions as two sets of points, and the results of moves;
//! - [`graph`]: the nodes by number, their edges, and the number of both;
//! - [`connectivity`]: strongly connected components (lemma 3);
//! - [`games`]: the exact number of games, with [`symmetry`] and a `memo` table;
//! - [`sampling`]: an estimate of it for boards that are too large;
//! - [`cycle`]: a game through all legal positions, by SAT;
//! - `commands`, with the feature `cli`: the commands `count go.graph`, `count go.games` and `solve go.cycle`.
//!
//! `verify::go::GameGraph` is the same graph with arrays and flood fill. Both number positions in the same way, and the
//! tests compare them edge by edge.

pub mod connectivity;
pub mod cycle;
pub mod games;
pub mod graph;
mod memo;
pub mod position;
pub mod sampling;
pub mod symmetry;
#[cfg(feature = "cli")]
mod tasks;

#[cfg(feature = "cli")]
pub use tasks::commands;
