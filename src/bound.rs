//! The exact bound of a question: a witness that reaches k, and a refutation of k + 1.
//!
//! Idea: ask for more until the answer is no. A model is replayed by the naive game and often has more than was asked
//! for, so the next question starts from what it has; the last question's proof is the refutation. Every question is a
//! formula of its own, so that the proof is about the very clauses that a certificate holds.

use crate::emission::Emission;
use crate::query::{Bounded, Objective, Query, Question, WitnessError};
use crate::staged::ask_in_stages;
use crate::stop::Stop;
use cnf_out::clausify::Encoding;
use cnf_out::solver::{Cadical, LratFormat, Refuter, Run, SolverError, Statistics, StopReason, Verdict};
use rustsat::instances::Cnf;
use rustsat::solvers::{ControlSignal, Solve, Terminate};
use rustsat::types::{Assignment, TernaryVal, Var};
use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// CaDiCaL's configuration for refutations: half the time of the default one (`docs/othello.md`).
pub const CONFIGURATION: &str = "unsat";

/// What ends work before its answer.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The wall-clock time from now on.
    pub time: Option<Duration>,
    /// The moment at which all work together is to end.
    pub deadline: Option<Instant>,
    /// A request from outside.
    pub stop: Stop,
}

impl Limits {
    /// Whether the time is up or somebody asked for the end.
    pub fn is_over(&self) -> bool {
        self.stop.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same, and so much time from now on at the most.
    pub(crate) fn within(&self, time: Option<Duration>) -> Self {
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline: [end, self.deadline].into_iter().flatten().min(), ..self.clone() }
    }

    /// The same, with half of the time that is left.
    pub(crate) fn half(&self) -> Self {
        self.within(self.time_left().map(|left| left / 2))
    }

    /// The time that one question has from now on.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        [self.time, left].into_iter().flatten().min()
    }
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
    /// The solver failed while it was asked for one model after the other.
    #[error("the solver: {0:#}")]
    Incremental(anyhow::Error),
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
    match emission.plan() {
        Some(plan) => ask_in_stages(cnf, &plan, proof, format, limits),
        None => ask_clauses(cnf, proof, format, limits),
    }
}

/// The same of any clauses.
///
/// # Errors
/// As [`Refuter::solve`].
pub(crate) fn ask_clauses<W: Write + 'static>(
    cnf: &Cnf,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let mut refuter = Refuter::new(cnf.len(), format, proof)?;
    refuter.configure(CONFIGURATION)?;
    refuter.set_time_limit(limits.time_left());
    refuter.attach_terminator(limits.stop.terminator());
    refuter.add_cnf(cnf)?;
    refuter.solve()
}

/// Gives a solver without proofs the clauses of a question; its runs end where the limits are over.
pub(crate) fn load(solver: &mut Cadical, cnf: &Cnf, limits: &Limits) -> Result<(), BoundError> {
    let limits = limits.clone();
    solver.attach_terminator(move || {
        if limits.is_over() { ControlSignal::Terminate } else { ControlSignal::Continue }
    });
    for clause in cnf {
        solver.add_clause_ref(clause).map_err(BoundError::Incremental)?;
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

/// A step of the climb, as it is told to whoever watches.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// This is asked next.
    Asking(&'a Question),
    /// The answer was yes; the witness tells its numbers.
    Found(&'a dyn fmt::Display, &'a Statistics),
    /// A record was found by the native search; the witness tells its numbers.
    Recorded(&'a dyn fmt::Display),
    /// The answer was no.
    Refuted(&'a Question, &'a Statistics),
}

impl fmt::Debug for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asking(question) => write!(f, "Asking({question})"),
            Self::Found(witness, _) => write!(f, "Found({witness})"),
            Self::Recorded(witness) => write!(f, "Recorded({witness})"),
            Self::Refuted(question, _) => write!(f, "Refuted({question})"),
        }
    }
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

/// What came of one question.
#[derive(Debug)]
pub enum Asked<V, W> {
    /// A witness that the naive game confirms.
    Found(V),
    /// A refutation.
    Refuted(Box<Refutation<W>>),
    /// Nothing.
    Stopped(StopReason),
}

/// Asks one question. `proof` makes the writer of its proof.
///
/// # Errors
/// [`BoundError`]; a model that the naive game refuses is one.
pub fn ask_question<Q: Query, W: Write + 'static>(
    query: Q,
    limits: &Limits,
    proof: impl FnOnce() -> io::Result<W>,
    mut watch: impl FnMut(Event<'_>),
) -> Result<Asked<Q::Witness, W>, BoundError> {
    let question = query.into();
    watch(Event::Asking(&question));
    let emission = Emission::of(question, Encoding::default());
    let run = ask(&emission, proof()?, LratFormat::Binary, limits)?;
    let statistics = run.statistics;
    match run.verdict {
        Verdict::Interrupted(reason) => Ok(Asked::Stopped(reason)),
        Verdict::Satisfiable(model) => {
            let witness = emission.witness_of(query, |variable| model_value(&model, variable))?;
            watch(Event::Found(&witness, &statistics));
            Ok(Asked::Found(witness))
        }
        Verdict::Unsatisfiable(refuted) => {
            watch(Event::Refuted(&question, &statistics));
            let (proof, bytes) = (refuted.proof, refuted.bytes);
            Ok(Asked::Refuted(Box::new(Refutation { question, emission, proof, bytes, statistics })))
        }
    }
}

/// How a climb ended.
#[derive(Debug)]
pub enum Climb<V, W> {
    /// At a refutation; the witness, where there is any, reaches the bound.
    Closed(Option<V>, Box<Refutation<W>>),
    /// At a limit; the witness, where there is any, is the best so far.
    Open(Option<V>, StopReason),
}

/// Climbs from the question's own bound to the exact one. `proof` makes a fresh writer for each question.
///
/// # Errors
/// [`BoundError`]; a model that the naive game refuses is one.
pub fn climb<Q: Bounded, W: Write + 'static>(
    query: Q,
    objective: Objective,
    limits: &Limits,
    mut proof: impl FnMut() -> io::Result<W>,
    mut watch: impl FnMut(Event<'_>),
) -> Result<Climb<Q::Witness, W>, BoundError> {
    let deadline = limits.time_left().and_then(|time| Instant::now().checked_add(time));
    let limits = Limits { deadline, ..limits.clone() };
    let mut best = None;
    let mut query = query;
    loop {
        match ask_question(query, &limits, &mut proof, &mut watch)? {
            Asked::Stopped(reason) => return Ok(Climb::Open(best, reason)),
            Asked::Refuted(refutation) => return Ok(Climb::Closed(best, refutation)),
            Asked::Found(witness) => {
                query = query.with_bound(objective, Q::measure(objective, &witness) + 1);
                best = Some(witness);
            }
        }
    }
}
