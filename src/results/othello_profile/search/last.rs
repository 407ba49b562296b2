//! The last moves of a search, made four together ([`Lanes`]).
//!
//! Idea: what a search looks at after its last moves takes most of its time, and is the same for each of them. So moves are
//! collected until there are enough, whatever positions they belong to, and four of them are made at once.

use certamen_othello::search::class::Routes;
use certamen_othello::search::state::bits;
use encodings::othello::rules::{Discs, Othello};
use encodings::word::{Lanes, OneHot};

/// The number of moves that are collected before they are made.
const COLLECTED: usize = 64;

/// A legal move.
#[derive(Clone, Copy)]
struct Move {
    /// The position before it.
    discs: Discs<u64>,
    placed: u64,
    /// The games in which that position occurs.
    routes: Routes,
}

/// A position after a last move.
#[derive(Clone, Copy)]
pub(super) struct LastPosition {
    pub(super) discs: Discs<u64>,
    /// The moves of the player to move; if there are none, this player has to pass, or the game is over.
    pub(super) legal: u64,
    /// The games in which the position before the move occurs.
    pub(super) routes: Routes,
}

/// What a search keeps of the positions after its last moves.
pub(super) trait PositionSink {
    fn keep(&mut self, last: LastPosition);
}

/// Last moves that were collected.
pub(super) struct LastMoves<const SIDE: usize>(Vec<Move>);

impl<const SIDE: usize> LastMoves<SIDE> {
    pub(super) fn none() -> Self {
        Self(Vec::with_capacity(COLLECTED))
    }

    /// Collects these moves in this position, and makes those that were collected when they are enough.
    #[inline(always)]
    pub(super) fn collect(
        &mut self,
        discs: Discs<u64>,
        moves: u64,
        routes: Routes,
        keep: &mut impl PositionSink,
    ) {
        for placed in bits(moves) {
            self.0.push(Move { discs, placed, routes });
            if self.0.len() == COLLECTED {
                self.make(keep);
            }
        }
    }

    /// Makes the moves that were collected.
    pub(super) fn make(&mut self, keep: &mut impl PositionSink) {
        for four in self.0.chunks(Lanes::COUNT) {
            let of = |lane: usize| four[lane.min(four.len() - 1)];
            let (own, opp) =
                (Lanes::from_fn(|lane| of(lane).discs.own), Lanes::from_fn(|lane| of(lane).discs.opp));
            let placed = OneHot::assume(Lanes::from_fn(|lane| of(lane).placed));
            let next = Othello::<SIDE>::apply(Discs { own, opp }, placed);
            let legal = Othello::<SIDE>::legal(next).lanes();
            let (own, opp) = (next.own.lanes(), next.opp.lanes());
            for (lane, Move { routes, .. }) in four.iter().enumerate() {
                let discs = Discs { own: own[lane], opp: opp[lane] };
                keep.keep(LastPosition { discs, legal: legal[lane], routes: *routes });
            }
        }
        self.0.clear();
    }
}

/// The positions after all legal moves of a position, four together, and how many of the four are real; the others repeat the
/// first of them.
#[inline(always)]
pub(super) fn after_moves<const SIDE: usize>(
    discs: Discs<u64>,
) -> impl Iterator<Item = (usize, Discs<Lanes>)> {
    let before = Discs { own: Lanes::splat(discs.own), opp: Lanes::splat(discs.opp) };
    let mut moves = bits(Othello::<SIDE>::legal(discs)).peekable();
    std::iter::from_fn(move || {
        let &first = moves.peek()?;
        let mut number = 0;
        let placed = Lanes::from_fn(|_| moves.next().inspect(|_| number += 1).unwrap_or(first));
        Some((number, Othello::<SIDE>::apply(before, OneHot::assume(placed))))
    })
}
