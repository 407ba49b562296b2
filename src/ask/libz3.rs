//! Z3 as a library. It gets the question in the form that is also written as SMT-LIB. Behind the feature `z3`.
//!
//! What it does not show: Z3 gives no proof of UNSAT.

use crate::named_files::interpret;
use crate::question::Question;
use crate::solvers::{ProgramAnswer, SolversError};
use cnf_out::smtlib::SolverAnswer;
use cnf_out::solver::{process::ProcessLimits, z3};
use std::time::{Duration, Instant};

/// Asks Z3 a question.
///
/// # Errors
/// [`SolversError`] if the model lacks a word, or if the circuit or the naive game refuses it.
pub fn ask(
    question: &Question,
    limits: ProcessLimits,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<(ProgramAnswer, Duration), SolversError> {
    let begun = Instant::now();
    let said = match z3::solve(&question.script(), limits.time, is_stopped)? {
        SolverAnswer::Unsatisfiable => ProgramAnswer::Unsatisfiable,
        SolverAnswer::Unknown if is_stopped() => ProgramAnswer::Unknown("stopped on request".to_owned()),
        SolverAnswer::Unknown => {
            ProgramAnswer::Unknown("it does not know, or the time limit has passed".to_owned())
        }
        SolverAnswer::Satisfiable(model) => {
            let words: Vec<_> = model.words().map(|(name, bits)| (name.to_owned(), bits.to_vec())).collect();
            let witness = interpret(question, &words).map_err(SolversError::of_answer)?;
            ProgramAnswer::Satisfiable(Box::new(witness), None)
        }
    };
    Ok((said, begun.elapsed()))
}
