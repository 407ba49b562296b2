//! `go.strings`: the legal positions of Go with at least so many strings; with none asked for, all legal positions.
//!
//! A position is legal if each of its strings has a liberty; whether a game leads to it is not asked, for one does (the
//! paper, section 3). X, the side to move in words, is Black in diagrams.

use crate::count::board::Board as Sides;
use encodings::circuit::Circuit;
use encodings::go::{Board, Stones};
use encodings::statement::{CircuitStatement, Formula, Statement};
use std::fmt;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoStrings {
    /// The board.
    pub board: Sides,
    /// At least so many strings of both colours together.
    pub at_least: u32,
}

impl GoStrings {
    /// States the question to whatever takes circuits or terms.
    pub fn state<S: Statement>(&self, statement: &mut S) {
        let layout = self.board.layout();
        let board = Board::new(layout);
        let stones = Stones { own: statement.unknown("own", layout), opp: statement.unknown("opp", layout) };
        statement.require(board.well_formed(stones));
        statement.require(board.is_legal(stones));
        if self.at_least > 0 {
            let heads = board.heads(stones.own) | board.heads(stones.opp);
            statement.require_at_least(layout, heads, self.at_least);
            statement.show("heads", layout, heads);
        }
    }

    /// The question as a circuit.
    pub fn formula(&self) -> Formula {
        let circuit = Circuit::new();
        let mut statement = CircuitStatement::new(&circuit);
        self.state(&mut statement);
        statement.finish()
    }
}

impl fmt::Display for GoStrings {
    /// As one would ask it on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "go.strings --board {}", self.board)?;
        if self.at_least > 0 {
            write!(f, " --at-least {}", self.at_least)?;
        }
        Ok(())
    }
}
