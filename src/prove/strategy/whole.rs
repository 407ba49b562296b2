//! A model of a formula with segments, as a whole.
//!
//! A search backwards through segments is lost where many ways lead on; a solver of the whole formula finds one of them. If
//! it refutes the formula, there is no proof, so that does not count.

use super::{Attempt, Job, Strategy, Worth};
use certamen_ask::seek::{ModelOutcome, seek_model};
use certamen_ask::solve::{AskError, stop_reason};

/// Its name.
pub const NAME: &str = "whole";

/// The strategy of every question whose formula falls into segments.
#[derive(Clone, Copy, Debug)]
pub struct WholeFormula;

impl Strategy for WholeFormula {
    fn name(&self) -> &str {
        NAME
    }

    fn worth(&self) -> Worth {
        Worth::Finds
    }

    fn about(&self) -> String {
        "a model of the whole formula".to_owned()
    }

    fn attempt(&self, job: &Job<'_>) -> Result<Attempt, AskError> {
        let (outcome, statistics) = seek_model(&job.emission.clausified.cnf, None, &job.limits)?;
        Ok(match outcome {
            ModelOutcome::Model(model) => Attempt::Model(model, statistics),
            ModelOutcome::NoModel => Attempt::Nothing("refuted, without a proof".to_owned(), statistics),
            ModelOutcome::Stopped => Attempt::Stopped(stop_reason(&job.limits), statistics),
        })
    }
}
