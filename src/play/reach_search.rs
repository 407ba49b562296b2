//! Whether games from the start lead to positions: an ability of games, and its answers.

use crate::game::PlayError;
use certamen_ask::flag::{Flag, Given};
use certamen_language::GameQuestion;
use certamen_work::Limits;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The answer to the question whether a position is reachable. `Display` writes it as one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "verdict")]
pub enum ReachOutcome {
    /// This game leads there.
    #[serde(rename = "reachable")]
    Game {
        /// The record.
        record: String,
        /// The number of plies, a pass counted as one; 0 until [`ReachSearch::report`] has counted them, if the search does not.
        plies: usize,
    },
    /// No game does.
    #[serde(rename = "not reachable")]
    Nowhere {
        /// How many positions games reach, if all of them were seen.
        #[serde(skip_serializing_if = "Option::is_none")]
        positions: Option<usize>,
    },
    /// The search ended at a limit.
    #[serde(rename = "undecided")]
    Undecided {
        /// The limit.
        reason: String,
    },
}

impl ReachOutcome {
    /// Whether it is reachable; `None` if that is undecided.
    pub const fn is_reachable(&self) -> Option<bool> {
        match self {
            Self::Game { .. } => Some(true),
            Self::Nowhere { .. } => Some(false),
            Self::Undecided { .. } => None,
        }
    }
}

impl fmt::Display for ReachOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { record, .. } => write!(f, "reachable: {record}"),
            Self::Nowhere { positions: None } => f.write_str("not reachable"),
            Self::Nowhere { positions: Some(positions) } => {
                write!(f, "not reachable: games reach {positions} positions")
            }
            Self::Undecided { reason } => write!(f, "undecided ({reason})"),
        }
    }
}

/// What a game adds to an answer: the end of the game that was found, or else the position as it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReachFacts {
    /// Whether pieces may be placed in any order.
    pub any_order: bool,
    /// The board.
    pub board: String,
    /// The player to move.
    pub to_move: String,
    /// The facts of the end of a game.
    #[serde(flatten)]
    pub end: Option<ReachedEnd>,
}

/// The end of a game that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReachedEnd {
    /// The number of legal moves.
    pub mobility: usize,
    /// The legal moves.
    pub moves: Vec<String>,
    /// The number of empty squares.
    pub empties: usize,
    /// The position, drawn for a terminal.
    #[serde(skip)]
    pub diagram: String,
}

/// The answer about a position. `Display` writes it as text of one or more lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReachReport {
    /// The answer.
    #[serde(flatten)]
    pub outcome: ReachOutcome,
    /// What the game adds to it.
    #[serde(flatten)]
    pub facts: Option<ReachFacts>,
}

impl fmt::Display for ReachReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_in_any_order = self.facts.as_ref().is_some_and(|facts| facts.any_order);
        let order = if is_in_any_order { " in any order" } else { "" };
        let end = self.facts.as_ref().and_then(|facts| facts.end.as_ref());
        match (&self.outcome, end) {
            (ReachOutcome::Game { record, plies }, None) => {
                writeln!(f, "reachable in {plies} plies: {record}")
            }
            (ReachOutcome::Game { record, .. }, Some(end)) => {
                write!(f, "reachable{order}\n{record}\n{}", end.diagram)
            }
            (ReachOutcome::Nowhere { .. }, _) => writeln!(f, "{}{order}", self.outcome),
            (ReachOutcome::Undecided { .. }, _) => writeln!(f, "{}", self.outcome),
        }
    }
}

/// The time between two reports of the same part of the work.
const INTERVAL: Duration = Duration::from_secs(10);

/// Reports the progress of a search, and ends it at a limit.
pub struct ReachWatcher<'a> {
    limits: &'a Limits,
    tell: &'a mut dyn FnMut(String),
    /// The part that was reported last, and when.
    reported: Option<(u32, Instant)>,
}

impl<'a> ReachWatcher<'a> {
    /// A watcher that passes on what is to be reported.
    pub fn new(limits: &'a Limits, tell: &'a mut dyn FnMut(String)) -> Self {
        Self { limits, tell, reported: None }
    }

    /// Reports a part of the work when it begins and every ten seconds, and says whether the search goes on.
    pub fn watch(&mut self, part: u32, what: impl FnOnce() -> String) -> ControlFlow<()> {
        let is_recent = |(last, at): (u32, Instant)| last == part && at.elapsed() < INTERVAL;
        if !self.reported.is_some_and(is_recent) {
            self.reported = Some((part, Instant::now()));
            (self.tell)(what());
        }
        if self.limits.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The answer of a search that was ended.
    pub fn undecided(&self) -> ReachOutcome {
        ReachOutcome::Undecided { reason: self.limits.stop.or_time_limit().to_owned() }
    }
}

impl fmt::Debug for ReachWatcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReachWatcher").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// The ability of a game to say whether positions are reachable.
pub trait ReachSearch: Send + Sync {
    /// The flags that choose a board, and those of the search.
    fn flags(&self) -> Vec<Flag>;

    /// How it searches, for the help of the verb.
    fn help(&self) -> &'static str;

    /// Examples of commands, without the program's name, each with a remark.
    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Reads a position, and gives the name of its board.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position cannot be read.
    fn board(&self, given: &Given, position: &str) -> Result<String, PlayError>;

    /// The flags and the text of a position that a [view](crate::view) has under this text.
    fn of_view(&self, given: Given, position: &str) -> (Given, String) {
        (given, position.to_owned())
    }

    /// Searches games from the start to positions of one board. Returns an outcome for each. A record counts only once
    /// [`ReachSearch::report`] has accepted it.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or a position cannot be read, or if a record is refused.
    fn reach(
        &self,
        given: &Given,
        positions: &[String],
        watcher: &mut ReachWatcher<'_>,
    ) -> Result<Vec<ReachOutcome>, PlayError>;

    /// The outcome for a position with what the game adds to it. A record may be one that a solver found.
    ///
    /// # Errors
    /// [`PlayError`] if the naive game refuses the record.
    fn report(
        &self,
        _given: &Given,
        _position: &str,
        outcome: ReachOutcome,
    ) -> Result<ReachReport, PlayError> {
        Ok(ReachReport { outcome, facts: None })
    }

    /// The same question as a formula, so that a solver can refute it with a proof; or why there is no formula.
    ///
    /// # Errors
    /// [`PlayError`] if the flags or the position cannot be read.
    fn games_to(
        &self,
        given: &Given,
        position: &str,
    ) -> Result<Result<GameQuestion, &'static str>, PlayError>;
}

/// How many positions a search keeps, unless [`KEPT`] says another number.
pub const MOST_KEPT: u32 = 20_000_000;

/// The flag of searches that keep positions.
pub const KEPT: Flag = Flag::number(
    "positions",
    "N",
    "The search keeps at most this many positions [default: 20000000]. The solver goes on when the search ends: see --time-limit",
);

/// Why there is no formula, if the position does not say how long the games that lead there are.
pub const NO_FORMULA: &str = "there is no formula of the games to this position";
