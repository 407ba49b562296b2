//! Why a table cannot be built or read.

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
    /// A file is not what it was when it was written.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file or directory is that of something else.
    #[error("{} {reason}", path.display())]
    Other {
        /// The file or directory.
        path: PathBuf,
        /// What it is.
        reason: String,
    },
    /// A layer is not solved yet.
    #[error("{} has no table of layer {layer}: build it first", directory.display())]
    Missing {
        /// The directory.
        directory: PathBuf,
        /// The layer.
        layer: String,
    },
    /// A win takes more plies than a value holds.
    #[error("a win in group {0} takes more than 255 plies")]
    TooLong(String),
    /// A state is too many moves away from the start.
    #[error("a state in group {0} is more than 254 plies from the start")]
    TooFar(String),
    /// No memory for the layers.
    #[error("{bytes} bytes of memory for group {group}: {source}")]
    Memory {
        /// The group.
        group: String,
        /// How much is needed.
        bytes: u64,
        /// The reason.
        source: io::Error,
    },
}

/// The error of a file.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> TableError {
    let path = path.to_owned();
    move |source| TableError::Io { path, source }
}
