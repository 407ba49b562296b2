//! Boards as text.
//!
//! Two forms are read and written. One line: one character for each square, A1 B1 ... H1 A2 ... H8. A grid: one line
//! for each rank, the top rank first; ranks end with a newline or a `/`. As in a printed diagram, a grid may have a row
//! of file letters above or below, and a rank number before or after each rank. Blanks between characters and blank
//! lines are ignored. The number of cells gives the size of the board.
//!
//! Cells: `X x * B b` is Black, or the side to move on boards that need not be reachable; `O o W w` is White, or the
//! opponent; `- . _` is empty. The caller must know which reading of the colours applies, because the text does not
//! say.

use thiserror::Error;

use super::board::{Board, Disc};
use super::square::{FILES, RANKS, Size};
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
    #[error("no board: expected 16, 36 or 64 cells")]
    NoCells,
    /// A character that has no meaning on a board, or not in this place.
    #[error(
        "{place}: found {found:?}, expected a cell: X * B for Black or the side to move, O W for the other, - . _ for empty"
    )]
    Foreign {
        /// Its place.
        place: TextPlace,
        /// The character.
        found: char,
    },
    /// A wrong file letter or rank number.
    #[error("{place}: found {found:?} among the coordinates, expected {expected:?}")]
    Coordinate {
        /// Its place.
        place: TextPlace,
        /// The character.
        found: char,
        /// The right coordinate.
        expected: char,
    },
    /// A row of file letters whose length differs from that of the ranks.
    #[error("{place}: a row of {found} file letters, expected {expected}")]
    FileRow {
        /// Where the row starts.
        place: TextPlace,
        /// The number of characters of the row.
        found: usize,
        /// The number of files.
        expected: usize,
    },
    /// A `/` with nothing before or after it.
    #[error("{place}: expected the cells of a rank beside '/'")]
    MissingRank {
        /// Where the cells are missing.
        place: TextPlace,
    },
    /// One line whose length is not that of any board.
    #[error("{place}: the line ends after {found} cells, expected 16, 36 or 64")]
    CellCount {
        /// Where the line ends.
        place: TextPlace,
        /// The number of cells of the line.
        found: usize,
    },
    /// A grid whose number of ranks is not that of any board.
    #[error("{place}: the grid ends after {found} ranks, expected 4, 6 or 8")]
    RankCount {
        /// Where the last rank ends.
        place: TextPlace,
        /// The number of ranks of the grid.
        found: usize,
    },
    /// A rank whose length differs from the number of ranks.
    #[error("{place}: rank {rank} has {found} cells, expected {expected}, for the grid has {expected} ranks")]
    RankLength {
        /// The first cell too many, or the end of a rank that is too short.
        place: TextPlace,
        /// The number of the rank, from 1 at the top.
        rank: usize,
        /// The number of cells of the rank.
        found: usize,
        /// The expected number of cells.
        expected: usize,
    },
}

/// Reads a board in either form.
///
/// # Errors
/// [`BoardError`], with the place and what was expected there, if the text is not a board of 4x4, 6x6 or 8x8 cells or
/// exceeds [`BOARD_LIMIT`].
pub fn parse_board(text: &str) -> Result<Board, BoardError> {
    if text.len() > BOARD_LIMIT {
        return Err(BoardError::TooLong { bytes: text.len() });
    }
    let (file_rows, mut ranks) = sort_rows(text, split_rows(text)?)?;
    let is_grid = ranks.len() > 1;
    if is_grid {
        for (number, rank) in ranks.iter_mut().enumerate() {
            strip_rank_numbers(text, rank, number)?;
        }
    }
    let ranks = ranks.iter().map(|rank| cells(text, rank)).collect::<Result<Vec<_>, _>>()?;
    let size = if is_grid { grid_size(text, &ranks)? } else { line_size(text, &ranks)? };
    for row in &file_rows {
        check_file_row(text, row, size, is_grid)?;
    }
    let cells: Vec<Option<Disc>> =
        ranks.into_iter().flat_map(|rank| rank.cells).map(|(_, cell)| cell).collect();
    // The number of cells determined the size, so there is one cell for each square.
    let mut cells = cells.into_iter();
    Ok(Board::from_fn(size, |_| cells.next().flatten()))
}

/// The characters of one row that are not blank, each with its index in the text.
#[derive(Debug, Default)]
struct Row {
    glyphs: Vec<(usize, char)>,
    /// The index of the character that ends the row, or of the end of the text.
    end: usize,
}

/// A rank whose characters have been read; indices as in [`Row`].
#[derive(Debug)]
struct Rank {
    cells: Vec<(usize, Option<Disc>)>,
    end: usize,
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
                row.glyphs.push((index, character));
            }
            continue;
        }
        row.end = index;
        if !row.glyphs.is_empty() {
            rows.push(row);
        } else if slash || after_slash {
            return Err(BoardError::MissingRank { place: TextPlace::at_index(text, index) });
        }
        row = Row::default();
        after_slash = slash;
    }
    Ok(rows)
}

/// Separates rows of file letters from ranks. `a` is not a cell, so a row that starts with it is a row of letters; only
/// the first and the last row may be one.
fn sort_rows(text: &str, rows: Vec<Row>) -> Result<(Vec<Row>, Vec<Row>), BoardError> {
    let last = rows.len().saturating_sub(1);
    let mut file_rows = Vec::new();
    let mut ranks = Vec::new();
    for (number, row) in rows.into_iter().enumerate() {
        match row.glyphs.first() {
            Some(&(index, found @ ('a' | 'A'))) => {
                if number != 0 && number != last {
                    return Err(BoardError::Foreign { place: TextPlace::at_index(text, index), found });
                }
                file_rows.push(row);
            }
            _ => ranks.push(row),
        }
    }
    if ranks.is_empty() { Err(BoardError::NoCells) } else { Ok((file_rows, ranks)) }
}

/// Removes a rank number before and after the cells of the rank with `number` (from 0), and checks it.
fn strip_rank_numbers(text: &str, rank: &mut Row, number: usize) -> Result<(), BoardError> {
    let check = |(index, found): (usize, char)| match RANKS.get(number) {
        Some(&expected) if expected != found => {
            Err(BoardError::Coordinate { place: TextPlace::at_index(text, index), found, expected })
        }
        // A ninth rank is refused later, because of its number.
        _ => Ok(()),
    };
    if let Some(&last) = rank.glyphs.last().filter(|(_, glyph)| glyph.is_ascii_digit()) {
        check(last)?;
        rank.glyphs.pop();
    }
    if let Some(&first) = rank.glyphs.first().filter(|(_, glyph)| glyph.is_ascii_digit()) {
        check(first)?;
        rank.glyphs.remove(0);
    }
    Ok(())
}

/// Reads the cells of a rank, or of a whole board on one line.
fn cells(text: &str, row: &Row) -> Result<Rank, BoardError> {
    let cell = |&(index, glyph): &(usize, char)| match glyph {
        'X' | 'x' | '*' | 'B' | 'b' => Ok((index, Some(Disc::Black))),
        'O' | 'o' | 'W' | 'w' => Ok((index, Some(Disc::White))),
        '-' | '.' | '_' => Ok((index, None)),
        found => Err(BoardError::Foreign { place: TextPlace::at_index(text, index), found }),
    };
    Ok(Rank { cells: row.glyphs.iter().map(cell).collect::<Result<_, _>>()?, end: row.end })
}

/// The size of a board on one line.
fn line_size(text: &str, ranks: &[Rank]) -> Result<Size, BoardError> {
    let Some(line) = ranks.first() else { return Err(BoardError::NoCells) };
    let found = line.cells.len();
    let size = Size::ALL.into_iter().find(|size| size.area() == found);
    size.ok_or_else(|| BoardError::CellCount { place: TextPlace::at_index(text, line.end), found })
}

/// The size of a grid: all of its ranks must be as long as the number of ranks.
fn grid_size(text: &str, ranks: &[Rank]) -> Result<Size, BoardError> {
    let found = ranks.len();
    let end = ranks.last().map_or(0, |rank| rank.end);
    let size = Size::new(found)
        .map_err(|_| BoardError::RankCount { place: TextPlace::at_index(text, end), found })?;
    let expected = size.edge();
    for (number, rank) in ranks.iter().enumerate() {
        let found = rank.cells.len();
        if found != expected {
            let index = rank.cells.get(expected).map_or(rank.end, |&(index, _)| index);
            return Err(BoardError::RankLength {
                place: TextPlace::at_index(text, index),
                rank: number + 1,
                found,
                expected,
            });
        }
    }
    Ok(size)
}

/// Checks that a row of file letters is a, b, c, ... for the width of the board; a board on one line has no such row.
fn check_file_row(text: &str, row: &Row, size: Size, is_grid: bool) -> Result<(), BoardError> {
    let Some(&(start, first)) = row.glyphs.first() else { return Ok(()) };
    if !is_grid {
        return Err(BoardError::Foreign { place: TextPlace::at_index(text, start), found: first });
    }
    for (&(index, found), &expected) in row.glyphs.iter().zip(&FILES) {
        if found.to_ascii_lowercase() != expected {
            return Err(BoardError::Coordinate { place: TextPlace::at_index(text, index), found, expected });
        }
    }
    if row.glyphs.len() != size.edge() {
        let found = row.glyphs.len();
        return Err(BoardError::FileRow {
            place: TextPlace::at_index(text, start),
            found,
            expected: size.edge(),
        });
    }
    Ok(())
}

/// The character of a cell in both written forms.
fn glyph(cell: Option<Disc>) -> char {
    match cell {
        Some(Disc::Black) => 'X',
        Some(Disc::White) => 'O',
        None => '-',
    }
}

/// Writes a board in one line: X, O or - for each square, row by row from a1, without a newline.
pub fn write_line(board: &Board) -> String {
    board.size().squares().map(|square| glyph(board.disc(square))).collect()
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_line(self))
    }
}

/// Writes a board as a grid with file letters above and rank numbers to the left; each line ends with a newline.
pub fn write_grid(board: &Board) -> String {
    let edge = board.size().edge();
    let mut grid = String::from(" ");
    for file in FILES.into_iter().take(edge) {
        grid.extend([' ', file]);
    }
    for square in board.size().squares() {
        if square.file() == 0 {
            grid.extend(['\n', RANKS[square.rank()]]);
        }
        grid.extend([' ', glyph(board.disc(square))]);
    }
    grid.push('\n');
    grid
}
