//! A state as text: a position, and after `!` the move that rule 8 forbids there.

use super::name;
use certamen_play::game::PlayError;
use encodings::ostle::notation;
use encodings::ostle::position::{Move, Position};
use encodings::ostle::variant::Variant;

/// What separates the board from the forbidden move.
pub(super) const FORBIDDEN: char = '!';

/// The board and the forbidden move of a text.
pub(crate) fn parts(text: &str) -> (&str, Option<&str>) {
    match text.split_once(FORBIDDEN) {
        Some((board, forbidden)) => (board, Some(forbidden)),
        None => (text, None),
    }
}

/// Reads a position with the move that is forbidden there.
pub(crate) fn state<const SIDE: usize>(
    variant: Variant,
    text: &str,
) -> Result<(Position<SIDE>, Option<Move>), PlayError> {
    let (board, forbidden) = parts(text);
    let position = super::position::<SIDE>(board, variant)?;
    let read = |text: &str| match notation::parse_move(text, Position::<SIDE>::LAYOUT) {
        Ok(played) if position.is_legal(played) => Ok(played),
        Ok(_) => Err(PlayError::Position(format!("the forbidden move {text} is not legal without rule 8"))),
        Err(error) => Err(PlayError::Position(format!("the forbidden move: {error}"))),
    };
    Ok((position, forbidden.map(read).transpose()?))
}

/// A board and the move that is forbidden there, as the text of a state.
pub(crate) fn in_state(board: &str, forbidden: Option<&str>) -> String {
    forbidden.map_or_else(|| board.to_owned(), |forbidden| format!("{board}{FORBIDDEN}{forbidden}"))
}

/// A position with the move that is forbidden there, as text.
pub(crate) fn state_text<const SIDE: usize>(position: Position<SIDE>, forbidden: Option<Move>) -> String {
    let board = notation::print(position.pieces(), Position::<SIDE>::LAYOUT);
    in_state(&board, forbidden.map(name::<SIDE>).as_deref())
}
