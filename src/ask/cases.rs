//! A question case by case: refuted for one square of the last move after the other, say, on all cores.
//!
//! Idea: a formula about the end of a game is soon refuted if it is known where the last discs were placed, and hard as a whole.
//! The question names the words that say so ([`RefutationParts::cases`](crate::query::RefutationParts::cases)). All cases
//! have one proof.
//!
//! Cost: a thread and a solver for each core. With more than one, the clock decides which proof and which model is found.

use crate::clauses::{CONFIGURATION, terminator};
use crate::emission::Emission;
use certamen_work::limits::Limits;
use cnf_out::clausify::Clausified;
use cnf_out::solver::{Gaps, LratFormat, Run, SolverError};
use rustsat::types::Lit;
use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;

/// Asks for a model or a refutation, split by these choices.
///
/// # Errors
/// Like [`Gaps::solve`].
pub(crate) fn ask_by_cases<W: Write + Send + 'static>(
    emission: &Emission,
    choices: &[Vec<Lit>],
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let Clausified { cnf, variables, .. } = &emission.clausified;
    let mut solver = Gaps::new(cnf, *variables, &[], format, proof)?;
    solver.split_by_cases(choices, CONFIGURATION);
    solver.set_workers(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
    solver.set_time_limit(limits.time_left());
    solver.attach_terminator(terminator(&limits.stop));
    solver.solve()
}
