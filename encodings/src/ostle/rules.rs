//! The rules of Ostle, written once over words.
//!
//! A position is the mover's pieces, the opponent's pieces, and the hole. A turn moves one piece of the mover, or the
//! hole, by one square along a rank or a file. A piece pushes the pieces in its way, any number and of either side. A
//! piece that enters the hole or leaves the board is removed. The hole moves to empty squares only. A side with too few
//! pieces (three of five) has lost, even if its own move caused that. Source: H. Takizawa, Strongly solved Ostle
//! (2023), rules 1 to 8.
//!
//! A push is one run over occupied squares and one shift of the run: the moved piece and the pieces that it meets go
//! one step, and the edge masks of the shift and the hole remove what falls. The same words move the hole: the square
//! that it goes to is empty, so that its run is empty.
//!
//! Rule 8, that no position may equal the one two plies before, is a relation between positions: [`Pieces::same`].

use crate::board::{Direction, Grid, Mask};
use crate::word::{Count, OneHot, Word};

/// A position as the player to move sees it.
///
/// # Examples
/// ```
/// use encodings::ostle::rules::{Ostle, Pieces};
///
/// let start: Pieces<u32> = Ostle::<5>::start(5).like(0);
/// assert_eq!((start.occupied().count_ones(), start.hole), (10, 1 << 12));
/// assert_eq!(start.passed().own, start.opp);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces<W> {
    /// The pieces of the player to move.
    pub own: W,
    /// The pieces of the other player.
    pub opp: W,
    /// The hole.
    pub hole: W,
}

impl<W: Word> Pieces<W> {
    /// The squares with a piece.
    #[inline(always)]
    pub fn occupied(self) -> W {
        self.own | self.opp
    }

    /// The same board with the other player to move.
    #[inline(always)]
    #[must_use]
    pub fn passed(self) -> Self {
        Self { own: self.opp, opp: self.own, hole: self.hole }
    }

    /// Whether both are the same position. Rule 8 forbids a move to the same position as two plies before.
    #[inline(always)]
    pub fn same(self, other: Self) -> W::Bit {
        self.own.equals(other.own) & self.opp.equals(other.opp) & self.hole.equals(other.hole)
    }
}

impl Pieces<Mask> {
    /// The same pieces as words of the kind and width of `like`.
    #[inline(always)]
    pub fn like<W: Word>(&self, like: W) -> Pieces<W> {
        Pieces {
            own: like.constant(&self.own),
            opp: like.constant(&self.opp),
            hole: like.constant(&self.hole),
        }
    }
}

/// Ostle on a board of `SIDE` by `SIDE` squares.
///
/// # Examples
/// ```
/// use encodings::board::Direction;
/// use encodings::ostle::rules::{Ostle, Pieces};
///
/// let start: Pieces<u32> = Ostle::<5>::start(5).like(0);
/// let moves: u32 =
///     Ostle::<5>::DIRECTIONS.iter().map(|&direction| Ostle::<5>::legal(start, direction).count_ones()).sum();
/// assert_eq!(moves, 24);
/// assert!(Ostle::<5>::well_formed(start, 5) && !Ostle::<5>::terminal(start, 3));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ostle<const SIDE: usize>;

impl<const SIDE: usize> Ostle<SIDE> {
    /// The most pieces that one piece can push.
    const LONGEST: usize = SIDE - 1;
    /// The directions in which a piece moves, in the order of the published program: up, down, left, right.
    pub const DIRECTIONS: [Direction; 4] =
        [Direction::North, Direction::South, Direction::West, Direction::East];

    /// The start: the mover's pieces on the first rank from file a on, the opponent's on the last, the hole in the
    /// middle of the board (below and left of it if there is no middle).
    ///
    /// # Panics
    /// If `pieces` is larger than the number of squares of a rank.
    pub const fn start(pieces: usize) -> Pieces<Mask> {
        assert!(pieces <= SIDE, "the pieces stand on one rank");
        let (mut own, mut opp) = (Mask::EMPTY, Mask::EMPTY);
        let mut file = 0;
        while file < pieces {
            own = own.with(file);
            opp = opp.with((SIDE - 1) * SIDE + file);
            file += 1;
        }
        let middle = (SIDE - 1) / 2;
        Pieces { own, opp, hole: Mask::EMPTY.with(middle * SIDE + middle) }
    }

    /// The squares from which the mover may move a piece, or the hole, in a direction, apart from rule 8: every own
    /// piece, and the hole where an empty square lies beside it.
    #[inline(always)]
    pub fn legal<W: Word>(pieces: Pieces<W>, direction: Direction) -> W {
        let empty = Grid::<SIDE, SIDE>::complement(pieces.occupied() | pieces.hole);
        pieces.own | pieces.hole & Grid::<SIDE, SIDE>::shift(empty, direction.opposite())
    }

    /// The position after a legal move, seen by the other player.
    #[inline(always)]
    pub fn apply<W: Word>(pieces: Pieces<W>, moved: OneHot<W>, direction: Direction) -> Pieces<W> {
        let moved = moved.word();
        let pushed = Grid::<SIDE, SIDE>::run(moved, pieces.occupied(), direction, Self::LONGEST);
        let chain = moved | pushed;
        let solid = Grid::<SIDE, SIDE>::complement(pieces.hole);
        let step = |side: W| {
            let stepped = Grid::<SIDE, SIDE>::shift(side & chain, direction) & solid;
            side & Grid::<SIDE, SIDE>::complement(chain) | stepped
        };
        let hole_moves = (moved & pieces.hole).any();
        let hole = W::select(hole_moves, Grid::<SIDE, SIDE>::shift(pieces.hole, direction), pieces.hole);
        Pieces { own: step(pieces.opp), opp: step(pieces.own), hole }
    }

    /// The ledge of a direction: the squares from which a step leads into the hole or off the board.
    #[inline(always)]
    pub fn ledge<W: Word>(hole: W, direction: Direction) -> W {
        let solid = Grid::<SIDE, SIDE>::complement(hole);
        Grid::<SIDE, SIDE>::complement(Grid::<SIDE, SIDE>::shift(solid, direction.opposite()))
    }

    /// The mover's pieces whose move in a direction pushes one of these pieces on the ledge into the hole or off the board.
    #[inline(always)]
    pub fn pushers<W: Word>(pieces: Pieces<W>, on_ledge: W, direction: Direction) -> W {
        let back = direction.opposite();
        pieces.own & Grid::<SIDE, SIDE>::run(on_ledge, pieces.occupied(), back, Self::LONGEST)
    }

    /// Whether a side has lost: it has no more than `lose_at` pieces.
    #[inline(always)]
    pub fn lost<W: Word>(side: W, lose_at: u32) -> W::Bit {
        !side.popcount().at_least(lose_at + 1)
    }

    /// Whether the game is over: either side has lost.
    #[inline(always)]
    pub fn terminal<W: Word>(pieces: Pieces<W>, lose_at: u32) -> W::Bit {
        Self::lost(pieces.own, lose_at) | Self::lost(pieces.opp, lose_at)
    }

    /// Whether there is one hole, no square holds two things, and neither side has more than `most` pieces: true of
    /// every position that a game reaches, and required by every query.
    pub fn well_formed<W: Word>(pieces: Pieces<W>, most: u32) -> W::Bit {
        pieces.hole.is_one_hot()
            & !(pieces.own & pieces.opp).any()
            & !(pieces.occupied() & pieces.hole).any()
            & !pieces.own.popcount().at_least(most + 1)
            & !pieces.opp.popcount().at_least(most + 1)
    }
}
