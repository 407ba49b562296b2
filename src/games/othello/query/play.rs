//! `othello.mobility --reachable` as a transition system: the same question about games of any length.

use super::flags::Flags;
use super::reachability::ToMove;
use super::witness::{OthelloWitness, Refusal};
use crate::{OthelloSize, on_side};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::Given;
use certamen_ask::system::{NamedSystem, System};
use certamen_ask::witness::{WitnessError, require_at_least};
use encodings::board::Grid;
use encodings::othello::play::Play;
use encodings::transition::Transition;
use encodings::word::{Count, Word};
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::othello::{self as naive, Disc};

/// The question: does a game reach such a position?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OthelloPlay {
    /// The size of the board.
    pub board: OthelloSize,
    /// The least number of legal moves.
    pub at_least: u32,
    /// The least number of empty squares.
    pub empties: u32,
    /// The exact number of discs; `None` for any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discs: Option<u32>,
    /// The side to move.
    pub to_move: ToMove,
}

impl System for OthelloPlay {
    type Witness = OthelloWitness;

    const NAME: &'static str = "othello.mobility";

    fn state<T: Transition>(&self, system: &mut T) {
        on_side!(self.board, SIDE => self.state_on::<T, SIDE>(system));
    }

    fn validate(&self) -> Result<(), QuestionError> {
        let squares = self.board.squares();
        let numbers = [
            ("legal moves", self.at_least),
            ("empty squares", self.empties),
            ("discs", self.discs.unwrap_or(0)),
        ];
        match numbers.into_iter().find(|&(_, number)| number > squares) {
            Some((what, number)) => {
                Err(QuestionError::Limit(format!("{number} {what} on {squares} squares")))
            }
            None => Ok(()),
        }
    }

    /// The game of a run, given the word `move` at each step. The naive rules replay it and compare it with the
    /// question.
    fn interpret(&self, moves: &[Vec<bool>]) -> Result<OthelloWitness, WitnessError> {
        let mut record = String::new();
        let mut witness = OthelloWitness::of_game(self.board, &record)?;
        // The position is reached before the last step, so the move chosen in that step does not matter.
        for chosen in &moves[..moves.len().saturating_sub(1)] {
            if let Some(square) = self.legal_move(&witness, chosen) {
                record += &square;
                witness = OthelloWitness::of_game(self.board, &record)?;
            }
        }
        self.verify(&witness)?;
        Ok(witness)
    }
}

impl NamedSystem for OthelloPlay {
    fn from_flags(given: &Given) -> Result<Self, QuestionError> {
        Flags::read(given)?.play()
    }
}

impl OthelloPlay {
    fn state_on<T: Transition, const SIDE: usize>(&self, system: &mut T) {
        let Play { discs, legal, black } = Play::state::<T, SIDE>(system);
        let mut bad = legal.popcount().at_least(self.at_least);
        if self.empties > 0 {
            let empty = Grid::<SIDE, SIDE>::complement(discs.occupied());
            bad = bad & empty.popcount().at_least(self.empties);
        }
        if let Some(number) = self.discs {
            bad = bad & discs.occupied().popcount().is(number);
        }
        match self.to_move {
            ToMove::Black => bad = bad & black,
            ToMove::White => bad = bad & !black,
            ToMove::Either => {}
        }
        system.bad(bad);
    }

    /// The move that the word means, if it has one square and is legal.
    fn legal_move(&self, witness: &OthelloWitness, chosen: &[bool]) -> Option<String> {
        let mut squares = (0..chosen.len()).filter(|&index| chosen[index]);
        let (Some(index), None) = (squares.next(), squares.next()) else { return None };
        let name = naive::Size::from(self.board).square(index)?.to_string();
        Some(name).filter(|name| witness.moves.contains(name))
    }

    /// Compares the end of a game with the question.
    fn verify(&self, witness: &OthelloWitness) -> Result<(), WitnessError> {
        witness.recount()?;
        let discs = self.board.squares() - witness.empties;
        if let Some(required) = self.discs.filter(|&required| required != discs) {
            return Err(Refusal::Discs { found: discs as usize, required }.into());
        }
        let mover: Disc = witness.mover();
        if !self.to_move.allows(mover) {
            return Err(Refusal::record(format!("{mover} is to move at its end")).into());
        }
        require_at_least("legal moves", witness.mobility, self.at_least)?;
        require_at_least("empty squares", witness.empties, self.empties)
    }
}

impl fmt::Display for OthelloPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "othello.mobility --board {} --at-least {}", self.board, self.at_least)?;
        if self.empties > 0 {
            write!(f, " --empties {}", self.empties)?;
        }
        f.write_str(" --reachable --transition-system")?;
        if let Some(discs) = self.discs {
            write!(f, " --discs {discs}")?;
        }
        write!(f, " --to-move {}", self.to_move)
    }
}
