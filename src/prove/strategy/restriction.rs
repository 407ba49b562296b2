//! A question that allows less than the one that is asked: each of its answers is an answer of the other.

use super::{Attempt, ChosenWord, Job, Strategy, Worth};
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::seek::CONFIGURATION;
use certamen_ask::solve::{AskError, load, stop_reason};
use cnf_out::clausify::Encoding;
use cnf_out::solver::Cadical;
use rustsat::solvers::{Solve, SolverResult};

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
        let emission = Emission::of(&self.question, Encoding::default());
        let mut solver = Cadical::new();
        solver.configure(CONFIGURATION)?;
        load(&mut solver, &emission.clausified.cnf, &job.limits)?;
        let found = solver.solve().map_err(AskError::Incremental)?;
        let statistics = solver.statistics();
        Ok(match found {
            SolverResult::Unsat => Attempt::Nothing("it has no answer".to_owned(), statistics),
            SolverResult::Interrupted => Attempt::Stopped(stop_reason(&job.limits), statistics),
            SolverResult::Sat => {
                let model = solver.full_solution().map_err(AskError::Incremental)?;
                Attempt::Words(ChosenWord::of_model(&emission, &model), statistics)
            }
        })
    }
}
