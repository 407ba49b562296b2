//! Queries: what is asked, of which game. A file for each.
//!
//! A [`Query`] is a question with all its parameters. It can be stated to any solver (as a circuit or as terms), it
//! reads a solver's choice of unknown words as a witness, and it holds a witness against itself by the naive game
//! of `verify`, so that no model is believed because a solver found it. A [`Question`] is any of them: what maps and
//! certificates name, and the command line asks. To add a query, write its file and its variant here.

mod board_size;
pub mod othello_mobility;
pub mod othello_play;
pub mod othello_reach;
mod othello_witness;
mod witness;

pub use board_size::BoardSize;
pub use othello_mobility::OthelloMobility;
pub use othello_play::OthelloPlay;
pub use othello_reach::{LastSteps, Reach, ToMove, WholeGame};
pub use othello_witness::{Mover, OthelloWitness};
pub use witness::{Witness, WitnessError};

use cnf_out::map::MapError;
use encodings::circuit::Circuit;
use encodings::statement::{CircuitStatement, Formula, Script, Statement, TermStatement};
use encodings::term::Terms;
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
}

/// Gives a named word's bits, as a solver chose them.
pub type ReadWord<'a> = &'a dyn Fn(&str) -> Result<Vec<bool>, MapError>;

/// A question with all its parameters.
pub trait Query: Copy + fmt::Display + Into<Question> {
    /// What answers it with yes.
    type Witness: Clone + fmt::Debug + fmt::Display;

    /// States the question to whatever takes circuits or terms.
    fn state<S: Statement>(&self, statement: &mut S);

    /// Whether the numbers of the question make sense on its board: what is read from a file may hold any.
    ///
    /// # Errors
    /// What is wrong, in words.
    fn validate(&self) -> Result<(), String>;

    /// Reads a solver's choice of words, and counts its facts by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] if a word is missing or no position of the game.
    fn read(&self, words: ReadWord<'_>) -> Result<Self::Witness, WitnessError>;

    /// Holds a witness against the question, counting everything anew by the naive game.
    ///
    /// # Errors
    /// [`WitnessError`] with what is wrong.
    fn verify(&self, witness: &Self::Witness) -> Result<(), WitnessError>;

    /// Reads a solver's choice and holds it against the question.
    ///
    /// # Errors
    /// [`WitnessError`] if a word is missing, or if the naive game finds that the position is not what was asked for.
    fn interpret(&self, words: ReadWord<'_>) -> Result<Self::Witness, WitnessError> {
        let witness = self.read(words)?;
        self.verify(&witness)?;
        Ok(witness)
    }

    /// The question as a circuit.
    fn formula(&self) -> Formula {
        let circuit = Circuit::new();
        let mut statement = CircuitStatement::new(&circuit);
        self.state(&mut statement);
        statement.finish()
    }

    /// The question as word-level terms.
    fn script(&self) -> Script {
        let terms = Terms::new();
        let mut statement = TermStatement::new(&terms);
        self.state(&mut statement);
        statement.finish()
    }
}

/// A query that asks how large a number gets.
pub trait Bounded: Query {
    /// The same question with another bound on the objective.
    #[must_use]
    fn with_bound(self, objective: Objective, bound: u32) -> Self;

    /// The bound that the question sets on the objective.
    fn bound(&self, objective: Objective) -> u32;

    /// How much of the objective a witness has.
    fn measure(objective: Objective, witness: &Self::Witness) -> u32;
}

impl From<OthelloMobility> for Question {
    fn from(query: OthelloMobility) -> Self {
        Self::OthelloMobility(query)
    }
}

impl Query for Question {
    type Witness = Witness;

    fn state<S: Statement>(&self, statement: &mut S) {
        match self {
            Self::OthelloMobility(query) => query.state(statement),
        }
    }

    fn validate(&self) -> Result<(), String> {
        match self {
            Self::OthelloMobility(query) => query.validate(),
        }
    }

    fn read(&self, words: ReadWord<'_>) -> Result<Witness, WitnessError> {
        match self {
            Self::OthelloMobility(query) => query.read(words).map(Witness::from),
        }
    }

    fn verify(&self, witness: &Witness) -> Result<(), WitnessError> {
        match (self, witness) {
            (Self::OthelloMobility(query), Witness::Othello(witness)) => query.verify(witness),
        }
    }
}

impl Bounded for Question {
    fn with_bound(self, objective: Objective, bound: u32) -> Self {
        match self {
            Self::OthelloMobility(query) => query.with_bound(objective, bound).into(),
        }
    }

    fn bound(&self, objective: Objective) -> u32 {
        match self {
            Self::OthelloMobility(query) => query.bound(objective),
        }
    }

    fn measure(objective: Objective, witness: &Witness) -> u32 {
        match witness {
            Witness::Othello(witness) => OthelloMobility::measure(objective, witness),
        }
    }
}

impl Question {
    /// Whether a yes does not mean what a no denies: last steps may not belong to any game.
    pub const fn is_relaxed(&self) -> bool {
        match self {
            Self::OthelloMobility(query) => matches!(query.reach, Some(Reach::Window(_))),
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
}

impl fmt::Display for Question {
    /// As one would ask it on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OthelloMobility(query) => query.fmt(f),
        }
    }
}
