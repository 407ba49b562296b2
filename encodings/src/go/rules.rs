//! The rules of Go, written once over words.
//!
//! A position is the stones of the player to move and those of the other. Source: J. Tromp and G. Farnebäck,
//! "Combinatorics of Go" (2009), section 3: a position is legal if each string has a liberty, that is, an empty point next
//! to it; a move puts a stone on an empty point, then strings of the opponent without liberties are removed, then one's own.
//! What was played before (ko) is for the native side to know.
//!
//! Everything is built on one closure, strings that grow from stones next to given points ([`Board::touching`]). Its bound
//! is proved there, so that no string is too long for a circuit. Natively a closure costs as many steps as the longest way
//! in a string; as a circuit it is unrolled, some 250 times on 19x19.
//!
//! Two things are said of all strings at once by the digits of their points' numbers: a string has two liberties if one with
//! a digit and one without it touch it, for some digit; and its first point is found digit by digit, from the highest on.

use super::board::Board;
use crate::board::Mask;
use crate::word::{Closure, OneHot, Word};

/// The stones of a position as the player to move sees them.
///
/// # Examples
/// ```
/// use encodings::go::{Board, Stones};
///
/// let board = Board::of_size(2, 2).ok_or("a board")?;
/// let stones = Stones { own: 0b0001u64, opp: 0b0110 };
/// assert!(!board.is_legal(stones), "the stone in the corner has no liberty");
/// assert_eq!(board.empty(stones), 0b1000);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones<W> {
    /// The stones of the player to move.
    pub own: W,
    /// The stones of the other player.
    pub opp: W,
}

/// Whether a move may remove strings of the player who makes it.
///
/// # Examples
/// ```
/// use encodings::go::{Board, Stones, Suicide};
///
/// let board = Board::of_size(2, 2).ok_or("a board")?;
/// let stones = Stones { own: 0u64, opp: 0b0110 };
/// assert_eq!(board.legal_points(stones, Suicide::Allowed), 0b1001);
/// assert_eq!(board.legal_points(stones, Suicide::Forbidden), 0);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// It may, as in the paper and under Tromp-Taylor rules.
    Allowed,
    /// There is no such move, as under Japanese and AGA rules.
    Forbidden,
}

/// What a stone that is placed leads to.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::go::{Board, Stones};
/// use encodings::word::OneHot;
///
/// let board = Board::of_size(1, 3).ok_or("a board")?;
/// let stones = Stones { own: 0b001u64, opp: 0b010 };
/// let placed = board.place(stones, OneHot::of(Grid::<3, 1>::LAYOUT.parse("c1")?, 0));
/// assert_eq!((placed.captured, placed.next.opp), (0b010, 0b101));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed<W> {
    /// The stones afterwards, as the other player sees them.
    pub next: Stones<W>,
    /// The stones of the opponent that were removed.
    pub captured: W,
    /// The own stones that were removed, the placed one included: none unless it was suicide.
    pub lost: W,
}

impl<W: Word> Stones<W> {
    /// The points with a stone.
    #[inline(always)]
    pub fn occupied(self) -> W {
        self.own | self.opp
    }

    /// The same stones with the other player to move.
    #[inline(always)]
    #[must_use]
    pub fn passed(self) -> Self {
        Self { own: self.opp, opp: self.own }
    }

    /// Whether both are the same: what ko rules ask.
    #[inline(always)]
    pub fn same(self, other: Self) -> W::Bit {
        self.own.equals(other.own) & self.opp.equals(other.opp)
    }
}

impl Board {
    /// The empty points.
    #[inline(always)]
    pub fn empty<W: Word>(&self, stones: Stones<W>) -> W {
        self.complement(stones.occupied())
    }

    /// The stones of `side` whose string has a liberty, given the empty points.
    #[inline(always)]
    pub fn alive<W: Word>(&self, side: W, empty: W) -> Closure<W> {
        self.touching(empty, side)
    }

    /// Whether no point holds two stones: true of every position, and asserted in every query.
    pub fn well_formed<W: Word>(&self, stones: Stones<W>) -> W::Bit {
        !(stones.own & stones.opp).any()
    }

    /// Whether each string has a liberty: what makes a well-formed position a legal one.
    #[inline(always)]
    pub fn is_legal<W: Word>(&self, stones: Stones<W>) -> W::Bit {
        let empty = self.empty(stones);
        self.alive(stones.own, empty).value.equals(stones.own)
            & self.alive(stones.opp, empty).value.equals(stones.opp)
    }

    /// The position after a stone is placed on an empty point, of a position that is legal or not.
    #[inline(always)]
    pub fn place<W: Word>(&self, stones: Stones<W>, placed: OneHot<W>) -> Placed<W> {
        let own = stones.own | placed.word();
        let opp = self.alive(stones.opp, self.complement(own | stones.opp)).value;
        let left = self.alive(own, self.complement(own | opp)).value;
        Placed { next: Stones { own: opp, opp: left }, captured: stones.opp ^ opp, lost: own ^ left }
    }

    /// The stones of `side` whose string has two liberties or more, given the empty points.
    pub fn with_two_liberties<W: Word>(&self, side: W, empty: W) -> W {
        self.digits().fold(side.constant(&Mask::EMPTY), |found, digit| {
            let with = empty & empty.constant(digit);
            found | self.touching(with, side).value & self.touching(with ^ empty, side).value
        })
    }

    /// The points where the player to move may place a stone, ko aside. The position must be legal.
    ///
    /// Without suicide that is an empty point with an empty one, an own string of two liberties, or an opposing string
    /// of one liberty, which the stone captures, next to it.
    pub fn legal_points<W: Word>(&self, stones: Stones<W>, suicide: Suicide) -> W {
        let empty = self.empty(stones);
        match suicide {
            Suicide::Allowed => empty,
            Suicide::Forbidden => {
                let safe = self.with_two_liberties(stones.own, empty);
                let in_atari = stones.opp ^ self.with_two_liberties(stones.opp, empty);
                empty & self.neighbours(empty | safe | in_atari)
            }
        }
    }

    /// The first point of each string of `side`: as many as there are strings.
    pub fn heads<W: Word>(&self, side: W) -> W {
        self.digits().fold(side, |candidates, digit| {
            let without = candidates ^ candidates & candidates.constant(digit);
            let preceded = self.connected(without, side).value;
            // Where a string has candidates without the digit, those with it are out.
            without | candidates ^ candidates & preceded
        })
    }
}
