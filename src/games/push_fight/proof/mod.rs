//! Proving the largest number of turns in a position of Push Fight.
//!
//! The number of turns with leaping is a sum over ranks and files (`verify::push_fight::turn_sum`), and legal turns are
//! among them. So a bound is proved by branch and bound ([`certamen_prove::branch`](mod@certamen_prove::branch)), on
//! every board, and the formulas of the question are not used. For legal turns, a native search first climbs to a
//! position with many of them.

mod sum;

pub use sum::TurnsSum;

use crate::board::{NAME, on_board};
use crate::query::turns::{Moves, PushFightTurns, TURNS};
use crate::search::{CLIMBS, many_turns};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::objective::Objective;
use certamen_ask::question::BoundedQuestion;
use certamen_ask::solve::{AskError, Event};
use certamen_ask::witness::AnyWitness;
use certamen_prove::argument::{Argument, ArgumentContext, Prover};
use certamen_prove::certificate::{ProveOutcome, WriteError, prove_sum};
use encodings::push_fight::notation;

/// Proves bounds on the number of turns by [`TurnsArgument`].
#[derive(Clone, Copy, Debug)]
pub struct TurnsProver;

/// The argument for a bound on the number of turns.
#[derive(Clone, Copy, Debug)]
pub struct TurnsArgument {
    query: PushFightTurns,
}

impl Prover for TurnsProver {
    fn argument(
        &self,
        given: &Given,
        objective: Option<&str>,
    ) -> Result<Option<Box<dyn Argument>>, QuestionError> {
        let query = PushFightTurns::of_flags(given)?;
        if objective.is_some_and(|name| name != TURNS.name()) {
            let reason = format!("the bounds of this query are on {TURNS}");
            return Err(QuestionError::flag("objective", reason));
        }
        Ok(Some(Box::new(TurnsArgument { query })))
    }
}

impl Argument for TurnsArgument {
    fn prove(&self, context: ArgumentContext<'_>) -> Result<ProveOutcome, WriteError> {
        let query = self.query;
        let is_climbed = query.moves == Moves::Legal && query.along.is_none();
        let ArgumentContext { destination, registry, limits, watch, progress } = context;
        let limits = &limits.within(limits.time);
        let climb =
            || on_board!(query.board, B => notation::print(many_turns::<B>(CLIMBS, || limits.is_over())));
        let witness = is_climbed.then(climb);
        let witness = witness.map(|position| query.witness_of(position)).transpose();
        let witness = witness.map_err(AskError::from)?.map(|witness| AnyWitness::new(NAME, witness));
        if let Some(witness) = &witness {
            watch(Event::Recorded(witness));
        }
        let context = ArgumentContext { destination, registry, limits, watch, progress };
        prove_sum(&query.into(), &TurnsSum::new(query), witness, context)
    }

    fn bounded(&self) -> (BoundedQuestion, Objective) {
        (self.query.into(), TURNS)
    }
}
