//! The question's own formula, as one or in stages: both answers count.

use super::{Attempt, Job, Strategy, Worth};
use certamen_ask::solve::{AskError, Refutation, ask};
use cnf_out::solver::Verdict;

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
        let run = ask(&job.emission, (job.proof)(NAME)?, job.format, &job.limits)?;
        let statistics = run.statistics;
        Ok(match run.verdict {
            Verdict::Satisfiable(model) => Attempt::Model(model, statistics),
            Verdict::Interrupted(reason) => Attempt::Stopped(reason, statistics),
            Verdict::Unsatisfiable(refuted) => Attempt::Refuted(Box::new(Refutation {
                question: job.emission.map.question.clone(),
                emission: (*job.emission).clone(),
                proof: refuted.proof,
                bytes: refuted.bytes,
                statistics,
            })),
        })
    }
}
