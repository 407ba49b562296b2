//! Flags that choose a game of Ostle: the board, the number of pieces, and when a side has lost.

use crate::variant::side_of;
use certamen_ask::flag::{Flag, Given};
use encodings::ostle::variant::{Variant, VariantError};
use std::str::FromStr;

/// The board.
pub(crate) const BOARD: Flag =
    Flag::text("board", "BOARD", "The board: 3x3, 4x4 or 5x5 [default: that of the position, or 5x5]");
/// The number of pieces of each side.
pub(crate) const PIECES: Flag =
    Flag::number("pieces", "N", "The number of pieces of each side [default: the length of a rank]");
/// The number of pieces with which a side has lost.
pub(crate) const LOSE_AT: Flag =
    Flag::number("lose-at", "N", "A side with N pieces left has lost [default: two less than at the start]");

/// The reading of rule 8 of a table, as the tables of a solved game name it: `paper`, or as printed.
pub(crate) const RULE: &str = "rule";

/// Why flags do not choose a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FlagError {
    /// The text is not a board of the game.
    #[error("--board {0}: {1}")]
    Board(String, BoardError),
    /// The numbers of pieces do not fit the board.
    #[error(transparent)]
    Variant(#[from] VariantError),
}

/// A text that is not the name of a board of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BoardError {
    /// It does not have the form of a board.
    #[error("expected two sides, as in 5x5")]
    Form,
    /// The game is not played on this board.
    #[error("ostle is played on 3x3, 4x4 and 5x5 squares")]
    Other,
}

/// A board by the number of squares along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardName {
    pub(crate) side: usize,
}

impl FromStr for BoardName {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let (files, ranks) = text.split_once('x').ok_or(BoardError::Form)?;
        let side = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            // A number that does not fit is a side that is too long.
            is_number.then(|| text.parse().unwrap_or(usize::MAX)).ok_or(BoardError::Form)
        };
        match (side(files)?, side(ranks)?) {
            (side @ 3..=5, ranks) if ranks == side => Ok(Self { side }),
            _ => Err(BoardError::Other),
        }
    }
}

/// The game on a board with this number of pieces, or with the usual number.
///
/// # Errors
/// [`VariantError`] if they do not fit.
pub(crate) fn variant_on(
    side: usize,
    pieces: Option<usize>,
    lose_at: Option<usize>,
) -> Result<Variant, VariantError> {
    let pieces = pieces.unwrap_or(side);
    Variant::new(side, pieces, lose_at.unwrap_or(pieces.saturating_sub(2)))
}

/// The game that flags choose.
///
/// # Errors
/// [`FlagError`]
pub(crate) fn variant(given: &Given) -> Result<Variant, FlagError> {
    variant_of(given, None)
}

/// The game that flags choose. If no flag names a board, it is the board of the position.
///
/// # Errors
/// [`FlagError`]
pub(crate) fn variant_of(given: &Given, position: Option<&str>) -> Result<Variant, FlagError> {
    let side = match given.text(BOARD.name) {
        None => position.map_or(5, side_of),
        Some(text) => {
            text.parse::<BoardName>().map_err(|error| FlagError::Board(text.to_owned(), error))?.side
        }
    };
    let number = |flag: Flag| given.number(flag.name).map(|number| number as usize);
    Ok(variant_on(side, number(PIECES), number(LOSE_AT))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_pieces_are_chosen() {
        let given = Given::new();
        assert_eq!(variant(&given), Ok(Variant::PUBLISHED));
        let small = given.with_text("board", "3x3");
        assert_eq!(variant(&small), Ok(Variant::new(3, 3, 1).unwrap()));
        let fewer = small.clone().with_number("pieces", 2);
        assert_eq!(variant(&fewer), Ok(Variant::new(3, 2, 0).unwrap()));
        assert_eq!(variant(&fewer.with_number("lose-at", 1)), Ok(Variant::new(3, 2, 1).unwrap()));
        assert_eq!(variant(&small.with_number("pieces", 4)), Err(Variant::new(3, 4, 2).unwrap_err().into()));
    }

    #[test]
    fn other_boards_are_refused() {
        let refusal = |board| variant(&Given::new().with_text("board", board)).unwrap_err().to_string();
        for board in ["2x2", "6x6", "5x4", "99999999999999999999x3"] {
            assert_eq!(
                refusal(board),
                format!("--board {board}: ostle is played on 3x3, 4x4 and 5x5 squares")
            );
        }
        for board in ["", "5", "5x", "x5", "5x5x5", "+5x5"] {
            assert_eq!(refusal(board), format!("--board {board}: expected two sides, as in 5x5"));
        }
    }
}
