//! Bounds of numbers that are sums over regions of the board, by branch and bound.
//!
//! Some numbers are sums over ranks and files, or over other regions, of what a table says for the things that a region
//! holds; or they are at most such a sum. A question that says so has the ability [`Summed`], and needs no formula for a
//! bound. [`branch`] looks for an answer above a bound, or writes the list of splits that refutes it;
//! [`verify::sum`] explains the list and checks it. Assignments whose sum is large enough, but that are no answers, are
//! counted one by one.
//!
//! What it does not show: that the number is at most the sum. The question argues that, and tests compare the two.

mod search;

pub use search::{Branched, branch, count_left};

use certamen_ask::objective::Objective;
use certamen_ask::witness::{AnyWitness, WitnessError};
use verify::sum::{Kind, RegionSum};

/// A question about a number that is at most a sum over regions.
pub trait Summed: Send + Sync {
    /// The number.
    fn objective(&self) -> Objective;

    /// A sum that is at least the number of the answer with the same things on the cells. For every number that an answer
    /// has, some answer with that number is among the assignments of the sum.
    ///
    /// The kinds come in the order in which they matter: the search splits the cells of the first kinds first.
    ///
    /// # Errors
    /// A text that says why there is none: too many cells or kinds, for example.
    fn sum(&self) -> Result<RegionSum, String>;

    /// The number of the answer with these things on the cells, by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] if there is no such position.
    fn count(&self, held: &[Kind]) -> Result<u32, WitnessError>;

    /// The answer with these things on the cells.
    ///
    /// # Errors
    /// [`WitnessError`] if there is no such position.
    fn witness(&self, held: &[Kind]) -> Result<AnyWitness, WitnessError>;
}

/// The ability of a question: its number is at most a sum over regions.
pub type ASummed = Box<dyn Summed>;
