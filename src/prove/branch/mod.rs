//! Bounds of numbers that are sums over blocks of the board, by branch and bound.
//!
//! Some numbers are sums over ranks and files, or over other blocks, of what a table says for the things that a block
//! holds; or they are at most such a sum. A question that says so has the ability [`SumBound`], and needs no formula for a
//! bound. [`branch`] looks for an answer above a bound, or writes the list of splits that refutes it;
//! [`verify::sum`] explains the list and checks it. Assignments whose sum is large enough are counted one by one.
//!
//! What it does not show: that the number is at most the sum. The question argues that, and tests compare the two.

mod search;
#[cfg(test)]
mod tests;

pub use search::{BranchOutcome, branch};
pub(crate) use search::{CountFailure, count_left};

use certamen_ask::objective::Objective;
use certamen_ask::question::Question;
use certamen_ask::witness::{AnyWitness, WitnessError};
use verify::sum::{BlockSum, Kind, SumError};

/// A question about a number that is at most a sum over blocks.
///
/// # Examples
/// The number of set bits of a word of four is the sum of those of its halves:
/// ```
/// use certamen_ask::objective::Objective;
/// use certamen_ask::sample::BITS;
/// use certamen_ask::witness::{AnyWitness, TextWitness, WitnessError};
/// use certamen_prove::branch::{BranchOutcome, NoSumError, SumBound, branch};
/// use certamen_work::Limits;
/// use verify::sum::{Square, Kind, Block, BlockSum, SumError, Things};
///
/// struct Bits;
///
/// fn ones(held: &[Kind]) -> u32 {
///     held.iter().map(|kind| u32::from(kind.0)).sum()
/// }
///
/// fn halves() -> Result<BlockSum, SumError> {
///     let half = |squares: [usize; 2]| Block::new(squares.map(Square).to_vec(), 2, ones);
///     let names = ["a1", "b1", "a2", "b2"].map(String::from).to_vec();
///     BlockSum::new(names, vec![Things::Any; 2], vec![half([0, 1])?, half([2, 3])?])
/// }
///
/// impl SumBound for Bits {
///     fn objective(&self) -> Objective {
///         BITS
///     }
///
///     fn sum(&self) -> Result<BlockSum, NoSumError> {
///         Ok(halves()?)
///     }
///
///     fn count(&self, held: &[Kind]) -> Result<u32, WitnessError> {
///         Ok(ones(held))
///     }
///
///     fn witness(&self, held: &[Kind]) -> Result<AnyWitness, WitnessError> {
///         let digits: String = held.iter().map(|kind| kind.0.to_string()).collect();
///         Ok(AnyWitness::new("sample", TextWitness::new(digits)))
///     }
/// }
///
/// let sum = halves()?;
/// let branch = |at_least| branch(&Bits, &sum, at_least, &Limits::default());
/// assert!(matches!(branch(4)?, BranchOutcome::Found(witness) if witness.position() == "1111"));
/// // No split is needed: the bound of all assignments is four.
/// assert!(matches!(branch(5)?, BranchOutcome::Refuted(splits) if splits.is_empty()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SumBound: Send + Sync {
    /// The number.
    fn objective(&self) -> Objective;

    /// A sum that is at least the number of the position with the same things on the squares. For every number that an
    /// answer to the question has, a position with that number is among the assignments of the sum. `Query::verify`
    /// judges that number by the naive game, even if the formula of the question is a relaxation.
    ///
    /// The kinds come in the order in which they matter: the search splits the squares of the first kinds first.
    ///
    /// # Errors
    /// [`NoSumError`] if there is none: there are too many squares or kinds, for example.
    fn sum(&self) -> Result<BlockSum, NoSumError>;

    /// The number of the position with these things on the squares, by the naive game; 0 if it does not answer the
    /// question for another reason.
    ///
    /// # Errors
    /// [`WitnessError`] if there is no such position.
    fn count(&self, held: &[Kind]) -> Result<u32, WitnessError>;

    /// The position with these things on the squares.
    ///
    /// # Errors
    /// [`WitnessError`] if there is no such position.
    fn witness(&self, held: &[Kind]) -> Result<AnyWitness, WitnessError>;
}

/// Why a question has no sum.
#[derive(Debug, thiserror::Error)]
pub enum NoSumError {
    /// The naive game does not have the board.
    #[error(transparent)]
    Board(#[from] WitnessError),
    /// The tables are not a sum.
    #[error(transparent)]
    Tables(#[from] SumError),
}

/// The ability of a question: its number is at most a sum over blocks.
pub type SumAbility = Box<dyn SumBound>;

/// The sum of an objective of a question, if it has one.
pub fn sum_of(question: &Question, objective: Objective) -> Option<SumAbility> {
    question.ability::<SumAbility>().filter(|summed| summed.objective() == objective)
}
