//! The exact bound of a question: a witness that reaches `k`, and a refutation of `k + 1`.
//!
//! Idea: ask for more until there is no model. The naive game replays each model. It often has more than was asked for,
//! so the next question asks for one more than the model has. The proof of the last question is the refutation. Each
//! question is a formula of its own, so the proof refutes exactly the clauses that a certificate holds. Before the solver
//! that writes a proof, one that looks for models alone has a few conflicts ([`seek`](certamen_ask::seek)).

use certamen_ask::objective::Objective;
use certamen_ask::question::BoundedQuestion;
use certamen_ask::seek::seek;
use certamen_ask::solve::{AskError, AskOutcome, Event, Refutation, ask_question};
use certamen_ask::witness::AnyWitness;
use certamen_work::limits::Limits;
use cnf_out::solver::StopReason;
use std::io::{self, Write};
use std::time::Instant;

/// The conflicts of a search for models alone: more than the hardest witness measured takes (docs/othello.md).
const CONFLICTS: u32 = 10_000;

/// How a climb ended.
#[derive(Debug)]
pub enum Climb<W> {
    /// At a refutation. The witness, if there is one, reaches the bound.
    Closed(Option<AnyWitness>, Box<Refutation<W>>),
    /// At a limit. The witness, if there is one, is the best so far.
    Open(Option<AnyWitness>, StopReason),
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
/// use certamen_prove::climb::{Climb, climb};
/// use certamen_work::Limits;
///
/// let question = BoundedQuestion::from(SetBits { at_least: 1 });
/// match climb(&question, BITS, &Limits::default(), || Ok(Vec::new()), |_| {})? {
///     Climb::Closed(Some(witness), refutation) => {
///         assert_eq!(witness.position(), "1111");
///         assert_eq!(refutation.question.to_string(), "sample.bits --at-least 5");
///     }
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), certamen_ask::solve::AskError>(())
/// ```
pub fn climb<W: Write + 'static>(
    question: &BoundedQuestion,
    objective: Objective,
    limits: &Limits,
    mut proof: impl FnMut() -> io::Result<W>,
    mut watch: impl FnMut(Event<'_>),
) -> Result<Climb<W>, AskError> {
    let deadline = limits.time_left().and_then(|time| Instant::now().checked_add(time));
    let limits = Limits { deadline, ..limits.clone() };
    let mut best = None;
    let mut question = question.clone();
    loop {
        let free = question.clone().with_symmetry_breaking(false).question();
        let witness = match seek(&free, CONFLICTS, &limits, &mut watch)? {
            Some(witness) => witness,
            None => match ask_question(&question.question(), &limits, &mut proof, &mut watch)? {
                AskOutcome::Stopped(reason) => return Ok(Climb::Open(best, reason)),
                AskOutcome::Refuted(refutation) => return Ok(Climb::Closed(best, refutation)),
                AskOutcome::Found(witness) => witness,
            },
        };
        question = question.with_bound(objective, question.measure(objective, &witness)? + 1);
        best = Some(witness);
    }
}
