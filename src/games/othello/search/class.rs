//! Positions up to symmetry, sixteen bytes each, with the kinds of games in which they occur.
//!
//! Idea: the smallest of the eight images of a position represents all. Four of the symmetries exchange the colours of
//! the start. So an image of a position that occurs in a game from the start may occur only in games from the mirrored
//! start. [`Routes`] records which of the two starts it is, and the colour of the mover.
//!
//! Cost: the centre squares are occupied in every position, so their four bits in the word of occupied squares carry no
//! information. The four bits of [`Routes`] replace them, and a class is two words.

use super::symmetry::images;
use encodings::othello::position::Player;
use encodings::othello::rules::{Discs, Othello};
use serde::{Deserialize, Serialize};

/// The side to move with this number of discs if nobody has passed, or an even number of times.
pub const fn by_turns(discs: u32) -> Player {
    if discs.is_multiple_of(2) { Player::Black } else { Player::White }
}

/// The kinds of games in which a position occurs: from the start or from the mirrored start (White on the squares of
/// Black and Black, who moves first, on those of White), with Black or with White to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Routes(u8);

impl Routes {
    /// In no game.
    pub const NONE: Self = Self(0);
    /// From the start with either colour to move.
    pub const EITHER: Self = Self(0b0011);

    /// From the start, with this colour to move.
    pub const fn mover(mover: Player) -> Self {
        match mover {
            Player::Black => Self(0b0001),
            Player::White => Self(0b0010),
        }
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The games in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The games in either set.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The games of this set that are not in the other.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The same games with the other colour to move.
    #[must_use]
    #[inline]
    pub const fn other_mover(self) -> Self {
        Self((self.0 & 0b0101) << 1 | self.0 >> 1 & 0b0101)
    }

    /// The same games, mirrored.
    #[must_use]
    #[inline]
    pub const fn mirrored(self) -> Self {
        Self((self.0 << 2 | self.0 >> 2) & 0b1111)
    }

    /// The four bits, for an arbitrary order.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the set has a game, from either start, with this colour to move.
    #[inline]
    pub const fn has_mover(self, mover: Player) -> bool {
        !self.with_mover(mover).is_none()
    }

    /// Whether somebody has passed in all of these games, an odd number of times. Black moves first, from either start, when
    /// there are four discs.
    pub(super) const fn needs_a_pass(self, discs: u32) -> bool {
        !self.has_mover(by_turns(discs))
    }

    /// The games, from either start, with this colour to move.
    #[must_use]
    #[inline]
    pub const fn with_mover(self, mover: Player) -> Self {
        self.and(Self::mover(mover).or(Self::mover(mover).mirrored()))
    }
}

/// A position, and the routes by which it occurs or should occur.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoutedPosition {
    pub(super) discs: Discs<u64>,
    pub(super) routes: Routes,
}

/// A position up to the eight symmetries of the board, as mover and opponent, with its [`Routes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class<const SIDE: usize> {
    own: u64,
    /// The occupied squares; the bits of the centre hold the routes.
    rest: u64,
}

impl<const SIDE: usize> Class<SIDE> {
    const CENTRE: u64 = Othello::<SIDE>::CENTRE.low_bits() as u64;
    /// The index of the lowest square of the centre; the next is beside it, the other two one rank above.
    const CORNER: usize = Self::CENTRE.trailing_zeros() as usize;

    fn pack(own: u64, occupied: u64, routes: Routes) -> Self {
        let bits = u64::from(routes.0);
        let notes = (bits & 3) << Self::CORNER | (bits >> 2) << (Self::CORNER + SIDE);
        Self { own, rest: occupied & !Self::CENTRE | notes }
    }

    /// The class of a position; `routes` are those of the position itself.
    #[inline]
    pub fn of(discs: Discs<u64>, routes: Routes) -> Self {
        let (own, occupied) = (images::<SIDE>(discs.own), images::<SIDE>(discs.occupied()));
        let least = |from: usize| {
            (from + 1..from + 4)
                .fold((own[from], occupied[from]), |least, i| least.min((own[i], occupied[i])))
        };
        let (keeping, exchanging) = (least(0), least(4));
        let routes = match keeping.cmp(&exchanging) {
            std::cmp::Ordering::Less => routes,
            std::cmp::Ordering::Greater => routes.mirrored(),
            // The position is its own mirror image, so it occurs from both starts or from none.
            std::cmp::Ordering::Equal => routes.or(routes.mirrored()),
        };
        let (own, occupied) = keeping.min(exchanging);
        Self::pack(own, occupied, routes)
    }

    /// The position that represents the class. Its routes are [`Class::routes`].
    #[inline]
    pub fn discs(self) -> Discs<u64> {
        Discs { own: self.own, opp: (self.rest | Self::CENTRE) & !self.own }
    }

    /// The routes of the position that represents the class.
    #[inline]
    pub fn routes(self) -> Routes {
        Routes((self.rest >> Self::CORNER & 3 | (self.rest >> (Self::CORNER + SIDE) & 3) << 2) as u8)
    }

    /// The class with these routes.
    #[must_use]
    pub fn with_routes(self, routes: Routes) -> Self {
        Self::pack(self.own, self.rest, routes)
    }

    /// A number that identifies the class, whatever its routes.
    #[inline(always)]
    pub fn key(self) -> u128 {
        u128::from(self.own) << 64 | u128::from(self.rest & !Self::CENTRE)
    }

    /// No class: the content of a free slot in a table. It has no disc, unlike every position.
    pub(super) const VACANT: Self = Self { own: 0, rest: 0 };

    /// The number of discs outside the centre.
    #[inline(always)]
    pub(super) fn discs_placed(self) -> u32 {
        (self.rest & !Self::CENTRE).count_ones()
    }

    /// A hash of the key.
    #[inline(always)]
    pub(super) fn hash(self) -> u64 {
        // Two odd multipliers (the golden ratio and one of Steele and Vigna's) and a fold of the upper half.
        let mixed = self.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (self.rest & !Self::CENTRE).wrapping_mul(0xd134_2543_de82_ef95).rotate_left(32);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }

    /// A position of the class that occurs in games from the start with this colour to move, if there is one.
    pub fn from_the_start(self, mover: Player) -> Option<Discs<u64>> {
        let discs = self.discs();
        if !self.routes().and(Routes::mover(mover)).is_none() {
            return Some(discs);
        }
        let mirror = |word: u64| images::<SIDE>(word)[4];
        let mirrored = Discs { own: mirror(discs.own), opp: mirror(discs.opp) };
        (!self.routes().mirrored().and(Routes::mover(mover)).is_none()).then_some(mirrored)
    }

    /// How many positions that occur from the start with this colour to move the class represents: all of them, and up
    /// to the four symmetries that fix the start.
    pub fn multiplicity(self, mover: Player) -> Multiplicity {
        let routes = self.routes().with_mover(mover);
        let discs = self.discs();
        let (own, opp) = (images::<SIDE>(discs.own), images::<SIDE>(discs.opp));
        let fixed = |range: std::ops::Range<usize>| {
            range.filter(|&i| (own[i], opp[i]) == (discs.own, discs.opp)).count() as u64
        };
        // An orbit under four symmetries has 4 / (number of symmetries that fix the position) members. The images under
        // the other four are a second orbit, unless one of those keeps the position: then they are the same.
        let starts = if fixed(4..8) == 0 { u64::from(routes.0.count_ones()) } else { 1 };
        let orbits = if routes.is_none() { 0 } else { starts };
        Multiplicity { positions: orbits * 4 / fixed(0..4), orbits }
    }
}

/// The number of positions that a class represents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Multiplicity {
    /// All of them.
    pub positions: u64,
    /// Up to the four symmetries that fix the start.
    pub orbits: u64,
}
