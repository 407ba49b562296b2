//! The exact bound of a question: a witness that reaches `k`, and a refutation of `k + 1`.
//!
//! Idea: ask for more until there is no model. The naive game replays each model. It often has more than was asked for,
//! so the next question asks for one more than the model has. The proof of the last question is the refutation. Each
//! question is a formula of its own, so the proof refutes exactly the clauses that a certificate holds. Before the solver
//! that writes a proof, one that looks for models alone has a few conflicts ([`seek`](certamen_ask::seek)). Beside the solver
//! that writes the proof, once it takes long, those strategies of the question that only find and end by themselves look for an
//! answer. Which answer is found may then depend on the clock.

use crate::strategy::{
    Effort, Job, PortfolioOutcome, ProofFile, StopPair, Strategies, Strategy, Worth, decide_by, search_beside,
};
use certamen_ask::emission::Emission;
use certamen_ask::objective::Objective;
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::seek::seek;
use certamen_ask::solution::{Solution, VerifiedAnswer};
use certamen_ask::solve::{AskError, AskOutcome, Event, Refutation, ask_expanding, ask_question};
use certamen_work::limits::Limits;
use cnf_out::clausify::Encoding;
use cnf_out::solver::{LratFormat, SolverError, StopReason};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The conflicts of a search for models alone: more than the hardest witness measured takes (docs/notebook/othello.md).
const CONFLICTS: u32 = 10_000;

/// How long a question is asked alone. What is found by then is the same in every run.
const PATIENCE: Duration = Duration::from_secs(2);

/// How a climb ended.
#[derive(Debug)]
pub enum ClimbOutcome<W> {
    /// At a refutation. The witness, if there is one, reaches the bound.
    Closed(Option<VerifiedAnswer>, Box<Refutation<W>>),
    /// At a limit. The witness, if there is one, is the best so far.
    Open(Option<VerifiedAnswer>, StopReason),
}

/// Climbs from the question's own bound to the exact one. `proof` makes a new writer for each question.
///
/// # Errors
/// [`AskError`], also if a model is not a valid witness.
///
/// # Examples
/// ```
/// use certamen_ask::question::BoundedQuestion;
/// use certamen_ask::sample::{BITS, SetBits};
/// use certamen_prove::exact_bound::{ClimbOutcome, climb};
/// use certamen_work::Limits;
///
/// let question = BoundedQuestion::from(SetBits { at_least: 1 });
/// match climb(&question, BITS, &Limits::default(), || Ok(Vec::new()), |_| {})? {
///     ClimbOutcome::Closed(Some(witness), refutation) => {
///         assert_eq!(witness.position(), "1111");
///         assert_eq!(refutation.question.to_string(), "sample.bits --at-least 5");
///     }
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), certamen_ask::solve::AskError>(())
/// ```
pub fn climb<W: Write + Send + 'static>(
    question: &BoundedQuestion,
    objective: Objective,
    limits: &Limits,
    mut proof: impl FnMut() -> io::Result<W>,
    mut watch: impl FnMut(Event<'_>),
) -> Result<ClimbOutcome<W>, AskError> {
    let deadline = limits.time_left().and_then(|time| Instant::now().checked_add(time));
    let limits = Limits { deadline, ..limits.clone() };
    let mut best = None;
    let mut question = question.clone();
    loop {
        let mut asked = question.question();
        let free = question.clone().with_symmetry_breaking(false).question();
        // The clauses that a question takes are found once, and kept for the next bound.
        let sought = if asked.is_expandable() { None } else { seek(&free, CONFLICTS, &limits, &mut watch)? };
        let witness = match sought {
            Some(witness) => witness,
            None => match ask_while_searching(&mut asked, &limits, &mut proof, &mut watch)? {
                AskOutcome::Stopped(reason) => return Ok(ClimbOutcome::Open(best, reason)),
                AskOutcome::Refuted(refutation) => return Ok(ClimbOutcome::Closed(best, refutation)),
                AskOutcome::Found(found) => found.answer()?,
            },
        };
        question = asked.bounded().unwrap_or(question);
        question = question.with_bound(objective, question.measure(objective, &witness)? + 1);
        best = Some(witness);
    }
}

/// Asks a question. If that takes long, its strategies that only find look for an answer meanwhile, one after the other.
fn ask_while_searching<W: Write + Send + 'static>(
    question: &mut Question,
    limits: &Limits,
    proof: impl FnMut() -> io::Result<W>,
    watch: &mut impl FnMut(Event<'_>),
) -> Result<AskOutcome<W>, AskError> {
    let mut finders = question.ability::<Strategies>().unwrap_or_default().0;
    finders.retain(|strategy| strategy.worth() == Worth::Finds && strategy.is_bounded());
    if finders.is_empty() {
        return ask_expanding(question, limits, proof, watch);
    }
    let asking = Limits { stop: limits.stop.child(), ..limits.clone() };
    let searching = Limits { stop: limits.stop.child(), ..limits.clone() };
    let stops = StopPair { work: &asking.stop, search: &searching.stop };
    let question = &*question;
    let search = || find(question, finders, &searching);
    let ends = |found: &Result<Option<Solution>, AskError>| !matches!(found, Ok(None));
    let ask = || ask_question(question, &asking, proof, &mut *watch);
    let (asked, found) = search_beside(PATIENCE, stops, search, ends, ask);
    match (asked?, found.transpose()?.flatten()) {
        (AskOutcome::Stopped(_), Some(witness)) => {
            watch(Event::Recorded(witness.witness()));
            Ok(AskOutcome::Found(witness))
        }
        (AskOutcome::Refuted(_), Some(_)) => Err(SolverError::Disagreement.into()),
        (asked, _) => Ok(asked),
    }
}

/// An answer that one of these strategies finds.
fn find(
    question: &Question,
    finders: Vec<Arc<dyn Strategy>>,
    limits: &Limits,
) -> Result<Option<Solution>, AskError> {
    let emission = Arc::new(Emission::new(question, Encoding::default()));
    let proof = |_: &str| Ok(ProofFile::Discarded);
    let job = Job { emission, limits: limits.clone(), proof: &proof, format: LratFormat::Binary };
    let effort = Effort { workers: 1, ..Effort::default() };
    match decide_by(&job, finders, effort, &|_| {})?.decided {
        PortfolioOutcome::Found(_, witness) => Ok(Some(witness)),
        PortfolioOutcome::Refuted(_) | PortfolioOutcome::Undecided(_) => Ok(None),
    }
}
