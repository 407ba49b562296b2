//! Good games for every number of discs, by native searches: where an entry begins.

use super::ProfileError;
use crate::BoardSize;
use crate::query::{OthelloWitness, ToMove};
use crate::search::forward::best_games;
use certamen_work::Stop;
use encodings::othello::position::Player;
use std::ops::ControlFlow;
use std::time::Duration;

/// How many positions of each number of discs and player a search keeps for each second that a question has: the searches
/// take about as long as a question then, on two processors.
const PER_SECOND: f64 = 512.0;
/// The least and the most that they keep; the latter with 1 GB of memory.
const WIDTHS: (f64, f64) = (4096.0, 131_072.0);

/// How many positions a search keeps where each question has so much time.
fn width(time: Option<Duration>) -> usize {
    time.map_or(WIDTHS.1, |time| (time.as_secs_f64() * PER_SECOND).clamp(WIDTHS.0, WIDTHS.1)) as usize
}

/// A record for each number of discs and player to move for which one was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games(Vec<(u32, ToMove, OthelloWitness)>);

impl Games {
    /// Searches for games, for about as long as a question has; what somebody who asks for the end leaves of it.
    ///
    /// # Errors
    /// [`ProfileError::Witness`] where a record does not stand.
    pub fn of(board: BoardSize, time: Option<Duration>, stop: &Stop) -> Result<Self, ProfileError> {
        match board {
            BoardSize::Four => Self::on::<4>(board, width(time), stop),
            BoardSize::Six => Self::on::<6>(board, width(time), stop),
            BoardSize::Eight => Self::on::<8>(board, width(time), stop),
        }
    }

    /// The record for this number of discs.
    pub fn get(&self, discs: u32, to_move: ToMove) -> Option<&OthelloWitness> {
        let game = self.0.iter().find(|game| (game.0, game.1) == (discs, to_move));
        game.map(|(_, _, witness)| witness)
    }

    fn on<const SIDE: usize>(board: BoardSize, width: usize, stop: &Stop) -> Result<Self, ProfileError> {
        let watch = |_| if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let games = best_games::<SIDE>(width, &watch).into_iter().map(|best| {
            let to_move = match best.record.mover() {
                Player::Black => ToMove::Black,
                Player::White => ToMove::White,
            };
            Ok((best.discs, to_move, OthelloWitness::of_game(board, &best.record.to_string())?))
        });
        Ok(Self(games.collect::<Result<_, ProfileError>>()?))
    }
}
