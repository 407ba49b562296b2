//! Boards: their squares, the railing, and the edges over which pieces fall.
//!
//! A square is a column and a row, written `a1` to `h4`, with row 1 at the bottom, as in chess. Squares are listed as
//! they are printed: row by row from the top, each from the left. The railing runs along the top of the top row and the
//! bottom of the bottom row; wherever else a square has no neighbour, a piece can be pushed off.

use crate::coordinates::named_square;

use thiserror::Error;

/// The greatest number of columns; the published board has as many.
pub const MAX_COLUMNS: usize = 8;

/// The greatest number of rows; the published board has four.
pub const MAX_ROWS: usize = 8;

/// Letters of the columns, from the left.
pub(super) const COLUMNS: [char; MAX_COLUMNS] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/// Digits of the rows, from the bottom.
pub(super) const ROWS: [char; MAX_ROWS] = ['1', '2', '3', '4', '5', '6', '7', '8'];

named_square! {
    /// A square of a board of at most 8 columns and 8 rows. Squares sort column by column. Row 1 is the bottom row.
    Square { column, row }
    column: COLUMNS,
    row: ROWS,
    "not a square: expected a column a-h and a row 1-8, such as c3"
}

/// A direction on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards the top row.
    Up,
    /// Towards row 1.
    Down,
    /// Towards column a.
    Left,
    /// Towards the later columns.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The direction back.
    #[must_use]
    pub fn back(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }
}

/// The neighbour of a square in a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Neighbour {
    /// Another square.
    Square(Square),
    /// The railing: nothing can be pushed past it.
    Railing,
    /// Nothing: a piece that is pushed there falls off the board.
    Open,
}

/// A board: a run of squares in each row.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Layout {
    /// The first column and the number of columns of each row, from the top row down.
    rows: Vec<(usize, usize)>,
}

/// Rows that do not form a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// There are too few or too many rows.
    #[error("a board of {rows} rows: expected 1 to {MAX_ROWS}")]
    Rows {
        /// The number of rows.
        rows: usize,
    },
    /// A row is empty or goes too far to the right.
    #[error(
        "row {row} of the board: {length} squares after {first} missing ones, expected 1 to {MAX_COLUMNS} columns"
    )]
    Columns {
        /// The number of the row, from 1 at the bottom.
        row: usize,
        /// The number of squares that the row lacks on the left.
        first: usize,
        /// The number of squares of the row.
        length: usize,
    },
}

impl Layout {
    /// The board with these rows, from the top down. Each row is given as its number of missing squares on the left and
    /// its number of squares.
    ///
    /// # Errors
    /// [`LayoutError`] if there are no rows or squares, or too many.
    pub fn new(rows: &[(usize, usize)]) -> Result<Layout, LayoutError> {
        if !(1..=MAX_ROWS).contains(&rows.len()) {
            return Err(LayoutError::Rows { rows: rows.len() });
        }
        for (index, &(first, length)) in rows.iter().enumerate() {
            if length == 0 || first > MAX_COLUMNS || length > MAX_COLUMNS - first {
                return Err(LayoutError::Columns { row: rows.len() - index, first, length });
            }
        }
        Ok(Layout { rows: rows.to_vec() })
    }

    /// The published board: 26 squares in four rows, c4 to g4, a3 to h3, a2 to h2 and b1 to f1.
    pub fn full() -> Layout {
        Layout { rows: vec![(2, 5), (0, 8), (0, 8), (1, 5)] }
    }

    /// The first column and the number of columns of each row, from the top row down.
    pub(super) fn rows(&self) -> &[(usize, usize)] {
        &self.rows
    }

    /// The number of squares.
    pub fn area(&self) -> usize {
        self.rows.iter().map(|&(_, length)| length).sum()
    }

    /// All squares in print order: c4, ..., g4, a3, ..., f1 on the published board.
    pub fn squares(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for (index, &(first, length)) in self.rows.iter().enumerate() {
            let row = self.rows.len() - 1 - index;
            squares.extend((first..first + length).filter_map(|column| Square::new(column, row)));
        }
        squares
    }

    /// The number of `square` in print order, from 0; `None` if it is not on the board.
    pub fn index(&self, square: Square) -> Option<usize> {
        let above = (self.rows.len() - 1).checked_sub(square.row())?;
        let &(first, length) = self.rows.get(above)?;
        let inside = square.column().checked_sub(first).filter(|&inside| inside < length)?;
        Some(self.rows[..above].iter().map(|&(_, length)| length).sum::<usize>() + inside)
    }

    /// Whether `square` is on the board.
    pub fn contains(&self, square: Square) -> bool {
        self.index(square).is_some()
    }

    /// What lies beside `square` in a direction.
    pub fn beside(&self, square: Square, direction: Direction) -> Neighbour {
        let (right, up) = match direction {
            Direction::Up => (0, 1),
            Direction::Down => (0, -1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
        };
        let Some(row) = square.row().checked_add_signed(up).filter(|&row| row < self.rows.len()) else {
            return Neighbour::Railing;
        };
        let column = square.column().checked_add_signed(right);
        let next = column.and_then(|column| Square::new(column, row));
        next.filter(|&next| self.contains(next)).map_or(Neighbour::Open, Neighbour::Square)
    }
}
