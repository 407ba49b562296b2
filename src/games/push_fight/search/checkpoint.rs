//! The progress of a phase on a range, in a directory, so that an ended run can be continued.
//!
//! Each task has its own directory below the one that the user names, so that runs on different ranges can share the
//! latter. It has one sealed file, which is replaced as a whole, and a lock: a second run on the same range names the
//! process that has the lock ([`Directory`]). A checkpoint of another task, or one whose counts do not add up, is
//! refused.
//!
//! Version 1 was a file without a checksum at the path of the directory. It is refused with a message that says so.

use super::phase::{Phase, Tally};
use certamen_work::WorkError;
use certamen_work::durable::{Access, Directory, Manifest, Wait};
use certamen_work::stop::Stop;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

/// A task: a phase and a range of indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The phase, which says how far positions are classified.
    pub phase: Phase,
    /// The first index.
    pub from: u64,
    /// The first index beyond the last.
    pub to: u64,
}

/// The progress of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    format: String,
    version: u32,
    /// The task.
    pub task: Task,
    /// The first index that has not been classified yet.
    pub next: u64,
    /// The counts of the indexes before it.
    pub tally: Tally,
}

impl Task {
    /// The name of the task's directory.
    fn name(self) -> String {
        format!("push-fight-phase-{}-{}-{}", u8::from(self.phase), self.from, self.to)
    }

    /// The path of the task's directory below another one.
    pub fn path(self, directory: &Path) -> PathBuf {
        directory.join(self.name())
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "phase {} of push-fight from index {} to {}", u8::from(self.phase), self.from, self.to)
    }
}

impl Manifest for Checkpoint {
    const FILE: &'static str = "checkpoint.json";
    const FORMAT: &'static str = "certamen-push-fight-phase";
    const VERSION: u32 = 2;
    const HOLDS: &'static str = "a phase over a range of indexes";
    const SEALED: bool = true;
    const LIMIT: u64 = 1 << 16;

    fn subject(&self) -> String {
        self.task.to_string()
    }
}

impl Checkpoint {
    /// The progress at the beginning.
    pub fn start(task: Task) -> Self {
        let (format, version) = (Self::FORMAT.to_owned(), Self::VERSION);
        Self { format, version, task, next: task.from, tally: Tally::default() }
    }

    /// Whether the task is complete.
    pub const fn is_complete(&self) -> bool {
        self.next >= self.task.to
    }

    /// The progress after the positions up to `next` were classified.
    #[must_use]
    pub fn advanced(self, next: u64, tally: Tally) -> Self {
        Self { next, tally: self.tally.plus(tally), ..self }
    }

    /// Opens the task's directory below another one, creating both if they are missing. Returns the progress.
    ///
    /// # Errors
    /// [`WorkError`]: another process is at the same task and `wait` does not say to wait for it, or the
    /// checkpoint cannot be read, is damaged, or is one of version 1.
    pub fn open(
        directory: &Path,
        task: Task,
        wait: Wait,
        stop: &Stop,
    ) -> Result<(Directory, Self), WorkError> {
        let earlier = directory.join(task.name() + ".json");
        if earlier.exists() {
            return Err(WorkError::Unsealed { path: earlier });
        }
        let access = Access::Write(wait);
        let (kept, found) = Directory::open(&task.path(directory), Self::start(task), access, stop)?;
        if found.adds_up() {
            return Ok((kept, found));
        }
        let reason = "its counts do not add up".to_owned();
        Err(WorkError::Damaged { path: kept.file(Self::FILE), reason })
    }

    /// Writes the progress into the task's directory.
    ///
    /// # Errors
    /// [`WorkError::Io`]; the earlier checkpoint then stays.
    pub fn write(&self, kept: &Directory) -> Result<(), WorkError> {
        kept.write_manifest(self)
    }

    /// Whether the number of classified positions equals the number of indexes.
    fn adds_up(&self) -> bool {
        let Self { task, next, tally, .. } = self;
        let classified = next.checked_sub(task.from).filter(|_| *next <= task.to);
        let counted = tally.undecided.checked_add(tally.losses).and_then(|sum| sum.checked_add(tally.wins));
        classified.is_some() && counted == classified
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    const TASK: Task = Task { phase: Phase::One, from: 10, to: 20 };
    const TALLY: Tally = Tally { undecided: 1, losses: 2, wins: 3 };

    fn open(directory: &TempDir, task: Task) -> Result<(Directory, Checkpoint), WorkError> {
        Checkpoint::open(directory.path(), task, Wait::No, &Stop::new())
    }

    #[test]
    fn a_written_checkpoint_is_read_back() {
        let directory = TempDir::new().unwrap();
        let (kept, found) = open(&directory, TASK).unwrap();
        assert_eq!(found, Checkpoint::start(TASK));
        let checkpoint = found.advanced(16, TALLY);
        checkpoint.write(&kept).unwrap();
        drop(kept);
        assert_eq!(open(&directory, TASK).unwrap().1, checkpoint);
        assert!(!checkpoint.is_complete() && checkpoint.advanced(20, TALLY).is_complete());
    }

    #[cfg(unix)]
    #[test]
    fn two_runs_can_work_on_different_ranges_only() {
        let directory = TempDir::new().unwrap();
        let _first = open(&directory, TASK).unwrap();
        assert!(matches!(open(&directory, TASK), Err(WorkError::Held { .. })));
        open(&directory, Task { from: 20, to: 30, ..TASK }).unwrap();
        open(&directory, Task { phase: Phase::Zero, ..TASK }).unwrap();
    }

    #[test]
    fn a_changed_bit_is_refused() {
        let directory = TempDir::new().unwrap();
        let (kept, found) = open(&directory, TASK).unwrap();
        found.advanced(16, TALLY).write(&kept).unwrap();
        drop(kept);
        let path = TASK.path(directory.path()).join(Checkpoint::FILE);
        let bytes = fs::read(&path).unwrap();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            fs::write(&path, changed).unwrap();
            assert!(open(&directory, TASK).is_err(), "byte {place}");
        }
    }

    #[test]
    fn checkpoints_that_do_not_fit_the_task_are_refused() {
        let directory = TempDir::new().unwrap();
        let complaint = |checkpoint: &Checkpoint| {
            // Sealed, so that only its content is wrong.
            let path = TASK.path(directory.path()).join(Checkpoint::FILE);
            certamen_work::durable::write_sealed(&path, checkpoint).unwrap();
            open(&directory, TASK).unwrap_err().to_string()
        };
        drop(open(&directory, TASK).unwrap());
        let start = Checkpoint::start(TASK);
        for next in [9, 15, 21] {
            let loose = Checkpoint { next, ..start.clone() };
            assert!(complaint(&loose).ends_with("its counts do not add up"), "{next}");
        }
        let overflowing = Tally { undecided: u64::MAX, losses: 1, wins: 0 };
        assert!(complaint(&Checkpoint { tally: overflowing, ..start.clone() }).contains("add up"));
        let later = Checkpoint { version: 9, ..start.clone() };
        assert!(complaint(&later).contains("has version 9"));
        let other = Checkpoint { task: Task { phase: Phase::Zero, ..TASK }, ..start };
        assert!(complaint(&other).contains("holds phase 0 of push-fight from index 10 to 20, not phase 1"));
    }

    #[test]
    fn a_checkpoint_of_version_1_is_refused_in_one_line() {
        let directory = TempDir::new().unwrap();
        fs::write(directory.path().join("push-fight-phase-1-10-20.json"), "{}").unwrap();
        let complaint = open(&directory, TASK).unwrap_err().to_string();
        assert!(complaint.contains("push-fight-phase-1-10-20.json has no checksum"), "{complaint}");
        assert!(!TASK.path(directory.path()).exists());
    }
}
