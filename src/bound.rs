//! The exact bound of a question: a witness that reaches k, and a refutation of k + 1.
//!
//! Idea: ask for more until the answer is no. A model is replayed by the naive game and often has more than was asked
//! for, so the next question starts from what it has; the last question's proof is the refutation. Every question is a
//! formula of its own, so that the proof is about the very clauses that a certificate holds.

use crate::emission::Emission;
use crate::query::{Objective, Question, Witness, WitnessError};
use crate::stop::Stop;
use cnf_out::clausify::Encoding;
use cnf_out::solver::{LratFormat, Refuter, Run, SolverError, Statistics, StopReason, Verdict};
use rustsat::solvers::{ControlSignal, Terminate};
use rustsat::types::{Assignment, TernaryVal, Var};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// CaDiCaL's configuration for refutations: half the time of the default one (`docs/othello.md`).
pub const CONFIGURATION: &str = "unsat";

/// What ends work before its answer.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The wall-clock time from now on.
    pub time: Option<Duration>,
    /// A request from outside.
    pub stop: Stop,
}

/// Why a bound could not be found.
#[derive(Debug, thiserror::Error)]
pub enum BoundError {
    /// The solver failed, or its proof could not be written.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model of the formula is no witness: the formula does not mean what the naive game means.
    #[error("the solver's model does not stand: {0}")]
    Witness(#[from] WitnessError),
    /// A file for a proof could not be made.
    #[error("cannot make a file for the proof")]
    Proof(#[from] io::Error),
}

/// Asks the embedded solver one question, and writes an LRAT proof of a no.
///
/// # Errors
/// As [`Refuter::solve`].
pub fn ask<W: Write + 'static>(
    emission: &Emission,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let cnf = &emission.clausified.cnf;
    let mut refuter = Refuter::new(cnf.len(), format, proof)?;
    refuter.configure(CONFIGURATION)?;
    refuter.set_time_limit(limits.time);
    let stop = limits.stop.clone();
    refuter.attach_terminator(move || {
        if stop.is_requested() { ControlSignal::Terminate } else { ControlSignal::Continue }
    });
    refuter.add_cnf(cnf)?;
    refuter.solve()
}

/// The value of a variable, numbered from 1, in a model.
pub fn model_value(model: &Assignment, variable: u32) -> Option<bool> {
    match model.var_value(Var::new(variable.checked_sub(1)?)) {
        TernaryVal::True => Some(true),
        TernaryVal::False => Some(false),
        TernaryVal::DontCare => None,
    }
}

/// A step of the climb, as it is told to whoever watches.
#[derive(Debug)]
pub enum Event<'a> {
    /// This is asked next.
    Asking(&'a Question),
    /// The answer was yes.
    Found(&'a Witness, &'a Statistics),
    /// The answer was no.
    Refuted(&'a Question, &'a Statistics),
}

/// A question that was refuted, with its proof.
#[derive(Debug)]
pub struct Refutation<W> {
    /// The question.
    pub question: Question,
    /// Its clauses.
    pub emission: Emission,
    /// The writer of the proof.
    pub proof: W,
    /// The bytes of the proof.
    pub bytes: u64,
    /// What it cost.
    pub statistics: Statistics,
}

/// How a climb ended.
#[derive(Debug)]
pub enum Climb<W> {
    /// At a refutation; the witness, where there is any, reaches the bound.
    Closed(Option<Witness>, Box<Refutation<W>>),
    /// At a limit; the witness, where there is any, is the best so far.
    Open(Option<Witness>, StopReason),
}

/// Climbs from the question's own bound to the exact one. `proof` makes a fresh writer for each question.
///
/// # Errors
/// [`BoundError`]; a model that the naive game refuses is one.
pub fn climb<W: Write + 'static>(
    question: Question,
    objective: Objective,
    limits: &Limits,
    mut proof: impl FnMut() -> io::Result<W>,
    mut watch: impl FnMut(Event<'_>),
) -> Result<Climb<W>, BoundError> {
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let mut best = None;
    let mut question = question;
    loop {
        watch(Event::Asking(&question));
        let emission = Emission::of(question, Encoding::default());
        let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let limits = Limits { time, stop: limits.stop.clone() };
        let run = ask(&emission, proof()?, LratFormat::Binary, &limits)?;
        let statistics = run.statistics;
        match run.verdict {
            Verdict::Interrupted(reason) => return Ok(Climb::Open(best, reason)),
            Verdict::Satisfiable(model) => {
                let witness = emission.witness(|variable| model_value(&model, variable))?;
                watch(Event::Found(&witness, &statistics));
                question = question.with_bound(objective, objective.measure(&witness) + 1);
                best = Some(witness);
            }
            Verdict::Unsatisfiable(refuted) => {
                watch(Event::Refuted(&question, &statistics));
                let refutation =
                    Refutation { question, emission, proof: refuted.proof, bytes: refuted.bytes, statistics };
                return Ok(Climb::Closed(best, Box::new(refutation)));
            }
        }
    }
}
