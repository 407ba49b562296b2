//! Why a count fails.

use certamen_work::durable::WorkError;
use certamen_work::memory::InsufficientMemory;
use std::io;
use std::path::{Path, PathBuf};

/// Why a count failed.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    /// A file could not be read or written.
    #[error("cannot use {path}")]
    Io {
        /// The path.
        path: PathBuf,
        /// The reason.
        #[source]
        source: io::Error,
    },
    /// The directory cannot be used: it holds something else or an earlier version, or another process writes there.
    #[error(transparent)]
    Directory(#[from] WorkError),
    /// A file of the directory is damaged.
    #[error("{path}: {reason}")]
    Checkpoint {
        /// The directory or file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The memory limit is too low, or the machine has no more memory.
    #[error("{0}")]
    Memory(String),
    /// The count would use more memory than the machine has.
    #[error("the count takes {0}: allow less with --memory, or keep values on disk with --dir")]
    Machine(InsufficientMemory),
    /// A number exceeds 3^(points), so the residues that it was computed from are wrong.
    #[error("{}the count of {height}x{width} exceeds 3^{}", at_directory(.directory.as_deref()), .height * .width)]
    Excess {
        /// The rows.
        height: usize,
        /// The columns.
        width: usize,
        /// The directory of its residues.
        directory: Option<PathBuf>,
    },
}

impl CountError {
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    /// One residue of all states needs more memory than allowed, and there is no directory for states.
    pub(super) fn residue_exceeds(bytes: u64) -> Self {
        let needed = bytes.div_ceil(1 << 20);
        Self::Memory(format!(
            "one residue takes {needed} MiB of memory; with --dir DIR, states can be on disk"
        ))
    }

    /// The tables alone need more memory than allowed.
    pub(super) fn tables_exceed(height: usize, bytes: u64) -> Self {
        let needed = bytes.div_ceil(1 << 20);
        Self::Memory(format!(
            "the tables of height {height} take about {needed} MiB: allow as much with --memory"
        ))
    }

    pub(super) fn checkpoint(path: &Path, reason: impl Into<String>) -> Self {
        Self::Checkpoint { path: path.to_owned(), reason: reason.into() }
    }
}

fn at_directory(directory: Option<&Path>) -> String {
    directory.map_or_else(String::new, |directory| format!("{}: ", directory.display()))
}
