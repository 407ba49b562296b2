//! A question that allows less than the one that is asked: each of its answers is an answer of the other.

use super::{Attempt, ChosenWord, Job, Strategy, Worth};
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::seek::{ModelOutcome, seek_model};
use certamen_ask::solve::{AskError, stop_reason};
use cnf_out::clausify::Encoding;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Restriction {
    name: String,
    question: Question,
}

impl Restriction {
    /// The strategy of asking this question. The words that its solver chooses have the names of words of the question
    /// that is asked, and its answers are answers of that question.
    pub fn new(name: impl Into<String>, question: Question) -> Self {
        Self { name: name.into(), question }
    }
}

impl Strategy for Restriction {
    fn name(&self) -> &str {
        &self.name
    }

    fn worth(&self) -> Worth {
        Worth::Finds
    }

    fn about(&self) -> String {
        self.question.to_string()
    }

    fn attempt(&self, job: &Job<'_>) -> Result<Attempt, AskError> {
        let emission = Emission::new(&self.question, Encoding::default());
        let (outcome, statistics) = seek_model(&emission.clausified.cnf, None, &job.limits)?;
        Ok(match outcome {
            ModelOutcome::NoModel => Attempt::Nothing("it has no answer".to_owned(), statistics),
            ModelOutcome::Stopped => Attempt::Stopped(stop_reason(&job.limits), statistics),
            ModelOutcome::Model(model) => Attempt::Words(ChosenWord::of_model(&emission, &model), statistics),
        })
    }
}
