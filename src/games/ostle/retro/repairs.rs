//! Works on groups of layers one after the other. With `--repair` damaged files are removed and built again, and the
//! answer names them.

use super::refused;
use super::report::Stopped;
use certamen_retro::positions::{RetroError, SolverProgress};
use certamen_retro::states::{Group, RunOutcome, TableError};
use certamen_retro::subject::Watch;
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

    /// Removes damaged files if `--repair` was given. `false` if the work was stopped.
    fn read(
        &mut self,
        watch: &mut Watch<'_>,
        repair: impl FnOnce() -> Result<Option<Vec<TableError>>, TableError>,
    ) -> Result<bool, TableError> {
        if !self.is_asked {
            return Ok(true);
        }
        let Some(damaged) = repair()? else { return Ok(false) };
        for damage in damaged {
            watch(SolverProgress::Done(&format!("{damage}: building it anew")));
            self.damaged.push(damage.to_string());
        }
        Ok(true)
    }

    /// The result of the work. If a file is damaged, the error says how to build it again.
    fn done<T>(&self, done: Result<T, TableError>) -> Result<T, RetroError> {
        done.map_err(|error| match error {
            TableError::Damaged { .. } if !self.is_asked => {
                refused(format!("{error}; --repair removes what is damaged and builds it anew"))
            }
            error => error.into(),
        })
    }

    /// Works on groups one after the other. If a request to stop ends it, this gives the answer.
    pub(super) fn each<'g>(
        &mut self,
        groups: impl IntoIterator<Item = &'g Group>,
        done: &str,
        watch: &mut Watch<'_>,
        repair: impl Fn(&Group) -> Result<Option<Vec<TableError>>, TableError>,
        work: impl Fn(&Group, &mut Watch<'_>) -> Result<RunOutcome, TableError>,
    ) -> Result<Option<Answer>, RetroError> {
        for group in groups {
            let (name, start) = (&group.name, Instant::now());
            let is_read = self.read(watch, || repair(group))?;
            match if is_read { self.done(work(group, watch))? } else { RunOutcome::Stopped } {
                RunOutcome::Stopped => {
                    return Ok(Some(Answer::resumable(Stopped { verdict: "undecided", group: name })));
                }
                RunOutcome::Solved => {
                    let seconds = start.elapsed().as_secs_f64();
                    watch(SolverProgress::Done(&format!("{name} {done} in {seconds:.0} s")));
                }
                RunOutcome::SolvedBefore => watch(SolverProgress::Done(&format!("{name} was {done} before"))),
            }
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
