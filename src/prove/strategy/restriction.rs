//! A question that allows less than the one that is asked: each of its answers is an answer of the other.

use super::{Attempt, ChosenWord, Job, Strategy, Worth};
use certamen_ask::emission::Emission;
use certamen_ask::question::Question;
use certamen_ask::seek::CONFIGURATION;
use certamen_ask::solve::{AskError, load};
use cnf_out::clausify::{BitValue, Encoding};
use cnf_out::solver::{Cadical, StopReason};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Assignment, TernaryVal};

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
            SolverResult::Interrupted if job.limits.stop.is_requested() => {
                Attempt::Stopped(StopReason::Callback, statistics)
            }
            SolverResult::Interrupted => Attempt::Stopped(StopReason::TimeLimit, statistics),
            SolverResult::Sat => {
                let model = solver.full_solution().map_err(AskError::Incremental)?;
                Attempt::Words(chosen(&emission, &model), statistics)
            }
        })
    }
}

/// The words that the solver chose.
fn chosen(emission: &Emission, model: &Assignment) -> Vec<ChosenWord> {
    let value = |bit: &BitValue| match *bit {
        BitValue::Constant(value) => value,
        BitValue::Literal(literal) => model.lit_value(literal) == TernaryVal::True,
    };
    let words = emission.clausified.words.iter().filter(|word| word.chosen);
    words
        .map(|word| ChosenWord { name: word.name.clone(), bits: word.word.iter().map(value).collect() })
        .collect()
}
