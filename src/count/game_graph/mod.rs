//! The game graph of Go on small boards, natively.
//!
//! G(m, n) has the legal positions of a board as its nodes, and an edge from p to q != p wherever a move of either
//! colour turns p into q; suicide is a move (Tromp and Farnebäck, "Combinatorics of Go", 2009, definition 1). Games under
//! positional superko are its simple paths from the empty board (lemma 2).
//!
//! - [`position`]: positions as two sets of points, and what a move makes of one;
//! - [`graph`]: the nodes by number, their edges, and how many there are;
//! - [`connectivity`]: strongly connected components (lemma 3);
//! - [`games`]: how many games there are, exactly, with [`symmetry`] and a `memo`;
//! - [`sampling`]: about how many, where that is beyond counting.
//!
//! `verify::go::GameGraph` is the same graph by arrays and flood fill; both number positions alike, and the tests
//! compare them edge by edge.

pub mod connectivity;
pub mod games;
pub mod graph;
mod memo;
pub mod position;
pub mod sampling;
pub mod symmetry;
