//! A position of Othello that answers a question, as text with the facts that are claimed of it.

use super::{BoardSize, WitnessError};
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::othello::{self as naive, Disc, Position};

/// A position and what is claimed of it. Whoever reads one counts anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OthelloWitness {
    /// The board, one character a square, a1 first. X is Black where there is a record, else the side to move.
    pub board: String,
    /// The game that leads to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The side to move, where there is a record.
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
    /// If the text is no board.
    pub fn of_board(board: String) -> Result<Self, WitnessError> {
        let position = Position { board: naive::parse_board(&board)?, mover: Disc::Black };
        Ok(Self { board, record: None, to_move: None, ..Self::of_position(&position) })
    }

    /// The facts of the end of a game, replayed by the naive rules.
    ///
    /// # Errors
    /// If the record is not legal.
    pub fn of_game(board: BoardSize, record: &str) -> Result<Self, WitnessError> {
        let size = naive::Size::new(board.side()).map_err(|error| WitnessError::Record(error.to_string()))?;
        let replay =
            naive::replay(size, record).map_err(|complaint| WitnessError::Record(complaint.to_string()))?;
        Ok(Self::of_record(&replay.position, record.to_owned()))
    }

    /// The facts of the end of a record, counted by the naive game.
    pub(super) fn of_record(position: &Position, record: String) -> Self {
        Self { record: Some(record), ..Self::of_position(position) }
    }

    fn of_position(position: &Position) -> Self {
        let facts = naive::Witness::of(position);
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

    /// Refuses a record where none was asked for.
    pub(super) fn require_no_record(&self) -> Result<(), WitnessError> {
        if self.record.is_some() || self.to_move.is_some() {
            return Err(WitnessError::Record("the question asks for none".to_owned()));
        }
        Ok(())
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

    /// Counts everything anew and compares it with what is claimed.
    ///
    /// # Errors
    /// [`WitnessError`] with the first claim that does not hold.
    pub fn recount(&self) -> Result<naive::Witness, WitnessError> {
        let position = self.position()?;
        let counted = Self::of_position(&position);
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
            return Err(WitnessError::Moves);
        }
        Ok(naive::Witness::of(&position))
    }
}

impl fmt::Display for OthelloWitness {
    /// Its numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |number: u32| if number == 1 { "" } else { "s" };
        let Self { mobility, empties, .. } = self;
        write!(f, "{mobility} legal move{}, {empties} empty square{}", plural(*mobility), plural(*empties))
    }
}
