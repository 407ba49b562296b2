//! The tables of a solved game, or the strategies from a position, kept open to look up many positions.
//!
//! [`Atlas`]: the tables of one directory. [`Game::atlas`] opens them for a game that is [`Solvable`].

use crate::game::Game;
use crate::solvable::Solvable;
use crate::strategy_book::StrategyBook;
use certamen_ask::flag::Given;
use certamen_retro::positions::RetroError;
use certamen_retro::subject::{Longest, PositionTables, ProbeResult, Puzzles, held, probe_report};
use certamen_work::stop::Stop;
use std::path::Path;

pub use certamen_retro::subject::Wanted;

/// Why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AtlasError {
    /// The text is not a position, or not one of these tables.
    #[error("the position: {0}")]
    Position(String),
    /// A table is missing or damaged, or the directory holds something else.
    #[error("{0}")]
    Tables(String),
}

impl From<RetroError> for AtlasError {
    fn from(error: RetroError) -> Self {
        match error {
            RetroError::Position(reason) => Self::Position(reason),
            RetroError::Stopped(_) => Self::Tables("stopped".to_owned()),
            error => Self::Tables(error.to_string()),
        }
    }
}

/// The answer to a query, and the same as the command line gives it with `--json`.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeAnswer {
    /// The answer.
    pub probed: ProbeResult,
    /// The same as JSON.
    pub object: serde_json::Value,
}

/// The tables of a directory.
#[expect(missing_debug_implementations, reason = "it holds an object of a game")]
pub struct Atlas {
    subject: String,
    given: Given,
    puzzle: Option<&'static str>,
    opened: Box<dyn PositionTables + Send + Sync>,
}

impl Atlas {
    /// The tables in a directory. `None` if it holds none of this game.
    pub(crate) fn open(solvable: &dyn Solvable, directory: &Path) -> Result<Option<Self>, AtlasError> {
        let Some(subject) = held(directory).map_err(RetroError::from)? else { return Ok(None) };
        let Some(solving) = solvable.of_subject(&subject) else { return Ok(None) };
        let (given, puzzle) = (solvable.given_of(&subject), solving.puzzle());
        let opened = solving.opened(directory)?;
        Ok(Some(Self { subject, given, puzzle, opened }))
    }

    /// The strategies in a directory. `None` if it holds none of this game.
    ///
    /// # Errors
    /// [`AtlasError`] if the strategies cannot be read.
    pub fn of_strategies(game: &dyn Game, directory: &Path) -> Result<Option<Self>, AtlasError> {
        let Some((book, given)) = StrategyBook::open(game, directory)? else { return Ok(None) };
        Ok(Some(Self { subject: book.subject(), given, puzzle: None, opened: Box::new(book) }))
    }

    /// The game, its size and its rules, in one line.
    pub fn subject(&self) -> String {
        self.subject.clone()
    }

    /// The flags that make the table at which these positions are played.
    pub fn given(&self) -> Given {
        self.given.clone()
    }

    /// The value of a position or of the start, and of all its plies, and a line of best play.
    ///
    /// # Errors
    /// [`AtlasError`]
    pub fn look_up(&self, position: Option<&str>) -> Result<ProbeAnswer, AtlasError> {
        let probed = self.opened.probe(position)?;
        Ok(ProbeAnswer { object: serde_json::json!(probe_report(&probed)), probed })
    }

    /// A position that has a value, near a number, which may be any.
    ///
    /// # Errors
    /// [`AtlasError`]
    pub fn near(&self, number: u64) -> Result<Option<String>, AtlasError> {
        Ok(self.opened.near(number)?)
    }

    /// The positions that take longest to win, or to lose; the first `limit` are listed.
    ///
    /// # Errors
    /// [`AtlasError`]
    pub fn longest(&self, losses: bool, limit: usize, stop: &Stop) -> Result<Longest, AtlasError> {
        Ok(self.opened.longest(losses, limit, stop)?)
    }

    /// What a puzzle is, as the end of a sentence: "positions in which ...". `None` if the game defines none.
    pub fn puzzle(&self) -> Option<&'static str> {
        self.puzzle
    }

    /// The positions that are wanted puzzles; the first `limit` are listed.
    ///
    /// # Errors
    /// [`AtlasError`]
    pub fn puzzles(&self, wanted: Wanted, limit: usize, stop: &Stop) -> Result<Puzzles, AtlasError> {
        Ok(self.opened.puzzles(wanted, limit, stop)?)
    }
}
