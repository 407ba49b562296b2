//! Queries: what is asked, of which game. A file for each.
//!
//! A [`Question`] is a query with all its parameters. It can be stated to any solver (as a circuit or as terms), it
//! reads a solver's choice of unknown words as a [`Witness`], and it holds a witness against itself by the naive game
//! of `verify`, so that no model is believed because a solver found it.

mod board_size;
pub mod othello_mobility;
pub mod othello_reach;
mod witness;

pub use board_size::BoardSize;
pub use othello_mobility::OthelloMobility;
pub use othello_reach::{LastSteps, Reach, ToMove, WholeGame};
pub use witness::{Mover, Witness, WitnessError};

use cnf_out::map::MapError;
use encodings::statement::{Formula, Script};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A query with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "query")]
pub enum Question {
    /// So many legal moves, so many empty squares.
    #[serde(rename = "othello.mobility")]
    OthelloMobility(OthelloMobility),
}

/// What a bound is a bound on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The number of legal moves.
    Mobility,
    /// The number of empty squares.
    Empties,
}

impl Objective {
    /// What is counted, in words.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Mobility => "legal moves",
            Self::Empties => "empty squares",
        }
    }

    /// How much of it a witness has.
    pub fn measure(self, witness: &Witness) -> u32 {
        match self {
            Self::Mobility => witness.mobility,
            Self::Empties => witness.empties,
        }
    }
}

/// Gives a named word's bits, as a solver chose them.
pub type ReadWord<'a> = &'a dyn Fn(&str) -> Result<Vec<bool>, MapError>;

impl From<OthelloMobility> for Question {
    fn from(query: OthelloMobility) -> Self {
        Self::OthelloMobility(query)
    }
}

impl Question {
    /// The question as a circuit.
    pub fn formula(&self) -> Formula {
        match self {
            Self::OthelloMobility(query) => query.formula(),
        }
    }

    /// The question as word-level terms.
    pub fn script(&self) -> Script {
        match self {
            Self::OthelloMobility(query) => query.script(),
        }
    }

    /// Whether a yes does not mean what a no denies: last steps may not belong to any game.
    pub const fn is_relaxed(&self) -> bool {
        match self {
            Self::OthelloMobility(query) => matches!(query.reach, Some(Reach::Window(_))),
        }
    }

    /// Whether the numbers of the question make sense on its board: what is read from a file may hold any.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn validate(&self) -> Result<(), String> {
        match self {
            Self::OthelloMobility(query) => query.validate(),
        }
    }

    /// Reads a solver's choice, counts its facts anew by the naive game, and holds them against the question.
    ///
    /// # Errors
    /// [`WitnessError`] if a word is missing, or if the naive game finds that the position is not what was asked for.
    pub fn interpret(&self, words: ReadWord<'_>) -> Result<Witness, WitnessError> {
        let witness = match self {
            Self::OthelloMobility(query) => query.interpret(words)?,
        };
        self.verify(&witness)?;
        Ok(witness)
    }

    /// Holds a witness against the question, counting everything anew by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] with what is wrong.
    pub fn verify(&self, witness: &Witness) -> Result<(), WitnessError> {
        match self {
            Self::OthelloMobility(query) => query.verify(witness),
        }
    }

    /// The same question with another bound on the objective.
    #[must_use]
    pub fn with_bound(self, objective: Objective, bound: u32) -> Self {
        match (self, objective) {
            (Self::OthelloMobility(query), Objective::Mobility) => {
                Self::OthelloMobility(OthelloMobility { at_least: bound, ..query })
            }
            (Self::OthelloMobility(query), Objective::Empties) => {
                Self::OthelloMobility(OthelloMobility { empties: bound, ..query })
            }
        }
    }

    /// The question as it is meant: symmetry breaking is a way to ask, which changes no yes and no no.
    #[must_use]
    pub fn without_symmetry_breaking(self) -> Self {
        match self {
            Self::OthelloMobility(query) => {
                Self::OthelloMobility(OthelloMobility { symmetry_breaking: false, ..query })
            }
        }
    }

    /// The bound that the question sets on the objective.
    pub const fn bound(&self, objective: Objective) -> u32 {
        match (self, objective) {
            (Self::OthelloMobility(query), Objective::Mobility) => query.at_least,
            (Self::OthelloMobility(query), Objective::Empties) => query.empties,
        }
    }

    /// The board that the question is about.
    pub const fn board(&self) -> BoardSize {
        match self {
            Self::OthelloMobility(query) => query.board,
        }
    }
}

impl fmt::Display for Question {
    /// As one would ask it on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OthelloMobility(query) => query.fmt(f),
        }
    }
}
