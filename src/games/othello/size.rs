//! The boards on which Othello can be played.

use serde::{Deserialize, Serialize};
use std::fmt;
use verify::othello as naive;

/// A square board.
///
/// # Examples
/// ```
/// use certamen_othello::OthelloSize;
/// assert_eq!(OthelloSize::named("6x6"), Some(OthelloSize::Six));
/// assert_eq!(OthelloSize::default().to_string(), "8x8");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum OthelloSize {
    /// 16 squares, small enough for exhaustive search.
    #[cfg_attr(feature = "cli", value(name = "4x4"))]
    #[serde(rename = "4x4")]
    Four,
    /// 36 squares.
    #[cfg_attr(feature = "cli", value(name = "6x6"))]
    #[serde(rename = "6x6")]
    Six,
    /// 64 squares, the published game.
    #[default]
    #[cfg_attr(feature = "cli", value(name = "8x8"))]
    #[serde(rename = "8x8")]
    Eight,
}

/// Evaluates an expression with `$side` as the number of squares along an edge of a board, a constant.
///
/// # Examples
/// ```
/// use certamen_othello::{OthelloSize, on_side};
/// use encodings::board::Grid;
///
/// assert_eq!(on_side!(OthelloSize::Six, SIDE => Grid::<SIDE, SIDE>::SQUARES), 36);
/// ```
#[macro_export]
macro_rules! on_side {
    ($board:expr, $side:ident => $value:expr) => {
        match $board {
            $crate::OthelloSize::Four => {
                const $side: usize = 4;
                $value
            }
            $crate::OthelloSize::Six => {
                const $side: usize = 6;
                $value
            }
            $crate::OthelloSize::Eight => {
                const $side: usize = 8;
                $value
            }
        }
    };
}

impl OthelloSize {
    /// All of them, the smallest first.
    pub const ALL: [Self; 3] = [Self::Four, Self::Six, Self::Eight];

    /// The board of this name, such as `8x8`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|board| board.to_string() == name)
    }

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

impl From<OthelloSize> for naive::Size {
    fn from(board: OthelloSize) -> Self {
        match board {
            OthelloSize::Four => Self::Four,
            OthelloSize::Six => Self::Six,
            OthelloSize::Eight => Self::Eight,
        }
    }
}

impl From<naive::Size> for OthelloSize {
    fn from(size: naive::Size) -> Self {
        match size {
            naive::Size::Four => Self::Four,
            naive::Size::Six => Self::Six,
            naive::Size::Eight => Self::Eight,
        }
    }
}

impl fmt::Display for OthelloSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.side())
    }
}
