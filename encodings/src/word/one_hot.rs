//! A word with exactly one bit set: a move, a piece, or a square that is not known yet.

use super::Word;
use crate::board::Square;

/// A word with exactly one bit set. Rules take moves as this type. The caller who makes one guarantees that exactly one
/// bit is set.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::word::OneHot;
///
/// let b2 = Grid::<4, 4>::LAYOUT.parse("b2")?;
/// assert_eq!(OneHot::from_square(b2, 0u16).word(), 1 << 5);
/// # Ok::<(), encodings::board::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneHot<W: Word>(W);

impl<W: Word> OneHot<W> {
    /// The word of a known square, of the kind and width of `like`.
    #[inline(always)]
    pub fn from_square(square: Square, like: W) -> Self {
        Self(like.unit(square.index()))
    }

    /// A word with exactly one bit set, which the caller knows or requires of the solver
    /// ([`Statement::unknown_one_hot`](crate::statement::Statement::unknown_one_hot) does the latter).
    #[inline(always)]
    pub fn assume(word: W) -> Self {
        Self(word)
    }

    /// The word itself.
    #[inline(always)]
    pub fn word(self) -> W {
        self.0
    }
}
