//! The question's own formula, as one or in segments: both answers count.

use super::{Attempt, Job, Strategy, Worth};
use certamen_ask::solve::{AskError, ask_alone};

/// Its name.
pub const NAME: &str = "exact";

/// The strategy that every question has.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Strategy for Exact {
    fn name(&self) -> &str {
        NAME
    }

    fn worth(&self) -> Worth {
        Worth::Exact
    }

    fn about(&self) -> String {
        "the formula of the question itself".to_owned()
    }

    fn attempt(&self, job: &Job<'_>) -> Result<Attempt, AskError> {
        // A solver of the whole formula beside its segments is a strategy of its own.
        let run = ask_alone(&job.emission, (job.proof)(NAME)?, job.format, &job.limits)?;
        let emission = || (*job.emission).clone();
        Ok(Attempt::of_run(run, &job.emission.map.question, emission, Attempt::Model))
    }
}
