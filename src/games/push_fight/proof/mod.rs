//! Proving the largest number of turns in a position of Push Fight.
//!
//! A native search climbs to a position with many legal turns, and the naive game counts them. On a small board, a
//! formula that states every turn then refutes one turn more. There is no such formula for the published board
//! ([`turns`](crate::query::turns)). There the proof shows an interval: the lower end is the number of turns of that
//! position; the upper end is the largest number of pushes without moves, times the number of arrangements that moves
//! can lead to ([`compose`]).

pub mod compose;

pub use compose::TurnsComposer;

use crate::NAME;
use crate::board::on_board;
use crate::query::PushFightTurns;
use crate::query::turns::{Moves, TURNS};
use crate::search::{CLIMBS, many_turns};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::objective::Objective;
use certamen_ask::query::{Bounded, Query};
use certamen_ask::question::BoundedQuestion;
use certamen_ask::solve::{AskError, Event};
use certamen_ask::witness::AnyWitness;
use certamen_prove::argument::{Argument, Desk, Prover};
use certamen_prove::certificate::{Claim, Draft, Proved, REFUTATION, WriteError, finish, prove};
use certamen_prove::climb::{Climb, climb};
use cnf_out::solver::StopReason;
use encodings::push_fight::notation;

/// The number of climbs on a small board, where the solver continues from their result.
const FEW_CLIMBS: u32 = 10;

/// Proves bounds on all legal turns by [`TurnsArgument`]; other bounds are found by asking for one more each time.
#[derive(Clone, Copy, Debug)]
pub struct TurnsProver;

/// The argument for a bound on all legal turns: an exact bound, or an interval on the published board.
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
        let query = PushFightTurns::of_flags(given)?.with_symmetry_breaking(true);
        if query.moves != Moves::Legal || query.along.is_some() {
            return Ok(None);
        }
        if query.is_relaxed() && given.has("at-least") {
            let board = query.board;
            let reason = format!("the proof for the board {board} finds both ends of an interval itself");
            return Err(QuestionError::flag("at-least", reason));
        }
        if objective.is_some_and(|name| name != TURNS.name()) {
            let reason = format!("the bounds of this query are on {TURNS}");
            return Err(QuestionError::flag("objective", reason));
        }
        Ok(Some(Box::new(TurnsArgument { query })))
    }
}

impl Argument for TurnsArgument {
    fn prove(&self, desk: Desk<'_>) -> Result<Proved, WriteError> {
        let query = self.query;
        let Desk { destination, registry, limits, watch, progress } = desk;
        let limits = &limits.within(limits.time);
        let draft = Draft::begin(destination)?;
        let climbs = if query.is_relaxed() { CLIMBS } else { FEW_CLIMBS };
        let is_over = || limits.is_over();
        let position = on_board!(query.board, B => notation::print(many_turns::<B>(climbs, is_over)));
        let witness = query.witness_of(position).map_err(AskError::from)?;
        let found = query.measure(TURNS, &witness);
        let witness = AnyWitness::new(NAME, witness);
        watch(Event::Recorded(&witness));
        let desk = Desk { destination, registry, limits, watch, progress };
        if !query.is_relaxed() {
            drop(draft);
            let from = BoundedQuestion::from(query.with_bound(TURNS, query.at_least.max(found)));
            return prove(&from, TURNS, desk);
        }
        if found < query.at_least {
            return Ok(Proved::Undecided(vec![witness], StopReason::Callback));
        }
        interval(query.with_bound(TURNS, found), witness, draft, desk)
    }

    fn bounded(&self) -> (BoundedQuestion, Objective) {
        (self.query.into(), TURNS)
    }
}

/// Proves an interval with the witness as its lower end.
fn interval(
    query: PushFightTurns,
    witness: AnyWitness,
    mut draft: Draft,
    desk: Desk<'_>,
) -> Result<Proved, WriteError> {
    let Desk { registry, limits, watch, progress, .. } = desk;
    let standing = PushFightTurns { moves: Moves::None, ..query.with_bound(TURNS, 0) };
    let climbed = climb(&standing.into(), TURNS, limits, || draft.proof_file(REFUTATION), watch)?;
    let refutation = match climbed {
        Climb::Closed(_, refutation) => refutation,
        Climb::Open(_, reason) => return Ok(Proved::Undecided(vec![witness], reason)),
    };
    let asked = query.with_symmetry_breaking(false);
    draft.add_witness("witness", asked.into(), witness.clone())?;
    draft.add_refutation(REFUTATION, &refutation)?;
    let claim = Claim {
        question: asked.into(),
        objective: TURNS,
        bound: asked.at_least,
        reachable: false,
        at_most: compose::upper_bound(asked, &[refutation.question]),
    };
    finish(draft, claim, registry, limits, progress, vec![witness])
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_ask::registry::Registry;
    use certamen_prove::certificate::check;
    use certamen_work::limits::Limits;
    use certamen_work::stop::Stop;

    /// Whether these flags ask for the argument.
    fn is_meant(given: &Given, objective: Option<&str>) -> Result<bool, QuestionError> {
        TurnsProver.argument(given, objective).map(|argument| argument.is_some())
    }

    #[test]
    fn the_argument_applies_only_to_the_bound_on_all_legal_turns() {
        let published = Given::new();
        assert_eq!(is_meant(&published, None), Ok(true));
        assert_eq!(is_meant(&published, Some("turns")), Ok(true));
        assert_eq!(is_meant(&published.clone().with_text("along", "files"), None), Ok(false));
        assert_eq!(is_meant(&published.clone().with_text("moves", "none"), None), Ok(false));
        let start = published.clone().with_number("at-least", 5);
        assert!(is_meant(&start, None).unwrap_err().to_string().starts_with("--at-least: the proof for"));
        assert_eq!(is_meant(&start.with_text("board", "4x3"), None), Ok(true));
        assert!(is_meant(&published, Some("mobility")).unwrap_err().to_string().ends_with("are on turns"));
    }

    #[test]
    fn an_exact_bound_of_a_small_board_is_proved_and_checked() {
        let mut registry = Registry::new();
        for kind in crate::kinds() {
            registry.add_kind(kind);
        }
        let place = tempfile::tempdir().expect("a directory");
        let destination = &place.path().join("turns");
        let given = Given::new().with_text("board", "4x3");
        let argument = TurnsProver.argument(&given, None).expect("flags").expect("an argument");
        let mut recorded = 0;
        let proved = argument.prove(Desk {
            destination,
            registry: &registry,
            limits: &Limits::default(),
            watch: &mut |event| recorded += usize::from(matches!(event, Event::Recorded(_))),
            progress: &mut |_| {},
        });
        let Ok(Proved::Exact(claim, witnesses)) = proved else { panic!("{proved:?}") };
        assert_eq!((claim.bound, claim.at_most, witnesses.len(), recorded), (6, None, 1, 1));
        assert_eq!(witnesses[0].to_string(), "6 legal turns, to 2 positions");
        let checked = check(destination, &registry, &Stop::new(), |_| {}).expect("it checks");
        assert_eq!(checked.claim, claim);
    }
}
