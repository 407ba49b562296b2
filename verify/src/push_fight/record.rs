//! Game records.
//!
//! Idea: turns (`d1-a2,d3-c3,c2-d2`) separated by blanks; the players take turns. A record is read and played turn by
//! turn, so that the first error in the text is the one that is reported.
//!
//! Does not show: that the record is a whole game. A record may end after any turn.

use thiserror::Error;

use super::position::Position;
use super::turn::{IllegalTurn, Outcome, Turn, TurnError, apply};
use crate::place::TextPlace;

pub use crate::record::RECORD_LIMIT;

/// A record that has been played through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The result of the last turn; the first position if there was none.
    pub end: Outcome,
    /// The turns in order.
    pub turns: Vec<Turn>,
}

/// Why a record is refused.
pub type RecordError = crate::record::RecordError<Reason>;

/// What is wrong with a turn of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Reason {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(TurnError),
    /// It cannot be played.
    #[error("{0}")]
    Illegal(IllegalTurn),
    /// The game has already ended.
    #[error("the game is already over: a piece fell off the board")]
    GameOver,
}

/// Plays a record from `position`.
///
/// # Errors
/// [`RecordError`] with the first turn that cannot be read or played, or if the record exceeds [`RECORD_LIMIT`].
pub fn replay(position: &Position, record: &str) -> Result<Replay, RecordError> {
    if record.len() > RECORD_LIMIT {
        return Err(RecordError::TooLong { bytes: record.len() });
    }
    let mut game = Replay { end: Outcome::Continues(position.clone()), turns: Vec::new() };
    let mut index = 0;
    for word in record.split(|character: char| character.is_ascii_whitespace()) {
        if !word.is_empty() {
            game.play(word).map_err(|reason| RecordError::AtPly {
                ply: game.turns.len() + 1,
                place: TextPlace::at_index(record, index),
                reason,
            })?;
        }
        index += word.chars().count() + 1;
    }
    Ok(game)
}

impl Replay {
    /// Plays a turn, given as text.
    fn play(&mut self, written: &str) -> Result<(), Reason> {
        let turn: Turn = written.parse().map_err(Reason::Unreadable)?;
        let Outcome::Continues(position) = &self.end else { return Err(Reason::GameOver) };
        self.end = apply(position, &turn).map_err(Reason::Illegal)?;
        self.turns.push(turn);
        Ok(())
    }
}
