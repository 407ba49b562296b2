//! The largest mobility with few discs, by exhaustive search.

use super::ProfileError;
use crate::OthelloSize;
use crate::query::{OthelloWitness, ToMove};
use crate::search as native;
use certamen_work::Stop;
use encodings::othello::position::Player;
use std::ops::ControlFlow;

/// The memory that the positions may take.
const BUDGET: native::Budget = native::Budget(1 << 31);

/// The largest number of discs for which all positions are searched.
pub const fn discs(board: OthelloSize) -> u32 {
    match board {
        OthelloSize::Four => 16,
        OthelloSize::Six | OthelloSize::Eight => 14,
    }
}

/// The result of exhaustive search for one number of discs and one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Greatest {
    discs: u32,
    to_move: ToMove,
    /// A record to the greatest number of legal moves; `None` if there is no position.
    pub record: Option<OthelloWitness>,
}

/// The results of exhaustive search for small numbers of discs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Small(Vec<Greatest>);

impl Small {
    /// Searches all positions with few discs. `None` if the memory does not suffice or a stop was requested.
    ///
    /// # Errors
    /// [`ProfileError::Witness`] if a record is not valid.
    pub fn of(board: OthelloSize, stop: &Stop) -> Result<Option<Self>, ProfileError> {
        match board {
            OthelloSize::Four => Self::on::<4>(board, stop),
            OthelloSize::Six => Self::on::<6>(board, stop),
            OthelloSize::Eight => Self::on::<8>(board, stop),
        }
    }

    /// The result for this number of discs, if they were searched.
    pub fn get(&self, discs: u32, to_move: ToMove) -> Option<&Greatest> {
        self.0.iter().find(|greatest| (greatest.discs, greatest.to_move) == (discs, to_move))
    }

    fn on<const SIDE: usize>(board: OthelloSize, stop: &Stop) -> Result<Option<Self>, ProfileError> {
        let mut watch = |_: native::SearchProgress| {
            if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let Ok(reach) = native::Reach::<SIDE>::new(discs(board), BUDGET, &mut watch) else {
            return Ok(None);
        };
        let mut all = Vec::new();
        for layer in reach.layers() {
            let census = layer.census();
            for (player, to_move) in [(Player::Black, ToMove::Black), (Player::White, ToMove::White)] {
                let side = census.sides.of(player);
                let record = side.example(player).map(|state| {
                    match reach.decide(state.into(), native::SearchLimits::default(), &mut watch).answer {
                        native::Answer::Reachable(record) => {
                            Ok(OthelloWitness::of_game(board, &record.to_string())?)
                        }
                        answer => Err(ProfileError::Disagreement {
                            discs: census.discs,
                            to_move,
                            census: side.mobility.to_string(),
                            solver: format!("no way back: {answer:?}"),
                        }),
                    }
                });
                all.push(Greatest { discs: census.discs, to_move, record: record.transpose()? });
            }
        }
        Ok(Some(Self(all)))
    }
}
