//! Works on groups of layers one after the other. With `--repair` damaged files are removed and built again, and the
//! answer names them.

use super::refused;
use super::report::Stopped;
use certamen_retro::positions::{RetroError, SolverProgress};
use certamen_retro::states::{Group, RunOutcome, TableError};
use certamen_retro::subject::Monitor;
use certamen_work::answer::Answer;
use std::fmt::Write as _;
use std::time::Instant;

/// The damaged files, if they are to be built again.
#[derive(Debug)]
pub(super) struct Repairs {
    is_asked: bool,
    damaged: Vec<String>,
}

impl Repairs {
    pub(super) fn new(is_asked: bool) -> Self {
        Self { is_asked, damaged: Vec::new() }
    }

    /// Removes damaged files if `--repair` was given.
    fn read(
        &mut self,
        monitor: &mut Monitor<'_>,
        repair: impl FnOnce() -> Result<Vec<TableError>, TableError>,
    ) -> Result<(), TableError> {
        if !self.is_asked {
            return Ok(());
        }
        for damage in repair()? {
            monitor.report(SolverProgress::Done(&format!("{damage}: building it anew")));
            self.damaged.push(damage.to_string());
        }
        Ok(())
    }

    /// The error of the work. If a file is damaged, it says how to build it again.
    fn explained(&self, error: TableError) -> RetroError {
        match error {
            TableError::Damaged { .. } if !self.is_asked => {
                refused(format!("{error}; --repair removes what is damaged and builds it anew"))
            }
            error => error.into(),
        }
    }

    /// Works on groups one after the other. If a request to stop ends it, this gives the answer.
    pub(super) fn each<'g>(
        &mut self,
        groups: impl IntoIterator<Item = &'g Group>,
        done: &str,
        monitor: &mut Monitor<'_>,
        repair: impl Fn(&Group) -> Result<Vec<TableError>, TableError>,
        work: impl Fn(&Group, &mut Monitor<'_>) -> Result<RunOutcome, TableError>,
    ) -> Result<Option<Answer>, RetroError> {
        for group in groups {
            let (name, start) = (&group.name, Instant::now());
            let said = match self.read(monitor, || repair(group)).and_then(|()| work(group, monitor)) {
                Err(TableError::Stopped(_)) => {
                    return Ok(Some(Answer::resumable(Stopped { verdict: "undecided", group: name })));
                }
                Err(error) => return Err(self.explained(error)),
                Ok(RunOutcome::Solved) => format!("{name} {done} in {:.0} s", start.elapsed().as_secs_f64()),
                Ok(RunOutcome::SolvedBefore) => format!("{name} was {done} before"),
            };
            monitor.report(SolverProgress::Done(&said));
        }
        Ok(None)
    }

    /// Names in the answer the files that were built again, and returns them.
    pub(super) fn tell(&self, text: &mut String) -> &[String] {
        for damage in &self.damaged {
            let _ = writeln!(text, "built anew: {damage}");
        }
        &self.damaged
    }
}
