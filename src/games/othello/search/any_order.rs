//! Decides whether a position can be reached if either player may place the next disc.
//!
//! Idea: the backward search of [`backward`](super::backward), but the last disc may be of either colour, whoever
//! is to move. Every game is such a game, with or without passes, so a position that none of these reaches is reached by no
//! game: a weaker assumption, and a stronger theorem. Positions are stored by colour, as Black sees them. Failures are recorded
//! up to the symmetries that fix the start. There are no layers to meet: the search ends at the start.
//!
//! Cost: the 5,379 classes of positions with 34 legal moves take a third of a second together (`docs/othello.md`).
//!
//! What it does not show: the answer "no game" depends on this code; there is no proof.

use super::beam::promise;
use super::class::{Class, Routes};
use super::limits::{Limit, Meter, SearchLimits};
use super::memo::Memo;
use super::progress::Watch;
use super::shape::{buildable, removable};
use super::unmove::unplace;
use encodings::board::{Grid, Square};
use encodings::othello::position::{Player, Position};
use encodings::othello::rules::Discs;
use std::cmp::Reverse;
use std::fmt;

/// The games from the start among all [`Routes`], without a particular side to move.
const FROM_START: Routes = Routes::mover(Player::Black);

/// A disc that is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placement {
    player: Player,
    square: Square,
}

/// A game from the start in which either player may place the next disc. It prints as the colour and the square of each
/// disc: `Xf5Of6Xe6`, X for Black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyOrderGame<const SIDE: usize> {
    /// In order, from the first.
    placements: Vec<Placement>,
}

impl<const SIDE: usize> fmt::Display for AnyOrderGame<SIDE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = Grid::<SIDE, SIDE>::LAYOUT;
        self.placements.iter().try_for_each(|Placement { player, square }| {
            let mark = if *player == Player::Black { 'X' } else { 'O' };
            write!(f, "{mark}{}", layout.name(*square))
        })
    }
}

/// Decides for one position after the other whether a game in any order leads there. Recorded failures are used for all
/// of them.
#[derive(Debug)]
pub struct AnyOrder<const SIDE: usize> {
    limits: SearchLimits,
    memo: Memo<SIDE>,
}

impl<const SIDE: usize> AnyOrder<SIDE> {
    /// A search with these limits for each position.
    pub fn new(limits: SearchLimits) -> Self {
        Self { limits, memo: Memo::new(limits.memo_bytes) }
    }

    /// A game that leads to a position, given as Black sees it; `None` if none does.
    ///
    /// # Errors
    /// The limit that ended the search before it was decided.
    pub fn game(
        &mut self,
        position: Position<SIDE>,
        watch: &mut Watch,
    ) -> Result<Option<AnyOrderGame<SIDE>>, Limit> {
        let discs = position.discs();
        if !buildable::<SIDE>(discs.occupied()) {
            return Ok(None);
        }
        let mut meter = Meter::new(self.limits, watch);
        let room = vec![Vec::new(); SIDE * SIDE + 1];
        let mut search =
            AnyOrderSearch { memo: &mut self.memo, meter: &mut meter, placements: Vec::new(), room };
        let is_met = search.leads_back(discs)?;
        Ok(is_met.then_some(AnyOrderGame { placements: search.placements }))
    }
}

/// A placement that can be taken back.
#[derive(Clone, Copy, Debug)]
struct Unplacement {
    /// The discs before it, as Black sees them.
    before: Discs<u64>,
    player: Player,
    placed: u64,
}

/// A depth-first search, which ends at the start or when everything has been tried.
struct AnyOrderSearch<'m, 'a, 'w, const SIDE: usize> {
    memo: &'m mut Memo<SIDE>,
    meter: &'m mut Meter<'a, 'w>,
    /// When the start has been met: the discs placed from there on.
    placements: Vec<Placement>,
    /// For each number of discs, a buffer for the placements to take back.
    room: Vec<Vec<Unplacement>>,
}

impl<const SIDE: usize> AnyOrderSearch<'_, '_, '_, SIDE> {
    /// Whether the way back from these discs meets the start.
    fn leads_back(&mut self, discs: Discs<u64>) -> Result<bool, Limit> {
        let start = Position::<SIDE>::start().discs();
        if discs.occupied() == start.occupied() {
            return Ok(discs == start);
        }
        let class = Class::<SIDE>::of(discs, FROM_START);
        if class.routes().without(self.memo.failed(class)).is_none() {
            return Ok(false);
        }
        let is_met = self.expand(discs)?;
        if !is_met {
            self.memo.note(class);
        }
        Ok(is_met)
    }

    /// Takes back each placement that may have led to these discs, and continues from there.
    fn expand(&mut self, discs: Discs<u64>) -> Result<bool, Limit> {
        self.meter.count()?;
        let depth = discs.occupied().count_ones() as usize;
        let mut taken_back = std::mem::take(&mut self.room[depth]);
        taken_back.clear();
        let squares = removable::<SIDE>(discs.occupied());
        unplace::<SIDE>(discs.own, discs.opp, squares, |before, placed| {
            taken_back.push(Unplacement { before, player: Player::Black, placed });
        });
        unplace::<SIDE>(discs.opp, discs.own, squares, |before, placed| {
            taken_back.push(Unplacement { before: before.passed(), player: Player::White, placed });
        });
        taken_back.sort_by_cached_key(|unplacement| Reverse(promise::<SIDE>(unplacement.before)));
        let mut met = Ok(false);
        for &Unplacement { before, player, placed } in &taken_back {
            met = self.leads_back(before);
            if !matches!(met, Ok(false)) {
                let square = Grid::<SIDE, SIDE>::LAYOUT.square(placed.trailing_zeros() as usize);
                self.placements.extend(square.map(|square| Placement { player, square }));
                break;
            }
        }
        self.room[depth] = taken_back;
        met
    }
}
