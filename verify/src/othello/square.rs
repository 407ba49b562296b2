//! Board sizes and squares.
//!
//! A square is a file and a rank, written `a1` to `h8`, with a1 in the top left corner and ranks running downwards, as
//! Othello is printed. Boards number their squares row by row: a1, b1, ..., then a2, b2, ....

use crate::coordinates::named_square;
use std::fmt;

use thiserror::Error;

/// The number of squares along an edge of the board: 4, 6 or 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// 4x4, which can be searched exhaustively.
    Four,
    /// 6x6.
    Six,
    /// 8x8, the published game.
    Eight,
}

/// A board edge that is not 4, 6 or 8.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a board of {edge}x{edge} squares: expected an edge of 4, 6 or 8")]
pub struct SizeError {
    /// The requested edge, in squares.
    pub edge: usize,
}

impl Size {
    /// Every size, smallest first.
    pub const ALL: [Size; 3] = [Size::Four, Size::Six, Size::Eight];

    /// The size with `edge` squares along an edge.
    ///
    /// # Errors
    /// [`SizeError`] if `edge` is not 4, 6 or 8.
    pub fn new(edge: usize) -> Result<Size, SizeError> {
        Size::ALL.into_iter().find(|size| size.edge() == edge).ok_or(SizeError { edge })
    }

    /// The number of squares along an edge.
    pub fn edge(self) -> usize {
        match self {
            Size::Four => 4,
            Size::Six => 6,
            Size::Eight => 8,
        }
    }

    /// The number of squares of the board.
    pub fn area(self) -> usize {
        self.edge() * self.edge()
    }

    /// Whether `square` is on a board of this size.
    pub fn contains(self, square: Square) -> bool {
        square.file() < self.edge() && square.rank() < self.edge()
    }

    /// The number of `square` on a board of this size, counted row by row from a1 = 0; `None` if it is off the board.
    pub fn index(self, square: Square) -> Option<usize> {
        self.contains(square).then(|| square.rank() * self.edge() + square.file())
    }

    /// The square with number `index` on a board of this size; `None` from [`Size::area`] on.
    pub fn square(self, index: usize) -> Option<Square> {
        if index < self.area() { Square::new(index % self.edge(), index / self.edge()) } else { None }
    }

    /// All squares of the board, row by row from a1.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.area()).filter_map(move |index| self.square(index))
    }

    /// The four squares in the middle, row by row: d4, e4, d5, e5 on the 8x8 board.
    pub fn centre(self) -> impl Iterator<Item = Square> {
        let high = self.edge() / 2;
        let middle = high - 1..=high;
        self.squares()
            .filter(move |square| middle.contains(&square.file()) && middle.contains(&square.rank()))
    }
}

impl TryFrom<usize> for Size {
    type Error = SizeError;

    fn try_from(edge: usize) -> Result<Size, SizeError> {
        Size::new(edge)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.edge())
    }
}

/// Letters of the files, from the left.
pub(super) const FILES: [char; 8] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/// Digits of the ranks, from the top.
pub(super) const RANKS: [char; 8] = ['1', '2', '3', '4', '5', '6', '7', '8'];

named_square! {
    /// A square of a board of at most 8x8 squares. Squares sort row by row, as boards are written. Rank 1 is the top row.
    Square { rank, file }
    file: FILES,
    rank: RANKS,
    "not a square: expected a file a-h and a rank 1-8, such as d3"
}
