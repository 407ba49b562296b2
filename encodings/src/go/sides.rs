//! Boards by their sides.

use crate::board::Layout;
use std::fmt;
use std::str::FromStr;

/// The greatest length of a side.
pub const LONGEST: usize = 19;

/// A board of m x n points, each side from 1 to 19.
///
/// # Examples
/// ```
/// use encodings::go::BoardSides;
///
/// let board: BoardSides = "3x5".parse()?;
/// assert_eq!((board.rows(), board.width(), board.points()), (3, 5, 15));
/// assert!("0x5".parse::<BoardSides>().is_err());
/// # Ok::<(), encodings::go::BoardSidesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSides {
    rows: usize,
    columns: usize,
}

/// Why a text is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardSidesError {
    /// It is not of the form `MxN`.
    #[error("expected two sides, as in 9x9")]
    Form,
    /// A side is too short or too long.
    #[error("a side has 1 to {LONGEST} points")]
    Side,
}

impl BoardSides {
    /// A board, if its sides are from 1 to 19.
    ///
    /// # Errors
    /// [`BoardSidesError::Side`]
    pub fn new(rows: usize, columns: usize) -> Result<Self, BoardSidesError> {
        let fits = |side| (1..=LONGEST).contains(&side);
        if fits(rows) && fits(columns) { Ok(Self { rows, columns }) } else { Err(BoardSidesError::Side) }
    }

    /// The first side in the text: the rows.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The second side in the text: the columns.
    pub fn columns(self) -> usize {
        self.columns
    }

    /// The names of its points.
    pub fn layout(self) -> Layout {
        Layout::new(self.columns, self.rows).unwrap_or(Layout::BIT)
    }

    /// The shorter side.
    pub fn height(self) -> usize {
        self.rows.min(self.columns)
    }

    /// The longer side.
    pub fn width(self) -> usize {
        self.rows.max(self.columns)
    }

    /// The number of points.
    pub fn points(self) -> usize {
        self.rows * self.columns
    }
}

impl fmt::Display for BoardSides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for BoardSides {
    type Err = BoardSidesError;

    fn from_str(text: &str) -> Result<Self, BoardSidesError> {
        let (rows, columns) = text.split_once('x').ok_or(BoardSidesError::Form)?;
        let side = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            // A number that does not fit into a word is also too long a side.
            is_number.then(|| text.parse().unwrap_or(usize::MAX)).ok_or(BoardSidesError::Form)
        };
        Self::new(side(rows)?, side(columns)?)
    }
}
