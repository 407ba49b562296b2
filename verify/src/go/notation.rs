//! Boards as text.
//!
//! Idea: a row of characters for each row of the board, the top row first; rows end with a newline or a `/`. Blanks
//! between characters and blank lines are ignored. The rows give the size of the board.
//!
//! Cells: `X x * # B b` is Black, `O o W w` is White, `. - _ +` is empty. `.XO/...` is a board of 2x3 points.

use thiserror::Error;

use super::board::{Board, Stone};
use super::point::{MAX_EDGE, Size};
use crate::place::TextPlace;
use std::fmt;

/// The length in bytes of the longest board text that is read.
pub const BOARD_LIMIT: usize = 4 * 1024;

/// Why a text is not a board, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The text is longer than any board.
    #[error("a board text of {bytes} bytes: at most {BOARD_LIMIT} are read")]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// There is no cell in the text.
    #[error("no board: expected rows of '.', 'X' and 'O'")]
    NoCells,
    /// A character that has no meaning on a board.
    #[error("{place}: found {found:?}, expected a cell: X * # B for Black, O W for White, . - _ + for empty")]
    Foreign {
        /// Its place.
        place: TextPlace,
        /// The character.
        found: char,
    },
    /// A `/` with nothing before or after it.
    #[error("{place}: expected the cells of a row beside '/'")]
    MissingRow {
        /// Where the cells are missing.
        place: TextPlace,
    },
    /// A row that is shorter or longer than the first one.
    #[error("{place}: row {row} has {found} cells, expected {expected}, as many as row 1")]
    RowLength {
        /// The first cell too many, or the end of a row that is too short.
        place: TextPlace,
        /// The number of the row, from 1 at the top.
        row: usize,
        /// The number of cells of the row.
        found: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
    /// More rows or columns than a board has.
    #[error("{place}: more than {MAX_EDGE} {what}")]
    TooLarge {
        /// The first cell too many.
        place: TextPlace,
        /// Rows or columns.
        what: &'static str,
    },
}

/// The cells of a row, each with the index of its character in the text.
#[derive(Debug, Default)]
struct Row {
    cells: Vec<(usize, Option<Stone>)>,
    /// The index of the character that ends the row, or of the end of the text.
    end: usize,
}

/// Reads a board.
///
/// # Errors
/// [`BoardError`] with the place and what was expected there, if the text is not a board of 1x1 to 19x19 cells or
/// exceeds [`BOARD_LIMIT`].
pub fn parse_board(text: &str) -> Result<Board, BoardError> {
    if text.len() > BOARD_LIMIT {
        return Err(BoardError::TooLong { bytes: text.len() });
    }
    let rows = split_rows(text)?;
    let Some(columns) = rows.first().map(|row| row.cells.len()) else { return Err(BoardError::NoCells) };
    for (number, row) in rows.iter().enumerate() {
        check_row(text, row, number, columns)?;
    }
    let size = Size::new(rows.len(), columns).map_err(|_| BoardError::NoCells)?;
    // The rows determined the size, so there is one cell for each point.
    let mut cells = rows.into_iter().flat_map(|row| row.cells).map(|(_, cell)| cell);
    Ok(Board::from_fn(size, |_| cells.next().flatten()))
}

/// Splits a text into its rows at newlines and slashes. Blank rows are dropped; they may occur beside newlines only.
fn split_rows(text: &str) -> Result<Vec<Row>, BoardError> {
    let mut rows = Vec::new();
    let mut row = Row::default();
    let mut after_slash = false;
    // A newline after the end closes the last row like any other.
    for (index, character) in text.chars().chain(['\n']).enumerate() {
        let slash = character == '/';
        if !slash && character != '\n' {
            if !character.is_ascii_whitespace() {
                row.cells.push((index, cell(text, index, character)?));
            }
            continue;
        }
        row.end = index;
        if !row.cells.is_empty() {
            rows.push(row);
        } else if slash || after_slash {
            return Err(BoardError::MissingRow { place: TextPlace::at_index(text, index) });
        }
        row = Row::default();
        after_slash = slash;
    }
    Ok(rows)
}

/// Reads one cell.
fn cell(text: &str, index: usize, character: char) -> Result<Option<Stone>, BoardError> {
    match character {
        'X' | 'x' | '*' | '#' | 'B' | 'b' => Ok(Some(Stone::Black)),
        'O' | 'o' | 'W' | 'w' => Ok(Some(Stone::White)),
        '.' | '-' | '_' | '+' => Ok(None),
        found => Err(BoardError::Foreign { place: TextPlace::at_index(text, index), found }),
    }
}

/// Checks that the row with `number` (from 0) is as long as the first one, and that the board is not too large.
fn check_row(text: &str, row: &Row, number: usize, columns: usize) -> Result<(), BoardError> {
    let found = row.cells.len();
    let at =
        |cell: usize| TextPlace::at_index(text, row.cells.get(cell).map_or(row.end, |&(index, _)| index));
    if number >= MAX_EDGE {
        return Err(BoardError::TooLarge { place: at(0), what: "rows" });
    }
    if found > MAX_EDGE {
        return Err(BoardError::TooLarge { place: at(MAX_EDGE), what: "columns" });
    }
    if found != columns {
        return Err(BoardError::RowLength { place: at(columns), row: number + 1, found, expected: columns });
    }
    Ok(())
}

/// The rows of a board as text.
fn rows(board: &Board) -> Vec<String> {
    let glyph = |cell| match cell {
        Some(Stone::Black) => 'X',
        Some(Stone::White) => 'O',
        None => '.',
    };
    let mut rows = vec![String::new(); board.size().rows()];
    for point in board.size().points() {
        rows[point.row()].push(glyph(board.stone(point)));
    }
    rows
}

/// Writes a board on one line: `.XO/...`, without a newline.
pub fn write_line(board: &Board) -> String {
    rows(board).join("/")
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_line(self))
    }
}

/// Writes a board as a grid: each row is a line that ends with a newline.
pub fn write_grid(board: &Board) -> String {
    rows(board).join("\n") + "\n"
}
