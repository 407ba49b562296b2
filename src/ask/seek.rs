//! Looks for a witness with little work, before the question is asked without a limit.
//!
//! Idea: a solver that is to write a proof is configured for refutations, and symmetry breaking, which helps to refute,
//! leaves it fewer models. A solver that is configured for models, without symmetry breaking, often finds one with a
//! fifth of the conflicts. It gets a fixed number of conflicts, not a time, so that the witness does not depend on the
//! machine.
//!
//! Cost: the clauses are made once more, and the conflicts are lost if there is no model.

use crate::clauses::{AskError, load};
use crate::emission::Emission;
use crate::event::Event;
use crate::question::Question;
use crate::solution::VerifiedAnswer;
use certamen_work::limits::Limits;
use cnf_out::clausify::Encoding;
use cnf_out::solver::{Cadical, Statistics};
use rustsat::instances::Cnf;
use rustsat::solvers::{LimitConflicts as _, Solve as _, SolverResult};
use rustsat::types::Assignment;

/// CaDiCaL's configuration for models.
pub const CONFIGURATION: &str = "sat";

/// The outcome of a search for a model.
#[derive(Clone, Debug)]
pub enum ModelOutcome {
    /// A model.
    Model(Assignment),
    /// There is no model. This is not proved.
    NoModel,
    /// A limit ended it.
    Stopped,
}

/// Looks for a model of clauses within the limits, with at most this many conflicts if a number is given, and says how
/// much work that was.
///
/// # Errors
/// [`AskError`] if the solver fails.
pub fn seek_model(
    cnf: &Cnf,
    conflicts: Option<u32>,
    limits: &Limits,
) -> Result<(ModelOutcome, Statistics), AskError> {
    let mut solver = Cadical::new();
    solver.configure(CONFIGURATION)?;
    solver.limit_conflicts(conflicts).map_err(AskError::Incremental)?;
    load(&mut solver, cnf, limits)?;
    let outcome = match solver.solve().map_err(AskError::Incremental)? {
        SolverResult::Sat => ModelOutcome::Model(solver.full_solution().map_err(AskError::Incremental)?),
        SolverResult::Unsat => ModelOutcome::NoModel,
        SolverResult::Interrupted => ModelOutcome::Stopped,
    };
    Ok((outcome, solver.statistics()))
}

/// An answer that a solver finds with at most this many conflicts and within the limits. `None` says nothing about the
/// question.
///
/// # Errors
/// [`AskError`], also if a model is not a valid witness.
///
/// # Examples
/// ```
/// use certamen_ask::question::Question;
/// use certamen_ask::sample::SetBits;
/// use certamen_ask::seek::seek;
/// use certamen_work::Limits;
///
/// let question = Question::from(SetBits { at_least: 4 });
/// let found = seek(&question, 100, &Limits::default(), |_| {})?;
/// assert_eq!(found.as_ref().map(|witness| witness.position()), Some("1111"));
/// assert!(seek(&SetBits { at_least: 5 }.into(), 100, &Limits::default(), |_| {})?.is_none());
/// # Ok::<(), certamen_ask::solve::AskError>(())
/// ```
pub fn seek(
    question: &Question,
    conflicts: u32,
    limits: &Limits,
    mut watch: impl FnMut(Event<'_>),
) -> Result<Option<VerifiedAnswer>, AskError> {
    watch(Event::Asking(question));
    let emission = Emission::new(question, Encoding::default());
    let (outcome, statistics) = seek_model(&emission.clausified.cnf, Some(conflicts), limits)?;
    let ModelOutcome::Model(model) = outcome else { return Ok(None) };
    let witness = emission.witness_of_model(&model)?.answer()?;
    watch(Event::Found(&witness, &statistics));
    Ok(Some(witness))
}
