//! Board sizes and squares.
//!
//! A square is a file and a rank, written `a1` to `e5`, with a1 in the bottom left corner, as in chess. Boards list
//! their squares as they are printed: rank by rank from the top, each from file a.

use crate::coordinates::named_square;
use std::fmt;

use thiserror::Error;

/// The greatest number of squares along an edge, which is that of the published game.
pub const MAX_EDGE: usize = 5;

/// The number of squares along an edge of the board, from 2 to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    edge: u8,
}

/// A board edge that is not 2 to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a board of {edge}x{edge} squares: expected an edge of 2 to {MAX_EDGE}")]
pub struct SizeError {
    /// The requested edge, in squares.
    pub edge: usize,
}

impl Size {
    /// The size with `edge` squares along an edge.
    ///
    /// # Errors
    /// [`SizeError`] if `edge` is not 2 to [`MAX_EDGE`].
    pub fn new(edge: usize) -> Result<Size, SizeError> {
        if (2..=MAX_EDGE).contains(&edge) { Ok(Size { edge: edge as u8 }) } else { Err(SizeError { edge }) }
    }

    /// The number of squares along an edge.
    pub fn edge(self) -> usize {
        usize::from(self.edge)
    }

    /// The number of squares of the board.
    pub fn area(self) -> usize {
        self.edge() * self.edge()
    }

    /// Whether `square` is on a board of this size.
    pub fn contains(self, square: Square) -> bool {
        square.file() < self.edge() && square.rank() < self.edge()
    }

    /// The number of `square` in print order, from 0 in the top left corner; `None` if it is off the board.
    pub fn index(self, square: Square) -> Option<usize> {
        self.contains(square).then(|| (self.edge() - 1 - square.rank()) * self.edge() + square.file())
    }

    /// All squares of the board in print order: a5, b5, ..., e1.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let edge = self.edge();
        (0..self.area()).filter_map(move |index| Square::new(index % edge, edge - 1 - index / edge))
    }

    /// All squares of the board in the order of their names: a1, a2, ..., e5.
    pub fn squares_by_name(self) -> impl Iterator<Item = Square> {
        let edge = self.edge();
        (0..self.area()).filter_map(move |number| Square::new(number / edge, number % edge))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.edge())
    }
}

/// Letters of the files, from the left.
const FILES: [char; MAX_EDGE] = ['a', 'b', 'c', 'd', 'e'];

/// Digits of the ranks, from the bottom.
const RANKS: [char; MAX_EDGE] = ['1', '2', '3', '4', '5'];

named_square! {
    /// A square of a board of at most 5x5 squares. Squares sort by name. Rank 1 is the bottom row.
    Square { file, rank }
    file: FILES,
    rank: RANKS,
    "not a square: expected a file a-e and a rank 1-5, such as c3"
}
