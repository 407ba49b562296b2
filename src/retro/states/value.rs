//! What a table stores for a position: the value of every state of it, in three bytes.
//!
//! A *state* is a position and, optionally, a move that is forbidden there. For example, a rule may forbid to undo
//! the last move. The value of a move depends on the position and the move alone. So the value of a state is the
//! greatest value of its moves without the forbidden one: the greatest of all, unless the forbidden move alone has
//! it; then the second greatest. An [`Entry`] has these two values and that move. `docs/ostle.md` has the proof.

use std::fmt;

/// The value of a position for the player to move under best play: the winner minimizes plies, the loser maximizes
/// them.
///
/// Nine bits: 0 for a draw, otherwise the number of plies to the end and whether the mover wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(u16);

impl Value {
    /// Nobody can force a win. While solving: nothing is known yet.
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

    /// The value of a move to a position with this value, for the player who makes the move. `None` if it has more
    /// plies than a value can hold.
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

    /// The rank of the value for the mover: short wins before long wins, long losses before short losses.
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

/// The number of a move among the moves of its position, which are at most 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveIndex(u8);

impl MoveIndex {
    /// No move.
    pub const NONE: Self = Self(31);

    /// The number of a move, below 31. A greater number is stored as it is, and the engine refuses it later: moves are
    /// numbered in the innermost loops, so nothing is checked here.
    #[inline(always)]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// Whether this is not the number of a move.
    #[inline(always)]
    pub(super) const fn is_beyond(self) -> bool {
        self.0 >= Self::NONE.0
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
    /// The value if no move is forbidden.
    pub best: Value,
    /// The value if [`Entry::only`] is forbidden.
    pub second: Value,
    /// The only move with the best value; [`MoveIndex::NONE`] if two moves have it.
    pub only: MoveIndex,
}

impl Entry {
    /// The number of bytes of an entry in a table.
    pub const BYTES: usize = 3;

    /// The value if this move is forbidden, or without a forbidden move.
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

    /// The entry with these bytes in a table.
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
