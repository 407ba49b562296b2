//! Proves the largest number of legal moves in reachable positions.
//!
//! - [`Reachable`]: finds the bound, and writes the certificate.
//! - [`ReachableProver`]: decides from flags whether this argument applies.
//! - [`ReachableComposer`]: decides whether the parts of a certificate show such a claim.
//!
//! The native search only finds records, which the naive game replays. Impossibility is shown by proofs alone.

mod compose;
mod descent;

pub use compose::{ReachableComposer, covers};

use crate::OthelloSize;
use crate::query::{MOBILITY, OthelloMobility, Reachability, ToMove, WholeGame};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::objective::Objective;
use certamen_ask::question::BoundedQuestion;
use certamen_prove::argument::{Argument, ArgumentContext, Prover};
use certamen_prove::certificate::{Claim, Draft, ProveOutcome, WriteError, finish};
use certamen_work::Limits;
use descent::{Descent, DescentOutcome};
use verify::othello::Disc;

/// The argument for a board.
#[derive(Clone, Copy, Debug)]
pub struct Reachable {
    /// The board.
    pub board: OthelloSize,
}

/// Decides from the flags of `othello.mobility` whether the argument applies: `--reachable` without `--discs`.
#[derive(Clone, Copy, Debug)]
pub struct ReachableProver;

impl Prover for ReachableProver {
    fn argument(
        &self,
        given: &Given,
        objective: Option<&str>,
    ) -> Result<Option<Box<dyn Argument>>, QuestionError> {
        let is_other = objective.is_some_and(|objective| objective != MOBILITY.name());
        if let Some(board) = OthelloMobility::all_reachable(given, is_other)? {
            return Ok(Some(Box::new(Reachable { board })));
        }
        Ok(None)
    }
}

impl Argument for Reachable {
    /// Finds the largest number of legal moves, with a record for each player who reaches it.
    fn prove(&self, context: ArgumentContext<'_>) -> Result<ProveOutcome, WriteError> {
        let ArgumentContext { destination, registry, limits, watch, progress } = context;
        let limits = &Limits { time: None, ..limits.within(limits.time) };
        let mut draft = Draft::begin(destination)?;
        let descent = Descent { draft: &draft, limits }.run(self.board, watch)?;
        let (query, refutations, records) = match descent {
            DescentOutcome::Stopped(reason) => return Ok(ProveOutcome::Undecided(Vec::new(), reason)),
            DescentOutcome::Bound(query, refutations, records) => (query, refutations, records),
        };
        for record in &records {
            let (stem, to_move) = match record.mover() {
                Disc::Black => ("black", ToMove::Black),
                Disc::White => ("white", ToMove::White),
            };
            let discs = self.board.squares() - record.empties;
            let reach = Some(Reachability::Game(WholeGame { discs, to_move, any_order: false }));
            draft.add_witness(stem, OthelloMobility { reach, ..query }.into(), record.clone().into())?;
        }
        for (stem, refutation) in &refutations {
            draft.add_refutation(stem, refutation)?;
        }
        let bound = query.at_least;
        let claim = Claim { question: query.into(), objective: MOBILITY, bound, reachable: true };
        let witnesses = records.into_iter().map(Into::into).collect();
        finish(draft, claim, registry, limits, progress, witnesses)
    }

    fn bounded(&self) -> (BoundedQuestion, Objective) {
        (OthelloMobility::any(self.board).into(), MOBILITY)
    }
}
