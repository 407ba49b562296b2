//! How far a phase has got with a range, in a file, so that work goes on where it was ended.
//!
//! The file is JSON, written beside its place and renamed. It names its task; that of another task, or one whose counts
//! do not add up, is refused rather than continued.

use super::phase::{Phase, Tally};
use crate::unfinished;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The version of the file.
const VERSION: u32 = 1;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// How far positions are classified.
    pub phase: Phase,
    /// The first index.
    pub from: u64,
    /// The first index beyond the last.
    pub to: u64,
}

/// What has been done of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    version: u32,
    /// The task.
    pub task: Task,
    /// The first index that has not been classified.
    pub next: u64,
    /// The counts of those before it.
    pub tally: Tally,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is no checkpoint of this task.
    #[error("{path}: {reason}")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

impl Task {
    /// Where a directory keeps how far the task has got.
    pub fn path(&self, directory: &Path) -> PathBuf {
        directory.join(format!("push-fight-phase-{}-{}-{}.json", u8::from(self.phase), self.from, self.to))
    }
}

impl Checkpoint {
    /// Nothing done yet.
    pub fn start(task: Task) -> Self {
        Self { version: VERSION, task, next: task.from, tally: Tally::default() }
    }

    /// Whether all is done.
    pub const fn is_complete(&self) -> bool {
        self.next >= self.task.to
    }

    /// The same with the positions up to `next` classified.
    #[must_use]
    pub const fn advanced(self, next: u64, tally: Tally) -> Self {
        Self { next, tally: self.tally.plus(tally), ..self }
    }

    /// What a directory says of the task; nothing done if it says nothing.
    ///
    /// # Errors
    /// [`CheckpointError`] where the file cannot be read or is damaged.
    pub fn read(directory: &Path, task: Task) -> Result<Self, CheckpointError> {
        let path = task.path(directory);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::start(task)),
            Err(source) => return Err(CheckpointError::Io { path, source }),
        };
        let damaged = |reason: String| CheckpointError::Damaged { path: path.clone(), reason };
        let read: Self = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if read.version != VERSION {
            return Err(damaged(format!("version {}, expected {VERSION}", read.version)));
        }
        if read.task != task {
            return Err(damaged("it is of another task".to_owned()));
        }
        let counted = [read.tally.undecided, read.tally.losses, read.tally.wins]
            .into_iter()
            .try_fold(0u64, u64::checked_add);
        if read.next < task.from || read.next > task.to || counted != Some(read.next - task.from) {
            return Err(damaged("its counts do not add up".to_owned()));
        }
        Ok(read)
    }

    /// Keeps it in a directory, which is made if there is none.
    ///
    /// # Errors
    /// [`CheckpointError::Io`]
    pub fn write(&self, directory: &Path) -> Result<(), CheckpointError> {
        let path = self.task.path(directory);
        let io = |source| CheckpointError::Io { path: path.clone(), source };
        fs::create_dir_all(directory).map_err(io)?;
        let text = serde_json::to_string_pretty(self).map_err(io::Error::from).map_err(io)?;
        let mut file = unfinished::file_in(directory).map_err(io)?;
        file.write_all(format!("{text}\n").as_bytes()).map_err(io)?;
        file.as_file().sync_all().map_err(io)?;
        file.persist(&path).map_err(|error| io(error.error))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: Task = Task { phase: Phase::One, from: 10, to: 20 };

    #[test]
    fn what_is_written_is_read() {
        let directory = tempfile::tempdir().unwrap();
        assert_eq!(Checkpoint::read(directory.path(), TASK).unwrap(), Checkpoint::start(TASK));
        let tally = Tally { undecided: 1, losses: 2, wins: 3 };
        let checkpoint = Checkpoint::start(TASK).advanced(16, tally);
        checkpoint.write(directory.path()).unwrap();
        assert_eq!(Checkpoint::read(directory.path(), TASK).unwrap(), checkpoint);
        assert!(!checkpoint.is_complete() && checkpoint.advanced(20, tally).is_complete());
    }

    #[test]
    fn damage_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let complaint = |checkpoint: Checkpoint| {
            fs::write(TASK.path(directory.path()), serde_json::to_vec(&checkpoint).unwrap()).unwrap();
            Checkpoint::read(directory.path(), TASK).unwrap_err().to_string()
        };
        let start = Checkpoint::start(TASK);
        assert!(complaint(Checkpoint { next: 15, ..start }).ends_with("its counts do not add up"));
        assert!(complaint(Checkpoint { version: 9, ..start }).ends_with("version 9, expected 1"));
        let other = Task { phase: Phase::Zero, ..TASK };
        assert!(complaint(Checkpoint { task: other, ..start }).ends_with("it is of another task"));
        fs::write(TASK.path(directory.path()), "{").unwrap();
        assert!(Checkpoint::read(directory.path(), TASK).is_err());
    }
}
