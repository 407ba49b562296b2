//! Discs and boards: an array of cells. Of the rules, only the start is here.

use std::fmt;

use super::square::{Size, Square};

/// A disc by the colour of its upper face, and the player of that colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Disc {
    /// Black, who moves first; written X.
    Black,
    /// White; written O.
    White,
}

impl Disc {
    /// The other colour.
    #[must_use]
    pub fn opponent(self) -> Disc {
        match self {
            Disc::Black => Disc::White,
            Disc::White => Disc::Black,
        }
    }
}

impl fmt::Display for Disc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Disc::Black => "Black",
            Disc::White => "White",
        })
    }
}

/// A board: each square is empty or holds a disc. Any filling is a board, reachable or not.
///
/// `Display` writes the one-line form of [`write_line`](super::write_line).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// One cell for each square, row by row from a1; always `size.area()` of them.
    cells: Vec<Option<Disc>>,
}

impl Board {
    /// The board whose cells are given by `cell`.
    pub fn from_fn(size: Size, cell: impl FnMut(Square) -> Option<Disc>) -> Board {
        Board { size, cells: size.squares().map(cell).collect() }
    }

    /// The board before the first ply: d4 and e5 white, d5 and e4 black on 8x8, and the same four central squares,
    /// with White on the falling diagonal, on the smaller boards.
    pub fn start(size: Size) -> Board {
        let high = size.edge() / 2;
        let low = high - 1;
        Board::from_fn(size, |square| match (square.file(), square.rank()) {
            (file, rank) if (file, rank) == (low, low) || (file, rank) == (high, high) => Some(Disc::White),
            (file, rank) if (file, rank) == (low, high) || (file, rank) == (high, low) => Some(Disc::Black),
            _ => None,
        })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The disc on `square`; `None` if the square is empty or off the board.
    pub fn disc(&self, square: Square) -> Option<Disc> {
        self.size.index(square).and_then(|index| self.cells.get(index).copied().flatten())
    }

    /// The number of discs of the colour `disc`.
    pub fn count(&self, disc: Disc) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some(disc)).count()
    }

    /// The number of discs of both colours.
    pub fn discs(&self) -> usize {
        self.count(Disc::Black) + self.count(Disc::White)
    }

    /// The number of empty squares.
    pub fn empties(&self) -> usize {
        self.size.area() - self.discs()
    }

    /// The same board with every disc turned over.
    #[must_use]
    pub fn recoloured(&self) -> Board {
        Board::from_fn(self.size, |square| self.disc(square).map(Disc::opponent))
    }

    /// The board as `mover` sees it: the mover's discs as Black (X), the opponent's as White (O). Boards that need not
    /// be reachable are written in this form, where X is the side to move.
    #[must_use]
    pub fn seen_by(&self, mover: Disc) -> Board {
        match mover {
            Disc::Black => self.clone(),
            Disc::White => self.recoloured(),
        }
    }
}
