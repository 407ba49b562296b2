//! Proving how many turns a position of Push Fight has at the most.
//!
//! A native search climbs to a position with many legal turns, which the naive game counts. On a small board one more is
//! then refuted, by a formula that has every turn. On the published board there is no such formula (`push_fight_turns` in
//! `crate::query`), and what is proved is an interval: a position with so many turns, and that no position has more than
//! the pushes that one can have without moves, times the arrangements that moves can lead to.

use super::Claim;
use super::compose::most_turns;
use super::draft::Draft;
use super::write::{Proved, REFUTATION, WriteError, finish, prove};
use crate::bound::{Climb, Event, Limits, climb};
use crate::query::push_fight_turns::Moves;
use crate::query::{Bounded, Objective, PushFightTurns, Query, on_board};
use crate::retro::push_fight::{CLIMBS, many_turns};
use cnf_out::solver::StopReason;
use encodings::push_fight::notation;
use std::path::Path;

/// How many climbs are made where the solver goes on from what they find.
const FEW_CLIMBS: u32 = 10;

/// Finds how many legal turns a position has at the most, or an interval for it, and writes the certificate.
///
/// # Errors
/// [`WriteError`]; nothing is left behind.
pub fn prove_most_turns(
    query: PushFightTurns,
    destination: &Path,
    limits: &Limits,
    mut watch: impl FnMut(Event<'_>),
    progress: impl FnMut(u64),
) -> Result<Proved, WriteError> {
    let limits = &limits.within(limits.time);
    let draft = Draft::begin(destination)?;
    let climbs = if query.is_relaxed() { CLIMBS } else { FEW_CLIMBS };
    let position = on_board!(query.board, B => notation::print(many_turns::<B>(climbs, || limits.is_over())));
    let witness = query.witness_of(position).map_err(crate::bound::BoundError::from)?;
    watch(Event::Recorded(&witness));
    let found = PushFightTurns::measure(Objective::Turns, &witness);
    if !query.is_relaxed() {
        drop(draft);
        let from = query.with_bound(Objective::Turns, query.at_least.max(found));
        return prove(from.into(), Objective::Turns, destination, limits, watch, progress);
    }
    if found < query.at_least {
        return Ok(Proved::Undecided(vec![witness.into()], StopReason::Callback));
    }
    interval(query.with_bound(Objective::Turns, found), witness, draft, limits, watch, progress)
}

/// What is proved of the published board.
fn interval(
    query: PushFightTurns,
    witness: <PushFightTurns as Query>::Witness,
    mut draft: Draft<'_>,
    limits: &Limits,
    watch: impl FnMut(Event<'_>),
    progress: impl FnMut(u64),
) -> Result<Proved, WriteError> {
    let standing = PushFightTurns { moves: Moves::None, ..query.with_bound(Objective::Turns, 0) };
    let climbed = climb(standing, Objective::Turns, limits, || draft.proof_file(REFUTATION), watch)?;
    let refutation = match climbed {
        Climb::Closed(_, refutation) => refutation,
        Climb::Open(_, reason) => return Ok(Proved::Undecided(vec![witness.into()], reason)),
    };
    let question = query.with_symmetry_breaking(false);
    draft.add_witness("witness", question.into(), witness.clone().into())?;
    draft.add_refutation(REFUTATION, &refutation)?;
    let bound = question.at_least;
    let at_most = most_turns(question, &[refutation.question]);
    let claim =
        Claim { question: question.into(), objective: Objective::Turns, bound, reachable: false, at_most };
    finish(draft, claim, limits, progress, vec![witness.into()])
}
