//! What keeps a count from going on.

use std::io;
use std::path::{Path, PathBuf};

/// Why a count failed.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// A file could not be read or written.
    #[error("cannot use {path}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// The directory holds something else, or is damaged.
    #[error("{path}: {reason}")]
    Checkpoint {
        /// The directory or file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The memory limit is too low, and there is no directory for states on disk.
    #[error("{0}")]
    Memory(String),
}

impl CountError {
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    pub(super) fn checkpoint(path: &Path, reason: impl Into<String>) -> Self {
        Self::Checkpoint { path: path.to_owned(), reason: reason.into() }
    }
}
