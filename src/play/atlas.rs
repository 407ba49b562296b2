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

    /// The positions that are wanted puzzles; the first `limit` are listed.
    ///
    /// # Errors
    /// [`AtlasError`]
    fn puzzles(&self, wanted: Wanted, limit: usize, stop: &Stop) -> Result<Puzzles, AtlasError>;
}

/// Which puzzles are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only those that are decided in this number of plies.
    pub plies: Option<u16>,
    /// Only those with exactly one move that keeps the outcome.
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
    /// use certamen_play::Wanted;
    /// use certamen_retro::positions::Value;
    /// use certamen_retro::subject::Judged;
    ///
    /// let moves = |values: &[Value]| -> Vec<Judged> {
    ///     let judged = |&value| Judged { name: String::new(), value: Some(value), score: None };
    ///     values.iter().map(judged).collect()
    /// };
    /// assert!(Wanted::is_single(Value::Win(3), &moves(&[Value::Win(3), Value::Draw, Value::Loss(2)])));
    /// assert!(!Wanted::is_single(Value::Win(3), &moves(&[Value::Win(3), Value::Win(7), Value::Loss(2)])));
    /// ```
    pub fn is_single(value: Value, moves: &[Judged]) -> bool {
        let outcome = std::mem::discriminant(&value);
        let keeps = |judged: &&Judged| judged.value.as_ref().map(std::mem::discriminant) == Some(outcome);
        moves.iter().filter(keeps).count() == 1
    }
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

    fn puzzles(&self, wanted: Wanted, limit: usize, stop: &Stop) -> Result<Puzzles, AtlasError> {
        if !wanted.single {
            return Ok(self.opened.puzzles(wanted.plies, limit, stop)?);
        }
        let mut found = self.opened.puzzles(wanted.plies, usize::MAX, stop)?;
        let mut single = Vec::new();
        for (position, value, line) in found.positions {
            if stop.is_requested() {
                found.is_stopped = true;
                break;
            }
            let moves = self.opened.probe(Some(&position))?.moves;
            if value.is_some_and(|value| Wanted::is_single(value, &moves)) {
                single.push((position, value, line));
            }
        }
        found.count = single.len() as u64;
        single.truncate(limit);
        Ok(Puzzles { count: found.count, positions: single, is_stopped: found.is_stopped })
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
