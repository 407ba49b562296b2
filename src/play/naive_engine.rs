//! Any naive game as one of the two engines of a game.

use crate::twin::{Engine, EngineError, Opinion, PASS, Refusal};
use verify::naive::Naive;

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
        Ok(play(&self.game, position, ply)?)
    }
}

/// What a naive game says of a position with this text.
pub(crate) fn opinion<N: Naive>(game: &N, position: &N::Position, text: String) -> Result<Opinion, Refusal> {
    let (result, mut names) = game.result_and_names(position);
    // A player without a ply passes, as long as the game goes on.
    if names.is_empty() && result.is_none() {
        if game.pass(position).is_none()
            && let Some(limit) = limit(game, position)
        {
            return Err(limit);
        }
        names.push(PASS.to_owned());
    }
    Ok(Opinion::new(text, names, result.map(|result| result.to_string())))
}

/// The position after a ply.
pub(crate) fn play<N: Naive>(game: &N, position: &N::Position, ply: &str) -> Result<N::Position, Refusal> {
    game.play(position, ply).map_err(|reason| limit(game, position).unwrap_or_else(|| reason.into()))
}

/// The limit of a naive game in a position, if it has one there.
pub(crate) fn limit<N: Naive>(game: &N, position: &N::Position) -> Option<Refusal> {
    game.refusal(position).map(|reason| Refusal { reason, is_limit: true })
}
