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
mod ternary;

use certamen_ask::solve::AskError;
use certamen_work::limits::Limits;
use cnf_out::solver::StopReason;
use encodings::statement::Formula;

/// One ply of a game, as a formula: the words `before-NAME` of a position without what is looked for, those that choose
/// the ply, and the shown words `after-NAME` and [`BAD`] of the position after it.
#[derive(Clone, Debug)]
pub struct PlySystem {
    /// The formula.
    pub formula: Formula,
    /// For each word of a position, in their order, its bits at the start.
    pub start: Vec<Vec<bool>>,
}

/// The beginning of the names of the words before the ply.
pub const BEFORE: &str = "before-";
/// The beginning of the names of the words after the ply.
pub const AFTER: &str = "after-";
/// The name of the word with one bit: whether the position after the ply is looked for.
pub const BAD: &str = "bad";

/// A bit of a position, and its value: the number of the word, and the square.
pub type Literal = ((usize, usize), bool);

/// How a search for an invariant ended.
#[derive(Debug)]
pub enum Search {
    /// Clauses that are an invariant together with the absence of what is looked for.
    Invariant(Vec<Vec<Literal>>),
    /// The plies of a game to what is looked for: for each, the words that choose it, in the order of the formula.
    Game(Vec<Vec<Vec<bool>>>),
    /// A limit ended the search.
    Stopped(StopReason),
}

/// Looks for an invariant.
///
/// # Errors
/// [`AskError`] if the solver fails.
pub fn search(system: &PlySystem, limits: &Limits) -> Result<Search, AskError> {
    frames::search(system, limits)
}

#[cfg(test)]
mod tests;
