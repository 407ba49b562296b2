//! Good games for every number of discs, by one native search: where an entry begins.

use super::ProfileError;
use crate::query::{BoardSize, OthelloWitness, ToMove};
use crate::retro::othello::forward::best_games;
use crate::stop::Stop;
use encodings::othello::position::Player;
use std::ops::ControlFlow;

/// How many positions of each number of discs and player the search keeps: some ten seconds of work.
const WIDTH: usize = 1 << 16;

/// A record for each number of discs and player to move for which one was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games(Vec<(u32, ToMove, OthelloWitness)>);

impl Games {
    /// Searches for games; what somebody who asks for the end leaves of it.
    ///
    /// # Errors
    /// [`ProfileError::Witness`] where a record does not stand.
    pub fn of(board: BoardSize, stop: &Stop) -> Result<Self, ProfileError> {
        match board {
            BoardSize::Four => Self::on::<4>(board, stop),
            BoardSize::Six => Self::on::<6>(board, stop),
            BoardSize::Eight => Self::on::<8>(board, stop),
        }
    }

    /// The record for so many discs.
    pub fn get(&self, discs: u32, to_move: ToMove) -> Option<&OthelloWitness> {
        let game = self.0.iter().find(|game| (game.0, game.1) == (discs, to_move));
        game.map(|(_, _, witness)| witness)
    }

    fn on<const SIDE: usize>(board: BoardSize, stop: &Stop) -> Result<Self, ProfileError> {
        let mut watch =
            |_| if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let games = best_games::<SIDE>(WIDTH, &mut watch).into_iter().map(|best| {
            let to_move = match best.record.mover() {
                Player::Black => ToMove::Black,
                Player::White => ToMove::White,
            };
            Ok((best.discs, to_move, OthelloWitness::of_game(board, &best.record.to_string())?))
        });
        Ok(Self(games.collect::<Result<_, ProfileError>>()?))
    }
}
