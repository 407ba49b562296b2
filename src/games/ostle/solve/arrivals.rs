//! Un-moves with numbers: the positions before a position, and the move that leads from each of them.
//!
//! Idea: first all un-moves of a position are collected, then they are numbered, most of them in the frame of the
//! position. The state that is asked about determines which un-moves count.
//!
//! Cost: one unranking for each position and one ranking for each move; measured in `docs/notebook/ostle.md`.

use super::game::{OstleGame, Rule};
use super::ranking::RankedPosition;
use super::signature::{Signature, Signatures};
use arrayvec::ArrayVec;
use certamen_retro::states::MoveIndex;
use certamen_retro::states::game::{Arrival, Forbidden, Place};
use encodings::ostle::position::{Move, Position};
use encodings::ostle::rules::Pieces;
use encodings::ostle::unmove::{self, Unmove};

/// Un-moves without numbers. On 25 squares there are fewer than 256. In each of four directions there is at most one
/// for each piece, one for the hole, and two for each empty square where pieces may have fallen.
type Unmoves = ArrayVec<Unmove, 256>;

/// The states that are asked about, in a form that un-moves are compared with.
#[derive(Clone, Copy, Debug)]
enum StateFilter {
    All,
    None,
    /// The states in which this move takes the last move back, or all other states.
    WayBack(Move, StateSelection),
    /// The states whose last move came from this class, or all other states. The signature of the class is included.
    From(Place, Signature, StateSelection),
}

/// Whether the states with a property are wanted, or the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StateSelection {
    These,
    Others,
}

impl StateSelection {
    #[inline(always)]
    fn admit(self, has: bool) -> bool {
        has == (self == Self::These)
    }
}

impl StateFilter {
    /// Whether a move may lead to one of these states. The class that the move comes from is not known yet.
    #[inline(always)]
    fn may_be(self, signatures: &Signatures, unmove: &Unmove) -> bool {
        match self {
            Self::All | Self::From(.., StateSelection::Others) => true,
            Self::None => false,
            Self::WayBack(way_back, wanted) => wanted.admit(unmove.way_back == Some(way_back)),
            Self::From(_, signature, StateSelection::These) => signatures.of(unmove.before) == signature,
        }
    }

    /// Whether a move that may lead to one of these states does so, given the class that it comes from.
    #[inline(always)]
    fn is(self, from: Place) -> bool {
        match self {
            Self::From(place, _, wanted) => wanted.admit(from == place),
            _ => true,
        }
    }
}

impl<const SIDE: usize> OstleGame<SIDE> {
    /// Appends every move from a layer of the set `from` to one of the given states of a position, each once.
    #[inline]
    pub(super) fn arrive(&self, to: Place, forbidden: Forbidden, from: u64, found: &mut Vec<Arrival>) {
        let (pieces, symmetric) = self.ranking().unrank(to);
        if let (Rule::Literal, Forbidden::Just(index), false) = (self.rule(), forbidden, symmetric) {
            // The only move that this move takes back.
            let position = Position::<SIDE>::trusted(pieces);
            let reply = Self::play(pieces, index);
            let Some(played) = position.way_back(reply) else { return };
            let before = position.after(reply);
            let ranked = self.ranking().rank(before);
            if !ranked.symmetric && from >> ranked.place.layer & 1 == 1 {
                let by = self.index(&ranked, ranked.which, before.hole, played);
                return found.push(Arrival { from: ranked.place, by });
            }
        }
        let asked = self.asked(pieces, forbidden);
        let first = found.len();
        let mut any_symmetric = symmetric;
        if !symmetric {
            any_symmetric = self.number_unmoves(pieces, asked, from, found);
        }
        if any_symmetric {
            found.truncate(first);
            self.arrive_symmetric(pieces, asked, from, found);
        }
    }

    /// Appends the un-moves of a position to layers of a set. Returns whether a symmetry keeps one of the positions
    /// before.
    ///
    /// The steps are separate for speed. Finding un-moves takes branches that the processor cannot predict. Numbering them
    /// takes almost none, and least of all for moves of pieces, which stay in the frame. In separate loops, the processor
    /// numbers several moves at a time.
    #[inline(always)]
    fn number_unmoves(
        &self,
        pieces: Pieces<u32>,
        asked: StateFilter,
        from: u64,
        found: &mut Vec<Arrival>,
    ) -> bool {
        let frame = self.ranking().frame_beside(pieces);
        let (mut in_frame, mut others) = (Unmoves::new(), Unmoves::new());
        self.piece_moves(pieces, from, |unmove| in_frame.push(unmove));
        self.others(pieces, from, |unmove| others.push(unmove));
        let any = if frame.is_rigid() {
            self.number(&in_frame, asked, found, |before| frame.rank_rigid(before))
        } else {
            self.number(&in_frame, asked, found, |before| frame.rank_within(before))
        };
        let any_other = self.number(&others, asked, found, |before| self.ranking().rank(before));
        any | any_other
    }

    /// Appends those of these un-moves that are asked about. Returns whether a symmetry keeps one of the positions
    /// before.
    #[inline(always)]
    fn number(
        &self,
        unmoves: &[Unmove],
        asked: StateFilter,
        found: &mut Vec<Arrival>,
        rank: impl Fn(Pieces<u32>) -> RankedPosition,
    ) -> bool {
        let mut any_symmetric = false;
        for unmove in unmoves.iter().filter(|unmove| asked.may_be(self.signatures(), unmove)) {
            let before = unmove.before;
            let ranked = rank(before);
            any_symmetric |= ranked.symmetric;
            if asked.is(ranked.place) {
                let by = self.index(&ranked, ranked.which, before.hole, unmove.played);
                found.push(Arrival { from: ranked.place, by });
            }
        }
        any_symmetric
    }

    /// The position that a move leads to. `None` if the move removes a piece: rule 8 never forbids such a move.
    pub(super) fn target(pieces: Pieces<u32>, index: MoveIndex) -> Option<Pieces<u32>> {
        let after = Position::<SIDE>::trusted(pieces).after(Self::play(pieces, index));
        (after.occupied().count_ones() == pieces.occupied().count_ones()).then_some(after)
    }

    /// The states that are asked about, in the form that un-moves are compared with.
    fn asked(&self, pieces: Pieces<u32>, forbidden: Forbidden) -> StateFilter {
        let named = |index, wanted| match self.rule() {
            Rule::Literal => StateFilter::WayBack(Self::play(pieces, index), wanted),
            Rule::Paper => match Self::target(pieces, index) {
                Some(after) => {
                    StateFilter::From(self.ranking().rank(after).place, self.signatures().of(after), wanted)
                }
                // A move that removes a piece is never forbidden.
                None if wanted == StateSelection::These => StateFilter::None,
                None => StateFilter::All,
            },
        };
        match forbidden {
            Forbidden::Whatever => StateFilter::All,
            Forbidden::AllBut(index) => named(index, StateSelection::Others),
            Forbidden::Just(index) => named(index, StateSelection::These),
        }
    }

    /// Calls `give` with each un-move of a position to layers of a set.
    #[inline(always)]
    pub(super) fn unmoves(&self, pieces: Pieces<u32>, from: u64, mut give: impl FnMut(Unmove)) {
        self.others(pieces, from, &mut give);
        self.piece_moves(pieces, from, give);
    }

    /// The un-moves that move pieces and remove none.
    #[inline(always)]
    fn piece_moves(&self, pieces: Pieces<u32>, from: u64, give: impl FnMut(Unmove)) {
        if self.has_layer(from, pieces.opp.count_ones(), pieces.own.count_ones()) {
            unmove::piece_moves::<SIDE>(pieces, give);
        }
    }

    /// The un-moves that move the hole or remove a piece.
    #[inline(always)]
    fn others(&self, pieces: Pieces<u32>, from: u64, mut give: impl FnMut(Unmove)) {
        let (moved, other) = (pieces.opp.count_ones(), pieces.own.count_ones());
        if self.has_layer(from, moved, other) {
            unmove::hole_steps::<SIDE>(pieces, &mut give);
        }
        let own_fell = self.has_layer(from, moved + 1, other);
        let opp_fell = self.has_layer(from, moved, other + 1);
        if own_fell || opp_fell {
            unmove::falling::<SIDE>(pieces, own_fell, opp_fell, give);
        }
    }

    /// Whether a set of layers has the one with these numbers of pieces.
    #[inline(always)]
    fn has_layer(&self, set: u64, own: u32, opp: u32) -> bool {
        self.ranking().layer(own, opp).is_some_and(|layer| set >> layer & 1 == 1)
    }

    /// Like [`OstleGame::arrive`], if a symmetry keeps the position or a position before it. Appends all images of each
    /// move, each once.
    #[cold]
    fn arrive_symmetric(&self, pieces: Pieces<u32>, asked: StateFilter, from: u64, found: &mut Vec<Arrival>) {
        let first = found.len();
        self.unmoves(pieces, from, |unmove| {
            let ranked = self.ranking().rank(unmove.before);
            if !(asked.may_be(self.signatures(), &unmove) && asked.is(ranked.place)) {
                return;
            }
            let (stands, _) = self.ranking().unrank(ranked.place);
            for keeping in self.ranking().keeping(stands) {
                let which = self.ranking().images().product(ranked.which, keeping);
                let by = self.index(&ranked, which, unmove.before.hole, unmove.played);
                found.push(Arrival { from: ranked.place, by });
            }
        });
        found[first..].sort_unstable();
        let mut last = None;
        let mut place = 0;
        found.retain(|&arrival| {
            place += 1;
            place <= first || last.replace(arrival) != Some(arrival)
        });
    }
}
