//! A question that allows more than the one that is asked: if it has no answer, neither has the other.

use super::{Attempt, Job, Strategy, Worth};
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::solve::{AskError, ask};
use cnf_out::clausify::Encoding;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Relaxation {
    name: String,
    question: Question,
}

impl Relaxation {
    /// The strategy of asking this question. The caller guarantees that each answer of the question that is asked
    /// is one of this question too, with the same position, except for what only an answer of that question has.
    pub fn new(name: impl Into<String>, question: Question) -> Self {
        Self { name: name.into(), question }
    }
}

impl Strategy for Relaxation {
    fn name(&self) -> &str {
        &self.name
    }

    fn worth(&self) -> Worth {
        Worth::Refutes
    }

    fn about(&self) -> String {
        self.question.to_string()
    }

    fn relaxed(&self) -> Option<&Question> {
        Some(&self.question)
    }

    fn attempt(&self, job: &Job<'_>) -> Result<Attempt, AskError> {
        let emission = Emission::new(&self.question, Encoding::default());
        let run = ask(&emission, (job.proof)(&self.name)?, job.format, &job.limits)?;
        let found = |_, statistics| Attempt::Nothing("it has an answer".to_owned(), statistics);
        Ok(Attempt::of_run(run, &self.question, || emission, found))
    }
}
