//! Sums over regions of a board, and proofs that no assignment has a larger one.
//!
//! Idea: every cell of a board holds a thing of one kind, and how many things there are of each kind is fixed. A *cover*
//! divides the cells into *regions*; a table gives the value of a region by what its cells hold. The sum of an
//! assignment is the total of the values of all regions of all covers. Where ranks are one cover and files another, for
//! example, every cell is in a region of both.
//!
//! No sum exceeds the total, over the covers, of the largest value that the regions of one cover can have together with
//! the right number of things of each kind. That is a dynamic program over the regions of a cover ([`node`]). If it is not
//! small enough, a cell is split: what it holds is fixed, in every possible way. A proof is the list of the cells that
//! are split, in the order of a walk that goes deep first ([`splits`]); everything else the checker finds itself. What
//! remains are assignments whose sum is not small enough. They are given to the caller.
//!
//! Source: branch and bound with the bound of a decomposition, as in M. L. Fisher, "The Lagrangian relaxation method for
//! solving integer programming problems" (Management Science 27, 1981), section 2, with all multipliers zero.
//!
//! Cost: tens of microseconds for each split, once the tables of the regions are filtered.
//!
//! Does not show: that the sum means anything. Whoever makes the tables argues that.

mod counts;
mod node;
mod region;
mod splits;
#[cfg(test)]
mod tests;

pub use node::{Node, OpenCell, Splitter, Walked, walk};
pub use region::{Cell, Kind, MAX_CELLS, MAX_COUNTS, MAX_KINDS, MAX_TABLE, Region, RegionSum, SumError};
pub use splits::{Splits, SplitsError, SplitsReason, check_splits};
