//! Why a table cannot be built or read.

use certamen_work::durable::WorkError;
use certamen_work::stop::Interrupted;
use std::io;
use std::path::{Path, PathBuf};

/// Why a table cannot be built or read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file was changed after it was written.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file or directory belongs to something else.
    #[error("{} {reason}", path.display())]
    Other {
        /// The file or directory.
        path: PathBuf,
        /// What it is instead.
        reason: String,
    },
    /// The directory or a file cannot be used: another process writes there, for example.
    #[error("{0}")]
    Work(#[source] WorkError),
    /// A file is not there: it was not built yet, or it was removed.
    #[error("{} is missing: build it first", .0.display())]
    Missing(PathBuf),
    /// A win takes more plies than a value holds.
    #[error("a win in group {0} takes 255 plies or more")]
    TooLong(String),
    /// The game has more layers than a set of layers can hold.
    #[error("a game of {0} layers: the engine takes 64")]
    TooManyLayers(usize),
    /// A layer has more positions than are numbered without overflow.
    #[error("layer {layer} has {size} positions: the engine takes {}", crate::states::game::MOST_POSITIONS)]
    TooManyPositions {
        /// The layer.
        layer: String,
        /// The number of positions.
        size: u32,
    },
    /// A position has fewer moves than values of states are made for.
    #[error("position {rank} of layer {layer} has fewer than two moves")]
    TooFewMoves {
        /// The layer.
        layer: String,
        /// The number of the position.
        rank: u32,
    },
    /// A position has more moves than an entry can name.
    #[error("position {rank} of layer {layer} has more than 31 moves")]
    TooManyMoves {
        /// The layer.
        layer: String,
        /// The number of the position.
        rank: u32,
    },
    /// A move that ends the game is not among the moves.
    #[error("position {rank} of layer {layer} has a move that wins or loses and is not legal")]
    StrayMove {
        /// The layer.
        layer: String,
        /// The number of the position.
        rank: u32,
    },
    /// A state is too many moves away from the start.
    #[error("a state in group {0} is 254 plies or more from the start")]
    TooFar(String),
    /// A request to stop ended the work.
    #[error("interrupted")]
    Stopped(#[from] Interrupted),
    /// There is not enough memory for the layers.
    #[error("{bytes} bytes of memory for group {group}: {source}")]
    Memory {
        /// The group.
        group: String,
        /// The number of bytes needed.
        bytes: u64,
        /// The reason.
        source: io::Error,
    },
}

impl From<WorkError> for TableError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Io { path, source } => Self::Io { path, source },
            WorkError::Damaged { path, reason } => Self::Damaged { path, reason },
            WorkError::Other { path, reason } => Self::Other { path, reason },
            other => Self::Work(other),
        }
    }
}

/// The error of a file.
pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> TableError {
    let path = path.to_owned();
    move |source| TableError::Io { path, source }
}
