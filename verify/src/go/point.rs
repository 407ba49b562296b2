//! Board sizes and points.
//!
//! A point is a column and a row, counted from the top left corner and written as in SGF: two letters, the column
//! first, `aa` in the corner. Boards number their points row by row.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The greatest number of rows or columns.
pub const MAX_EDGE: usize = 19;

/// The number of rows and columns of a board, each from 1 to 19.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    rows: u8,
    columns: u8,
}

/// A board with no rows or columns, or with too many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a board of {rows}x{columns} points: expected 1 to {MAX_EDGE} rows and columns")]
pub struct SizeError {
    /// The requested number of rows.
    pub rows: usize,
    /// The requested number of columns.
    pub columns: usize,
}

impl Size {
    /// The size of a board of `rows` by `columns` points.
    ///
    /// # Errors
    /// [`SizeError`] if either number is 0 or exceeds [`MAX_EDGE`].
    pub fn new(rows: usize, columns: usize) -> Result<Size, SizeError> {
        let fits = |edge: usize| (1..=MAX_EDGE).contains(&edge);
        if fits(rows) && fits(columns) {
            Ok(Size { rows: rows as u8, columns: columns as u8 })
        } else {
            Err(SizeError { rows, columns })
        }
    }

    /// The number of rows.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// The number of columns.
    pub fn columns(self) -> usize {
        usize::from(self.columns)
    }

    /// The number of points.
    pub fn area(self) -> usize {
        self.rows() * self.columns()
    }

    /// Whether `point` is on a board of this size.
    pub fn contains(self, point: Point) -> bool {
        point.column() < self.columns() && point.row() < self.rows()
    }

    /// The number of `point` on a board of this size, counted row by row from 0; `None` if it is off the board.
    pub fn index(self, point: Point) -> Option<usize> {
        self.contains(point).then(|| point.row() * self.columns() + point.column())
    }

    /// All points of the board, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.area()).filter_map(move |index| Point::new(index % self.columns(), index / self.columns()))
    }

    /// The points next to `point` that are on the board: above, left, right and below.
    pub fn neighbours(self, point: Point) -> Vec<Point> {
        let steps: [(isize, isize); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        let next = |(right, down): (isize, isize)| {
            let column = point.column().checked_add_signed(right)?;
            let row = point.row().checked_add_signed(down)?;
            Point::new(column, row).filter(|&next| self.contains(next))
        };
        steps.into_iter().filter_map(next).collect()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A point of a board of at most 19x19 points. Points sort row by row, as boards are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    // The row comes first, so that the derived order is row by row.
    row: u8,
    column: u8,
}

/// The letters of columns and rows, from the top left corner.
const LETTERS: [char; MAX_EDGE] =
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's'];

impl Point {
    /// The point in column `column` and row `row`, both from 0; `None` if either is 19 or more.
    pub fn new(column: usize, row: usize) -> Option<Point> {
        let inside = column < MAX_EDGE && row < MAX_EDGE;
        inside.then_some(Point { row: row as u8, column: column as u8 })
    }

    /// The column, counted from the left: a = 0.
    pub fn column(self) -> usize {
        usize::from(self.column)
    }

    /// The row, counted from the top: a = 0.
    pub fn row(self) -> usize {
        usize::from(self.row)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", LETTERS[self.column()], LETTERS[self.row()])
    }
}

/// A text that does not name a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a point: expected two letters a-s, the column first, such as cd")]
pub struct PointError;

impl FromStr for Point {
    type Err = PointError;

    /// Reads `cd`, in lower case as in SGF, with nothing before or after it.
    fn from_str(text: &str) -> Result<Point, PointError> {
        let mut numbers = text.chars().map(|found| LETTERS.iter().position(|&letter| letter == found));
        let (Some(Some(column)), Some(Some(row)), None) = (numbers.next(), numbers.next(), numbers.next())
        else {
            return Err(PointError);
        };
        Point::new(column, row).ok_or(PointError)
    }
}
