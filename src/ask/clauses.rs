//! Asks the embedded solver about clauses, of whatever question they are.

use crate::witness::WitnessError;
use certamen_work::limits::Limits;
use certamen_work::stop::Stop;
use cnf_out::solver::{Cadical, LratFormat, Refuter, Run, SolverError, StopReason};
use rustsat::instances::Cnf;
use rustsat::solvers::{ControlSignal, Solve, Terminate};
use rustsat::types::{Assignment, TernaryVal, Var};
use std::io::{self, Write};
use verify::lrat;

/// CaDiCaL's configuration for refutations: half the time of the default one (`docs/notebook/othello.md`).
pub const CONFIGURATION: &str = "unsat";

/// Why a question has no answer that can be relied on.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The solver failed, or its proof could not be written.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model of the formula is not a valid witness: the formula and the naive game disagree.
    #[error("the solver's model is not a valid witness: {0}")]
    Witness(WitnessError),
    /// Whether a model is a witness takes more than a limit allows.
    #[error("{0}")]
    Limit(String),
    /// The solver failed during incremental solving.
    #[error("the solver: {0:#}")]
    Incremental(anyhow::Error),
    /// A file for the proof could not be made.
    #[error("cannot make a file for the proof")]
    Proof(#[from] io::Error),
    /// The clauses cannot be read back.
    #[error("the clauses cannot be read back: {0}")]
    Clauses(#[from] verify::dimacs::DimacsError),
    /// The check of the solver's refutation fails.
    #[error("the proof is not valid: {0}")]
    Refuted(#[from] lrat::LratError),
}

impl From<WitnessError> for AskError {
    fn from(error: WitnessError) -> Self {
        match error {
            WitnessError::Limit(reason) => Self::Limit(reason),
            error => Self::Witness(error),
        }
    }
}

/// A callback that decides whether a solver continues. The solver calls it from time to time.
pub fn terminator(stop: &Stop) -> impl FnMut() -> ControlSignal + use<> {
    let stop = stop.clone();
    move || if stop.is_requested() { ControlSignal::Terminate } else { ControlSignal::Continue }
}

/// Why work ends whose limits are over.
pub fn stop_reason(limits: &Limits) -> StopReason {
    if limits.stop.is_requested() { StopReason::Callback } else { StopReason::TimeLimit }
}

/// Gives clauses to the embedded solver, which writes an LRAT proof of UNSAT.
///
/// # Errors
/// As [`Refuter::solve`].
pub fn ask_clauses<W: Write + 'static>(
    cnf: &Cnf,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    ask_renamed(cnf, Vec::new(), proof, format, limits)
}

/// Like [`ask_clauses`], with other numbers of variables in the proof: see [`Refuter::rename`].
///
/// # Errors
/// As [`Refuter::solve`].
pub fn ask_renamed<W: Write + 'static>(
    cnf: &Cnf,
    names: Vec<i32>,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let mut refuter = Refuter::new(cnf.len(), format, proof)?;
    refuter.rename(names);
    refuter.configure(CONFIGURATION)?;
    refuter.set_time_limit(limits.time_left());
    refuter.attach_terminator(terminator(&limits.stop));
    refuter.add_cnf(cnf)?;
    refuter.solve()
}

/// Gives the clauses of a question to a solver that writes no proofs. Its runs end at the limits.
///
/// # Errors
/// [`AskError::Incremental`] if the solver fails.
pub fn load(solver: &mut Cadical, cnf: &Cnf, limits: &Limits) -> Result<(), AskError> {
    let limits = limits.clone();
    solver.attach_terminator(move || {
        if limits.is_over() { ControlSignal::Terminate } else { ControlSignal::Continue }
    });
    for clause in cnf {
        solver.add_clause_ref(clause).map_err(AskError::Incremental)?;
    }
    Ok(())
}

/// The value of a variable, numbered from 1, in a model.
pub fn model_value(model: &Assignment, variable: u32) -> Option<bool> {
    match model.var_value(Var::new(variable.checked_sub(1)?)) {
        TernaryVal::True => Some(true),
        TernaryVal::False => Some(false),
        TernaryVal::DontCare => None,
    }
}

/// A model in `v` lines of at most 78 characters, as in the SAT competition: the values of these variables, which are
/// numbered from 1. A variable without a value is written as false.
///
/// ```
/// use certamen_ask::solve::value_lines;
/// assert_eq!(value_lines(1..=3, |variable| Some(variable == 2)), "v -1 2 -3 0\n");
/// ```
pub fn value_lines(variables: impl IntoIterator<Item = u32>, value: impl Fn(u32) -> Option<bool>) -> String {
    let literals = variables.into_iter().map(|variable| {
        let sign = if value(variable) == Some(true) { "" } else { "-" };
        format!("{sign}{variable}")
    });
    let (mut text, mut line) = (String::new(), "v".to_owned());
    for literal in literals.chain(["0".to_owned()]) {
        if line.len() + 1 + literal.len() > 78 {
            text = text + &line + "\n";
            "v".clone_into(&mut line);
        }
        line = line + " " + &literal;
    }
    text + &line + "\n"
}
