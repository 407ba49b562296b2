//! Positions as text.
//!
//! Idea: one character for each square in print order. On one line: `.OX.....oxY....Oox.....OX.`. As a grid: one line
//! for each row, the top row first, with any indentation. As in a printed diagram, a grid may have the letters of the
//! columns above or below, and the number of a row before or after it.
//!
//! Characters: `o` is a mover and `O` a pusher of the player to move, `x` and `X` those of the opponent, `Y` the
//! opponent's anchored pusher, and `.` a free square.

use thiserror::Error;

use super::layout::{COLUMNS, Layout, ROWS, Square};
use super::position::{Kind, Piece, Position, PositionError, Side, Variant};
use crate::place::TextPlace;
use std::fmt;

/// The length in bytes of the longest position text that is read.
pub const POSITION_LIMIT: usize = 1024;

/// The characters of positions, in the order of [`super::index`].
pub(super) const GLYPHS: [char; 6] = ['.', 'o', 'O', 'x', 'X', 'Y'];

/// Why a text is not a position, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The text is longer than any position.
    #[error("a position text of {bytes} bytes: at most {POSITION_LIMIT} are read")]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// There is nothing in the text.
    #[error("no position: expected {expected} squares of . o O x X Y")]
    Nothing {
        /// The number of squares of the board.
        expected: usize,
    },
    /// A character that has no meaning in a position, or not in this place.
    #[error(
        "{place}: found {found:?}, expected a square: . (free), o O (to move), x X (opponent), Y (anchored)"
    )]
    Foreign {
        /// Its place.
        place: TextPlace,
        /// The character.
        found: char,
    },
    /// A wrong row number.
    #[error("{place}: found {found:?} among the coordinates, expected {expected:?}")]
    Coordinate {
        /// Its place.
        place: TextPlace,
        /// The character.
        found: char,
        /// The number of that row.
        expected: char,
    },
    /// One line whose length is not the number of squares of the board.
    #[error("{place}: {found} squares, expected {expected}")]
    Length {
        /// The first square too many, or the end of a line that is too short.
        place: TextPlace,
        /// The number of squares of the line.
        found: usize,
        /// The number of squares of the board.
        expected: usize,
    },
    /// A row of a grid with a wrong length.
    #[error("{place}: row {row} has {found} squares, expected {expected}")]
    RowLength {
        /// The first square too many, or the end of a row that is too short.
        place: TextPlace,
        /// The number of the row, as it is printed.
        row: usize,
        /// The number of squares of the row.
        found: usize,
        /// The expected number of squares.
        expected: usize,
    },
    /// A grid with too few or too many rows.
    #[error("{place}: the grid ends after {found} rows, expected {expected}")]
    RowCount {
        /// Where the last row ends.
        place: TextPlace,
        /// The number of rows of the grid.
        found: usize,
        /// The number of rows of the board.
        expected: usize,
    },
    /// A second anchored piece.
    #[error("{place}: a second anchored piece, there is only one anchor")]
    SecondAnchor {
        /// Its place.
        place: TextPlace,
    },
    /// The pieces are not those of an unfinished game.
    #[error("not a position: {0}")]
    Position(#[from] PositionError),
}

/// The meaning of a character of a position: the piece, and whether it is anchored. `None` if it has no meaning.
pub(super) fn piece_of(glyph: char) -> Option<(Option<Piece>, bool)> {
    let piece = |side, kind| Some(Piece { side, kind });
    match glyph {
        '.' => Some((None, false)),
        'o' => Some((piece(Side::Own, Kind::Mover), false)),
        'O' => Some((piece(Side::Own, Kind::Pusher), false)),
        'x' => Some((piece(Side::Opponent, Kind::Mover), false)),
        'X' => Some((piece(Side::Opponent, Kind::Pusher), false)),
        'Y' => Some((piece(Side::Opponent, Kind::Pusher), true)),
        _ => None,
    }
}

/// The character of a square.
pub(super) fn glyph(position: &Position, square: Square) -> char {
    match position.piece(square) {
        None => '.',
        Some(Piece { side: Side::Own, kind: Kind::Mover }) => 'o',
        Some(Piece { side: Side::Own, kind: Kind::Pusher }) => 'O',
        Some(Piece { side: Side::Opponent, kind: Kind::Mover }) => 'x',
        Some(Piece { side: Side::Opponent, kind: Kind::Pusher }) if position.anchor() == Some(square) => 'Y',
        Some(Piece { side: Side::Opponent, kind: Kind::Pusher }) => 'X',
    }
}

/// The characters of a line that are not blank, each with its index in the text.
#[derive(Debug)]
struct Line {
    glyphs: Vec<(usize, char)>,
    /// The index of the character that ends the line, or of the end of the text.
    end: usize,
}

/// Reads a position in either form.
///
/// # Errors
/// [`ParseError`], with the place and what was expected there, if the text is not a position of `variant` or exceeds
/// [`POSITION_LIMIT`].
pub fn parse_position(variant: &Variant, text: &str) -> Result<Position, ParseError> {
    if text.len() > POSITION_LIMIT {
        return Err(ParseError::TooLong { bytes: text.len() });
    }
    let layout = variant.layout();
    let lines = lines(text);
    let glyphs = match &lines[..] {
        [] => return Err(ParseError::Nothing { expected: layout.area() }),
        [line] => one_line(text, line, layout)?,
        _ => grid(text, lines, layout)?,
    };
    let mut pieces = Vec::new();
    let mut anchor = None;
    for ((index, found), square) in glyphs.into_iter().zip(layout.squares()) {
        let place = TextPlace::at_index(text, index);
        let (piece, anchored) = piece_of(found).ok_or(ParseError::Foreign { place, found })?;
        if anchored && anchor.replace(square).is_some() {
            return Err(ParseError::SecondAnchor { place });
        }
        pieces.push(piece);
    }
    // The numbers of pieces and squares are equal, so there is one piece for each square.
    let mut pieces = pieces.into_iter();
    Ok(Position::new(variant, |_| pieces.next().flatten(), anchor)?)
}

/// The lines of a text that are not blank.
fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut glyphs = Vec::new();
    // A newline after the end closes the last line like any other.
    for (end, character) in text.chars().chain(['\n']).enumerate() {
        if character != '\n' {
            if !character.is_ascii_whitespace() {
                glyphs.push((end, character));
            }
        } else if !glyphs.is_empty() {
            lines.push(Line { glyphs: std::mem::take(&mut glyphs), end });
        }
    }
    lines
}

/// The characters of a position in one line.
fn one_line(text: &str, line: &Line, layout: &Layout) -> Result<Vec<(usize, char)>, ParseError> {
    let (found, expected) = (line.glyphs.len(), layout.area());
    // An unknown character is a more helpful reason than a wrong length.
    if let Some(&(index, found)) = line.glyphs.iter().find(|(_, glyph)| piece_of(*glyph).is_none()) {
        return Err(ParseError::Foreign { place: TextPlace::at_index(text, index), found });
    }
    if found != expected {
        let index = line.glyphs.get(expected).map_or(line.end, |&(index, _)| index);
        return Err(ParseError::Length { place: TextPlace::at_index(text, index), found, expected });
    }
    Ok(line.glyphs.clone())
}

/// The characters of a position that is a grid, without the coordinates.
fn grid(text: &str, mut lines: Vec<Line>, layout: &Layout) -> Result<Vec<(usize, char)>, ParseError> {
    let names_columns = |line: &Line| {
        line.glyphs.iter().map(|&(_, glyph)| glyph).eq(COLUMNS.into_iter().take(line.glyphs.len()))
    };
    if lines.first().is_some_and(names_columns) {
        lines.remove(0);
    }
    if lines.last().is_some_and(names_columns) {
        lines.pop();
    }
    let expected = layout.rows().len();
    let mut glyphs = Vec::new();
    for (index, (line, &(_, length))) in lines.iter_mut().zip(layout.rows()).enumerate() {
        let row = expected - index;
        strip_row_number(text, line, row)?;
        let found = line.glyphs.len();
        if found != length {
            let index = line.glyphs.get(length).map_or(line.end, |&(index, _)| index);
            return Err(ParseError::RowLength {
                place: TextPlace::at_index(text, index),
                row,
                found,
                expected: length,
            });
        }
        glyphs.append(&mut line.glyphs);
    }
    if lines.len() != expected {
        let place = TextPlace::at_index(text, lines.last().map_or(0, |line| line.end));
        return Err(ParseError::RowCount { place, found: lines.len(), expected });
    }
    Ok(glyphs)
}

/// Removes the number before and after a row, and checks it.
fn strip_row_number(text: &str, line: &mut Line, row: usize) -> Result<(), ParseError> {
    let expected = ROWS[row - 1];
    let check = |(index, found): (usize, char)| {
        if found == expected {
            Ok(())
        } else {
            Err(ParseError::Coordinate { place: TextPlace::at_index(text, index), found, expected })
        }
    };
    if let Some(&last) = line.glyphs.last().filter(|(_, glyph)| glyph.is_ascii_digit()) {
        check(last)?;
        line.glyphs.pop();
    }
    if let Some(&first) = line.glyphs.first().filter(|(_, glyph)| glyph.is_ascii_digit()) {
        check(first)?;
        line.glyphs.remove(0);
    }
    Ok(())
}

/// Writes a position in one line, without a newline.
pub fn write_line(position: &Position) -> String {
    position.layout().squares().into_iter().map(|square| glyph(position, square)).collect()
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_line(self))
    }
}

/// Writes a position as a grid, as printed in the repository maksverver/pushfight: with the letters of the columns
/// above and below and the numbers of the rows to the left and right. Each line ends with a newline.
pub fn write_grid(position: &Position) -> String {
    let rows = position.layout().rows();
    let columns = rows.iter().map(|&(first, length)| first + length).max().unwrap_or(0);
    let header: String = COLUMNS.into_iter().take(columns).collect();
    let mut lines = vec![format!("  {header}")];
    for index in 0..rows.len() {
        let row = rows.len() - 1 - index;
        let cells = (0..columns).map(|column| match Square::new(column, row) {
            Some(square) if position.layout().contains(square) => glyph(position, square),
            _ => ' ',
        });
        let cells: String = cells.collect();
        lines.push(format!("{0} {cells} {0}", ROWS[row]));
    }
    lines.push(format!("  {header}\n"));
    lines.join("\n")
}
