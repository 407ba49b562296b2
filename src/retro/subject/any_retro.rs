//! A game that can be solved, as an object: the verbs, and how several machines share their work.

use super::{DividedGame, Monitor, OpenPurpose, Options, PositionTables, RangeVerb, RangedTables, Wanted};
use crate::positions::{Plan, RetroError};
use certamen_work::answer::Answer;
use certamen_work::stop::Stop;
use std::path::Path;

/// How several machines solve a game ([`AnyRetro::in_parts`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildParts {
    /// Phase by phase, by moves as numbers.
    Phases,
    /// By groups of layers and by sweeps over them.
    Sweeps,
}

/// A game that can be solved, whatever its type and its engine: what the verbs do with its tables. A request to stop ends
/// work that takes long with [`RetroError::Stopped`]; what follows from tables that are read once is answered.
pub trait AnyRetro: Send + Sync {
    /// The game, its size and its rules, in one line.
    fn subject(&self) -> String;

    /// Whether the end of the game is counted.
    fn has_scores(&self) -> bool {
        false
    }

    /// What a puzzle of this game is. `None` if the game defines no puzzles.
    fn puzzle(&self) -> Option<&'static str> {
        None
    }

    /// The text that it shares with its variants; `None` if it has none.
    fn variant_of(&self) -> Option<String> {
        None
    }

    /// How several machines solve it. `None` if they cannot.
    fn parts(&self) -> Option<BuildParts> {
        None
    }

    /// Whether this work can be divided into ranges.
    fn has_ranges(&self, what: RangeVerb) -> bool;

    /// The estimated cost of solving it.
    ///
    /// # Errors
    /// [`RetroError`]
    fn plan(&self, options: &Options, stop: &Stop) -> Result<Plan, RetroError>;

    /// Solves it into a directory. After a request to stop the answer is that the same call continues the run.
    ///
    /// # Errors
    /// [`RetroError`]
    fn build(
        &self,
        directory: &Path,
        options: &Options,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError>;

    /// The result for a position, or for the start.
    ///
    /// # Errors
    /// [`RetroError`] if its tables have not been built or the text is not a position.
    fn probe(&self, directory: &Path, position: Option<&str>) -> Result<Answer, RetroError> {
        Ok(self.open(directory)?.probe(position)?.answer())
    }

    /// The number of positions with each value.
    ///
    /// # Errors
    /// [`RetroError`] if nothing has been built.
    fn stats(&self, directory: &Path, monitor: &mut Monitor<'_>) -> Result<Answer, RetroError>;

    /// The positions that take longest to win, or to lose. `limit` are listed, or as many as usual.
    ///
    /// # Errors
    /// [`RetroError`] if nothing has been built.
    fn longest(
        &self,
        directory: &Path,
        losses: bool,
        limit: Option<usize>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError>;

    /// Derives every value anew, of each kind that has been computed, in about `memory` bytes. About `sample` positions
    /// are compared with other ways to find moves.
    ///
    /// # Errors
    /// [`RetroError`] if its tables have not been built.
    fn audit(
        &self,
        directory: &Path,
        options: &Options,
        sample: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError>;

    /// The number of positions at each distance from a position, or from the start. What does not fit in memory lies in a
    /// file in `scratch`, which is removed when the search ends.
    ///
    /// # Errors
    /// [`RetroError`]
    fn distances(
        &self,
        position: Option<&str>,
        options: &Options,
        scratch: Option<&Path>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError>;

    /// Compares the tables of a directory with those of a variant of the game in another one.
    ///
    /// # Errors
    /// [`RetroError`] if a table is missing or damaged.
    fn compare(
        &self,
        directory: &Path,
        with: (&dyn AnyRetro, &Path),
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError>;

    /// The positions that are puzzles; the first `limit` are listed.
    ///
    /// # Errors
    /// [`RetroError`] if its tables have not been built, or the game has no puzzles.
    fn puzzles(
        &self,
        directory: &Path,
        wanted: Wanted,
        limit: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Answer, RetroError>;

    /// The tables, position by position.
    ///
    /// # Errors
    /// [`RetroError`] if they have not been built.
    fn open<'s>(&'s self, directory: &Path) -> Result<Box<dyn PositionTables + 's>, RetroError>;

    /// The same tables, with the subject, to be kept open.
    ///
    /// # Errors
    /// [`RetroError`] if they have not been built.
    fn opened(self: Box<Self>, directory: &Path) -> Result<Box<dyn PositionTables + Send + Sync>, RetroError>
    where
        Self: 'static;

    /// The game, to be solved in parts.
    ///
    /// # Errors
    /// [`RetroError`] if its positions cannot be numbered, or another engine solves it.
    fn in_parts(self: Box<Self>, _opening: OpenPurpose<'_>) -> Result<Box<dyn DividedGame>, RetroError>
    where
        Self: 'static,
    {
        Err(RetroError::Rules(format!("{} is not solved in parts", self.subject())))
    }

    /// The same tables by ranges of numbers.
    ///
    /// # Errors
    /// [`RetroError`] if they have not been built.
    fn in_ranges(self: Box<Self>, directory: &Path) -> Result<Box<dyn RangedTables>, RetroError>
    where
        Self: 'static;
}
