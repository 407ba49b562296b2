//! Queries: what is asked, of which game. A file for each.
//!
//! A [`Query`] is a question with all its parameters. It can be stated to any solver (as a circuit or as terms), it
//! reads a solver's choice of unknown words as a witness, and it holds a witness against itself by the naive game
//! of `verify`, so that no model is believed because a solver found it. A [`Question`] is any of them: what maps and
//! certificates name, and the command line asks. What some queries can besides is a trait each: to be bounded
//! ([`Bounded`]). Its answers can be listed ([`Listed`]). To add a query, write its file and name it in `questions`.

mod board_size;
pub mod go_strings;
mod go_witness;
mod listed;
pub mod ostle_mobility;
mod ostle_state;
mod ostle_variant;
pub mod ostle_win;
mod ostle_witness;
pub mod othello_mobility;
pub mod othello_play;
pub mod othello_reach;
mod othello_witness;
mod push_fight_board;
pub mod push_fight_stuck;
pub mod push_fight_turns;
pub mod push_fight_win;
mod push_fight_witness;
mod questions;
mod read;
mod symmetry;
mod witness;

pub use board_size::BoardSize;
pub use go_strings::GoStrings;
pub use go_witness::GoWitness;
pub use listed::{Entry, Line, Listed, Representative, Rows};
pub use ostle_mobility::OstleMobility;
pub use ostle_state::{OstleState, StateError};
pub use ostle_variant::OstleVariant;
pub(crate) use ostle_variant::{on_side, side_of};
pub use ostle_win::OstleWin;
pub use ostle_witness::{OstleFirstMove, OstleWitness};
pub use othello_mobility::OthelloMobility;
pub use othello_play::OthelloPlay;
pub use othello_reach::{LastSteps, Reach, ToMove, WholeGame};
pub use othello_witness::{Mover, OthelloWitness};
pub use push_fight_board::PushFightBoard;
pub(crate) use push_fight_board::on_board;
pub use push_fight_stuck::PushFightStuck;
pub use push_fight_turns::PushFightTurns;
pub use push_fight_win::{GivenPosition, PushFightWin};
pub use push_fight_witness::{PushFightWitness, TurnCount};
pub use questions::{BoundedQuestion, Question};
pub use witness::{Witness, WitnessError};

use cnf_out::map::MapError;
use encodings::circuit::Circuit;
use encodings::statement::{CircuitStatement, Formula, Script, Statement, TermStatement};
use encodings::term::Terms;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a bound is a bound on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The number of legal moves.
    Mobility,
    /// The number of empty squares.
    Empties,
    /// The number of strings.
    Strings,
    /// The number of turns.
    Turns,
}

impl Objective {
    /// What is counted, in words.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Mobility => "legal moves",
            Self::Empties => "empty squares",
            Self::Strings => "strings",
            Self::Turns => "turns",
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

    /// The same question, with symmetry breaking or without: a way to ask, which changes no yes and no no.
    #[must_use]
    fn with_symmetry_breaking(self, breaks: bool) -> Self;

    /// Whether a yes does not mean what a no denies: last steps of a game may not belong to any game, and pieces that
    /// leap may not get there by moves.
    fn is_relaxed(&self) -> bool {
        false
    }

    /// The names of the words whose values are a position: by them answers are told apart where they are counted or
    /// listed, whatever else a solver chooses.
    fn position(&self) -> &'static [&'static str];

    /// The names of the words between the stages of the question, where it falls into some: all that connects what is
    /// said before them with what is said behind them. A refutation then goes from stage to stage
    /// ([`Chain`](cnf_out::solver::chain::Chain)).
    fn cuts(&self) -> Vec<Vec<String>> {
        Vec::new()
    }

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
    /// What its bounds can be on. The first is meant where none is named, and where another query's is.
    fn objectives(&self) -> &'static [Objective];

    /// The names of the words whose bits are the first of these together; none where it is no number of bits.
    fn counted(&self) -> &'static [&'static str];

    /// The same question with another bound on the objective.
    #[must_use]
    fn with_bound(self, objective: Objective, bound: u32) -> Self;

    /// The bound that the question sets on the objective.
    fn bound(&self, objective: Objective) -> u32;

    /// How much of the objective a witness has.
    fn measure(objective: Objective, witness: &Self::Witness) -> u32;
}
