//! The boards that Othello is offered on.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A square board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum, Serialize, Deserialize)]
pub enum BoardSize {
    /// 16 squares, small enough to be searched exhaustively.
    #[value(name = "4x4")]
    #[serde(rename = "4x4")]
    Four,
    /// 36 squares.
    #[value(name = "6x6")]
    #[serde(rename = "6x6")]
    Six,
    /// 64 squares, the game as it is played.
    #[default]
    #[value(name = "8x8")]
    #[serde(rename = "8x8")]
    Eight,
}

impl BoardSize {
    /// The number of squares along an edge.
    pub const fn side(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Six => 6,
            Self::Eight => 8,
        }
    }

    /// The number of squares.
    pub const fn squares(self) -> u32 {
        (self.side() * self.side()) as u32
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.side())
    }
}
