//! `go.strings`: the legal positions of Go with at least so many strings; with none asked for, all legal positions.
//!
//! A position is legal if each of its strings has a liberty; whether a game leads to it is not asked, for one does (the
//! paper, section 3). X, the side to move in words, is Black in diagrams. Strings of both colours count together, each by
//! the bit of its first point.

use super::read::read_colours;
use super::symmetry::require_least;
use super::witness::require_at_least;
use super::{Bounded, Entry, GoWitness, Line, Listed, Objective, Query, ReadWord, Rows, WitnessError};
use crate::count::board::Board as Sides;
use encodings::go::{Board, Stones};
use encodings::statement::Statement;
use encodings::word::Word;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoStrings {
    /// The board.
    pub board: Sides,
    /// At least so many strings of both colours together.
    pub at_least: u32,
    /// Whether only one position of each class has to satisfy the formula, of those that the symmetries of the board and
    /// the exchange of colours make of each other.
    pub symmetry_breaking: bool,
}

impl Query for GoStrings {
    type Witness = GoWitness;

    fn state<S: Statement>(&self, statement: &mut S) {
        let layout = self.board.layout();
        let board = Board::new(layout);
        let stones = Stones { own: statement.unknown("own", layout), opp: statement.unknown("opp", layout) };
        statement.require(board.well_formed(stones));
        statement.require(board.is_legal(stones));
        if self.symmetry_breaking {
            require_least(statement, layout, stones.occupied());
            // Sound together: exchanging the colours, where that is called for, leaves the occupied points as they are,
            // and neither legality nor the number of strings tells the colours apart.
            statement.require(stones.own.lex_le(stones.opp));
        }
        let heads = board.heads(stones.own) | board.heads(stones.opp);
        // No bound is no requirement: whoever counts all legal positions has no use for strings.
        if self.at_least > 0 {
            statement.require_at_least(layout, heads, self.at_least);
        }
        statement.show("heads", layout, heads);
    }

    fn validate(&self) -> Result<(), String> {
        let points = self.board.points() as u32;
        // One more than there are points is asked for where all of them are a bound.
        if self.at_least > points + 1 {
            return Err(format!("{} strings: the {} board has {points} points", self.at_least, self.board));
        }
        Ok(())
    }

    fn with_symmetry_breaking(self, breaks: bool) -> Self {
        Self { symmetry_breaking: breaks, ..self }
    }

    fn position(&self) -> &'static [&'static str] {
        &["own", "opp"]
    }

    fn read(&self, words: ReadWord<'_>) -> Result<GoWitness, WitnessError> {
        let stones: Vec<char> = read_colours('.', words)?.chars().collect();
        let rows: Vec<String> = stones.chunks(self.board.columns()).map(|row| row.iter().collect()).collect();
        GoWitness::of_position(rows.join("/"))
    }

    fn verify(&self, witness: &GoWitness) -> Result<(), WitnessError> {
        let size = witness.recount()?;
        if (size.rows(), size.columns()) != (self.board.rows(), self.board.columns()) {
            let found = format!("{}x{}", size.rows(), size.columns());
            return Err(WitnessError::Board { found, expected: self.board.to_string() });
        }
        require_at_least("strings", witness.strings, self.at_least)
    }
}

impl Bounded for GoStrings {
    fn objectives(&self) -> &'static [Objective] {
        &[Objective::Strings]
    }

    fn counted(&self) -> &'static [&'static str] {
        &["heads"]
    }

    fn with_bound(self, _: Objective, bound: u32) -> Self {
        Self { at_least: bound, ..self }
    }

    fn bound(&self, _: Objective) -> u32 {
        self.at_least
    }

    fn measure(_: Objective, witness: &GoWitness) -> u32 {
        witness.strings
    }
}

impl Listed for GoStrings {
    fn line_form(&self) -> Line {
        Line {
            words: self.position(),
            letters: &[('.', 0b00), ('O', 0b01), ('X', 0b10)],
            squares: (0..self.board.points()).collect(),
            rows: Some(Rows { letters: self.board.columns(), separator: '/' }),
        }
    }

    fn witness_of_entry(&self, entry: &Entry) -> Result<GoWitness, WitnessError> {
        GoWitness::of_position(entry.alone()?)
    }

    /// The images under the symmetries of the board, in either colours.
    fn images(&self, line: &str) -> Vec<String> {
        let mut images = self.line_form().images(line, self.board.columns(), self.board.rows());
        let exchanged = |character: char| match character {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        let others: Vec<String> = images.iter().map(|image| image.chars().map(exchanged).collect()).collect();
        images.extend(others);
        images
    }
}

impl fmt::Display for GoStrings {
    /// As one would ask it on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "go.strings --board {} --at-least {}", self.board, self.at_least)?;
        if self.symmetry_breaking { f.write_str(" --symmetry-breaking") } else { Ok(()) }
    }
}
