//! What can be solved, before its layers are known, and everything that can be asked of it: the seam to the verbs.
//!
//! - [`Spoken`]: a numbered game that reads positions and names moves.
//! - [`Subject`]: how such a game comes about; where its layers have to be found, a directory keeps them.
//! - [`AnyRetro`]: every subject as an object: build, probe, count, audit.

mod judge;
mod tables;

use crate::positions::{
    Audit, Census, Game, INTERVAL, Kind, MEMORY, Plan, Progress, RetroError, Room, Solver, Store, Value,
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

/// A game that can be solved, whatever its type.
pub trait AnyRetro: Send + Sync {
    /// What is solved, in one line.
    fn subject(&self) -> String;

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

    /// Derives every value anew, of each kind that has been computed.
    ///
    /// # Errors
    /// [`RetroError`] where it has not been built.
    fn audit(
        &self,
        directory: &Path,
        stop: &Stop,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Vec<(Kind, Audit)>, RetroError>;

    /// The number of positions at each distance from the start; `None` if it was asked to stop.
    ///
    /// # Errors
    /// [`RetroError`]
    fn distances(
        &self,
        options: &Options,
        stop: &Stop,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Option<Vec<u64>>, RetroError>;
}
