//! Solvable games by name, and the queries to their tables: the interface to the verbs.
//!
//! - [`NotatedGame`]: a numbered game that reads positions and names moves.
//! - [`Subject`]: a solvable game before its layers are known. If the layers have to be found, a directory keeps them.
//! - [`AnyRetro`]: what can be solved as an object, whatever its type and its engine: a method for each verb, which gives
//!   an answer. [`PositionTables`]: its tables, position by position. [`RangedTables`]: the same by ranges of numbers, for
//!   several machines. [`DividedGame`]: a game that several machines solve.
//! - [`CrossCheck`], [`Condition`]: abilities of a subject: other ways to find moves, and which positions are puzzles.
//! - [`compare()`]: two variants of a game.

mod answer;
mod any_retro;
mod audit;
mod compare;
mod divided;
mod judge;
mod opened;
mod ranges;
mod sample;
mod stats;
mod tables;
mod verbs;

pub use crate::table::{Monitor, held};
pub use answer::{
    BuildReport, DistancesReport, LineReport, LongestReport, ProbeReport, PuzzleReport, PuzzlesReport,
    ValueReport, VerdictReport, probe_report, value_report, verdict_report,
};
pub use any_retro::{AnyRetro, BuildParts};
pub use audit::AuditReport;
pub use compare::{Class, CompareReport, Comparison, Pair, Tally, compare, plies_in_words};
pub use divided::{DividedGame, TableJudgement};
pub use ranges::{FoundParts, RangeRequest, RangeVerb, RangedTables};
pub use sample::SampleResult;
pub use stats::StatsReport;
pub use tables::in_layers;

use crate::positions::{
    Capacity, Census, Game, Kind, MEMORY, RetroError, Solver, Store, Turn, Value, ValueRule,
};
use certamen_work::durable::Wait;
use certamen_work::stop::Stop;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::time::Duration;

/// A numbered game that reads positions and names moves.
pub trait NotatedGame: Game {
    /// The position at the start; `None` if the game has no fixed start.
    fn start(&self) -> Option<Self::Position>;

    /// Reads a position.
    ///
    /// # Errors
    /// [`RetroError::Position`] if the text is not a position.
    fn parse(&self, text: &str) -> Result<Self::Position, RetroError>;

    /// The moves of a position by name, with the positions that they lead to; empty if the game is over. `plies` plies
    /// lie between the position that gives squares their names and this one.
    fn moves(&self, position: &Self::Position, plies: usize) -> Vec<(String, Self::Position)>;

    /// The names of the first and the second player, if they have names.
    fn players(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// Requires that the positions are all that the game reaches, if that is what they claim to be.
    ///
    /// # Errors
    /// [`RetroError::Rules`] if they are others.
    fn require_all_reached(&self, _stop: &Stop) -> Result<(), RetroError> {
        Ok(())
    }
}

/// The reason why another way finds a position impossible: an error of its own, or a text.
pub type CrossCheckError = Box<dyn Error + Send + Sync>;

/// Another way to find the moves of positions, for audits: a SAT solver, or a naive game.
pub trait CrossCheck<P> {
    /// Its name in messages.
    fn name(&self) -> &'static str;

    /// What the player to move can do, in the form of [`Game::turn`]: appends the position after each move. `None` if
    /// this way cannot decide it.
    ///
    /// # Errors
    /// The reason why the position is impossible.
    fn turn(&mut self, position: &P, next: &mut Vec<P>) -> Result<Option<Turn>, CrossCheckError>;
}

/// Which positions of a game are puzzles.
pub struct Condition<G: Game> {
    /// What a puzzle is, as the end of a sentence: "positions in which ...".
    pub about: &'static str,
    /// Whether a position with this value and these moves, the best first, is a puzzle.
    pub holds: Box<IsPuzzle<G>>,
}

/// Decides whether a position with this value and these moves is a puzzle.
pub type IsPuzzle<G> = dyn Fn(&G, &<G as Game>::Position, Value, &[RatedMove]) -> bool;

impl<G: Game> std::fmt::Debug for Condition<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Condition").field(&self.about).finish()
    }
}

/// The purpose for which a game is opened.
#[derive(Debug)]
pub enum OpenPurpose<'a> {
    /// To estimate the cost: layers may be missing.
    Plan {
        /// The memory and disk space that its layers may take.
        capacity: Capacity,
        /// A request to stop.
        stop: &'a Stop,
    },
    /// To solve it.
    Solve {
        /// The directory.
        store: &'a Store,
        /// The memory and disk space that its layers may take.
        capacity: Capacity,
        /// Gets the layers that are searched.
        monitor: Monitor<'a>,
    },
    /// To search it without tables.
    Search {
        /// Where the search begins, if not at the start.
        position: Option<&'a str>,
        /// The memory and disk space that its layers may take.
        capacity: Capacity,
        /// Gets the layers that are searched.
        monitor: Monitor<'a>,
    },
    /// To read what has been built.
    Read {
        /// The directory.
        store: &'a Store,
    },
}

/// A game that can be solved.
pub trait Subject: Send + Sync {
    /// The game with its layers.
    type Game: NotatedGame + Send;

    /// The game, its size and its rules, in one line.
    fn subject(&self) -> String;

    /// The game.
    ///
    /// # Errors
    /// [`RetroError`] if its positions cannot be numbered.
    fn game(&self, opening: OpenPurpose<'_>) -> Result<Self::Game, RetroError>;

    /// The game to be solved, with its other abilities: moves backwards, scores.
    fn solver<'g>(&self, game: &'g Self::Game) -> Solver<'g, Self::Game> {
        Solver::new(game)
    }

    /// Other ways to find the moves of a position.
    fn cross_checks(&self) -> Vec<Box<dyn CrossCheck<<Self::Game as Game>::Position> + '_>> {
        Vec::new()
    }

    /// Whether the end of the game is counted, so that [`Subject::solver`] has scores.
    fn has_scores(&self) -> bool {
        false
    }

    /// How the values of its positions follow from each other, as [`Game::value_rule`] says.
    fn value_rule(&self) -> ValueRule {
        ValueRule::Turns
    }

    /// Whether [`Subject::solver`] makes the moves as numbers.
    fn has_numbers(&self) -> bool {
        false
    }

    /// Which positions are puzzles. `None` if the game defines no puzzles.
    fn condition(&self) -> Option<Condition<Self::Game>> {
        None
    }

    /// A text that variants of a game share: subjects of the same game with equal texts can be compared.
    fn variant_of(&self) -> Option<String> {
        None
    }
}

/// How a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The bytes of memory that are allowed.
    pub memory: u64,
    /// The bytes on disk that are allowed if values do not fit in memory. `None`: all free space.
    pub disk: Option<u64>,
    /// The kind of values to compute.
    pub kind: Kind,
    /// Whether numbers and moves are first checked on samples.
    pub checks: bool,
    /// The time between two checkpoints. `None`: what the game needs.
    pub checkpoint_every: Option<Duration>,
    /// What to do while another process builds in the directory.
    pub wait: Wait,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            memory: MEMORY,
            disk: None,
            kind: Kind::Plies,
            checks: true,
            checkpoint_every: None,
            wait: Wait::No,
        }
    }
}

/// The result for a position: its value, score and winner, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Its value, if values have been computed.
    pub value: Option<Value>,
    /// Its best score, if scores have been computed.
    pub score: Option<i32>,
    /// The name of the player who wins, if the players have names.
    pub winner: Option<&'static str>,
    /// What its value means.
    pub rule: ValueRule,
}

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub name: String,
    /// The value of the move for the player who makes it; `None` if values have not been computed or it takes more plies
    /// than a table can hold.
    pub value: Option<Value>,
    /// The same as a score.
    pub score: Option<i32>,
}

/// The answer to a query about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeResult {
    /// The position.
    pub position: String,
    /// Whether a move can be forbidden in a position of this game.
    pub can_forbid: bool,
    /// The move that is forbidden.
    pub forbidden: Option<String>,
    /// Its value or score.
    pub verdict: Verdict,
    /// Its moves, the best first.
    pub moves: Vec<RatedMove>,
    /// A line of best play.
    pub line: Vec<String>,
    /// What stands between two moves of a record.
    pub separator: &'static str,
}

impl ProbeResult {
    /// The line as a record.
    pub fn record(&self) -> String {
        self.line.join(self.separator)
    }
}

/// The positions that take longest to win, or to lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Their number of plies; `None` if there are no such positions.
    pub plies: Option<u16>,
    /// How many there are.
    pub count: u64,
    /// The first of them, each with a line of best play.
    pub positions: Vec<(String, Vec<String>)>,
}

/// The number of positions with each value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueCounts {
    /// The kind of values.
    pub kind: Kind,
    /// The layers, by name.
    pub layers: Vec<(String, Census)>,
}

/// The puzzles of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzles {
    /// How many there are.
    pub count: u64,
    /// The first of them, each with its value and a line of best play.
    pub positions: Vec<(String, Option<Value>, Vec<String>)>,
    /// Whether a request to stop ended the search.
    pub is_stopped: bool,
}

/// Which puzzles are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// Only those that are decided in this number of plies.
    pub plies: Option<u16>,
    /// Only those with exactly one move that keeps the outcome.
    #[serde(default)]
    pub single: bool,
}

impl Wanted {
    /// Whether a puzzle has the number of plies.
    pub fn has_plies(self, value: Option<Value>) -> bool {
        self.plies.is_none_or(|plies| value.and_then(Value::plies) == Some(plies))
    }

    /// Whether exactly one of these moves keeps the outcome of the position.
    ///
    /// # Examples
    /// ```
    /// use certamen_retro::positions::Value;
    /// use certamen_retro::subject::{RatedMove, Wanted};
    ///
    /// let moves = |values: &[Value]| -> Vec<RatedMove> {
    ///     let judged = |&value| RatedMove { name: String::new(), value: Some(value), score: None };
    ///     values.iter().map(judged).collect()
    /// };
    /// assert!(Wanted::is_single(Value::Win(3), &moves(&[Value::Win(3), Value::Draw, Value::Loss(2)])));
    /// assert!(!Wanted::is_single(Value::Win(3), &moves(&[Value::Win(3), Value::Win(7), Value::Loss(2)])));
    /// ```
    pub fn is_single(value: Value, moves: &[RatedMove]) -> bool {
        let outcome = std::mem::discriminant(&value);
        let keeps = |judged: &&RatedMove| judged.value.as_ref().map(std::mem::discriminant) == Some(outcome);
        moves.iter().filter(keeps).count() == 1
    }
}

/// How many numbers [`PositionTables::near`] looks through.
pub const FAR: u64 = 1 << 16;

/// Receives a position and the result for it, and returns whether to continue.
pub type EachPosition<'a> = dyn FnMut(&str, &Verdict) -> Result<bool, RetroError> + 'a;

/// The tables of a directory, position by position.
pub trait PositionTables {
    /// The result for a position, or for the start.
    ///
    /// # Errors
    /// [`RetroError`] if its tables have not been built or the text is not a position.
    fn probe(&self, position: Option<&str>) -> Result<ProbeResult, RetroError>;

    /// The positions that take longest to win, or to lose; the first `limit` are listed.
    ///
    /// # Errors
    /// [`RetroError`]
    fn longest(&self, losses: bool, limit: usize, stop: &Stop) -> Result<Longest, RetroError>;

    /// The positions that are puzzles; the first `limit` are listed. After a request to stop, what was found before it.
    ///
    /// # Errors
    /// [`RetroError`] if the game has no puzzles.
    fn puzzles(&self, wanted: Wanted, limit: usize, stop: &Stop) -> Result<Puzzles, RetroError>;

    /// A position with a value whose number is at least `number`, modulo the count of numbers. `None` if there is none
    /// among the next [`FAR`] numbers.
    ///
    /// # Errors
    /// [`RetroError`] if a table is damaged.
    fn near(&self, number: u64) -> Result<Option<String>, RetroError>;

    /// The result for a position. `None` if the text is not a position, or if the position has no value.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged.
    fn verdict(&self, position: &str) -> Result<Option<Verdict>, RetroError>;

    /// The moves of a position, the best first, each with the text of the position after it; `None` in its place if the
    /// move ends the game. None if the game is over.
    ///
    /// # Errors
    /// [`RetroError`] if its tables have not been built or the text is not a position.
    fn plies(&self, position: &str) -> Result<Vec<(RatedMove, Option<String>)>, RetroError>;

    /// Requires the tables of all positions.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged.
    fn require_all(&self) -> Result<(), RetroError>;

    /// Passes on every position with its result. Returns `false` if the receiver ended it.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged.
    fn each(&self, tell: &mut EachPosition<'_>) -> Result<bool, RetroError>;
}
