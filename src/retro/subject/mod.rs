//! What can be solved, before its layers are known, and everything that can be asked of it: the seam to the verbs.
//!
//! - [`Spoken`]: a numbered game that reads positions and names moves.
//! - [`Subject`]: how such a game comes about; where its layers have to be found, a directory keeps them.
//! - [`AnyRetro`]: every subject as an object: build, probe, count, audit. [`Opened`]: its tables, position by position.
//! - [`SecondWay`], [`Condition`]: abilities of a subject: other ways to find moves, and which positions are puzzles.
//! - [`compare()`]: two variants of a game.

mod compare;
mod judge;
mod sample;
mod tables;

pub use compare::{Class, Comparison, Pair, Tally, compare};
pub use sample::Sampled;

use crate::positions::{
    Audit, Census, Game, INTERVAL, Kind, MEMORY, Plan, Progress, RetroError, Room, Solver, Store, Turn, Value,
};
use certamen_work::durable::Wait;
use certamen_work::stop::Stop;
use std::path::Path;
use std::time::Duration;

/// A numbered game that reads positions and names moves.
pub trait Spoken: Game {
    /// The position at the start; `None` where the game has no agreed one.
    fn start(&self) -> Option<Self::Position>;

    /// Reads a position.
    ///
    /// # Errors
    /// Why the text is not one.
    fn parse(&self, text: &str) -> Result<Self::Position, String>;

    /// The moves of a position by name, with what they lead to; none where the game is over. `plies` moves have been made
    /// since the position from which squares have their names.
    fn moves(&self, position: &Self::Position, plies: usize) -> Vec<(String, Self::Position)>;

    /// Who moves first, and who second, where they have names.
    fn players(&self) -> Option<[&'static str; 2]> {
        None
    }
}

/// Another way to find the moves of positions, for audits: a SAT solver, or a naive game.
pub trait SecondWay<P> {
    /// What finds them, as messages name it.
    fn name(&self) -> &'static str;

    /// What the player to move can do, as [`Game::turn`] says it: appends the position after each move. `None` if this
    /// way does not know.
    ///
    /// # Errors
    /// Why the position cannot be.
    fn turn(&mut self, position: &P, next: &mut Vec<P>) -> Result<Option<Turn>, String>;
}

/// Which positions of a game are puzzles.
pub struct Condition<G: Game> {
    /// What a puzzle is, as the end of a sentence: "positions in which ...".
    pub about: &'static str,
    /// Whether a position of this value, with these moves, the best first, is one.
    pub holds: Box<IsPuzzle<G>>,
}

/// Whether a position of a value, with moves, is a puzzle.
pub type IsPuzzle<G> = dyn Fn(&G, &<G as Game>::Position, Value, &[Judged]) -> bool;

impl<G: Game> std::fmt::Debug for Condition<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Condition").field(&self.about).finish()
    }
}

/// What a game is opened for.
#[expect(missing_debug_implementations, reason = "it holds a closure")]
pub enum Opening<'a> {
    /// To say what it would cost: layers may be missing.
    Plan {
        /// A request to stop.
        stop: &'a Stop,
    },
    /// To solve it, or to search it.
    Solve {
        /// The directory, where there is one.
        store: Option<&'a Store>,
        /// What its layers may take.
        room: Room,
        /// A request to stop.
        stop: &'a Stop,
        /// Gets the layers that are looked through.
        watch: &'a mut dyn FnMut(Progress<'_>),
    },
    /// To read what has been built.
    Read {
        /// The directory.
        store: &'a Store,
    },
}

/// What can be solved.
pub trait Subject: Send + Sync {
    /// The game with its layers.
    type Game: Spoken;

    /// What is solved, in one line: that of the game.
    fn subject(&self) -> String;

    /// The game; `None` if it was asked to stop.
    ///
    /// # Errors
    /// [`RetroError`] where it cannot be numbered.
    fn game(&self, opening: Opening<'_>) -> Result<Option<Self::Game>, RetroError>;

    /// The game to be solved, with its other abilities: moves backwards, scores.
    fn solver<'g>(&self, game: &'g Self::Game) -> Solver<'g, Self::Game> {
        Solver::new(game)
    }

    /// Other ways to find the moves of a position.
    fn second_ways(&self) -> Vec<Box<dyn SecondWay<<Self::Game as Game>::Position> + '_>> {
        Vec::new()
    }

    /// Whether the end of the game is counted, so that [`Subject::solver`] has scores.
    fn has_scores(&self) -> bool {
        false
    }

    /// Which positions are puzzles. `None` if the game does not say.
    fn condition(&self) -> Option<Condition<Self::Game>> {
        None
    }

    /// What variants of a game have in common: subjects of the same game with the same text here can be compared.
    fn variant_of(&self) -> Option<String> {
        None
    }
}

/// How a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The bytes of memory that are allowed.
    pub memory: u64,
    /// The bytes on disk that are allowed where values do not fit in memory. `None`: what is free.
    pub disk: Option<u64>,
    /// What is computed.
    pub kind: Kind,
    /// Whether samples are compared first.
    pub checks: bool,
    /// The time between two checkpoints.
    pub checkpoint_every: Duration,
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
            checkpoint_every: INTERVAL,
            wait: Wait::No,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Its value, where values have been computed.
    pub value: Option<Value>,
    /// Its best score, where scores have been computed.
    pub score: Option<i32>,
    /// Who wins, where that has a name.
    pub winner: Option<&'static str>,
}

/// What has been built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// The number of layers.
    pub layers: usize,
    /// The numbers of all layers.
    pub numbers: u64,
    /// The start, where there is one.
    pub start: Option<Verdict>,
}

/// A move with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub name: String,
    /// The value of the move to the player who makes it; `None` where values have not been computed or it is beyond the
    /// plies that are held.
    pub value: Option<Value>,
    /// The same as a score.
    pub score: Option<i32>,
}

/// What was asked about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The position.
    pub position: String,
    /// What is known of it.
    pub verdict: Verdict,
    /// Its moves, the best first.
    pub moves: Vec<Judged>,
    /// A line of best play.
    pub line: Vec<String>,
}

/// The positions that are decided last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// In how many plies; `None` where there are none.
    pub plies: Option<u16>,
    /// How many there are.
    pub count: u64,
    /// The first of them, each with a line of best play.
    pub positions: Vec<(String, Vec<String>)>,
}

/// How many positions have each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Which values.
    pub kind: Kind,
    /// The layers, by name.
    pub layers: Vec<(String, Census)>,
}

/// The puzzles of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Puzzles {
    /// How many there are.
    pub count: u64,
    /// The first of them, each with its value and a line of best play.
    pub positions: Vec<(String, Option<Value>, Vec<String>)>,
    /// Whether a request to stop ended the search.
    pub is_stopped: bool,
}

/// Receives a position and what is known of it, and says whether to go on.
pub type EachPosition<'a> = dyn FnMut(&str, &Verdict) -> Result<bool, RetroError> + 'a;

/// The tables of a directory, position by position.
pub trait Opened {
    /// What is known of a position. `None` if the text is no position, or one without a value.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged.
    fn verdict(&self, position: &str) -> Result<Option<Verdict>, RetroError>;

    /// Passes on every position with what is known of it. Returns `false` if it was told not to go on.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged.
    fn each(&self, tell: &mut EachPosition<'_>) -> Result<bool, RetroError>;
}

/// A game that can be solved, whatever its type.
pub trait AnyRetro: Send + Sync {
    /// What is solved, in one line.
    fn subject(&self) -> String;

    /// Whether the end of the game is counted.
    fn has_scores(&self) -> bool;

    /// What solving it would cost; `None` if it was asked to stop.
    ///
    /// # Errors
    /// [`RetroError`]
    fn plan(&self, options: &Options, stop: &Stop) -> Result<Option<Plan>, RetroError>;

    /// Solves it into a directory; `None` if it was asked to stop, and then the same call goes on.
    ///
    /// # Errors
    /// [`RetroError`]
    fn build(
        &self,
        directory: &Path,
        options: &Options,
        stop: &Stop,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Option<Built>, RetroError>;

    /// What is known of a position, or of the start.
    ///
    /// # Errors
    /// [`RetroError`] where it has not been built or the text is no position.
    fn probe(&self, directory: &Path, position: Option<&str>) -> Result<Probed, RetroError>;

    /// How many positions of each layer have each value, for each kind of value that has been computed.
    ///
    /// # Errors
    /// [`RetroError`] where nothing has been built.
    fn stats(&self, directory: &Path) -> Result<Vec<Counted>, RetroError>;

    /// The positions that take longest to win, or to lose.
    ///
    /// # Errors
    /// [`RetroError`] where nothing has been built.
    fn longest(&self, directory: &Path, losses: bool, limit: usize) -> Result<Longest, RetroError>;

    /// Derives every value anew, of each kind that has been computed, in about `memory` bytes.
    ///
    /// # Errors
    /// [`RetroError`] where it has not been built.
    fn audit(
        &self,
        directory: &Path,
        memory: u64,
        stop: &Stop,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Vec<(Kind, Audit)>, RetroError>;

    /// The number of positions at each distance from the start; `None` if it was asked to stop. What does not fit in
    /// memory is put in a file in `scratch`, which goes when the search ends.
    ///
    /// # Errors
    /// [`RetroError`]
    fn distances(
        &self,
        options: &Options,
        scratch: Option<&Path>,
        stop: &Stop,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Option<Vec<u64>>, RetroError>;

    /// Finds the moves of about `count` positions in every second way that the game has, and compares the values of the
    /// tables.
    ///
    /// # Errors
    /// [`RetroError`] where it has not been built.
    fn sample(&self, directory: &Path, count: u64, stop: &Stop) -> Result<Vec<Sampled>, RetroError>;

    /// What a puzzle of this game is. `None` if the game does not say.
    fn puzzle(&self) -> Option<&'static str>;

    /// The positions that are puzzles, of this number of plies if one is given; the first `limit` are listed.
    ///
    /// # Errors
    /// [`RetroError`] where it has not been built, or the game has no puzzles.
    fn puzzles(
        &self,
        directory: &Path,
        plies: Option<u16>,
        limit: usize,
        stop: &Stop,
    ) -> Result<Puzzles, RetroError>;

    /// What its variants have in common with it; `None` if it has none.
    fn variant_of(&self) -> Option<String>;

    /// The tables, position by position.
    ///
    /// # Errors
    /// [`RetroError`] where it has not been built.
    fn open<'s>(&'s self, directory: &Path) -> Result<Box<dyn Opened + 's>, RetroError>;
}
