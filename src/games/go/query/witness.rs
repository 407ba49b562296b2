//! A position of Go that answers a question, as text with its claimed facts.

use crate::diagram;
use certamen_ask::objective::Objective;
use certamen_ask::witness::{Witness, WitnessError};
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::go as naive;

/// A bound on the number of strings of both colours.
pub const STRINGS: Objective = Objective::new("strings", "strings");

/// A position and its claimed facts. Readers count them again.
///
/// # Examples
/// ```
/// use certamen_go::GoWitness;
/// let witness = GoWitness::of_position(".XO/XO./.X.".to_owned())?;
/// assert_eq!(witness.to_string(), "5 strings");
/// # Ok::<(), certamen_ask::witness::WitnessError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoWitness {
    /// The position, rows between slashes, the top row first.
    pub position: String,
    /// The number of strings of both colours.
    pub strings: u32,
}

impl GoWitness {
    /// The facts of a legal position, counted by the naive game.
    ///
    /// # Errors
    /// [`WitnessError::Position`] if the text is not a board, or a string has no liberty.
    pub fn of_position(position: String) -> Result<Self, WitnessError> {
        let strings = naive::strings(&legal(&position)?).len() as u32;
        Ok(Self { position, strings })
    }

    /// Counts all facts again and compares them with the claims; returns the size of the board.
    ///
    /// # Errors
    /// [`WitnessError`], with the first claim that does not hold.
    pub fn recount(&self) -> Result<naive::Size, WitnessError> {
        let board = legal(&self.position)?;
        let written = naive::write_line(&board);
        if written != self.position {
            return Err(WitnessError::Position(format!("expected {written}")));
        }
        let (claimed, counted) = (self.strings, naive::strings(&board).len() as u32);
        if claimed != counted {
            return Err(WitnessError::Claim { what: STRINGS.noun(), claimed, counted });
        }
        Ok(board.size())
    }
}

/// A board whose strings have liberties.
fn legal(text: &str) -> Result<naive::Board, WitnessError> {
    let refused = |reason: String| WitnessError::Position(reason);
    let board = naive::parse_board(text).map_err(|error| refused(error.to_string()))?;
    match naive::first_without_liberties(&board) {
        None => Ok(board),
        Some(string) => Err(refused(format!("the string of {} has no liberty", string.points[0]))),
    }
}

impl Witness for GoWitness {
    fn position(&self) -> &str {
        &self.position
    }

    fn text(&self) -> String {
        match naive::parse_board(&self.position) {
            Ok(board) => format!("{}{self}\n", diagram::text(&board)),
            Err(error) => format!("{error}\n"),
        }
    }

    fn svg(&self) -> String {
        match naive::parse_board(&self.position) {
            Ok(board) => diagram::svg(&board),
            Err(error) => format!("{error}\n"),
        }
    }
}

impl fmt::Display for GoWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} string{}", self.strings, if self.strings == 1 { "" } else { "s" })
    }
}
