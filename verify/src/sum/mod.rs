//! Sums over blocks of a board, and proofs that no assignment has a larger one.
//!
//! Idea: every square of a board holds a thing of one kind. How many things there are of a kind may be fixed. A
//! *partition* divides the squares into *blocks*; a table gives the value of a block by what its squares hold. The sum
//! of an assignment is the total of the values of all blocks of all partitions. Where ranks are one partition and files
//! another, for example, every square is in a block of both.
//!
//! No sum exceeds the total, over the partitions, of the largest value that the blocks of one partition can have
//! together with the right number of things of each kind. That is a dynamic program over the blocks of a partition
//! (`node`). If it is not small enough, a square is split: what it holds is fixed, in every possible way. A proof is the
//! list of the squares that are split, in depth-first order (`splits`); everything else the checker finds itself.
//! What remains are assignments whose sum is not small enough. They are given to the caller.
//!
//! Source: branch and bound with the bound of M. Guignard and S. Kim, "Lagrangean decomposition" (Mathematical
//! Programming 39, 1987), with all multipliers zero.
//!
//! Cost: tens of microseconds for each split, once the tables of the blocks are filtered.
//!
//! Does not show: that the sum means anything. Whoever makes the tables argues that.

mod block;
mod counts;
mod error;
mod node;
mod splits;
mod square;
#[cfg(test)]
mod tests;

pub use block::{Block, BlockSum, MAX_TABLE};
pub use counts::{MAX_COUNTS, Things};
pub use error::SumError;
pub use node::{Node, OpenSquare, Splitter, TreeSize, walk};
pub use splits::{MAX_LEFT, Splits, SplitsError, SplitsReason, check_splits};
pub use square::{Kind, MAX_KINDS, MAX_SQUARES, Square};
