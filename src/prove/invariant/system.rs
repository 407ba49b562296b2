//! What is searched, and how the search ends.

use cnf_out::solver::StopReason;
use encodings::statement::Formula;

/// One ply of a game, as a formula: the words `before-NAME` of a position that is not bad, those that choose
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
    /// Clauses that are an invariant of the positions that are not bad.
    Invariant(Vec<Vec<Literal>>),
    /// The plies of a game to a bad position: for each, the words that choose it, in the order of the formula.
    Game(Vec<Vec<Vec<bool>>>),
    /// A limit ended the search.
    Stopped(StopReason),
}
