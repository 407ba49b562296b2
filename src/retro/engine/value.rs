//! What is known of a position: the value of every state of it, in three bytes.
//!
//! A *state* is a position and, maybe, a move that is forbidden there (rule 8 of Ostle). The value of a move depends on
//! the position and the move alone, so that the value of a state is the greatest of its moves' values without the
//! forbidden one: the greatest of all unless the forbidden move is the only one that has it, else the second greatest.
//! An [`Entry`] holds these two values and that move. `docs/ostle.md` has the proof.

use std::fmt;

/// The value of a position to the player to move, under best play: the winner hurries, the loser delays.
///
/// Nine bits: 0 is a draw, else the number of plies to the end and whether the mover wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(u16);

impl Value {
    /// Nobody can force a win. To the solver: nothing is known yet.
    pub const DRAW: Self = Self(0);
    /// The greatest number of plies that a value holds.
    pub const MOST_PLIES: u8 = u8::MAX;

    /// The mover wins in `plies` plies, at least one.
    #[inline]
    pub const fn win(plies: u8) -> Self {
        Self((plies as u16) << 1 | 1)
    }

    /// The mover loses in `plies` plies, at least one.
    #[inline]
    pub const fn loss(plies: u8) -> Self {
        Self((plies as u16) << 1)
    }

    /// Whether nobody can force a win.
    #[inline]
    pub const fn is_draw(self) -> bool {
        self.0 == 0
    }

    /// Whether the mover wins.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether the mover loses.
    #[inline]
    pub const fn is_loss(self) -> bool {
        !self.is_win() && !self.is_draw()
    }

    /// The number of plies to the end; 0 in a draw.
    #[inline]
    pub const fn plies(self) -> u8 {
        (self.0 >> 1) as u8
    }

    /// The value, to the player who moves, of a move to a position of this value. `None` where it has more plies than a
    /// value holds.
    #[must_use]
    #[inline]
    pub const fn before(self) -> Option<Self> {
        match self.plies() {
            0 => Some(Self::DRAW),
            Self::MOST_PLIES => None,
            plies if self.is_win() => Some(Self::loss(plies + 1)),
            plies => Some(Self::win(plies + 1)),
        }
    }

    /// How good it is to the mover: a short win is better than a long one, a long loss better than a short one.
    #[inline]
    pub const fn merit(self) -> i16 {
        let plies = self.plies() as i16;
        if self.is_draw() {
            0
        } else if self.is_win() {
            512 - plies
        } else {
            plies - 512
        }
    }

    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(super) const fn of_bits(bits: u32) -> Self {
        Self((bits & 0x1ff) as u16)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_draw(), self.is_win()) {
            (true, _) => f.write_str("draw"),
            (_, true) => write!(f, "win in {}", self.plies()),
            (_, false) => write!(f, "loss in {}", self.plies()),
        }
    }
}

/// The number of a move among those of its position; a game has at most 31 in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveIndex(u8);

impl MoveIndex {
    /// No move.
    pub const NONE: Self = Self(31);

    /// The number of a move, below 31.
    #[inline(always)]
    pub const fn new(index: u8) -> Self {
        debug_assert!(index < 31);
        Self(index & 31)
    }

    #[inline(always)]
    pub(super) const fn of_bits(bits: u32) -> Self {
        Self((bits & 31) as u8)
    }

    /// The number.
    #[inline(always)]
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// The values of all states of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value where no move is forbidden.
    pub best: Value,
    /// The value where [`Entry::only`] is forbidden.
    pub second: Value,
    /// The move that alone has the best value; [`MoveIndex::NONE`] where two have it.
    pub only: MoveIndex,
}

impl Entry {
    /// The number of bytes of an entry in a table.
    pub const BYTES: usize = 3;

    /// The value where this move is forbidden, if any.
    #[inline]
    pub fn value(self, forbidden: Option<MoveIndex>) -> Value {
        if forbidden.is_some_and(|forbidden| forbidden == self.only) { self.second } else { self.best }
    }

    /// The bytes in a table.
    #[inline]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let bits = self.best.bits() | self.second.bits() << 9 | u32::from(self.only.get()) << 18;
        let [a, b, c, _] = bits.to_le_bytes();
        [a, b, c]
    }

    /// The entry of three bytes of a table.
    #[inline]
    pub fn of_bytes([a, b, c]: [u8; Self::BYTES]) -> Self {
        let bits = u32::from_le_bytes([a, b, c, 0]);
        Self {
            best: Value::of_bits(bits),
            second: Value::of_bits(bits >> 9),
            only: MoveIndex::of_bits(bits >> 18),
        }
    }
}
