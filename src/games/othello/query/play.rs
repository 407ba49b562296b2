//! `othello.mobility --reachable` as a transition system: the same question of games of any length.

use super::othello_reach::ToMove;
use super::witness::require_at_least;
use super::{BoardSize, OthelloWitness, WitnessError};
use encodings::board::Grid;
use encodings::circuit::Circuit;
use encodings::othello::play::Play;
use encodings::term::Terms;
use encodings::transition::{
    CircuitTransition, TermTransition, Transition, TransitionCircuit, TransitionScript,
};
use encodings::word::{Count, Word};
use serde::{Deserialize, Serialize};
use std::fmt;
use verify::othello::{self as naive, Disc};

/// The question: does a game reach such a position?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OthelloPlay {
    /// The size of the board.
    pub board: BoardSize,
    /// At least this many legal moves.
    pub at_least: u32,
    /// At least this many empty squares.
    pub empties: u32,
    /// Exactly this many discs; any number where this is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discs: Option<u32>,
    /// Who is to move.
    pub to_move: ToMove,
}

impl OthelloPlay {
    /// The question as a circuit.
    pub fn circuit(&self) -> TransitionCircuit {
        let circuit = Circuit::new();
        let mut system = CircuitTransition::new(&circuit);
        self.state(&mut system);
        system.finish()
    }

    /// The question as word-level terms.
    pub fn script(&self) -> TransitionScript {
        let terms = Terms::new();
        let mut system = TermTransition::new(&terms);
        self.state(&mut system);
        system.finish()
    }

    fn state<T: Transition>(&self, system: &mut T) {
        match self.board {
            BoardSize::Four => self.state_on::<T, 4>(system),
            BoardSize::Six => self.state_on::<T, 6>(system),
            BoardSize::Eight => self.state_on::<T, 8>(system),
        }
    }

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

    /// The game of a run, given the word `move` at each step, replayed and held against the question by the naive
    /// rules.
    ///
    /// # Errors
    /// [`WitnessError`] if the game does not end in such a position.
    pub fn interpret(&self, moves: &[Vec<bool>]) -> Result<OthelloWitness, WitnessError> {
        let mut record = String::new();
        let mut witness = OthelloWitness::of_game(self.board, &record)?;
        // In the last step the position is there: what is chosen then is of no concern.
        for chosen in &moves[..moves.len().saturating_sub(1)] {
            if let Some(square) = self.legal_move(&witness, chosen)? {
                record += &square;
                witness = OthelloWitness::of_game(self.board, &record)?;
            }
        }
        self.verify(&witness)?;
        Ok(witness)
    }

    /// The move that the word is, where it is one square and legal.
    fn legal_move(&self, witness: &OthelloWitness, chosen: &[bool]) -> Result<Option<String>, WitnessError> {
        let mut squares = (0..chosen.len()).filter(|&index| chosen[index]);
        let (Some(index), None) = (squares.next(), squares.next()) else { return Ok(None) };
        let size = naive::Size::new(self.board.side());
        let size = size.map_err(|error| WitnessError::Record(error.to_string()))?;
        let name = size.square(index).map(|square| square.to_string());
        Ok(name.filter(|name| witness.moves.contains(name)))
    }

    /// Holds the end of a game against the question.
    fn verify(&self, witness: &OthelloWitness) -> Result<(), WitnessError> {
        witness.recount()?;
        let discs = self.board.squares() - witness.empties;
        if let Some(required) = self.discs.filter(|&required| required != discs) {
            return Err(WitnessError::Discs { found: discs as usize, required });
        }
        let mover: Disc = witness.mover();
        if !self.to_move.allows(mover) {
            return Err(WitnessError::Record(format!("{mover} is to move at its end")));
        }
        require_at_least("legal moves", witness.mobility, self.at_least)?;
        require_at_least("empty squares", witness.empties, self.empties)
    }

    /// Whether the numbers make sense on the board.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn validate(&self) -> Result<(), String> {
        let squares = self.board.squares();
        let numbers = [
            ("legal moves", self.at_least),
            ("empty squares", self.empties),
            ("discs", self.discs.unwrap_or(0)),
        ];
        match numbers.into_iter().find(|&(_, number)| number > squares) {
            Some((what, number)) => Err(format!("{number} {what} on {squares} squares")),
            None => Ok(()),
        }
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
