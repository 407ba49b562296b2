//! Positions as text, in the notation of the repository `maksverver/pushfight`.
//!
//! One character for each square in reading order, from the left of the last rank to the right of the first: `o` is a
//! mover and `O` a pusher of the player to move, `x` and `X` are those of the other player, `Y` is the other player's
//! pusher with the anchor, `.` a free square. The grid has one line for each rank, with blanks for missing squares and,
//! optionally, coordinates around it.

use super::board::Board;
use super::position::{Position, PositionError};
use super::rules::{Pieces, Side};
use std::fmt::Write as _;

/// The greatest length of the text of a position, in bytes.
pub const TEXT_LIMIT: usize = 1024;

/// Why a text is not a position.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Standard, notation};
///
/// let error = notation::parse::<Standard>("oO").map_err(|error| error.to_string());
/// assert_eq!(error, Err("the position has 2 squares, expected 26".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Longer than any position.
    #[error("the position has more than {TEXT_LIMIT} bytes")]
    TooLong,
    /// Not one character for each square.
    #[error("the position has {found} squares, expected {expected}")]
    Length {
        /// The number of squares given.
        found: usize,
        /// The number of squares of the board.
        expected: usize,
    },
    /// A character that has no meaning here.
    #[error("character {place} of the position is `{found}`: expected one of o O x X Y and .")]
    Foreign {
        /// Which character, counted from 1.
        place: usize,
        /// The character.
        found: char,
    },
    /// An own pusher with the anchor. The anchor is always on a pusher of the player who pushed last.
    #[error(
        "character {place} of the position is `P`: the anchor is on a pusher of the player not to move, Y"
    )]
    OwnAnchor {
        /// Which character, counted from 1.
        place: usize,
    },
    /// The pieces do not form a position.
    #[error("the position has {0}")]
    Pieces(#[from] PositionError),
}

/// The squares in reading order: the last rank first.
pub fn reading_order<B: Board>() -> impl Iterator<Item = usize> {
    let layout = B::LAYOUT;
    (0..layout.ranks())
        .rev()
        .flat_map(move |rank| (0..layout.files()).map(move |file| rank * layout.files() + file))
        .filter(|&index| B::SQUARES.contains(index))
}

/// Reads a position, on one line or as a grid; of a grid, coordinates around the board are skipped.
///
/// # Errors
/// [`NotationError`], which names the place.
pub fn parse<B: Board>(text: &str) -> Result<Position<B>, NotationError> {
    Ok(Position::new(pieces::<B::Shape>(text)?)?)
}

/// The pieces of a text with a character for each square.
fn pieces<B: Board>(text: &str) -> Result<Pieces<u32>, NotationError> {
    if text.len() > TEXT_LIMIT {
        return Err(NotationError::TooLong);
    }
    let is_grid = text.trim().contains('\n');
    let mut order = reading_order::<B>();
    let mut pieces =
        Pieces { own: Side { pushers: 0, movers: 0 }, opp: Side { pushers: 0, movers: 0 }, anchor: 0 };
    let mut found = 0;
    for (place, character) in text.chars().enumerate() {
        let is_coordinate = character.is_ascii_digit() || ('a'..='n').contains(&character);
        if character.is_ascii_whitespace() || is_grid && is_coordinate {
            continue;
        }
        found += 1;
        let bit = order.next().map_or(0, |index| 1 << index);
        match character {
            'o' => pieces.own.movers |= bit,
            'O' => pieces.own.pushers |= bit,
            'x' => pieces.opp.movers |= bit,
            'X' => pieces.opp.pushers |= bit,
            'Y' => {
                pieces.opp.pushers |= bit;
                pieces.anchor |= bit;
            }
            '.' => {}
            'P' => return Err(NotationError::OwnAnchor { place: place + 1 }),
            _ => return Err(NotationError::Foreign { place: place + 1, found: character }),
        }
    }
    let expected = B::SQUARES.len();
    if found != expected {
        return Err(NotationError::Length { found, expected });
    }
    Ok(pieces)
}

/// The character of a square.
fn character(pieces: Pieces<u32>, index: usize) -> char {
    let on = |word: u32| word >> index & 1 == 1;
    let kinds = [
        (pieces.anchor, 'Y'),
        (pieces.own.movers, 'o'),
        (pieces.own.pushers, 'O'),
        (pieces.opp.movers, 'x'),
        (pieces.opp.pushers, 'X'),
    ];
    kinds.into_iter().find(|&(word, _)| on(word)).map_or('.', |(_, character)| character)
}

/// Writes a position on one line.
pub fn print<B: Board>(position: Position<B>) -> String {
    line::<B::Shape>(position.pieces())
}

fn line<B: Board>(pieces: Pieces<u32>) -> String {
    reading_order::<B>().map(|index| character(pieces, index)).collect()
}

/// Writes a position as a grid with coordinates.
pub fn grid<B: Board>(position: Position<B>) -> String {
    let layout = B::LAYOUT;
    let files: String = ('a'..).take(layout.files()).collect();
    let mut text = format!("  {files}\n");
    for rank in (0..layout.ranks()).rev() {
        let line: String = (0..layout.files())
            .map(|file| rank * layout.files() + file)
            .map(|index| if B::SQUARES.contains(index) { character(position.pieces(), index) } else { ' ' })
            .collect();
        let _ = writeln!(text, "{} {line} {}", rank + 1, rank + 1);
    }
    let _ = writeln!(text, "  {files}");
    text
}

#[cfg(test)]
mod tests {
    use super::super::board::{PushFight, Standard};
    use super::*;
    use proptest::prelude::*;

    const START: &str = ".OX.....oxY....Oox.....OX.";

    #[test]
    fn a_position_prints_as_the_published_grid() {
        let position = parse::<Standard>(START).unwrap();
        let grid = grid(position);
        assert_eq!(grid, "  abcdefgh\n4   .OX..  4\n3 ...oxY.. 3\n2 ..Oox... 2\n1  ..OX.   1\n  abcdefgh\n");
        assert_eq!(parse::<Standard>(&grid), Ok(position));
        assert_eq!(parse::<Standard>("   .OX..\n ...oxY..\n ..Oox...\n  ..OX.\n"), Ok(position));
        assert_eq!(print(position), START);
        assert_eq!(position.rotated().rotated(), position);
        let turned: String = START.chars().rev().collect();
        assert_eq!(print(position.rotated()), turned);
    }

    #[test]
    fn complaints_name_the_place() {
        let complaint = |text: &str| parse::<Standard>(text).unwrap_err().to_string();
        assert_eq!(complaint("...."), "the position has 4 squares, expected 26");
        assert_eq!(
            complaint(&START.replace('Y', "?")),
            "character 11 of the position is `?`: expected one of o O x X Y and ."
        );
        assert_eq!(complaint(&START.replace('X', "Y")), "the position has 3 anchors, expected one");
        assert_eq!(
            complaint(&START.replacen('o', ".", 1)),
            "the position has 1 movers (o) of the player to move, expected 2"
        );
        assert!(complaint(&START.replacen('O', "P", 1)).contains("character 2"));
        assert_eq!(complaint(&"o".repeat(2000)), "the position has more than 1024 bytes");
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "[oOxXY. a-h1-4\n\\PC]{0,60}") {
            if let Ok(position) = parse::<PushFight<4, 4, 1, 1>>(&text) {
                prop_assert_eq!(parse(&print(position)), Ok(position));
                prop_assert_eq!(parse(&grid(position)), Ok(position));
            }
            let _ = parse::<Standard>(&text);
        }
    }
}
