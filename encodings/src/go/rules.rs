//! The rules of Go, written once over words.
//!
//! A position is the stones of the player to move and those of the other. Source: J. Tromp and G. Farnebäck,
//! "Combinatorics of Go" (2009), section 3: a position is legal if each string has a liberty, that is, an empty point
//! next to it; a move puts a stone on an empty point, then the opponent's strings without liberties are removed, then
//! the player's own. Ko depends on the history, and only the native engine knows it.
//!
//! Everything is built on one closure: strings that grow from stones next to given points ([`Board::touching`]). Its
//! bound is proved there, so that a circuit covers even the longest string. Natively a closure takes as many steps as
//! the longest way within a string; a circuit unrolls it, about 250 times on 19x19.
//!
//! Two properties are computed for all strings at once from the binary digits of their points' numbers. A string has
//! two liberties if, for some digit, a liberty whose number has the digit and one whose number lacks it touch the
//! string. The first point of a string is found digit by digit, from the highest.

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
    /// Suicide is not a legal move, as under Japanese and AGA rules.
    Forbidden,
}

/// The result of placing a stone.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::go::{Board, Stones};
/// use encodings::word::OneHot;
///
/// let board = Board::of_size(1, 3).ok_or("a board")?;
/// let stones = Stones { own: 0b001u64, opp: 0b010 };
/// let placed = board.place(stones, OneHot::from_square(Grid::<3, 1>::LAYOUT.parse("c1")?, 0));
/// assert_eq!((placed.captured, placed.next.opp), (0b010, 0b101));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement<W> {
    /// The stones afterwards, as the other player sees them.
    pub next: Stones<W>,
    /// The stones of the opponent that were removed.
    pub captured: W,
    /// The stones of the player who moved that were removed, including the placed one. Empty unless the move was
    /// suicide.
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

    /// Whether both are the same, which ko rules ask.
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

    /// Whether no point holds two stones: true of every position, and required by every query.
    pub fn well_formed<W: Word>(&self, stones: Stones<W>) -> W::Bit {
        !(stones.own & stones.opp).any()
    }

    /// Whether each string has a liberty, which makes a well-formed position legal.
    #[inline(always)]
    pub fn is_legal<W: Word>(&self, stones: Stones<W>) -> W::Bit {
        let empty = self.empty(stones);
        self.alive(stones.own, empty).value.equals(stones.own)
            & self.alive(stones.opp, empty).value.equals(stones.opp)
    }

    /// The position after a stone is placed on an empty point. The position before need not be legal.
    #[inline(always)]
    pub fn place<W: Word>(&self, stones: Stones<W>, placed: OneHot<W>) -> Placement<W> {
        let own = stones.own | placed.word();
        let opp = self.alive(stones.opp, self.complement(own | stones.opp)).value;
        let left = self.alive(own, self.complement(own | opp)).value;
        Placement { next: Stones { own: opp, opp: left }, captured: stones.opp ^ opp, lost: own ^ left }
    }

    /// The stones of `side` whose string has two liberties or more, given the empty points.
    pub fn with_two_liberties<W: Word>(&self, side: W, empty: W) -> W {
        self.digits().fold(side.constant(&Mask::EMPTY), |found, digit| {
            let with = empty & empty.constant(digit);
            found | self.touching(with, side).value & self.touching(with ^ empty, side).value
        })
    }

    /// The points where the player to move may place a stone, apart from ko. The position must be legal.
    ///
    /// Without suicide, a legal point is an empty point next to another empty point, to an own string with two
    /// liberties, or to an opposing string with one liberty, which the stone captures.
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

    /// The first point of each string of `side`, so that their number is the number of strings.
    pub fn heads<W: Word>(&self, side: W) -> W {
        self.digits().fold(side, |candidates, digit| {
            let without = candidates ^ candidates & candidates.constant(digit);
            let preceded = self.connected(without, side).value;
            // If a string has candidates without the digit, those with the digit are dropped.
            without | candidates ^ candidates & preceded
        })
    }
}
