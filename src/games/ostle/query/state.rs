//! A state of Ostle in a question: a position, and the move that rule 8 forbids there.

use crate::variant::{OstleVariant, on_side, side_of};
use encodings::board::Layout;
use encodings::ostle::notation::{self, BoardError, MoveError};
use encodings::ostle::position::{Move, Position};
use encodings::ostle::rules::Pieces;
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::ostle as naive;

/// A position on a board of any size, and the move that is forbidden there, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub struct OstleState {
    pieces: Pieces<u32>,
    layout: Layout,
    forbidden: Option<Move>,
}

/// The form of a state in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    position: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forbidden: Option<String>,
}

/// Why texts are not a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The position is invalid.
    #[error("the position: {0}")]
    Board(#[from] BoardError),
    /// The forbidden move is invalid.
    #[error("the forbidden move: {0}")]
    Move(#[from] MoveError),
}

impl OstleState {
    /// Reads a position and a move. The number of squares in the text determines the size of the board.
    ///
    /// # Errors
    /// [`StateError`] with the position of the error in the text.
    pub fn parse(position: &str, forbidden: Option<&str>) -> Result<Self, StateError> {
        let side = side_of(position);
        let layout = Layout::new(side, side).unwrap_or(Layout::BIT);
        let pieces = notation::parse(position, layout)?;
        let forbidden = forbidden.map(|text| notation::parse_move(text, layout)).transpose()?;
        Ok(Self { pieces, layout, forbidden })
    }

    /// The pieces.
    pub const fn pieces(self) -> Pieces<u32> {
        self.pieces
    }

    /// The move that rule 8 forbids.
    pub const fn forbidden(self) -> Option<Move> {
        self.forbidden
    }

    /// The name of the forbidden move.
    pub fn forbidden_name(self) -> Option<String> {
        self.forbidden.map(|played| notation::print_move(played, self.layout))
    }

    /// Checks that this is a position of an unfinished game, and that some last move of the opponent forbids the move.
    ///
    /// # Errors
    /// A text that says what is wrong.
    pub(super) fn require(self, variant: OstleVariant) -> Result<(), String> {
        let side = variant.get().side();
        if self.layout.files() != side {
            let found = self.layout;
            return Err(format!("a position of the board {found}, and the board {side}x{side}"));
        }
        on_side!(side, SIDE => Position::<SIDE>::new(self.pieces, variant.get()).map(|_| ()))
            .map_err(|error| format!("the position: {error}"))?;
        let Some(forbidden) = self.forbidden_name() else { return Ok(()) };
        let position = naive::parse_position(variant.naive()?, &self.to_string());
        let position = position.map_err(|error| error.to_string())?;
        let played = forbidden.parse::<naive::Move>().map_err(|error| error.to_string())?;
        naive::State::with_forbidden(position, played).map(|_| ()).map_err(|error| error.to_string())
    }
}

impl TryFrom<Form> for OstleState {
    type Error = StateError;

    fn try_from(form: Form) -> Result<Self, StateError> {
        Self::parse(&form.position, form.forbidden.as_deref())
    }
}

impl From<OstleState> for Form {
    fn from(state: OstleState) -> Self {
        Self { position: state.to_string(), forbidden: state.forbidden_name() }
    }
}

impl fmt::Display for OstleState {
    /// Writes the position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::print(self.pieces, self.layout))
    }
}
