//! A position of Othello that answers a question, as text with its claimed facts.

use crate::diagram;
use crate::{NAME, OthelloSize};
use certamen_ask::witness::{AnyWitness, Witness, WitnessError};
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::othello::{self as naive, Disc, Position};

/// A position and its claimed facts. Readers count them again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OthelloWitness {
    /// The board, one character for each square, a1 first. X is Black if there is a record, else the side to move.
    pub board: String,
    /// The game that leads to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The side to move, if there is a record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Mover>,
    /// The number of legal moves of the side to move.
    pub mobility: u32,
    /// The number of empty squares.
    pub empties: u32,
    /// The legal moves, row by row.
    pub moves: Vec<String>,
}

/// A side to move, as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mover {
    /// Black.
    Black,
    /// White.
    White,
}

impl OthelloWitness {
    /// The facts of a board on which X is to move, counted by the naive game.
    ///
    /// # Errors
    /// If the text is not a board.
    pub fn of_board(board: String) -> Result<Self, WitnessError> {
        let position =
            Position { board: naive::parse_board(&board).map_err(Refusal::from)?, mover: Disc::Black };
        Ok(Self { board, record: None, to_move: None, ..Self::of_position(&position) })
    }

    /// The facts of the end of a game, replayed by the naive rules.
    ///
    /// # Errors
    /// If the record is not legal.
    pub fn of_game(board: OthelloSize, record: &str) -> Result<Self, WitnessError> {
        let replay = naive::replay(board.into(), record).map_err(Refusal::record)?;
        Ok(Self::of_record(&replay.position, record.to_owned()))
    }

    /// The facts of the end of a record, counted by the naive game.
    pub(super) fn of_record(position: &Position, record: String) -> Self {
        Self { record: Some(record), ..Self::of_position(position) }
    }

    fn of_position(position: &Position) -> Self {
        let facts = naive::Witness::new(position);
        let to_move = match position.mover {
            Disc::Black => Mover::Black,
            Disc::White => Mover::White,
        };
        Self {
            board: naive::write_line(&position.board),
            record: None,
            to_move: Some(to_move),
            mobility: facts.mobility() as u32,
            empties: facts.empties as u32,
            moves: facts.moves.iter().map(ToString::to_string).collect(),
        }
    }

    /// Refuses a record if the question has none.
    pub(super) fn require_no_record(&self) -> Result<(), Refusal> {
        if self.record.is_some() || self.to_move.is_some() {
            return Err(Refusal::record("the question asks for none"));
        }
        Ok(())
    }

    /// Refuses a position in which the player who is not to move has a legal move.
    pub(super) fn require_other_stuck(&self) -> Result<(), WitnessError> {
        let position = self.position().map_err(Refusal::from)?;
        let other = Position { mover: position.mover.opponent(), ..position };
        let moves = other.legal_moves().len();
        if moves > 0 { Err(Refusal::NoPass(moves).into()) } else { Ok(()) }
    }

    /// The side to move by the colour of its discs on the board.
    pub fn mover(&self) -> Disc {
        match self.to_move {
            None | Some(Mover::Black) => Disc::Black,
            Some(Mover::White) => Disc::White,
        }
    }

    /// The position.
    ///
    /// # Errors
    /// If the board cannot be read.
    pub fn position(&self) -> Result<Position, naive::BoardError> {
        Ok(Position { board: naive::parse_board(&self.board)?, mover: self.mover() })
    }

    /// Counts all facts again and compares them with the claims.
    ///
    /// # Errors
    /// [`WitnessError`], with the first claim that does not hold.
    pub fn recount(&self) -> Result<naive::Witness, WitnessError> {
        let position = self.position().map_err(Refusal::from)?;
        let counted = Self::of_position(&position);
        // There is one way to write a board, so that one board is not several texts.
        if counted.board != self.board {
            return Err(WitnessError::Position(format!("expected {}", counted.board)));
        }
        let claims = [
            ("legal moves", self.mobility, counted.mobility),
            ("empty squares", self.empties, counted.empties),
        ];
        for (what, claimed, counted) in claims {
            if claimed != counted {
                return Err(WitnessError::Claim { what, claimed, counted });
            }
        }
        if self.moves != counted.moves {
            return Err(Refusal::Moves.into());
        }
        Ok(naive::Witness::new(&position))
    }
}

impl Witness for OthelloWitness {
    fn position(&self) -> &str {
        &self.board
    }

    fn text(&self) -> String {
        diagram::of_witness(self)
    }

    fn svg(&self) -> String {
        diagram::svg_of_witness(self)
    }
}

impl From<OthelloWitness> for AnyWitness {
    fn from(witness: OthelloWitness) -> Self {
        Self::new(NAME, witness)
    }
}

impl fmt::Display for OthelloWitness {
    /// The numbers of the witness.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |number: u32| if number == 1 { "" } else { "s" };
        let Self { mobility, empties, .. } = self;
        write!(f, "{mobility} legal move{}, {empties} empty square{}", plural(*mobility), plural(*empties))
    }
}

/// Why the game refuses a witness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The board cannot be read.
    #[error("the board of the witness: {0}")]
    Unreadable(#[from] naive::BoardError),
    /// The record does not lead to the position.
    #[error("the record: {0}")]
    Record(String),
    /// The position has a wrong number of discs.
    #[error("the position has {found} discs, the question is about {required}")]
    Discs {
        /// The number of its discs.
        found: usize,
        /// The required number.
        required: u32,
    },
    /// The board has a wrong size.
    #[error("the board is {found}, the question is about {expected}")]
    Size {
        /// The size of the board.
        found: naive::Size,
        /// The board of the question.
        expected: OthelloSize,
    },
    /// A centre square without a disc.
    #[error("centre square {0} is empty")]
    EmptyCentre(naive::Square),
    /// The other player need not have passed.
    #[error("the other player has {0} legal moves, and need not have passed")]
    NoPass(usize),
    /// The listed legal moves are wrong.
    #[error("the legal moves listed are not those that the naive game finds")]
    Moves,
}

impl Refusal {
    /// The refusal of a record for this reason.
    pub(super) fn record(reason: impl fmt::Display) -> Self {
        Self::Record(reason.to_string())
    }
}

impl From<Refusal> for WitnessError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.to_string())
    }
}
