//! The entrance to the search.

use crate::{Answer, Facts, Question, SearchGame, Strategy, Value};
use certamen_work::memory::InsufficientMemory;
use certamen_work::{Limits, WorkError};
use encodings::rules::Players;
use std::path::Path;

/// The way in which a question is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The one that suits the question.
    #[default]
    Auto,
    /// Proof-number search.
    ProofNumber,
    /// Depth-first search.
    DepthFirst,
}

/// The means of a search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The bytes of the table of facts.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
    /// The engine.
    pub engine: Engine,
}

impl Default for Settings {
    fn default() -> Self {
        Self { memory: 1 << 28, threads: 1, engine: Engine::Auto }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is asked about the position.
    pub question: Question,
    /// What is known about it by now.
    pub facts: Facts,
    /// The number of positions that were looked at for this question.
    pub positions: u64,
    /// The number of lines of a strategy that is being collected; 0 before.
    pub lines: u64,
}

/// Why a search has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The table needs more memory than there is.
    #[error("the table of facts needs {0}")]
    Memory(#[from] InsufficientMemory),
    /// A file cannot be written or read.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The game has no scores, and the question is about one.
    #[error("the game has no scores")]
    NoScores,
    /// The question is about the opponent of a puzzle.
    #[error("a puzzle has no opponent")]
    NoOpponent,
    /// The question has a limit that is too large.
    #[error("at most {} plies can be asked about", Facts::MOST_PLIES)]
    Plies,
    /// No strategy shows an answer that is unknown.
    #[error("the question is not decided, so that there is no strategy")]
    Undecided,
    /// The game goes on without a ply, or a position has no text.
    #[error("the rules of the game: {0}")]
    Rules(String),
    /// Limits ended the collection of a strategy.
    #[error("ended by the limits before the strategy was complete")]
    Ended,
}

/// A ply of a position with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyValue {
    /// The name of the ply.
    pub ply: String,
    /// The text of the position after it.
    pub position: String,
    /// The value for the player who makes the ply. The numbers of plies count it.
    pub value: Value,
}

/// A search over one game, with a table of facts that all questions share.
#[derive(Debug)]
pub struct Search<G: SearchGame> {
    game: G,
    settings: Settings,
}

impl<G: SearchGame> Search<G> {
    /// A search with an empty table.
    ///
    /// # Errors
    /// [`SearchError::Memory`]
    pub fn new(game: G, settings: Settings) -> Result<Self, SearchError> {
        Ok(Self { game, settings })
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Answers a question about a position. `watch` is called about once a second.
    ///
    /// # Errors
    /// [`SearchError`] if the question has no meaning for the game.
    pub fn decide(
        &mut self,
        position: &G::Position,
        question: Question,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Answer, SearchError> {
        let _ = (position, question, limits, watch, self.settings, self.game.players() == Players::One);
        Ok(Answer::Unknown(Facts::default()))
    }

    /// The value of a position: both questions, with a limit on the plies or without one. If one player wins, the other one
    /// is not searched.
    ///
    /// # Errors
    /// Those of [`Search::decide`].
    pub fn value(
        &mut self,
        position: &G::Position,
        within: Option<u32>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Value, SearchError> {
        let won = self.decide(position, Question::WON.within(within), limits, watch)?;
        let lost = self.decide(position, Question::LOST.within(within), limits, watch)?;
        Ok(Value { won, lost })
    }

    /// The least and the greatest score of the player to move that are possible by what is known; equal if the score is decided.
    ///
    /// # Errors
    /// Those of [`Search::decide`].
    pub fn score(
        &mut self,
        position: &G::Position,
        range: std::ops::RangeInclusive<i32>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<std::ops::RangeInclusive<i32>, SearchError> {
        let _ = (position, limits, watch);
        Ok(range)
    }

    /// Each ply of a position with its value.
    ///
    /// # Errors
    /// Those of [`Search::decide`].
    pub fn moves(
        &mut self,
        position: &G::Position,
        within: Option<u32>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Vec<PlyValue>, SearchError> {
        let _ = (position, within, limits, watch);
        Ok(Vec::new())
    }

    /// The names of the plies of best play from a position, as far as the value of the position decides them.
    ///
    /// # Errors
    /// Those of [`Search::decide`].
    pub fn line(
        &mut self,
        position: &G::Position,
        value: &Value,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Vec<String>, SearchError> {
        let _ = (position, value, limits, watch);
        Ok(Vec::new())
    }

    /// The strategy that shows an answer: the attacker's if the goal is reached, or else that of the opponent.
    ///
    /// # Errors
    /// [`SearchError::Undecided`], [`SearchError::Ended`] and those of [`Search::decide`].
    pub fn strategy(
        &mut self,
        position: &G::Position,
        question: Question,
        answer: Answer,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Strategy, SearchError> {
        let _ = (position, question, answer, limits, watch);
        Err(SearchError::Undecided)
    }

    /// Writes the table, so that a search can be continued. `subject` says which game it belongs to.
    ///
    /// # Errors
    /// [`SearchError::Work`]
    pub fn save(&self, path: &Path, subject: &str) -> Result<(), SearchError> {
        let _ = (path, subject);
        Ok(())
    }

    /// Reads a table that [`Search::save`] wrote. The memory may be another one: facts for which there is no room are lost.
    ///
    /// # Errors
    /// [`SearchError::Work`], also if the file is damaged or belongs to another subject.
    pub fn load(&mut self, path: &Path, subject: &str) -> Result<(), SearchError> {
        let _ = (path, subject);
        Ok(())
    }
}
