//! Positions as text.
//!
//! Idea: a digit for each square, rank by rank from the top, with a dash between the ranks:
//! `22222-00000-00300-00000-11111` is the start. 1 is a piece of the player to move, 2 one of the opponent, 3 the hole
//! and 0 an empty square. A newline may replace a dash, and blanks are ignored.

use thiserror::Error;

use super::board::{Board, Cell, Owner};
use super::position::{Position, PositionError, Variant};
use super::square::Size;
use crate::place::TextPlace;
use std::fmt;

/// The length in bytes of the longest position text that is read.
pub const POSITION_LIMIT_BYTES: usize = 1024;

/// Why a text is not a position, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The text is longer than any position.
    #[error("a position text of {bytes} bytes: at most {POSITION_LIMIT_BYTES} are read")]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// A character that has no meaning in a position, or not in this place.
    #[error(
        "{place}: found {found:?}, expected 0 (empty), 1 (mover), 2 (opponent), 3 (hole), or '-' after a rank"
    )]
    Foreign {
        /// Its place.
        place: TextPlace,
        /// The character.
        found: char,
    },
    /// A rank whose length differs from the width of the board.
    #[error("{place}: rank {rank} has {found} squares, expected {expected}")]
    RankLength {
        /// The first digit too many, or the end of a rank that is too short.
        place: TextPlace,
        /// The number of the rank, counted from the top rank down to 1; 0 and below do not occur.
        rank: usize,
        /// The number of digits of the rank.
        found: usize,
        /// The number of squares of a rank.
        expected: usize,
    },
    /// Too few or too many ranks.
    #[error("{place}: the position ends after {found} ranks, expected {expected}")]
    RankCount {
        /// Where the text ends.
        place: TextPlace,
        /// The number of ranks.
        found: usize,
        /// The number of ranks of the board.
        expected: usize,
    },
    /// The board is not a position of an unfinished game.
    #[error("not a position: {0}")]
    Position(#[from] PositionError),
}

/// The cells of a rank, each with the index of its character in the text, and the index where the rank ends.
type Rank = (Vec<(usize, Cell)>, usize);

/// Reads a position.
///
/// # Errors
/// [`ParseError`], with the place and what was expected there, if the text is not a position of a game of `variant`
/// that goes on, or exceeds [`POSITION_LIMIT_BYTES`].
pub fn parse_position(variant: Variant, text: &str) -> Result<Position, ParseError> {
    Ok(Position::new(variant, read_board(variant.size(), text)?)?)
}

/// Reads a board, whatever stands on it.
pub(super) fn read_board(size: Size, text: &str) -> Result<Board, ParseError> {
    if text.len() > POSITION_LIMIT_BYTES {
        return Err(ParseError::TooLong { bytes: text.len() });
    }
    let ranks = split_ranks(text)?;
    check_ranks(text, &ranks, size)?;
    // The ranks have been checked, so there is one cell for each square.
    let mut cells = ranks.into_iter().flat_map(|(cells, _)| cells).map(|(_, cell)| cell);
    Ok(Board::from_fn(size, |_| cells.next().unwrap_or(Cell::Empty)))
}

/// Splits a text into its ranks at dashes and newlines, and drops blank lines.
fn split_ranks(text: &str) -> Result<Vec<Rank>, ParseError> {
    let mut ranks: Vec<Rank> = Vec::new();
    let mut rank = Vec::new();
    let mut after_dash = false;
    // A newline after the end closes the last rank like any other.
    for (index, character) in text.chars().chain(['\n']).enumerate() {
        let cell = match character {
            '0' => Cell::Empty,
            '1' => Cell::Piece(Owner::Mover),
            '2' => Cell::Piece(Owner::Opponent),
            '3' => Cell::Hole,
            '-' | '\n' => {
                let dash = character == '-';
                if !rank.is_empty() || dash || after_dash {
                    ranks.push((std::mem::take(&mut rank), index));
                }
                after_dash = dash;
                continue;
            }
            blank if blank.is_ascii_whitespace() => continue,
            found => return Err(ParseError::Foreign { place: TextPlace::at_index(text, index), found }),
        };
        rank.push((index, cell));
    }
    Ok(ranks)
}

/// Checks that the number of ranks, and of squares in each, is that of the board.
fn check_ranks(text: &str, ranks: &[Rank], size: Size) -> Result<(), ParseError> {
    let expected = size.edge();
    for (number, (cells, end)) in ranks.iter().take(expected).enumerate() {
        let found = cells.len();
        if found != expected {
            let index = cells.get(expected).map_or(*end, |&(index, _)| index);
            let place = TextPlace::at_index(text, index);
            return Err(ParseError::RankLength { place, rank: expected - number, found, expected });
        }
    }
    if ranks.len() != expected {
        let place = TextPlace::at_index(text, ranks.last().map_or(0, |&(_, end)| end));
        return Err(ParseError::RankCount { place, found: ranks.len(), expected });
    }
    Ok(())
}

/// Writes a board as digits with a dash between the ranks, the top rank first, without a newline.
pub fn write_line(board: &Board) -> String {
    let mut line = String::new();
    for (index, square) in board.size().squares().enumerate() {
        if index > 0 && square.file() == 0 {
            line.push('-');
        }
        line.push(match board.cell(square) {
            Some(Cell::Piece(Owner::Mover)) => '1',
            Some(Cell::Piece(Owner::Opponent)) => '2',
            Some(Cell::Hole) => '3',
            Some(Cell::Empty) | None => '0',
        });
    }
    line
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_line(self))
    }
}
