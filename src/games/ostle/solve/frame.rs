//! The ranking of positions: first the frame, then the number within it.
//!
//! In a frame, layer, class and the square of the hole are known.
//!
//! A push does not move the hole, so most moves of a position lead to the same frame.

use super::class::{Class, OrbitEntry};
use super::ranking::{Layer, RankedPosition, Ranking};
use super::subsets::close_gaps;
use super::symmetry::Which;
use certamen_retro::states::Place;
use encodings::ostle::rules::Pieces;

/// The positions of a layer whose hole is on one square, the representative of its orbit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'a, const SIDE: usize> {
    ranking: &'a Ranking<SIDE>,
    place: u8,
    layer: &'a Layer,
    class: &'a Class,
}

impl<'a, const SIDE: usize> Frame<'a, SIDE> {
    /// The frame of a class of a layer, which has this index.
    #[inline(always)]
    pub(super) fn new(ranking: &'a Ranking<SIDE>, place: u8, layer: &'a Layer, class: &'a Class) -> Self {
        Self { ranking, place, layer, class }
    }

    /// Whether a position is in the frame.
    #[inline(always)]
    pub(super) fn has(&self, pieces: Pieces<u32>) -> bool {
        pieces.hole == self.class.hole
            && pieces.own.count_ones() == self.layer.own
            && pieces.opp.count_ones() == self.layer.opp
    }

    /// Like [`Ranking::rank`], but faster for a position in the frame.
    #[inline(always)]
    pub(super) fn rank(&self, pieces: Pieces<u32>) -> RankedPosition {
        if self.has(pieces) { self.rank_within(pieces) } else { self.ranking.rank(pieces) }
    }

    /// Like [`Ranking::rank`], but faster, for a position that has to be in the frame.
    #[inline(always)]
    pub(super) fn rank_within(&self, pieces: Pieces<u32>) -> RankedPosition {
        debug_assert!(self.has(pieces), "{pieces:?} is in another frame");
        let entry = self.entry(pieces.own);
        self.carry(pieces, entry, entry.which())
    }

    /// Whether no symmetry but the identity keeps the square of the hole. Then each position of the frame stands for
    /// itself, in the order of own sets.
    #[inline(always)]
    pub(super) fn is_rigid(&self) -> bool {
        self.class.rigid
    }

    /// Like [`Frame::rank_within`], but faster, in a frame that is rigid.
    #[inline(always)]
    pub(super) fn rank_rigid(&self, pieces: Pieces<u32>) -> RankedPosition {
        debug_assert!(self.has(pieces) && self.is_rigid(), "{pieces:?} is in another frame");
        let own = self.layer.owns.number(close_gaps(pieces.own, self.class.hole));
        let within = own * self.layer.opps.count() + self.number(pieces.own, pieces.opp);
        let place = Place { layer: self.place, rank: self.class.offset + within };
        RankedPosition { place, which: 0, own: pieces.own, symmetric: false }
    }

    #[inline(always)]
    pub(super) fn entry(&self, own: u32) -> OrbitEntry {
        self.class.entries[self.layer.owns.number(close_gaps(own, self.class.hole)) as usize]
    }

    #[inline(always)]
    fn number(&self, own: u32, opp: u32) -> u32 {
        self.layer.opps.number(close_gaps(opp, own | self.class.hole))
    }

    /// The place of a position, given the symmetry that maps it to the frame and its own pieces to the least set of
    /// their orbit.
    #[inline(always)]
    pub(super) fn carry(&self, pieces: Pieces<u32>, entry: OrbitEntry, which: Which) -> RankedPosition {
        let images = self.ranking.images();
        let (own, opp) = (images.word(which, pieces.own), images.word(which, pieces.opp));
        if entry.base() >= OrbitEntry::KEPT {
            return self.carry_kept(entry, which, own, opp);
        }
        let rank = self.class.offset + entry.base() + self.number(own, opp);
        RankedPosition { place: Place { layer: self.place, rank }, which, own, symmetric: false }
    }

    #[cold]
    fn carry_kept(&self, entry: OrbitEntry, which: Which, own: u32, opp: u32) -> RankedPosition {
        let kept = &self.class.kept[(entry.base() - OrbitEntry::KEPT) as usize];
        let mut least = (self.number(own, opp), 0);
        let mut symmetric = false;
        for &by in &kept.by {
            let image = self.ranking.images().word(by, opp);
            symmetric |= image == opp;
            least = least.min((self.number(own, image), by));
        }
        // Every orbit has a least set, so it is there.
        let within = kept.least.place(least.0);
        let place = Place { layer: self.place, rank: self.class.offset + kept.base + within };
        RankedPosition { place, which: self.ranking.images().product(which, least.1), own, symmetric }
    }
}

impl<const SIDE: usize> Ranking<SIDE> {
    /// The place of a position of an unfinished game of the variant.
    #[inline(always)]
    pub fn rank(&self, pieces: Pieces<u32>) -> RankedPosition {
        let (own, opp) = (pieces.own.count_ones(), pieces.opp.count_ones());
        let (frame, which) = self.frame(own, opp, pieces.hole);
        let entry = frame.entry(self.images.word(which, pieces.own));
        frame.carry(pieces, entry, self.images.product(which, entry.which()))
    }

    /// A faster ranking for the positions that a push leads to, forwards or backwards, from a representative, if the
    /// push removes nothing.
    #[inline(always)]
    pub(super) fn frame_beside(&self, pieces: Pieces<u32>) -> Frame<'_, SIDE> {
        self.frame(pieces.opp.count_ones(), pieces.own.count_ones(), pieces.hole).0
    }

    /// The frame of the hole's orbit, and the symmetry that maps the hole to its representative.
    #[inline(always)]
    pub(super) fn frame(&self, own: u32, opp: u32, hole: u32) -> (Frame<'_, SIDE>, Which) {
        let place = self.places[own as usize & 7][opp as usize & 7];
        let layer = &self.layers[usize::from(place)];
        let (class, which) = self.holes[hole.trailing_zeros() as usize & 31];
        (Frame::new(self, place, layer, &layer.classes[usize::from(class)]), which)
    }
}
