//! The question's own formula, as one or in stages: both answers count.

use super::{Attempt, Job, Strategy, Worth};
use certamen_ask::solve::{AskError, ask};
use certamen_ask::staged::ask_stages;

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
        let (proof, limits) = ((job.proof)(NAME)?, &job.limits);
        // A solver of the whole formula is a strategy of its own.
        let run = match job.emission.plan() {
            Some(plan) => ask_stages(&job.emission, &plan, proof, job.format, limits)?,
            None => ask(&job.emission, proof, job.format, limits)?,
        };
        let emission = || (*job.emission).clone();
        Ok(Attempt::of_run(run, &job.emission.map.question, emission, Attempt::Model))
    }
}
