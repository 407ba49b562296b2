//! Positions and moves as text, in the notation of the publication.
//!
//! A position is one digit for each square, the last rank first and file a first in a rank: 1 a piece of the mover, 2
//! of the opponent, 3 the hole, 0 an empty square. Hyphens or newlines between ranks are optional, blanks are ignored.
//! A move is a square and a direction: `e3L`; a record is moves with commas between them.

use super::position::{Heading, Move};
use super::rules::Pieces;
use crate::board::{Layout, SquareError};
use crate::word::Word;

/// Why a text is not a board.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::ostle::notation::{BoardError, parse};
///
/// assert_eq!(parse("12-0", Grid::<3, 3>::LAYOUT), Err(BoardError::Hyphen { place: 3 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Not one digit for each square.
    #[error("the board has {found} squares, expected {expected} ({layout})")]
    Length {
        /// The number of squares given.
        found: usize,
        /// The number of squares of the layout.
        expected: usize,
        /// The layout.
        layout: Layout,
    },
    /// A character that has no meaning here.
    #[error(
        "character {place} of the board is `{found}`: expected 0 (empty), 1 (mover), 2 (opponent) or 3 (hole)"
    )]
    Foreign {
        /// Which character, counted from 1.
        place: usize,
        /// The character.
        found: char,
    },
    /// A hyphen that does not lie between ranks.
    #[error("character {place} of the board is a hyphen that does not lie between two ranks")]
    Hyphen {
        /// Which character, counted from 1.
        place: usize,
    },
    /// A newline within a rank.
    #[error("character {place} of the board is a newline within a rank")]
    Newline {
        /// Which character, counted from 1.
        place: usize,
    },
}

/// Why a text is not a move.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::ostle::notation::{MoveError, parse_move};
///
/// assert_eq!(parse_move("e3X", Grid::<5, 5>::LAYOUT), Err(MoveError::Malformed("e3X".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No square and direction.
    #[error("`{0}` is not a move: expected a square and U, D, L or R, like e3L")]
    Malformed(String),
    /// No square of the board.
    #[error(transparent)]
    Square(#[from] SquareError),
}

/// Reads the pieces of a board. Does not check that they form a position.
///
/// # Errors
/// [`BoardError`], which names the place.
pub fn parse(text: &str, layout: Layout) -> Result<Pieces<u32>, BoardError> {
    let mut pieces = Pieces { own: 0u32, opp: 0u32, hole: 0u32 };
    let (files, expected) = (layout.files(), layout.squares());
    let mut found = 0;
    // Two ranks have one separator between them; more newlines may stand beside it, and around the board.
    let mut is_separated = true;
    for (place, character) in text.chars().enumerate() {
        let place = place + 1;
        let is_between = found % files == 0;
        match character {
            '-' if is_separated || !is_between || found >= expected => {
                return Err(BoardError::Hyphen { place });
            }
            '\n' if !is_between => return Err(BoardError::Newline { place }),
            '-' | '\n' => {
                is_separated = true;
                continue;
            }
            blank if blank.is_ascii_whitespace() => continue,
            '0'..='3' => is_separated = false,
            found => return Err(BoardError::Foreign { place, found }),
        }
        if found < expected {
            let rank = layout.ranks() - 1 - found / files;
            let bit = 1u32.up(rank * files + found % files);
            match character {
                '1' => pieces.own |= bit,
                '2' => pieces.opp |= bit,
                '3' => pieces.hole |= bit,
                _ => {}
            }
        }
        found += 1;
    }
    if found == expected { Ok(pieces) } else { Err(BoardError::Length { found, expected, layout }) }
}

/// Writes the pieces of a board, with hyphens between the ranks.
pub fn print(pieces: Pieces<u32>, layout: Layout) -> String {
    let digit = |index: usize| match (pieces.own.bit(index), pieces.opp.bit(index), pieces.hole.bit(index)) {
        (true, ..) => '1',
        (_, true, _) => '2',
        (.., true) => '3',
        _ => '0',
    };
    let ranks = (0..layout.ranks()).rev().map(|rank| {
        let squares = rank * layout.files()..(rank + 1) * layout.files();
        squares.map(digit).collect::<String>()
    });
    ranks.collect::<Vec<_>>().join("-")
}

/// Reads a move, in upper or lower case.
///
/// # Errors
/// [`MoveError`] if the text is not a move on a board of this layout.
pub fn parse_move(text: &str, layout: Layout) -> Result<Move, MoveError> {
    let malformed = || MoveError::Malformed(text.chars().take(16).collect());
    let (last, letter) = text.char_indices().next_back().ok_or_else(malformed)?;
    let heading = match letter.to_ascii_uppercase() {
        'U' => Heading::Up,
        'D' => Heading::Down,
        'L' => Heading::Left,
        'R' => Heading::Right,
        _ => return Err(malformed()),
    };
    match layout.parse(&text[..last]) {
        Ok(square) => Ok(Move { square, heading }),
        Err(SquareError::Malformed(_)) => Err(malformed()),
        Err(error) => Err(error.into()),
    }
}

/// Writes a move.
pub fn print_move(played: Move, layout: Layout) -> String {
    format!("{}{}", layout.name(played.square), played.heading.letter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn layout() -> Layout {
        Layout::new(5, 5).unwrap()
    }

    proptest! {
        #[test]
        fn boards_round_trip(own: u32, opp: u32, hole in 0usize..25) {
            let (full, hole) = ((1 << 25) - 1, 1 << hole);
            let own = own & full & !hole;
            let pieces = Pieces { own, opp: opp & full & !own & !hole, hole };
            let text = print(pieces, layout());
            prop_assert_eq!(parse(&text, layout()), Ok(pieces));
            prop_assert_eq!(parse(&text.replace('-', ""), layout()), Ok(pieces));
        }

        #[test]
        fn any_text_is_answered(text in ".{0,40}") {
            let _ = parse(&text, layout());
            let _ = parse_move(&text, layout());
        }

        #[test]
        fn digits_are_answered(text in "[0-3-]{20,32}") {
            let _ = parse(&text, layout());
        }
    }

    #[test]
    fn moves_round_trip() {
        for square in layout().all() {
            for heading in Heading::ALL {
                let played = Move { square, heading };
                assert_eq!(parse_move(&print_move(played, layout()), layout()), Ok(played));
            }
        }
    }

    #[test]
    fn complaints_name_the_place() {
        let layout = Layout::new(3, 3).unwrap();
        assert_eq!(parse("120-x", layout), Err(BoardError::Foreign { place: 5, found: 'x' }));
        assert_eq!(parse("12-0", layout), Err(BoardError::Hyphen { place: 3 }));
        assert_eq!(parse("120-030-000-", layout), Err(BoardError::Hyphen { place: 12 }));
        assert_eq!(parse("120", layout), Err(BoardError::Length { found: 3, expected: 9, layout }));
        for text in ["", "é", "e3", "U", "e3X", "33U"] {
            assert!(matches!(parse_move(text, layout), Err(MoveError::Malformed(_))), "{text}");
        }
        assert!(matches!(parse_move("d4U", layout), Err(MoveError::Square(_))));
    }
}
