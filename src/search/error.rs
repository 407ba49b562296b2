//! Why a search has no result.

use crate::Facts;
use certamen_work::WorkError;
use certamen_work::memory::InsufficientMemory;
use std::io;

/// Why a search has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The table needs more memory than there is.
    #[error("the table of facts needs {0}")]
    Memory(#[from] InsufficientMemory),
    /// A file cannot be written or read.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The question is about the opponent of a puzzle.
    #[error("a puzzle has no opponent")]
    NoOpponent,
    /// The question has a limit that is too large.
    #[error("at most {} plies can be asked about", Facts::MOST_PLIES)]
    Plies,
    /// No strategy shows an answer that is unknown.
    #[error("the question is not decided, so that there is no strategy")]
    Undecided,
    /// The system gives no thread.
    #[error("no thread: {0}")]
    Thread(io::Error),
    /// The game goes on without a ply, or a position has no text.
    #[error("the rules of the game: {0}")]
    Rules(String),
    /// No strategy of the opponent shows that a score is not reached: that it reaches the opposite score has to be asked.
    #[error("that a score is not reached is shown by the opposite score of the other player")]
    OtherScore,
    /// Limits ended the collection of a strategy.
    #[error("ended by the limits before the strategy was complete")]
    Ended,
}
