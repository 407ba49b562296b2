//! Asks the embedded solver: under limits, with a proof of UNSAT, and every model is replayed.

pub use crate::clauses::{
    AskError, CONFIGURATION, ask_clauses, ask_renamed, load, model_value, stop_reason, terminator,
    value_lines,
};
pub use crate::event::Event;

use crate::cases::ask_by_cases;
use crate::emission::Emission;
use crate::question::Question;
use crate::segments::{ask_segments, ask_segments_and_whole};
use crate::solution::Solution;
use certamen_work::limits::Limits;
use certamen_work::stop::Stop;
use cnf_out::clausify::Encoding;
use cnf_out::solver::{LratFormat, Run, SolverError, Statistics, StopReason, Verdict};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::thread;
use verify::dimacs::Formula;
use verify::lrat;

/// Gives a question's clauses to the embedded solver, which writes an LRAT proof of UNSAT.
///
/// # Errors
/// As [`Refuter::solve`](cnf_out::solver::Refuter::solve).
pub fn ask<W: Write + Send + 'static>(
    emission: &Emission,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    match emission.plan() {
        Some(plan) => ask_segments_and_whole(emission, &plan, proof, format, limits),
        None => ask_alone(emission, proof, format, limits),
    }
}

/// Like [`ask`], but clauses that fall into segments are left to the segments: no other solver looks for a model of them.
///
/// # Errors
/// As [`Refuter::solve`](cnf_out::solver::Refuter::solve).
pub fn ask_alone<W: Write + Send + 'static>(
    emission: &Emission,
    proof: W,
    format: LratFormat,
    limits: &Limits,
) -> Result<Run<W>, SolverError> {
    let cases = emission.cases();
    match emission.plan() {
        Some(plan) => ask_segments(emission, &plan, proof, format, limits),
        None if !cases.is_empty() => ask_by_cases(emission, &cases, proof, format, limits),
        None => ask_clauses(&emission.clausified.cnf, proof, format, limits),
    }
}

/// Asks the embedded solver, and checks its proof while it is written. `None` if the check was stopped.
///
/// # Errors
/// [`AskError`], also if the check of the proof fails.
pub fn ask_checked(emission: &Emission, limits: &Limits) -> Result<Option<Run<()>>, AskError> {
    let formula = verify::dimacs::read(emission.dimacs.as_slice())?;
    let (mut reader, writer) = io::pipe()?;
    let (run, checked) = thread::scope(|scope| {
        let check = move || {
            check_formula(&formula, &mut reader, &limits.stop)?;
            // The solver may write more than the check needs.
            Ok::<_, AskError>(io::copy(&mut reader, &mut io::sink())?)
        };
        let check = thread::Builder::new().spawn_scoped(scope, check)?;
        // The check ends once the writer is dropped.
        let run = ask(emission, writer, LratFormat::Binary, limits).map(Run::without_proof);
        let failed = |_| AskError::Proof(io::Error::other("the check of the proof ended early"));
        Ok::<_, AskError>((run, check.join().map_err(failed)?))
    })?;
    // The check of a proof that was not written to its end means nothing, unless it failed and so ended the writing.
    let is_refuted =
        matches!(run, Ok(Run { verdict: Verdict::Unsatisfiable(_), .. }) | Err(SolverError::ProofWrite(_)));
    match checked {
        Err(AskError::Refuted(error)) if is_refuted && matches!(error.reason, lrat::LratReason::Stopped) => {
            Ok(None)
        }
        Err(error) if is_refuted => Err(error),
        _ => Ok(Some(run?)),
    }
}

/// A refuted question, with its proof.
#[derive(Debug)]
pub struct Refutation<W> {
    /// The question.
    pub question: Question,
    /// Its clauses.
    pub emission: Emission,
    /// The writer of the proof.
    pub proof: W,
    /// The length of the proof in bytes.
    pub bytes: u64,
    /// The statistics of the solver.
    pub statistics: Statistics,
}

/// The answer to one question. Its proof, if any, is not checked yet.
///
/// # Examples
/// ```
/// use certamen_ask::question::Question;
/// use certamen_ask::sample::SetBits;
/// use certamen_ask::solve::{AskOutcome, ask_question};
/// use certamen_work::Limits;
///
/// let question = Question::from(SetBits { at_least: 5 });
/// match ask_question(&question, &Limits::default(), || Ok(Vec::new()), |_| {})? {
///     AskOutcome::Refuted(refutation) => assert_eq!(refutation.proof.len() as u64, refutation.bytes),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), certamen_ask::solve::AskError>(())
/// ```
#[derive(Debug)]
pub enum AskOutcome<W> {
    /// A model of the formula, whose witness was compared with the question.
    Found(Solution),
    /// A refutation. Its proof has not been checked yet.
    Refuted(Box<Refutation<W>>),
    /// The search ended at a limit.
    Stopped(StopReason),
}

/// Asks one question. `proof` makes the writer for its proof, which is binary LRAT; it is called again if clauses are added
/// to the question ([`expansion`](crate::expansion)).
///
/// # Errors
/// [`AskError`], also if a model is not a valid witness.
pub fn ask_question<W: Write + Send + 'static>(
    question: &Question,
    limits: &Limits,
    proof: impl FnMut() -> io::Result<W>,
    watch: impl FnMut(Event<'_>),
) -> Result<AskOutcome<W>, AskError> {
    ask_expanding(&mut question.clone(), limits, proof, watch)
}

/// The same, and changes the question into the one that was decided: with the clauses that it took.
///
/// # Errors
/// As [`ask_question`].
pub fn ask_expanding<W: Write + Send + 'static>(
    question: &mut Question,
    limits: &Limits,
    mut proof: impl FnMut() -> io::Result<W>,
    mut watch: impl FnMut(Event<'_>),
) -> Result<AskOutcome<W>, AskError> {
    watch(Event::Asking(question));
    let limits = limits.within(limits.time);
    question.expanding(|question| {
        if let Some(found) = question.settle(&limits)? {
            watch(Event::Found(found.solution.witness(), &found.statistics));
            return Ok(AskOutcome::Found(found.solution));
        }
        ask_once(question, &limits, &mut proof, &mut watch)
    })
}

/// Asks the clauses that a question has.
fn ask_once<W: Write + Send + 'static>(
    question: &Question,
    limits: &Limits,
    proof: impl FnOnce() -> io::Result<W>,
    mut watch: impl FnMut(Event<'_>),
) -> Result<AskOutcome<W>, AskError> {
    let emission = Emission::new(question, Encoding::default());
    let run = ask(&emission, proof()?, LratFormat::Binary, limits)?;
    let statistics = run.statistics;
    match run.verdict {
        Verdict::Interrupted(reason) => Ok(AskOutcome::Stopped(reason)),
        Verdict::Satisfiable(model) => {
            let witness = emission.witness_of_model(&model)?;
            watch(Event::Found(witness.witness(), &statistics));
            Ok(AskOutcome::Found(witness))
        }
        Verdict::Unsatisfiable(refuted) => {
            watch(Event::Refuted(question, &statistics));
            let (proof, bytes) = (refuted.proof, refuted.bytes);
            let question = question.clone();
            Ok(AskOutcome::Refuted(Box::new(Refutation { question, emission, proof, bytes, statistics })))
        }
    }
}

/// The checked answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<V> {
    /// The question has an answer: this witness, verified against the question.
    Found(V),
    /// The question has no answer: the solver's proof was checked.
    Refuted(CheckedProof),
    /// The search ended at a limit.
    Undecided(StopReason),
}

/// The size of a proof that `verify` checked, and of its formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedProof {
    /// The variables of the formula.
    pub variables: u32,
    /// The clauses of the formula.
    pub clauses: usize,
    /// The length of the proof in bytes.
    pub bytes: u64,
}

/// Answers a question in one call.
///
/// # Examples
/// ```
/// use certamen_ask::sample::SetBits;
/// use certamen_ask::solve::{Answer, answer};
/// use certamen_work::limits::Limits;
///
/// let limits = Limits::default();
/// assert!(matches!(answer(&SetBits { at_least: 4 }, &limits)?, Answer::Found(word) if word.position == "1111"));
/// assert!(matches!(answer(&SetBits { at_least: 5 }, &limits)?, Answer::Refuted(_)));
/// # Ok::<(), certamen_ask::solve::AskError>(())
/// ```
///
/// The answer is checked: a witness was verified against the question, and the LRAT proof of a refutation was checked.
/// The proof stays in memory until it is checked.
///
/// # Errors
/// [`AskError`], also if a model is not a valid witness, or if the check of a proof fails.
pub fn answer<Q: crate::query::Query>(query: &Q, limits: &Limits) -> Result<Answer<Q::Witness>, AskError> {
    let question = Question::from(query.clone());
    match ask_question(&question, limits, || Ok(Vec::new()), |_| {})? {
        AskOutcome::Found(found) => Ok(Answer::Found(found.answer()?.expect::<Q::Witness>()?.clone())),
        AskOutcome::Stopped(reason) => Ok(Answer::Undecided(reason)),
        AskOutcome::Refuted(refutation) => match check(&refutation, &limits.stop)? {
            Some(proof) => Ok(Answer::Refuted(proof)),
            None => Ok(Answer::Undecided(StopReason::Callback)),
        },
    }
}

/// Checks the LRAT proof of a refutation, as text or binary, until a request to stop.
///
/// # Errors
/// [`AskError::Clauses`]; [`AskError::Refuted`], also if the check was stopped.
pub fn check_proof<P>(
    refutation: &Refutation<P>,
    proof: impl io::Read,
    stop: &Stop,
) -> Result<lrat::Report, AskError> {
    check_formula(&verify::dimacs::read(refutation.emission.dimacs.as_slice())?, proof, stop)
}

/// Checks a proof against a formula, as the solver would have to.
///
/// # Errors
/// [`AskError::Refuted`] if the proof does not refute the formula, or if the check was stopped.
pub fn check_formula(formula: &Formula, proof: impl io::Read, stop: &Stop) -> Result<lrat::Report, AskError> {
    let watch = |_| if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    Ok(lrat::check_with(formula, proof, lrat::Format::Auto, lrat::SatisfiedHints::Refused, watch)?)
}

/// Checks the proof of a refutation in memory. Returns `None` if the check was stopped.
fn check(refutation: &Refutation<Vec<u8>>, stop: &Stop) -> Result<Option<CheckedProof>, AskError> {
    match check_proof(refutation, refutation.proof.as_slice(), stop) {
        Err(AskError::Refuted(error)) if matches!(error.reason, lrat::LratReason::Stopped) => Ok(None),
        Err(error) => Err(error),
        Ok(_) => {
            let cnf = &refutation.emission.map.cnf;
            let (variables, clauses) = (cnf.variables, cnf.clauses);
            Ok(Some(CheckedProof { variables, clauses, bytes: refutation.bytes }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::SetBits;

    fn emission(at_least: u32) -> Emission {
        Emission::new(&Question::from(SetBits { at_least }), Encoding::default())
    }

    #[test]
    fn a_proof_is_checked_against_the_file() {
        let limits = Limits::default();
        let verdict = |emission| ask_checked(&emission, &limits).map(|run| run.map(|run| run.verdict));
        assert!(matches!(verdict(emission(4)), Ok(Some(Verdict::Satisfiable(_)))));
        assert!(matches!(verdict(emission(5)), Ok(Some(Verdict::Unsatisfiable(_)))));
        let other = Emission { dimacs: emission(4).dimacs, ..emission(5) };
        assert!(matches!(verdict(other), Err(AskError::Refuted(_))));
    }
}
