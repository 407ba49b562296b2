//! The tables of a solved game, kept open to look up many positions.
//!
//! - [`Atlas`]: the tables of one directory. [`Game::atlas`](crate::Game::atlas) opens them; a game that is
//!   [`Solvable`] has it without a line of code.
//! - [`probed_object`], [`value_object`], [`verdict_object`]: the answers as JSON, the same for every verb and for the
//!   explorer.

use crate::solvable::Solvable;
use certamen_ask::flag::Given;
use certamen_retro::positions::{RetroError, Store, Value};
use certamen_retro::subject::{Judged, Longest, Opened, Probed, Puzzles, Verdict};
use certamen_work::stop::Stop;
use serde_json::json;
use std::path::Path;

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
            error => Self::Tables(error.to_string()),
        }
    }
}

/// The answer to a query, and the same as the command line gives it with `--json`.
#[derive(Clone, Debug, PartialEq)]
pub struct Looked {
    /// The answer.
    pub probed: Probed,
    /// The same as JSON.
    pub object: serde_json::Value,
}

/// The tables of a directory.
pub trait Atlas: Send + Sync {
    /// The game, its size and its rules, in one line.
    fn subject(&self) -> String;

    /// The flags that make the table at which these positions are played.
    fn given(&self) -> Given;

    /// The value of a position or of the start, and of all its plies, and a line of best play.
    ///
    /// # Errors
    /// [`AtlasError`]
    fn look_up(&self, position: Option<&str>) -> Result<Looked, AtlasError>;

    /// A position with a value near a number; every number will do.
    ///
    /// # Errors
    /// [`AtlasError`]
    fn near(&self, number: u64) -> Result<Option<String>, AtlasError>;

    /// The positions that take longest to win, or to lose; the first `limit` are listed.
    ///
    /// # Errors
    /// [`AtlasError`]
    fn longest(&self, losses: bool, limit: usize, stop: &Stop) -> Result<Longest, AtlasError>;

    /// What a puzzle is, as the end of a sentence: "positions in which ...". `None` if the game defines none.
    fn puzzle(&self) -> Option<&'static str>;

    /// The positions that are puzzles; the first `limit` are listed.
    ///
    /// # Errors
    /// [`AtlasError`]
    fn puzzles(&self, limit: usize, stop: &Stop) -> Result<Puzzles, AtlasError>;
}

/// The tables in a directory, if it holds some of this game.
pub(crate) fn of_solvable(
    solvable: &dyn Solvable,
    directory: &Path,
) -> Result<Option<Box<dyn Atlas>>, AtlasError> {
    let Some(subject) = Store::held(directory)? else { return Ok(None) };
    let Some(solving) = solvable.all().into_iter().find(|one| one.subject() == subject) else {
        return Ok(None);
    };
    let (given, puzzle) = (solvable.given_of(&subject), solving.puzzle());
    let opened = solving.opened(directory)?;
    Ok(Some(Box::new(Kept { subject, given, puzzle, opened })))
}

/// Tables of the engine for any game.
struct Kept {
    subject: String,
    given: Given,
    puzzle: Option<&'static str>,
    opened: Box<dyn Opened + Send + Sync>,
}

impl Atlas for Kept {
    fn subject(&self) -> String {
        self.subject.clone()
    }

    fn given(&self) -> Given {
        self.given.clone()
    }

    fn look_up(&self, position: Option<&str>) -> Result<Looked, AtlasError> {
        let probed = self.opened.probe(position)?;
        Ok(Looked { object: probed_object(&probed), probed })
    }

    fn near(&self, number: u64) -> Result<Option<String>, AtlasError> {
        Ok(self.opened.near(number)?)
    }

    fn longest(&self, losses: bool, limit: usize, _: &Stop) -> Result<Longest, AtlasError> {
        Ok(self.opened.longest(losses, limit)?)
    }

    fn puzzle(&self) -> Option<&'static str> {
        self.puzzle
    }

    fn puzzles(&self, limit: usize, stop: &Stop) -> Result<Puzzles, AtlasError> {
        Ok(self.opened.puzzles(None, limit, stop)?)
    }
}

/// A value as JSON.
pub fn value_object(value: Value) -> serde_json::Value {
    match value {
        Value::Draw => json!({ "outcome": "draw" }),
        Value::Win(plies) => json!({ "outcome": "win", "plies": plies }),
        Value::Loss(plies) => json!({ "outcome": "loss", "plies": plies }),
    }
}

/// The result for a position as JSON.
pub fn verdict_object(verdict: &Verdict) -> serde_json::Value {
    let mut object = verdict.value.map_or_else(|| json!({}), value_object);
    if let Some(score) = verdict.score {
        object["score"] = json!(score);
    }
    if let Some(winner) = verdict.winner {
        object["winner"] = json!(winner);
    }
    object
}

/// The answer to a query as JSON.
pub fn probed_object(probed: &Probed) -> serde_json::Value {
    let moves: Vec<_> = probed.moves.iter().map(judged_object).collect();
    json!({
        "position": probed.position, "value": verdict_object(&probed.verdict), "moves": moves,
        "line": probed.line.join(" "),
    })
}

fn judged_object(judged: &Judged) -> serde_json::Value {
    let mut object = json!({ "move": judged.name, "value": judged.value.map(value_object) });
    if let Some(score) = judged.score {
        object["score"] = json!(score);
    }
    object
}
