//! Stones and boards: an array of cells, and nothing about the rules.

use std::fmt;

use super::point::{Point, Size};

/// A stone by its colour, and the player of that colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stone {
    /// Black, who moves first; written X.
    Black,
    /// White; written O.
    White,
}

impl Stone {
    /// Both colours.
    pub const BOTH: [Stone; 2] = [Stone::Black, Stone::White];

    /// The other colour.
    #[must_use]
    pub fn opponent(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stone::Black => "Black",
            Stone::White => "White",
        })
    }
}

/// A board: each point is empty or holds a stone. Any colouring is a board, legal or not.
///
/// `Display` writes the one-line form of [`write_line`](super::write_line).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// One cell for each point, row by row; always `size.area()` of them.
    cells: Vec<Option<Stone>>,
}

impl Board {
    /// The board whose cells are given by `cell`.
    pub fn from_fn(size: Size, cell: impl FnMut(Point) -> Option<Stone>) -> Board {
        Board { size, cells: size.points().map(cell).collect() }
    }

    /// The board before the first move.
    pub fn empty(size: Size) -> Board {
        Board::from_fn(size, |_| None)
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on `point`; `None` if the point is empty or off the board.
    pub fn stone(&self, point: Point) -> Option<Stone> {
        self.size.index(point).and_then(|index| self.cells.get(index).copied().flatten())
    }

    /// The number of stones of the colour `stone`.
    pub fn count(&self, stone: Stone) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some(stone)).count()
    }

    /// The number of empty points.
    pub fn empties(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// The same board with every stone of the other colour.
    #[must_use]
    pub fn recoloured(&self) -> Board {
        Board::from_fn(self.size, |point| self.stone(point).map(Stone::opponent))
    }

    /// The same board with `cell` on `point`; unchanged if that is off the board.
    #[must_use]
    pub(super) fn with(&self, point: Point, cell: Option<Stone>) -> Board {
        let mut board = self.clone();
        if let Some(place) = self.size.index(point).and_then(|index| board.cells.get_mut(index)) {
            *place = cell;
        }
        board
    }
}
