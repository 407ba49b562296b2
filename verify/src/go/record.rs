//! Records: lists of points.
//!
//! Idea: points as in SGF (`cd`), separated by blanks, commas, semicolons or dashes; the players take turns. `pass`
//! is a pass, and so is `tt`, SGF's old form for boards up to 19x19. A record is read and played point by point, so
//! that the first error in the text is the one that is reported.
//!
//! Does not show: that the record is a whole game. A record may end after any ply.

use thiserror::Error;

use super::game::{Action, Game, IllegalStart, Move, Position, Reason, Rules};
use super::point::{Point, PointError};
use crate::place::TextPlace;

/// The length in bytes of the longest record that is read.
pub const RECORD_LIMIT: usize = 64 * 1024;

/// Why a list of moves is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveListError {
    /// The game cannot start there.
    #[error("the start: {0}")]
    Start(#[from] IllegalStart),
    /// A ply that is not legal.
    #[error("ply {ply}: {reason}")]
    AtPly {
        /// The number of the ply, from 1. Passes count.
        ply: usize,
        /// The reason.
        reason: Reason,
    },
}

/// Why the text of a record is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The text is longer than any record.
    #[error("a record of {bytes} bytes: at most {RECORD_LIMIT} are read")]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// The game cannot start there.
    #[error("the start: {0}")]
    Start(#[from] IllegalStart),
    /// A word that is neither a point nor a pass.
    #[error("ply {ply}, {place}: {error}, or pass")]
    Unreadable {
        /// The number of the ply, from 1. Passes count.
        ply: usize,
        /// Where the word starts.
        place: TextPlace,
        /// What was expected.
        error: PointError,
    },
    /// A ply that is not legal.
    #[error("ply {ply}, {place}: {reason}")]
    AtPly {
        /// The number of the ply, from 1. Passes count.
        ply: usize,
        /// Where the ply starts in the text.
        place: TextPlace,
        /// What is wrong with it.
        reason: Reason,
    },
}

/// Plays moves that name their players.
///
/// # Errors
/// [`MoveListError`] with the first move that is not legal, or if no game can start from `start`.
pub fn replay(start: &Position, rules: Rules, moves: &[Move]) -> Result<Game, MoveListError> {
    let mut game = Game::new(start.clone(), rules)?;
    for &turn in moves {
        let ply = game.length() + 1;
        game.play_move(turn).map_err(|reason| MoveListError::AtPly { ply, reason })?;
    }
    Ok(game)
}

/// Plays the text of a record, in which the players take turns.
///
/// # Errors
/// [`RecordError`] with the first ply that cannot be read or played, or if the record exceeds [`RECORD_LIMIT`].
pub fn replay_record(start: &Position, rules: Rules, record: &str) -> Result<Game, RecordError> {
    if record.len() > RECORD_LIMIT {
        return Err(RecordError::TooLong { bytes: record.len() });
    }
    let mut game = Game::new(start.clone(), rules)?;
    for (index, word) in words(record) {
        let ply = game.length() + 1;
        let place = TextPlace::at_index(record, index);
        let action = action(&word).map_err(|error| RecordError::Unreadable { ply, place, error })?;
        game.play(action).map_err(|reason| RecordError::AtPly { ply, place, reason })?;
    }
    Ok(game)
}

/// Reads a point or a pass.
fn action(word: &str) -> Result<Action, PointError> {
    match word {
        "pass" | "tt" => Ok(Action::Pass),
        point => point.parse::<Point>().map(Action::Place),
    }
}

/// The words of a text between blanks, commas, semicolons and dashes, each with the index of its first character.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (index, character) in text.chars().enumerate() {
        let separates = character.is_ascii_whitespace() || matches!(character, ',' | ';' | '-');
        match words.last_mut() {
            _ if separates => {}
            Some((_, word)) if inside => word.push(character),
            _ => words.push((index, character.to_string())),
        }
        inside = !separates;
    }
    words
}
