//! The exact bound of a question: a witness that reaches `k`, and a refutation of `k + 1`.
//!
//! Idea: ask for more until there is no model. A model is replayed by the naive game and often has more than was asked
//! for, so the next question starts from what it has; the last question's proof is the refutation. Each question is a
//! formula of its own, so that the proof is about the very clauses that a certificate holds.

use certamen_ask::objective::Objective;
use certamen_ask::question::BoundedQuestion;
use certamen_ask::solve::{AskError, Asked, Event, Refutation, ask_question};
use certamen_ask::witness::AnyWitness;
use certamen_work::limits::Limits;
use cnf_out::solver::StopReason;
use std::io::{self, Write};
use std::time::Instant;

/// How a climb ended.
#[derive(Debug)]
pub enum Climb<W> {
    /// At a refutation; the witness, where there is one, reaches the bound.
    Closed(Option<AnyWitness>, Box<Refutation<W>>),
    /// At a limit; the witness, where there is one, is the best so far.
    Open(Option<AnyWitness>, StopReason),
}

/// Climbs from the question's own bound to the exact one. `proof` makes a fresh writer for each question.
///
/// # Errors
/// [`AskError`]; a model that is not a valid witness is one.
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
        match ask_question(&question.question(), &limits, &mut proof, &mut watch)? {
            Asked::Stopped(reason) => return Ok(Climb::Open(best, reason)),
            Asked::Refuted(refutation) => return Ok(Climb::Closed(best, refutation)),
            Asked::Found(witness) => {
                question = question.with_bound(objective, question.measure(objective, &witness)? + 1);
                best = Some(witness);
            }
        }
    }
}
