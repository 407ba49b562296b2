//! Pieces, the hole and boards: an array of cells, and nothing about the rules.

use super::square::{Size, Square};

/// The owner of a piece, as the player to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The player to move; written 1.
    Mover,
    /// The opponent; written 2.
    Opponent,
}

impl Owner {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Owner {
        match self {
            Owner::Mover => Owner::Opponent,
            Owner::Opponent => Owner::Mover,
        }
    }
}

/// The content of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Nothing; written 0.
    Empty,
    /// A piece; written 1 or 2.
    Piece(Owner),
    /// The hole; written 3.
    Hole,
}

/// A board: one cell for each square. Any filling is a board. Boards sort by their cells in print order.
///
/// `Display` writes the digits of [`write_line`](super::write_line).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    size: Size,
    /// One cell for each square in print order; always `size.area()` of them.
    cells: Vec<Cell>,
}

impl Board {
    /// The board whose cells are given by `cell`, which is called for the squares in print order.
    pub fn from_fn(size: Size, cell: impl FnMut(Square) -> Cell) -> Board {
        Board { size, cells: size.squares().map(cell).collect() }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The content of `square`; `None` if it is off the board.
    pub fn cell(&self, square: Square) -> Option<Cell> {
        self.size.index(square).and_then(|index| self.cells.get(index).copied())
    }

    /// The number of squares with `cell`.
    pub fn count(&self, cell: Cell) -> usize {
        self.cells.iter().filter(|&&found| found == cell).count()
    }

    /// The same board as the other player sees it.
    #[must_use]
    pub fn turned(&self) -> Board {
        let turn = |cell: Cell| match cell {
            Cell::Piece(owner) => Cell::Piece(owner.other()),
            Cell::Empty | Cell::Hole => cell,
        };
        Board { size: self.size, cells: self.cells.iter().copied().map(turn).collect() }
    }

    /// Puts `cell` on `square`; no change if that is off the board.
    pub(super) fn put(&mut self, square: Square, cell: Cell) {
        if let Some(place) = self.size.index(square).and_then(|index| self.cells.get_mut(index)) {
            *place = cell;
        }
    }
}
