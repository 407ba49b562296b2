//! Any naive game as one of the two engines of a game.

use crate::twin_game::{Engine, EngineError, Opinion, PASS};
use verify::naive::{Naive, NaiveError};

/// A naive game.
#[derive(Clone, Debug)]
pub struct NaiveEngine<N> {
    /// The game.
    pub game: N,
    /// The text of the start.
    pub start: String,
}

impl<N: Naive<Position: Send + Sync> + Send + Sync> Engine for NaiveEngine<N> {
    type State = N::Position;

    fn start(&self, text: Option<&str>) -> Result<N::Position, EngineError> {
        Ok(self.game.parse(text.unwrap_or(&self.start))?)
    }

    fn opinion(&self, position: &N::Position) -> Result<Opinion, EngineError> {
        Ok(opinion(&self.game, position, self.game.print(position))?)
    }

    fn play(&self, position: &N::Position, ply: &str) -> Result<N::Position, EngineError> {
        Ok(self.game.play(position, ply)?)
    }
}

/// What a naive game says of a position with this text.
pub(crate) fn opinion<N: Naive>(game: &N, state: &N::Position, text: String) -> Result<Opinion, NaiveError> {
    let (result, mut names) = game.result_and_names(state);
    // A player without a ply passes, as long as the game goes on.
    if names.is_empty() && result.is_none() {
        if let Some(limit) = game.refusal(state) {
            return Err(NaiveError::NotJudged(limit));
        }
        names.push(PASS.to_owned());
    }
    Ok(Opinion::new(text, names, result.map(|result| result.to_string())))
}
