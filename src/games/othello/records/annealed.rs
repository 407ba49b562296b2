//! Records from positions that walks by chance meet.
//!
//! Idea: most positions with many legal moves are not reachable, but a walk meets them by the thousand, and a backward search
//! that keeps some hundred positions of each number of discs decides in milliseconds about most of them. If a player is to
//! move who would not be if nobody had passed, the walks prefer positions before which a pass is near.
//!
//! Measured on one core: 33 legal moves with 31 discs, White to move, after 0.8 s and 761 ends (14.7 s by ends that a solver
//! lists); with 29 discs after 5 s, which no other search had found.

use super::{RecordRequest, WayBack, layers};
use crate::query::OthelloWitness;
use crate::{on_side, search as native};
use certamen_ask::solve::{AskError, Event};
use certamen_work::Limits;
use encodings::othello::position::Position;

/// The number of walks without a record after which the search ends: from ten seconds to a minute.
const WALKS: u64 = 1 << 11;
/// The number of walks whose ends are decided about in a hurry, which finds easy records soonest. A record with a pass is not
/// easy.
const HURRIED_WALKS: u64 = 1 << 8;
/// The number of positions that are expanded on the way back for each of their ends: about the narrowest attempt.
const HURRY: u64 = 1 << 11;
/// The number of positions that are expanded on the way back for each other end: about the two narrowest attempts.
const PATIENCE: u64 = 1 << 14;
/// The memory for failures of a search that is not decided by then.
const MEMO_BYTES: usize = 1 << 16;

/// Finds a game that fits the request. Returns `None` if no game leads to an end that the walks meet, or if the limits end
/// the search before. A record with fewer than `up_to` legal moves is followed by a search for more. The search is the same
/// in every run.
///
/// # Errors
/// If a record is not valid.
pub fn annealed_record(
    sought: RecordRequest,
    up_to: u32,
    limits: &Limits,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Option<OthelloWitness>, AskError> {
    on_side!(sought.query.board, SIDE => {
        let Some(reach) = layers::<SIDE>(sought.discs, limits) else { return Ok(None) };
        WayBack { sought, reach: &reach, limits }.annealed(up_to, watch)
    })
}

impl<const SIDE: usize> WayBack<'_, SIDE> {
    /// A record whose end walks meet.
    pub(super) fn annealed(
        &self,
        up_to: u32,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<OthelloWitness>, AskError> {
        let RecordRequest { query, discs, .. } = self.sought;
        let turns =
            if self.sought.needs_no_pass() { native::Turns::Alternate } else { native::Turns::WithAPass };
        let most = up_to.min(query.board.squares().saturating_sub(discs));
        let origin = native::Origin::Game(turns);
        let mut wanted = native::TargetPositions { discs, at_least: query.at_least, origin };
        let mut best = None;
        while wanted.at_least <= most
            && let Some(record) = self.walked(wanted)
        {
            let witness = self.sought.witness(&record)?;
            watch(Event::Recorded(&witness.clone().into()));
            wanted.at_least = witness.mobility + 1;
            best = Some(witness);
        }
        Ok(best)
    }

    /// A game that leads to a position that is wanted.
    fn walked(&self, wanted: native::TargetPositions) -> Option<String> {
        let mut walks = native::Walks::<SIDE>::new(wanted, u64::from(wanted.at_least));
        let goes_on = || !self.limits.is_over();
        (0..WALKS).take_while(|_| goes_on()).find_map(|walk| {
            let is_hurried =
                walk < HURRIED_WALKS && wanted.origin == native::Origin::Game(native::Turns::Alternate);
            let patience = if is_hurried { HURRY } else { PATIENCE };
            let within = native::SearchLimits {
                positions: Some(patience),
                memo_bytes: MEMO_BYTES,
                ..native::SearchLimits::default()
            };
            let ends = walks.walk().into_iter().take_while(|_| goes_on());
            ends.filter_map(|end| Position::new(end).ok()).find_map(|end| self.record(end, within))
        })
    }
}
