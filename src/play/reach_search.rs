//! Whether games from the start reach a position: an ability of games.

use crate::game::PlayError;
use certamen_ask::flag::Given;
use certamen_language::GameQuestion;
use certamen_work::Limits;

/// The answer to the question whether a position is reachable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReachOutcome {
    /// This game leads there.
    Game {
        /// The record.
        record: String,
        /// The number of plies, a pass counted as one.
        plies: usize,
    },
    /// No game does: all positions that games reach were seen.
    Nowhere {
        /// How many there are.
        positions: usize,
    },
    /// The search ended at a limit.
    Undecided {
        /// The limit.
        reason: String,
    },
}

/// The ability of a game to say whether a position is reachable.
pub trait ReachSearch: Send + Sync {
    /// Searches a shortest game from the start to a position, and keeps at most `most` positions in memory.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position cannot be read, or if the naive game refuses the record.
    fn reach(
        &self,
        given: &Given,
        position: &str,
        most: usize,
        limits: &Limits,
    ) -> Result<ReachOutcome, PlayError>;

    /// The same question as a formula, which a solver can refute with a proof. `None` if the position does not say how long
    /// the games that lead there are.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position cannot be read.
    fn games_to(&self, _given: &Given, _position: &str) -> Result<Option<GameQuestion>, PlayError> {
        Ok(None)
    }
}
