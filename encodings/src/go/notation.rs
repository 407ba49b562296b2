//! Positions and points as text.
//!
//! A position is a row of characters for each row of the board, the top row first, rows separated by `/` or line
//! breaks: `X` for the player to move (or Black), `O` for the other, `.` for an empty point. Points are spelt as SGF
//! does: two letters, the column first, `aa` at the top left.

use super::board::Board;
use super::rules::Stones;
use crate::board::{Layout, Square};
use crate::word::{WidestWord, Word};

/// The longest text that is read, in characters. A board has at most 361 points.
const LIMIT: usize = 1024;

/// Why a text is not a board.
///
/// # Examples
/// ```
/// use encodings::go::notation::parse;
///
/// let error = parse("XO/X").map_err(|error| error.to_string());
/// assert_eq!(error, Err("row 2 has 1 points, expected 2".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Longer than any board.
    #[error("a board has at most 19 rows of 19 points, and no text of more than {LIMIT} characters")]
    TooLong,
    /// A character that has no meaning here.
    #[error("character {place} of the board is `{found}`: expected X, O, . or /")]
    Foreign {
        /// Which character, counted from 1.
        place: usize,
        /// The character.
        found: char,
    },
    /// A row whose length differs from that of the first.
    #[error("row {row} has {found} points, expected {expected}")]
    Row {
        /// Which row, counted from 1.
        row: usize,
        /// The number of its points.
        found: usize,
        /// The number of points of the first row.
        expected: usize,
    },
    /// More rows or columns than a board can have, or none.
    #[error("a board of {rows} rows of {columns} points: both are 1 to 19")]
    Size {
        /// The number of rows.
        rows: usize,
        /// The number of points of the first row.
        columns: usize,
    },
}

/// Reads a board and its stones; blanks are skipped. Does not check that they form a legal position.
///
/// # Errors
/// [`NotationError`], which names the place.
pub fn parse(text: &str) -> Result<(Board, Stones<WidestWord>), NotationError> {
    let mut rows: Vec<Vec<char>> = vec![Vec::new()];
    for (place, character) in text.trim().chars().enumerate() {
        if place >= LIMIT {
            return Err(NotationError::TooLong);
        }
        match character {
            '/' | '\n' => rows.push(Vec::new()),
            'X' | 'x' | 'O' | 'o' | '.' => rows.last_mut().into_iter().for_each(|row| row.push(character)),
            blank if blank.is_ascii_whitespace() => {}
            found => return Err(NotationError::Foreign { place: place + 1, found }),
        }
    }
    let expected = rows[0].len();
    let size = NotationError::Size { rows: rows.len(), columns: expected };
    let board = Board::of_size(rows.len(), expected).ok_or(size)?;
    let mut stones = Stones { own: WidestWord::EMPTY, opp: WidestWord::EMPTY };
    for (row, characters) in rows.iter().enumerate() {
        if characters.len() != expected {
            return Err(NotationError::Row { row: row + 1, found: characters.len(), expected });
        }
        for (column, character) in characters.iter().enumerate() {
            let point = WidestWord::EMPTY.unit(row * expected + column);
            match character {
                'X' | 'x' => stones.own = stones.own | point,
                'O' | 'o' => stones.opp = stones.opp | point,
                _ => {}
            }
        }
    }
    Ok((board, stones))
}

/// Writes the stones of a board on one line, rows separated by `/`.
pub fn print<W: Word<Bit = bool>>(board: &Board, stones: Stones<W>) -> String {
    let row = |row: usize| -> String {
        let points = (0..board.columns()).map(|column| row * board.columns() + column);
        let mark = |point| match (stones.own.bit(point), stones.opp.bit(point)) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '.',
        };
        points.map(mark).collect()
    };
    (0..board.rows()).map(row).collect::<Vec<_>>().join("/")
}

/// The letters of a point in SGF, such as `cd`.
pub fn print_point(board: &Board, point: Square) -> String {
    let (column, row) = board.layout().coordinates(point);
    [column, row].map(|edge| char::from(b'a' + edge as u8)).iter().collect()
}

/// The point with these two letters, if the board has it.
pub fn parse_point(layout: Layout, letters: &str) -> Option<Square> {
    let edge = |letter: u8| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'));
    let &[column, row] = letters.as_bytes() else { return None };
    layout.at(edge(column)?, edge(row)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn boards_round_trip(rows in 1..=19usize, columns in 1..=19usize, own: [u64; 6], opp: [u64; 6]) {
            let board = Board::of_size(rows, columns).unwrap();
            let on_board = |limbs| WidestWord::from_limbs(limbs) & WidestWord::EMPTY.constant(board.full());
            let opp = on_board(opp);
            let own = on_board(own);
            let stones = Stones { own: own ^ (own & opp), opp };
            prop_assert_eq!(parse(&print(&board, stones)), Ok((board, stones)));
        }

        #[test]
        fn any_text_is_answered(text in "[XO./\n ]{0,60}|.{0,60}") {
            let _ = parse(&text);
        }

        #[test]
        fn any_letters_are_answered(text in ".{0,4}") {
            let _ = parse_point(Layout::new(19, 19).unwrap(), &text);
        }
    }

    #[test]
    fn complaints_name_the_place() {
        assert_eq!(parse("X?"), Err(NotationError::Foreign { place: 2, found: '?' }));
        assert_eq!(parse("XO/X"), Err(NotationError::Row { row: 2, found: 1, expected: 2 }));
        assert_eq!(parse(""), Err(NotationError::Size { rows: 1, columns: 0 }));
        assert_eq!(parse(&"X".repeat(20)), Err(NotationError::Size { rows: 1, columns: 20 }));
        assert_eq!(parse(&"X".repeat(2000)), Err(NotationError::TooLong));
    }

    #[test]
    fn points_round_trip() {
        let board = Board::of_size(13, 19).unwrap();
        for point in board.layout().all() {
            assert_eq!(parse_point(board.layout(), &print_point(&board, point)), Some(point));
        }
        assert_eq!(parse_point(board.layout(), "an"), None);
        assert_eq!(parse_point(board.layout(), "Aa"), None);
    }
}
