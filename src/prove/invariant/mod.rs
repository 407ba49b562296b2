//! Invariants of games, found by property-directed reachability.
//!
//! Idea: frames `F(0)`, `F(1)`, ... of clauses over the bits of a position; `F(i)` holds in every position that at most `i`
//! plies reach, and in none of those that are looked for. A position from which one ply leads to such a one is an
//! obligation: either a clause that one ply keeps excludes it from a frame, or it has a predecessor in the frame before. An
//! obligation that contains the start is a game. If one ply leads from a frame into the same frame, it is an invariant.
//!
//! Source: A. Bradley, "SAT-based model checking without unrolling" (VMCAI 2011); N. Eén, A. Mishchenko, R. Brayton,
//! "Efficient implementation of property directed reachability" (FMCAD 2011). Predecessors are widened by three-valued
//! simulation, cores of the solver and dropped literals make clauses short.
//!
//! Cost: thousands of small questions on one incremental solver.
//!
//! What it does not show: anything. An invariant is proved by the refutation that follows, a game is replayed.

mod frames;
mod ply;
mod system;
mod ternary;

pub use frames::search;
pub use system::{AFTER, BAD, BEFORE, Literal, PlySystem, Search};

#[cfg(test)]
mod tests;
