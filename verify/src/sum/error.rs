//! Why a sum is refused.

use thiserror::Error;

/// Tables that are not a sum, or are too large.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SumError {
    /// A number is zero or above its limit.
    #[error("{found} {what}: expected 1 to {limit}")]
    Limit {
        /// What was counted.
        what: &'static str,
        /// The number.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// There are too many things, or they do not fill the squares.
    #[error("{things} things for {squares} squares: expected one for each")]
    Things {
        /// The number of things.
        things: usize,
        /// The number of squares.
        squares: usize,
    },
    /// A partition does not have every square exactly once.
    #[error("a partition has square {square} {times} times: expected once")]
    Partition {
        /// The number of the square.
        square: usize,
        /// 0 if it is in none; else 2.
        times: usize,
    },
    /// A name is empty or not a line, or two are equal.
    #[error("the squares need different names of one line")]
    Names,
    /// A block has a square, or a table, that does not fit the board.
    #[error("a block does not fit a board of {squares} squares and {kinds} kinds")]
    Block {
        /// The number of squares of the board.
        squares: usize,
        /// The number of kinds.
        kinds: usize,
    },
}

pub(super) fn within(what: &'static str, found: usize, limit: usize) -> Result<(), SumError> {
    if (1..=limit).contains(&found) { Ok(()) } else { Err(SumError::Limit { what, found, limit }) }
}
