//! Game records.
//!
//! Idea: moves separated by commas, semicolons or dashes, `e3L,a5D,...`; the players take turns, and blanks around a
//! move are ignored. A record is read and played move by move, so that the first error in the text is the one that is
//! reported.
//!
//! Does not show: that the record is a whole game. A record may end after any move.

use thiserror::Error;

use super::position::Position;
use super::rules::{IllegalMove, Move, MoveError, Outcome};
use super::state::State;
use crate::place::TextPlace;

pub use crate::record::RECORD_LIMIT;

/// A record that has been played through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The result of the last move; the first state if there was none.
    pub end: Outcome<State>,
    /// The moves in order.
    pub moves: Vec<Move>,
}

/// Why a record is refused.
pub type RecordError = crate::record::RecordError<Reason>;

/// What is wrong with a move of a record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Reason {
    /// It cannot be read.
    #[error("found {found:?}, {error}")]
    Unreadable {
        /// The text between the commas.
        found: String,
        /// What was expected.
        error: MoveError,
    },
    /// It cannot be played.
    #[error("{mv}: {illegal}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Why it is not legal.
        illegal: IllegalMove,
    },
    /// The game has already ended.
    #[error("{mv}: the game is already over")]
    GameOver {
        /// The move.
        mv: Move,
    },
}

/// Plays a record from `position`, as the start of a game.
///
/// # Errors
/// [`RecordError`] with the first move that cannot be read or played, or if the record exceeds [`RECORD_LIMIT`].
pub fn replay(position: &Position, record: &str) -> Result<Replay, RecordError> {
    replay_from(&State::new(position.clone()), record)
}

/// Plays a record from `state`; its first ply has number 1.
///
/// # Errors
/// As [`replay`].
pub fn replay_from(state: &State, record: &str) -> Result<Replay, RecordError> {
    if record.len() > RECORD_LIMIT {
        return Err(RecordError::TooLong { bytes: record.len() });
    }
    let mut game = Replay { end: Outcome::Continues(state.clone()), moves: Vec::new() };
    if record.trim_ascii().is_empty() {
        return Ok(game);
    }
    let mut index = 0;
    for part in record.split([',', ';', '-']) {
        let blanks = part.chars().take_while(char::is_ascii_whitespace).count();
        game.play_written(part.trim_ascii()).map_err(|reason| RecordError::AtPly {
            ply: game.moves.len() + 1,
            place: TextPlace::at_index(record, index + blanks),
            reason,
        })?;
        index += part.chars().count() + 1;
    }
    Ok(game)
}

impl Replay {
    /// Plays a move, given as text.
    fn play_written(&mut self, written: &str) -> Result<(), Reason> {
        let found = || written.chars().take(20).collect();
        let mv: Move = written.parse().map_err(|error| Reason::Unreadable { found: found(), error })?;
        let Outcome::Continues(state) = &self.end else { return Err(Reason::GameOver { mv }) };
        self.end = state.play(mv).map_err(|illegal| Reason::Illegal { mv, illegal })?;
        self.moves.push(mv);
        Ok(())
    }
}

/// Writes moves as a record, without blanks.
pub fn write_record(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(",")
}
