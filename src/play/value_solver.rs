//! Values of positions that no table holds: an ability of games.
//!
//! [`ValueSolver`] counts in plies and has strategies that show a value. [`ValueSearch`] is less: the value alone, in the unit
//! of the game. Every solver is also such a search.

use crate::division::TextGame;
use crate::forced_win::{ForcedWinError, ForcedWinQuestion};
use crate::game::PlayError;
use crate::value_report::ValueReport;
use certamen_ask::flag::Given;
use certamen_search::{Answer, Facts, PlyValue, Progress, SearchError, Settings, Strategy, Value};
use certamen_work::Limits;
use encodings::rules::{Ending, ForcedWin};
use serde_json::json;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

/// The greatest score of which nothing else is known.
pub(crate) const MOST_SCORE: i32 = 1 << 20;

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Who wins, in at most this number of plies if there is one.
    Outcome(Option<u32>),
    /// The score at the end.
    Score,
}

/// A request for the value of a position.
#[derive(Clone, Copy, Debug)]
pub struct ValueRequest<'r> {
    /// The position; `None` for the start.
    pub position: Option<&'r str>,
    /// What is asked about it.
    pub aim: Aim,
    /// Whether each ply gets its value as well.
    pub with_plies: bool,
    /// Whether the strategies are wanted that show the value.
    pub with_strategies: bool,
    /// The means of the search.
    pub settings: Settings,
    /// The file of the table, to continue a search that was stopped.
    pub table: Option<&'r Path>,
}

impl ValueRequest<'_> {
    /// A request about the start, with the usual means.
    pub fn of(aim: Aim) -> Self {
        let (with_plies, with_strategies) = (false, false);
        Self { position: None, aim, with_plies, with_strategies, settings: Settings::default(), table: None }
    }
}

/// The value of a position.
#[derive(Clone, Debug)]
pub struct SolvedPosition {
    /// The position as text.
    pub position: String,
    /// The flags that choose the board, with their values.
    pub flags: Vec<(String, String)>,
    /// What is known.
    pub value: FoundValue,
    /// A line of best play, as a record. Empty if the value is not decided.
    pub line: Vec<String>,
    /// The plies with their values, if they were asked for.
    pub plies: Vec<PlyValue>,
    /// The strategies that show the value, if they were asked for.
    pub strategies: Vec<Strategy>,
    /// Whether a limit ended the work before the strategies were complete; then there are none.
    pub is_cut: bool,
    /// Why the table was not written to its file.
    pub unsaved: Option<String>,
    /// The number of positions that were searched.
    pub positions: u64,
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundValue {
    /// Who wins, in how many plies.
    Outcome(Value),
    /// The least and the greatest score that the player to move can reach.
    Score(RangeInclusive<i32>),
}

impl FoundValue {
    /// Whether the question is answered.
    pub fn is_decided(&self) -> bool {
        match self {
            Self::Score(range) => range.start() == range.end(),
            Self::Outcome(value) => value.is_decided(),
        }
    }
}

impl fmt::Display for FoundValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match self {
            Self::Score(range) if range.start() == range.end() => {
                return write!(f, "score {} for the player to move", range.start());
            }
            Self::Score(range) if *range == (-MOST_SCORE..=MOST_SCORE) => return write!(f, "unknown"),
            Self::Score(range) => {
                return write!(f, "unknown: score from {} to {}", range.start(), range.end());
            }
            Self::Outcome(value) => value,
        };
        match (value.ending(), value.won, value.lost) {
            (_, Answer::Reached { plies }, _) => write!(f, "won within {plies} plies"),
            (_, _, Answer::Reached { plies }) => write!(f, "lost within {plies} plies"),
            (Some(Ending::Drawn), ..) => write!(f, "drawn"),
            (_, won, lost) => match (bound("won", won), bound("lost", lost)) {
                (None, None) => write!(f, "unknown"),
                (one, other) => {
                    let known: Vec<String> = one.into_iter().chain(other).collect();
                    let unknown = if value.is_decided() { "" } else { "unknown: " };
                    write!(f, "{unknown}{}", known.join(", "))
                }
            },
        }
    }
}

/// What an answer says about a side that does not win, as far as it is known.
fn bound(how: &str, answer: Answer) -> Option<String> {
    let within = |plies: u32| format!("not {how} within {plies} plies");
    match answer {
        Answer::Never => Some(format!("not {how}")),
        // That nothing is won in no plies says nothing, unless it was asked.
        Answer::Unknown(_) => answer.not_within().filter(|&plies| plies > 0).map(within),
        _ => answer.not_within().map(within),
    }
}

/// The answer to a search for the value of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchedValue {
    /// The value in words.
    pub text: String,
    /// Best play to the end, ply by ply, if the position was decided.
    pub line: Vec<String>,
    /// The same as JSON, as the command line gives it.
    pub object: serde_json::Value,
}

/// The depths that a search offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// What is counted, in the plural: "turns of a player".
    pub of: &'static str,
    /// The usual number.
    pub usual: u32,
    /// The largest number.
    pub most: u32,
}

/// The ability of a game to search the value of any position, without tables.
pub trait ValueSearch: Send + Sync {
    /// The depths of the search: their unit, the usual one and the largest one.
    fn depth(&self) -> Depth;

    /// Searches the value of a position to a depth. `watch` is called with the progress.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position cannot be read, or if the naive game refuses the line.
    fn decide(
        &self,
        given: &Given,
        position: &str,
        depth: u32,
        limits: &Limits,
        watch: &mut dyn FnMut(String),
    ) -> Result<SearchedValue, PlayError>;
}

/// The ability of a game to find the value of any position with a strategy that shows it.
pub trait ValueSolver: ValueSearch {
    /// Whether the game has scores.
    fn has_scores(&self) -> bool;

    /// Searches the value of a position. `watch` is called with the progress.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position cannot be read, if the search cannot be done, or if the naive game refuses
    /// the line.
    fn solve(
        &self,
        given: &Given,
        request: &ValueRequest<'_>,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<SolvedPosition, PlayError>;

    /// A position, or the start, with the game by the texts of its positions: to divide the search.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position cannot be read.
    fn text_game(&self, given: &Given, position: Option<&str>) -> Result<TextGame, PlayError>;

    /// Whether a player wins from a position, or from the start, within some plies, as a formula with quantifiers.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position cannot be read.
    fn forced_win(
        &self,
        given: &Given,
        position: Option<&str>,
        claim: ForcedWin,
    ) -> Result<ForcedWinQuestion, PlayError>;

    /// Whether it is a puzzle, without an opponent.
    fn is_puzzle(&self) -> bool {
        false
    }
}

impl<S: ValueSolver> ValueSearch for S {
    /// The greatest number of plies stands for any number.
    fn depth(&self) -> Depth {
        Depth { of: "plies", usual: Facts::MOST_PLIES, most: Facts::MOST_PLIES }
    }

    fn decide(
        &self,
        given: &Given,
        position: &str,
        depth: u32,
        limits: &Limits,
        watch: &mut dyn FnMut(String),
    ) -> Result<SearchedValue, PlayError> {
        let within = (depth < Facts::MOST_PLIES).then_some(depth);
        let request = ValueRequest { position: Some(position), ..ValueRequest::of(Aim::Outcome(within)) };
        let watch = &mut |at: Progress| watch(format!("{} positions so far", at.positions));
        let solved = self.solve(given, &request, limits, watch)?;
        let object = json!(ValueReport::new(&solved));
        Ok(SearchedValue { text: solved.value.to_string(), line: solved.line, object })
    }
}

impl From<ForcedWinError> for PlayError {
    fn from(error: ForcedWinError) -> Self {
        Self::Flags(error.to_string())
    }
}

impl From<SearchError> for PlayError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Ended => Self::Stopped,
            error => Self::Search(error.to_string()),
        }
    }
}
