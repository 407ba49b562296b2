//! The boards that Push Fight is offered on.

use super::WitnessError;
use encodings::push_fight::board::Board;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::push_fight as naive;

/// A board with its pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum, Serialize, Deserialize)]
pub enum PushFightBoard {
    /// 6 squares, a pusher and a mover each.
    #[value(name = "4x3")]
    #[serde(rename = "4x3")]
    FourByThree,
    /// 10 squares, two pushers and a mover each: small enough to be searched exhaustively.
    #[value(name = "4x4")]
    #[serde(rename = "4x4")]
    FourByFour,
    /// 26 squares, three pushers and two movers each: the published game.
    #[default]
    #[value(name = "8x4")]
    #[serde(rename = "8x4")]
    Published,
}

/// Evaluates an expression with `$type` as the board that a [`PushFightBoard`] names.
macro_rules! on_board {
    ($board:expr, $type:ident => $value:expr) => {
        match $board {
            $crate::query::PushFightBoard::FourByThree => {
                type $type = encodings::push_fight::PushFight<4, 3, 1, 1>;
                $value
            }
            $crate::query::PushFightBoard::FourByFour => {
                type $type = encodings::push_fight::PushFight<4, 4, 2, 1>;
                $value
            }
            $crate::query::PushFightBoard::Published => {
                type $type = encodings::push_fight::Standard;
                $value
            }
        }
    };
}
pub(crate) use on_board;

impl PushFightBoard {
    /// The board of the naive game.
    ///
    /// # Errors
    /// [`WitnessError::Position`] if the naive game does not know it.
    pub(super) fn variant(self) -> Result<naive::Variant, WitnessError> {
        on_board!(self, B => variant::<B>()).map_err(WitnessError::Position)
    }
}

/// The squares in reading order, row by row: how many columns lie before a row, and how many squares it has.
fn variant<B: Board>() -> Result<naive::Variant, String> {
    let files = B::LAYOUT.files();
    let row = |rank: usize| {
        let files = (0..files).filter(move |&file| B::SQUARES.contains(rank * files + file));
        (files.clone().next().unwrap_or_default(), files.count())
    };
    let rows: Vec<(usize, usize)> = (0..B::LAYOUT.ranks()).rev().map(row).collect();
    let layout = naive::Layout::new(&rows).map_err(|error| error.to_string())?;
    naive::Variant::new(layout, B::MOVERS, B::PUSHERS).map_err(|error| error.to_string())
}

impl fmt::Display for PushFightBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_board!(*self, B => write!(f, "{}x{}", B::LAYOUT.files(), B::LAYOUT.ranks()))
    }
}
