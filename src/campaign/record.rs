//! Records of runs: who does a task, and whether that process is alive.
//!
//! A run holds a lock on its record, so that other workers choose other tasks, and writes a beat into it from time to
//! time. Locks may not reach other machines, and beats may be late. So neither decides a result: a task that is done
//! twice has the same output.

use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::plan::TaskId;
use certamen_work::{WorkError, durable};
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

/// The time between two beats.
pub(crate) const BEAT: Duration = Duration::from_secs(5);
/// The length of a record. It is written at once, so readers see one or the other.
const LENGTH: usize = 256;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RunStatus {
    Running,
    Done,
    Stopped,
    Failed,
}

/// A record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunRecord {
    pub(crate) host: String,
    pub(crate) process: u32,
    /// Grows while the process is alive.
    pub(crate) beat: u64,
    /// The seconds since the run began, by its own clock.
    pub(crate) seconds: f64,
    pub(crate) phase: RunStatus,
}

/// A task that this process has taken.
#[derive(Debug)]
pub(crate) struct Claim {
    file: File,
    record: RunRecord,
    begun: Instant,
}

/// An attempt to take a task.
#[derive(Debug)]
pub(crate) enum ClaimAttempt {
    /// It is ours.
    Ours(Claim),
    /// Another process does it.
    Theirs(Claim),
}

impl Claim {
    /// Takes a task, or reports that another process has it.
    pub(crate) fn take(place: &CampaignDirectory, at: TaskId) -> Result<ClaimAttempt, CampaignError> {
        let path = place.record_path(at);
        let file = durable::open_to_change(&path)?;
        let is_held = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        let record = RunRecord {
            host: host(),
            process: std::process::id(),
            beat: 0,
            seconds: 0.0,
            phase: RunStatus::Running,
        };
        let mut claim = Self { file, record, begun: Instant::now() };
        if is_held {
            return Ok(ClaimAttempt::Theirs(claim));
        }
        claim.write().map_err(WorkError::at(&path))?;
        Ok(ClaimAttempt::Ours(claim))
    }

    /// Shows that the process is alive. An error would end no task.
    pub(crate) fn beat(&mut self) {
        self.record.beat += 1;
        self.record.seconds = self.begun.elapsed().as_secs_f64();
        let _ = self.write();
    }

    /// Ends the run.
    pub(crate) fn finish(mut self, phase: RunStatus) -> f64 {
        self.record.phase = phase;
        self.record.beat += 1;
        self.record.seconds = self.begun.elapsed().as_secs_f64();
        // The output is what counts; a record that cannot be written is only missing in statistics.
        let _ = self.write();
        self.record.seconds
    }

    fn write(&mut self) -> io::Result<()> {
        let mut text = serde_json::to_string(&self.record)?;
        text.push_str(&" ".repeat(LENGTH.saturating_sub(text.len() + 1)));
        text.push('\n');
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(text.as_bytes())?;
        self.file.set_len(text.len() as u64)
    }
}

/// A record as an observer sees it: the record, and whether a process holds its lock.
pub(crate) fn observe(place: &CampaignDirectory, at: TaskId) -> Option<(RunRecord, bool)> {
    let mut file = durable::open(&place.record_path(at)).ok()?;
    let is_held = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    let mut text = String::new();
    (&mut file).take(4096).read_to_string(&mut text).ok()?;
    Some((serde_json::from_str(&text).ok()?, is_held))
}

/// The name of this machine.
#[cfg(unix)]
pub(crate) fn host() -> String {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let plain =
        |letter: char| if letter.is_ascii_alphanumeric() || ".-_".contains(letter) { letter } else { '_' };
    name.chars().take(64).map(plain).collect()
}

/// The name of this machine.
#[cfg(not(unix))]
pub(crate) fn host() -> String {
    "this-machine".to_owned()
}
