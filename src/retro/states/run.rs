//! The sweeps of a group, from its checkpoint on: what solving backwards and searching from the start have in common.
//!
//! Sweeps are divided into stretches; between stretches a run can be interrupted and checkpoints are taken.

use super::checkpoint;
use super::swept::SweptGroup;
use crate::table::{Monitor, SolverProgress, TableError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;
use std::time::{Duration, Instant};

/// Work on the cells of a group, sweep by sweep.
pub(super) trait Sweeps<'a> {
    /// The next step.
    type Cursor: Serialize + DeserializeOwned;

    /// The cells.
    fn swept(&mut self) -> &mut SweptGroup<'a>;

    /// The plies of what the sweep finds, and its next stretch.
    fn step(cursor: &Self::Cursor) -> (u8, u64);

    /// The first step, after what has to be done before.
    fn begin(&mut self, monitor: &mut Monitor<'_>) -> Result<Self::Cursor, TableError>;

    /// Marks every block to be visited once, because it is not known what is due in it.
    fn expect_everything(&self, cursor: &Self::Cursor);

    /// Delivers everything that waits. Returns the step before a stretch.
    fn settle(&mut self, cursor: &Self::Cursor, stretch: u64) -> Self::Cursor;

    /// Goes through a stretch.
    fn sweep(&mut self, cursor: &Self::Cursor, stretch: u64) -> Result<(), TableError>;

    /// Delivers everything that waits. Returns the step at the beginning of the next sweep, and whether anything is due.
    fn next(&mut self, cursor: Self::Cursor) -> Result<(Self::Cursor, bool), TableError>;
}

/// Whose checkpoint it is.
pub(super) struct Files<'f> {
    pub(super) path: &'f Path,
    pub(super) subject: &'f str,
    pub(super) group: &'f str,
}

/// Sweeps until nothing is due, from the checkpoint if there is one. A checkpoint is written after each `interval`, and
/// before a request to stop ends the run.
pub(super) fn run<'a, S: Sweeps<'a>>(
    sweeps: &mut S,
    files: &Files<'_>,
    interval: Duration,
    monitor: &mut Monitor<'_>,
) -> Result<S::Cursor, TableError> {
    let Files { path, subject, group } = *files;
    let found = checkpoint::read::<S::Cursor>(path, subject, group, &mut sweeps.swept().cells_mut())?;
    let mut cursor = if let Some(cursor) = found {
        let plies = S::step(&cursor).0;
        monitor.report(SolverProgress::Done(&format!("{group}: continuing at {plies} plies")));
        cursor
    } else {
        sweeps.begin(monitor)?
    };
    sweeps.expect_everything(&cursor);
    let mut saved = Instant::now();
    loop {
        let (plies, first) = S::step(&cursor);
        let total = sweeps.swept().stretches();
        for stretch in first..total {
            if monitor.stop().is_requested() || saved.elapsed() >= interval {
                let now = sweeps.settle(&cursor, stretch);
                checkpoint::write(path, subject, group, &sweeps.swept().cells(), &now)?;
                monitor.proceed()?;
                monitor.report(SolverProgress::Saved);
                saved = Instant::now();
            }
            sweeps.sweep(&cursor, stretch)?;
            monitor.report(SolverProgress::Sweep { name: group, plies, done: stretch + 1, total });
        }
        let (next, goes_on) = sweeps.next(cursor)?;
        if !goes_on {
            return Ok(next);
        }
        cursor = next;
    }
}
