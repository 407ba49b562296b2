//! The size of a game of Ostle: the board, the number of pieces on each side, and the number of pieces that loses.

use std::fmt;

/// The board, the number of pieces on each side at the start, and the number of pieces at which a side has lost.
///
/// # Examples
/// ```
/// use encodings::ostle::variant::Variant;
///
/// let small = Variant::new(4, 4, 2)?;
/// assert_eq!(small.to_string(), "4x4 with 4 pieces a side, lost at 2");
/// assert!(small.is_playing(3) && !small.is_playing(2));
/// # Ok::<(), encodings::ostle::variant::VariantError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    side: u8,
    pieces: u8,
    lose_at: u8,
}

/// Why a game of this size is not offered.
///
/// # Examples
/// ```
/// use encodings::ostle::variant::{Variant, VariantError};
///
/// assert_eq!(Variant::new(6, 5, 3), Err(VariantError::Side(6)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// A board that is not offered.
    #[error("no board of {0}x{0} squares is offered: expected 3x3, 4x4 or 5x5")]
    Side(usize),
    /// Too few or too many pieces.
    #[error("{pieces} pieces a side do not fit the {side}x{side} board: expected 1 to {side}")]
    Pieces {
        /// The number of pieces.
        pieces: usize,
        /// The number of squares along an edge.
        side: usize,
    },
    /// A game that would be lost at the start.
    #[error("a game with {pieces} pieces a side cannot be lost at {lose_at}: expected less than {pieces}")]
    LoseAt {
        /// The number of pieces.
        pieces: usize,
        /// The number that loses.
        lose_at: usize,
    },
}

impl Variant {
    /// The published game: 5x5 squares, five pieces on each side, lost at three.
    pub const PUBLISHED: Self = Self { side: 5, pieces: 5, lose_at: 3 };

    /// A game on a board of `side` by `side` squares with `pieces` pieces on each side. A side that has `lose_at` left
    /// has lost.
    ///
    /// # Errors
    /// [`VariantError`] if the pieces do not fit one rank, or the game would be lost at the start.
    pub const fn new(side: usize, pieces: usize, lose_at: usize) -> Result<Self, VariantError> {
        if side < 3 || side > 5 {
            return Err(VariantError::Side(side));
        }
        if pieces == 0 || pieces > side {
            return Err(VariantError::Pieces { pieces, side });
        }
        if lose_at >= pieces {
            return Err(VariantError::LoseAt { pieces, lose_at });
        }
        Ok(Self { side: side as u8, pieces: pieces as u8, lose_at: lose_at as u8 })
    }

    /// The number of squares along an edge.
    pub const fn side(self) -> usize {
        self.side as usize
    }

    /// The number of pieces of either side at the start.
    pub const fn pieces(self) -> u32 {
        self.pieces as u32
    }

    /// The number of pieces at which a side has lost.
    pub const fn lose_at(self) -> u32 {
        self.lose_at as u32
    }

    /// Whether the game goes on for a side with this number of pieces.
    pub const fn is_playing(self, pieces: u32) -> bool {
        pieces > self.lose_at() && pieces <= self.pieces()
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0} with {1} pieces a side, lost at {2}", self.side, self.pieces, self.lose_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_sizes_say_why() {
        assert_eq!(Variant::new(5, 5, 3), Ok(Variant::PUBLISHED));
        assert_eq!(Variant::new(6, 5, 3), Err(VariantError::Side(6)));
        assert_eq!(Variant::new(4, 5, 3), Err(VariantError::Pieces { pieces: 5, side: 4 }));
        assert_eq!(Variant::new(4, 0, 0), Err(VariantError::Pieces { pieces: 0, side: 4 }));
        assert_eq!(Variant::new(4, 3, 3), Err(VariantError::LoseAt { pieces: 3, lose_at: 3 }));
    }
}
