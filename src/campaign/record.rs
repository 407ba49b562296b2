//! Records of runs: who does a task, and whether that process is alive.
//!
//! A run holds a lock on its record, so that other workers choose other tasks, and writes a beat into it from time to
//! time. Locks may not reach other machines, and beats may be late. So neither decides a result: a task that is done
//! twice has the same output.

use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::plan::{PROGRAM, TaskId};
use certamen_work::text::escaped;
use certamen_work::{WorkError, durable};
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

/// The time between two beats.
pub(crate) const BEAT: Duration = Duration::from_secs(5);
/// The time without a beat after which another machine's run counts as ended, where locks do not say it.
pub(crate) const SILENCE: Duration = BEAT.saturating_mul(3);
/// The length of a record. It is written at once, so readers see one or the other.
const LENGTH: usize = 512;
/// The longest record that is read, in bytes.
const READ_LIMIT: u64 = 4096;
/// The longest error of a record, in bytes of its JSON.
const ERROR_LIMIT: usize = 240;

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
    /// The version of the program. Earlier records have none.
    #[serde(default)]
    pub(crate) certamen: String,
    /// Grows while the process is alive.
    pub(crate) beat: u64,
    /// The seconds since the run began, by its own clock.
    pub(crate) seconds: f64,
    pub(crate) phase: RunStatus,
    /// Why it failed, on one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

impl RunRecord {
    /// What changes while the run is alive.
    pub(crate) fn sign(&self) -> RunSign {
        (self.host.clone(), self.process, self.beat)
    }
}

/// A task that this process has taken.
#[derive(Debug)]
pub(crate) struct Claim {
    file: File,
    record: RunRecord,
    begun: Instant,
}

/// Who else does a task that this process has taken.
#[derive(Debug)]
pub(crate) enum Rival {
    /// Nobody.
    Nobody,
    /// Another process.
    Alive,
    /// Another process began it, and the lock does not say whether it is alive: there are no locks, or they may not reach
    /// its machine. Its beat goes on if it is.
    Unsure(RunSign),
}

/// What changes in a record while a run is alive: machine, process, beat.
pub(crate) type RunSign = (String, u32, u64);

impl Claim {
    /// Takes a task, and says who else has it. The record of an earlier run stays until [`Claim::begin`].
    pub(crate) fn take(place: &CampaignDirectory, at: TaskId) -> Result<(Self, Rival), CampaignError> {
        let path = place.record_path(at);
        let mut file = durable::open_to_change(&path)?;
        let lock = file.try_lock();
        let earlier = if matches!(lock, Err(TryLockError::WouldBlock)) { None } else { parse(&mut file) };
        let record = RunRecord {
            host: host(),
            process: std::process::id(),
            certamen: PROGRAM.to_owned(),
            beat: 0,
            seconds: 0.0,
            phase: RunStatus::Running,
            error: None,
        };
        let claim = Self { file, record, begun: Instant::now() };
        let own = (&claim.record.host, claim.record.process);
        let rival = match (lock, earlier.filter(|run| run.phase == RunStatus::Running)) {
            (Err(TryLockError::WouldBlock), _) => Rival::Alive,
            (Ok(()), Some(run)) if run.host != *own.0 => Rival::Unsure(run.sign()),
            (Err(TryLockError::Error(_)), Some(run)) if (&run.host, run.process) != own => {
                Rival::Unsure(run.sign())
            }
            _ => Rival::Nobody,
        };
        Ok((claim, rival))
    }

    /// Begins the run: the record is that of this process from now on.
    pub(crate) fn begin(&mut self, place: &CampaignDirectory, at: TaskId) -> Result<(), CampaignError> {
        self.begun = Instant::now();
        Ok(self.write().map_err(WorkError::at(&place.record_path(at)))?)
    }

    /// Shows that the process is alive. An error would end no task.
    pub(crate) fn beat(&mut self) {
        self.record.beat += 1;
        self.record.seconds = self.begun.elapsed().as_secs_f64();
        let _ = self.write();
    }

    /// Ends the run, with the reason if it failed.
    pub(crate) fn finish(mut self, phase: RunStatus, error: Option<&str>) -> f64 {
        self.record.phase = phase;
        self.record.error = error.map(shortened);
        // The output is what counts; a record that cannot be written is only missing in statistics.
        self.beat();
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

/// An error as one line that fits into a record.
fn shortened(error: &str) -> String {
    let mut left = ERROR_LIMIT;
    let fits = |letter: &char| {
        let length = letter.len_utf8() + usize::from(matches!(letter, '"' | '\\'));
        left.checked_sub(length).is_some_and(|rest| {
            left = rest;
            true
        })
    };
    escaped(error.trim()).chars().take_while(fits).collect()
}

/// The record of a task, without a look at its lock.
pub(crate) fn read(place: &CampaignDirectory, at: TaskId) -> Option<RunRecord> {
    parse(durable::open(&place.record_path(at)).ok()?)
}

/// Whether a process holds the lock of a record.
pub(crate) fn is_held(place: &CampaignDirectory, at: TaskId) -> bool {
    let file = durable::open(&place.record_path(at));
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Reads a record.
fn parse(file: impl Read) -> Option<RunRecord> {
    let mut text = String::new();
    file.take(READ_LIMIT).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_that_fits_and_records_without_one_are_read() {
        let hostile = format!("line\n\u{1b}[31m{}", "\"\\\u{20ac}".repeat(300));
        let error = shortened(&hostile);
        assert!(
            error.starts_with("line\\n\\u{1b}[31m\"") && error.chars().all(|letter| !letter.is_control())
        );
        let record = RunRecord {
            host: "h".repeat(64),
            process: u32::MAX,
            certamen: PROGRAM.to_owned(),
            beat: u64::MAX,
            seconds: 1e7 / 3.0,
            phase: RunStatus::Failed,
            error: Some(error),
        };
        let text = serde_json::to_string(&record).expect("a text");
        assert!(text.len() < LENGTH, "{}", text.len());
        assert_eq!(serde_json::from_str::<RunRecord>(&text).expect("a record"), record);
        let old = r#"{"host":"h","process":1,"beat":2,"seconds":0.5,"phase":"done"}"#;
        let old: RunRecord = serde_json::from_str(old).expect("a record");
        assert_eq!((&*old.certamen, old.error), ("", None));
    }
}
