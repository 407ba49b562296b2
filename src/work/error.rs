//! Why durable work cannot go on.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file or directory cannot be read, written or believed. Each names the path and the reason in one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A directory, pipe or device where a regular file is expected.
    #[error("{} is not a regular file", path.display())]
    NotAFile {
        /// What was to be read.
        path: PathBuf,
    },
    /// A file is larger than what is read of its kind.
    #[error("{} has more than {limit} bytes", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
    /// A file is not what was written.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file has no checksum, so nothing says whether it is what was written.
    #[error(
        "{} has no checksum: an earlier version of this program wrote it; remove it to compute it again",
        path.display()
    )]
    Unsealed {
        /// The file.
        path: PathBuf,
    },
    /// A file or directory holds something else than what is expected.
    #[error("{} {reason}", path.display())]
    Other {
        /// The file or directory.
        path: PathBuf,
        /// What it holds, and what is expected.
        reason: String,
    },
    /// Another process writes into the directory.
    #[error("{} is in use: {holder}", path.display())]
    Held {
        /// The directory.
        path: PathBuf,
        /// Who writes there.
        #[source]
        holder: Holder,
    },
    /// The end was requested while another process wrote into the directory.
    #[error("{}: {source}", path.display())]
    Interrupted {
        /// The directory.
        path: PathBuf,
        /// That this was interrupted.
        source: io::Error,
    },
}

/// The process that holds the lock of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Holder {
    /// Its process id, where the system says it.
    pub process: Option<u32>,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.process {
            Some(process) => write!(f, "process {process} is writing there"),
            None => f.write_str("another process is writing there"),
        }
    }
}

impl WorkError {
    /// The error of the system at a path, to be used with `map_err`.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    /// Whether there is no such file or directory.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }

    /// That a file is damaged.
    pub(crate) fn damaged(path: &Path, reason: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.into() }
    }

    /// That a file or directory holds something else.
    pub(crate) fn other(path: &Path, reason: impl Into<String>) -> Self {
        Self::Other { path: path.to_owned(), reason: reason.into() }
    }
}
