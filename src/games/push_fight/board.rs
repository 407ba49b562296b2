//! The boards of Push Fight.

use certamen_ask::error::QuestionError;
use certamen_ask::witness::WitnessError;
use encodings::board::{Layout, Mask};
use encodings::push_fight::board::Board;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::push_fight as naive;

/// The name of the game.
pub const NAME: &str = "push-fight";

/// A board with its pieces.
///
/// # Examples
/// ```
/// use certamen_push_fight::board::PushFightBoard;
/// assert_eq!(PushFightBoard::default().to_string(), "8x4");
/// assert_eq!(PushFightBoard::named("4x3"), Some(PushFightBoard::FourByThree));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum PushFightBoard {
    /// 6 squares, with one pusher and one mover for each player.
    #[cfg_attr(feature = "cli", value(name = "4x3"))]
    #[serde(rename = "4x3")]
    FourByThree,
    /// 10 squares, with two pushers and one mover for each player: small enough for exhaustive search.
    #[cfg_attr(feature = "cli", value(name = "4x4"))]
    #[serde(rename = "4x4")]
    FourByFour,
    /// 26 squares, with three pushers and two movers for each player: the published game.
    #[default]
    #[cfg_attr(feature = "cli", value(name = "8x4"))]
    #[serde(rename = "8x4")]
    Published,
}

/// Evaluates an expression with `$type` as the board that a [`PushFightBoard`](crate::board::PushFightBoard) names.
///
/// # Examples
/// ```
/// use certamen_push_fight::board::{PushFightBoard, on_board};
/// use encodings::push_fight::board::Board as _;
///
/// assert_eq!(on_board!(PushFightBoard::FourByThree, B => B::SQUARES.len()), 6);
/// ```
#[macro_export]
macro_rules! on_board {
    ($board:expr, $type:ident => $value:expr) => {
        match $board {
            $crate::board::PushFightBoard::FourByThree => {
                type $type = encodings::push_fight::PushFight<4, 3, 1, 1>;
                $value
            }
            $crate::board::PushFightBoard::FourByFour => {
                type $type = encodings::push_fight::PushFight<4, 4, 2, 1>;
                $value
            }
            $crate::board::PushFightBoard::Published => {
                type $type = encodings::push_fight::Standard;
                $value
            }
        }
    };
}
pub use on_board;

impl PushFightBoard {
    /// All boards.
    pub const ALL: [Self; 3] = [Self::FourByThree, Self::FourByFour, Self::Published];

    /// The board of this name: the number of its files and of its ranks, such as `8x4`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|board| board.to_string() == name)
    }

    /// The board that `--board` names, which must be one of `subject`; by default the published one.
    pub(crate) fn given(name: Option<&str>, subject: &str) -> Result<Self, QuestionError> {
        let Some(name) = name else { return Ok(Self::default()) };
        let known = || Self::ALL.map(|board| board.to_string()).join(", ");
        let refused = || QuestionError::value("board", name, format!("{subject} is about {}", known()));
        Self::named(name).ok_or_else(refused)
    }

    /// The board of the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] if the naive game does not have this board.
    pub(crate) fn variant(self) -> Result<naive::Variant, WitnessError> {
        on_board!(self, B => variant::<B>()).map_err(WitnessError::Position)
    }
}

/// The squares in reading order, row by row: the number of columns before the first square of a row, and the number of
/// its squares.
pub(crate) fn variant<B: Board>() -> Result<naive::Variant, String> {
    let layout = naive_layout(B::LAYOUT, &B::SQUARES)?;
    naive::Variant::new(layout, B::MOVERS, B::PUSHERS).map_err(|error| error.to_string())
}

fn naive_layout(layout: Layout, squares: &Mask) -> Result<naive::Layout, String> {
    let files = layout.files();
    let row = |rank: usize| {
        let files = (0..files).filter(move |&file| squares.contains(rank * files + file));
        (files.clone().next().unwrap_or_default(), files.count())
    };
    let rows: Vec<(usize, usize)> = (0..layout.ranks()).rev().map(row).collect();
    naive::Layout::new(&rows).map_err(|error| error.to_string())
}

impl fmt::Display for PushFightBoard {
    /// Its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_board!(*self, B => write!(f, "{}x{}", B::LAYOUT.files(), B::LAYOUT.ranks()))
    }
}
