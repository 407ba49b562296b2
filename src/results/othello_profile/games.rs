//! Good games for every number of discs, found by native searches: the starting point of an entry.

use super::ProfileError;
use crate::search::forward::best_games;
use certamen_othello::query::{OthelloWitness, ToMove};
use certamen_othello::{OthelloSize, on_side};
use certamen_work::Stop;
use std::ops::ControlFlow;
use std::time::Duration;

/// The number of positions of each number of discs and player that a search keeps, for each second of a question's
/// time. With this, the searches take about as long as a question on two processors.
const PER_SECOND: f64 = 512.0;
/// The least and the greatest number that they keep; the latter takes 1 GB of memory.
const WIDTHS: (f64, f64) = (4096.0, 131_072.0);

/// The number of positions that a search keeps if each question has this time.
fn width(time: Option<Duration>) -> usize {
    time.map_or(WIDTHS.1, |time| (time.as_secs_f64() * PER_SECOND).clamp(WIDTHS.0, WIDTHS.1)) as usize
}

/// A record for each number of discs and player to move for which one was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games(Vec<(u32, ToMove, OthelloWitness)>);

impl Games {
    /// Searches for games, for about as long as a question has. If a stop is requested, returns what was found so far.
    ///
    /// # Errors
    /// [`ProfileError::Witness`] if a record is not valid.
    pub fn of(board: OthelloSize, time: Option<Duration>, stop: &Stop) -> Result<Self, ProfileError> {
        on_side!(board, SIDE => Self::on::<SIDE>(board, width(time), stop))
    }

    /// The record for this number of discs.
    pub fn get(&self, discs: u32, to_move: ToMove) -> Option<&OthelloWitness> {
        let game = self.0.iter().find(|game| (game.0, game.1) == (discs, to_move));
        game.map(|(_, _, witness)| witness)
    }

    fn on<const SIDE: usize>(board: OthelloSize, width: usize, stop: &Stop) -> Result<Self, ProfileError> {
        let watch = |_| if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let games = best_games::<SIDE>(width, &watch).into_iter().map(|best| {
            let to_move = best.record.mover().into();
            Ok((best.discs, to_move, OthelloWitness::of_game(board, &best.record.to_string())?))
        });
        Ok(Self(games.collect::<Result<_, ProfileError>>()?))
    }
}
