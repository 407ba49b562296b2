//! The conditions under which a winning turn works, so that it can be recognized in other positions.
//!
//! Idea: a turn that wins in one position wins in every position that is equal on the squares that matter: its pieces
//! are where they start, their ways are free, the row is occupied and without the anchor, the victim is the opponent's.
//! Comparing a position with these conditions takes a dozen bit operations, and successive positions of a search are
//! mostly lost to the same few turns. A list of recently useful turns answers nine queries of ten.
//!
//! Cost: 3 nanoseconds for each threat.

use super::component::way;
use super::win::{Hop, Win, winning_turn};
use encodings::push_fight::Pieces;
use encodings::push_fight::board::Board;

/// The conditions of a winning turn.
#[derive(Clone, Copy, Debug, Default)]
struct Threat {
    own: u32,
    pushers: u32,
    free: u32,
    occupied: u32,
    victim: u32,
    row: u32,
}

impl Threat {
    /// The conditions of this turn.
    fn new<B: Board>(pieces: &Pieces<u32>, win: &Win) -> Self {
        let goal = win.goal;
        let mut threat = Self {
            own: 0,
            pushers: goal.pusher,
            free: 0,
            occupied: goal.row,
            victim: goal.victim,
            row: goal.row,
        };
        let mut free = pieces.free::<B>();
        let mut left = 0;
        for Hop { from, to } in win.moves.into_iter().flatten() {
            threat.own |= from;
            threat.free |= way::<B>(from, to, free).unwrap_or(free) & !left;
            threat.occupied &= !to;
            if to == goal.pusher {
                threat.pushers = from;
            }
            free = (free | from) & !to;
            left |= from;
        }
        threat
    }

    /// Whether the turn wins in this position.
    #[inline(always)]
    fn holds(&self, pieces: &Pieces<u32>) -> bool {
        let own = pieces.own.all();
        let opp = pieces.opp.all();
        let occupied = own | opp;
        let amiss = self.own & !own
            | self.pushers & !pieces.own.pushers
            | self.free & occupied
            | self.occupied & !occupied
            | self.victim & !opp
            | self.row & pieces.anchor;
        amiss == 0
    }
}

/// The number of threats that are kept.
const KEPT: usize = 24;

/// The recently useful threats, the most useful first.
#[derive(Clone, Debug)]
pub(super) struct Threats {
    kept: [Threat; KEPT],
    len: usize,
}

impl Threats {
    pub(super) fn new() -> Self {
        Self { kept: [Threat::default(); KEPT], len: 0 }
    }

    /// Whether a turn wins at once.
    #[inline(always)]
    pub(super) fn wins<B: Board>(&mut self, pieces: &Pieces<u32>) -> bool {
        for at in 0..self.len {
            if self.kept[at].holds(pieces) {
                // A useful threat moves up by one place.
                self.kept.swap(at, at.saturating_sub(1));
                return true;
            }
        }
        self.search::<B>(pieces)
    }

    #[inline(never)]
    fn search<B: Board>(&mut self, pieces: &Pieces<u32>) -> bool {
        let Some(win) = winning_turn::<B>(pieces) else { return false };
        let threat = Threat::new::<B>(pieces, &win);
        debug_assert!(threat.holds(pieces), "{win:?} in {pieces:x?}");
        // A new threat is likely to be useful again: it is inserted in the middle, and the last one is dropped.
        let at = self.len.min(KEPT / 2);
        self.len = (self.len + 1).min(KEPT);
        self.kept[at..self.len].rotate_right(1);
        self.kept[at] = threat;
        true
    }
}
