//! Errors of durable work.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file or directory cannot be read, written or accepted. Each message names the path and the reason on one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The operating system reports an error.
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
        /// The path.
        path: PathBuf,
    },
    /// A file exceeds the size limit for files of its kind.
    #[error("{} has more than {limit} bytes", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
    /// The contents of a file differ from what was written.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file has no checksum, so it cannot be verified.
    #[error(
        "{} has no checksum: an earlier version of this program wrote it; remove it to compute it again",
        path.display()
    )]
    Unsealed {
        /// The file.
        path: PathBuf,
    },
    /// A file or directory holds something other than expected.
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
        /// The process that writes there.
        #[source]
        holder: Holder,
    },
    /// A request to stop ended the wait for another process that writes into the directory.
    #[error("{}: {ended}", path.display())]
    Interrupted {
        /// The directory.
        path: PathBuf,
        /// That the wait ended without the directory.
        #[source]
        ended: WaitEnded,
    },
}

/// A request to stop ended the wait for a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted while another process wrote there")]
pub struct WaitEnded;

/// The process that holds the lock of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Holder {
    /// Its process id, if the system reports it.
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
    /// An error of the operating system at a path, for use with `map_err`.
    pub fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    /// Whether the error is that the file or directory does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }

    /// The error of the operating system, for what reads and writes without a path. Other errors keep their message.
    pub fn into_io(self) -> io::Error {
        match self {
            Self::Io { source, .. } => source,
            other => io::Error::other(other),
        }
    }

    /// An error about a damaged file.
    pub(crate) fn damaged(path: &Path, reason: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.into() }
    }

    /// An error about a file or directory that holds something else.
    pub fn other(path: &Path, reason: impl Into<String>) -> Self {
        Self::Other { path: path.to_owned(), reason: reason.into() }
    }
}
