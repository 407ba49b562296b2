//! The seam: a game by name, and a table at which it is played.

use crate::records::{RecordFile, Report, each_line};
use crate::tree::Counted;
use certamen_ask::flag::{Flag, Given};
use certamen_work::stop::Stop;
use serde_json::Value;

/// Why a game could not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The flags do not go together, or name nothing.
    #[error("{0}")]
    Flags(String),
    /// The position cannot be read.
    #[error("the position: {0}")]
    Position(String),
    /// A file of records cannot be read.
    #[error("{0}")]
    File(String),
    /// The native game and the naive one disagree. One of the two is wrong.
    #[error("the native game and the naive game disagree: {0}")]
    Disagreement(String),
    /// The stop was requested.
    #[error("interrupted")]
    Stopped,
}

/// What flags are wanted for: not all of them make sense for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To replay records.
    Replay,
    /// To count the leaves of game trees.
    Perft,
    /// To draw a position.
    Show,
}

/// A game that can be asked for by name.
pub trait Game: Send + Sync {
    /// The name: lower case, hyphens between words.
    fn name(&self) -> &str;

    /// What there is of it, in a line or two for lists: the boards, what can be asked.
    fn about(&self) -> &str;

    /// The boards that it is played on, by name, or what they are in words. The first line of what the verb `games` lists.
    fn boards(&self) -> Vec<String>;

    /// How a position is written, in words, for the verb `games`.
    fn notation(&self) -> &str;

    /// How a record is written, in words, for the verb `games`.
    fn record_form(&self) -> &str;

    /// The flags that choose a board, pieces and rules, beside `--position` where [`Game::takes_position`] says so.
    fn flags(&self, purpose: Purpose) -> Vec<Flag>;

    /// Whether the records and trees of this game can begin at any position.
    fn takes_position(&self, _purpose: Purpose) -> bool {
        true
    }

    /// What the help of a verb says about this game, in a sentence or two: what a ply is, for example.
    fn help(&self, _purpose: Purpose) -> &'static str {
        ""
    }

    /// Examples of commands, without the program's name, each with a remark.
    fn examples(&self, _purpose: Purpose) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether records are judged by a naive twin, which shares nothing with the fast rules. Where they are not, every
    /// answer says so.
    fn has_naive_twin(&self) -> bool {
        true
    }

    /// The game with all its choices made.
    ///
    /// # Errors
    /// [`PlayError::Flags`]
    fn table(&self, given: &Given) -> Result<Box<dyn Table>, PlayError>;
}

/// A game with all its choices made.
pub trait Table: Send + Sync {
    /// Counts the leaves of the game tree at a depth; with `divide` behind each first ply as well.
    ///
    /// # Errors
    /// [`PlayError::Position`], or [`PlayError::Stopped`].
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        divide: bool,
        stop: &Stop,
    ) -> Result<Counted, PlayError>;

    /// Replays a record, from the start or another position.
    ///
    /// # Errors
    /// [`PlayError`] if the position is not one. That the record is not legal is an answer.
    fn replay(&self, position: Option<&str>, record: &str) -> Result<Replayed, PlayError>;

    /// Replays the records of a file, and reports each as it comes. As it stands here a record is a line. Returns the
    /// name under which JSON lists the reports.
    ///
    /// # Errors
    /// [`PlayError`] if the file cannot be read as records, or if there is none in it.
    fn replay_file(
        &self,
        position: Option<&str>,
        file: &RecordFile<'_>,
        stop: &Stop,
        report: &mut dyn FnMut(Report),
    ) -> Result<&'static str, PlayError> {
        each_line(file, stop, report, |record| self.replay(position, record))?;
        Ok("records")
    }

    /// Draws a position.
    ///
    /// # Errors
    /// [`PlayError::Position`]
    fn show(&self, position: &str) -> Result<Shown, PlayError>;
}

/// What came of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// Whether it is legal.
    pub is_legal: bool,
    /// The position at its end, for a terminal; empty where there is none to draw.
    pub diagram: String,
    /// In one line: `legal: ...` with the end, or `illegal: ...` with the ply, the place and the reason.
    pub verdict: String,
    /// The same as JSON: an object with the member `legal`.
    pub object: Value,
}

/// A position, drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// For a terminal, with a caption.
    pub text: String,
    /// As an SVG document.
    pub svg: String,
    /// Its facts as JSON.
    pub object: Value,
}
