//! The interface between games and verbs: a game by name, and a table at which it is played.

use crate::archive::Archives;
use crate::atlas::{Atlas, AtlasError};
use crate::reach_search::ReachSearch;
use crate::record_search::RecordSearch;
use crate::records::{RecordFile, RecordReport, each_line};
use crate::setup::Setup;
use crate::solvable::Solvable;
use crate::tree::PerftCount;
use crate::twin_comparison::Twins;
use crate::twin_game::{Difference, Disagreement};
use crate::value_solver::{ValueSearch, ValueSolver};
use crate::view::{self, PositionView};
use certamen_ask::error::QuestionError;
use certamen_ask::flag::{Flag, Given};
use certamen_language::game_file::Declaration;
use certamen_work::stop::Stop;
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;
use verify::strategy::StrategyReferee;

/// The word for the start of a game, wherever a position is given.
pub const START: &str = "START";

/// Why a game could not carry out a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The flags contradict each other, or a flag has an unknown value.
    #[error("{0}")]
    Flags(String),
    /// The position cannot be read.
    #[error("the position: {0}")]
    Position(String),
    /// The position is on another board than the one that is named.
    #[error("--board {asked}: the position is on {found}")]
    Board {
        /// The board that is named.
        asked: String,
        /// The board of the position.
        found: String,
    },
    /// A file of records cannot be read.
    #[error("{0}")]
    File(String),
    /// The native rules and the naive twin disagree. One of the two is wrong.
    #[error("the native game and the naive game disagree: {0}")]
    Disagreement(String),
    /// The same, with what they disagree about.
    #[error("the native game and the naive game disagree: {0}")]
    Twins(Box<Disagreement>),
    /// The naive twin does not judge a position, because of a limit of its own.
    #[error("{0}")]
    Unjudged(Box<Disagreement>),
    /// A search could not be done.
    #[error("{0}")]
    Search(String),
    /// Stopped on request.
    #[error("interrupted")]
    Stopped,
}

impl PlayError {
    /// Refuses the board of a position unless it is the one that is named, if one is.
    ///
    /// # Errors
    /// [`PlayError::Board`]
    pub fn require_board<B: PartialEq + fmt::Display>(asked: Option<B>, found: &B) -> Result<(), Self> {
        match asked {
            Some(asked) if asked != *found => {
                Err(Self::Board { asked: asked.to_string(), found: found.to_string() })
            }
            _ => Ok(()),
        }
    }
}

impl From<Box<Disagreement>> for PlayError {
    fn from(found: Box<Disagreement>) -> Self {
        if found.subject == Difference::Unjudged { Self::Unjudged(found) } else { Self::Twins(found) }
    }
}

impl From<QuestionError> for PlayError {
    fn from(error: QuestionError) -> Self {
        Self::Flags(error.to_string())
    }
}

/// What flags are used for. Some flags make sense for only one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To replay records.
    Replay,
    /// To count the leaves of game trees.
    Perft,
    /// To draw a position.
    Show,
}

/// A game that can be named.
///
/// # Examples
/// ```
/// use certamen_ask::flag::{Flag, Given};
/// use certamen_play::{Game, PerftCount, Picture, PlayError, Purpose, ReplayReport, Table};
/// use certamen_work::Stop;
/// use encodings::rules::Leaves;
///
/// /// Nim with one heap, from which one to three counters are taken. Who takes the last one has won.
/// struct Nim;
///
/// /// The heap at the start.
/// struct Heap(u32);
///
/// impl Game for Nim {
///     fn name(&self) -> &str { "nim" }
///     fn about(&self) -> &str { "Nim with one heap" }
///     fn boards(&self) -> Vec<String> { vec!["a heap".to_owned()] }
///     fn notation(&self) -> &str { "the number of counters" }
///     fn record_form(&self) -> &str { "the numbers that are taken, between blanks" }
///     fn takes_position(&self, _: Purpose) -> bool { false }
///     fn has_naive_twin(&self) -> bool { false }
///
///     fn flags(&self, _: Purpose) -> Vec<Flag> {
///         vec![Flag::number("heap", "N", "The counters at the start [default: 7]")]
///     }
///
///     fn table(&self, given: &Given) -> Result<Box<dyn Table>, PlayError> {
///         Ok(Box::new(Heap(given.number("heap").unwrap_or(7))))
///     }
/// }
///
/// impl Heap {
///     fn lines(&self, depth: u32) -> Leaves {
///         match depth {
///             0 => Leaves::going_on(1),
///             _ if self.0 == 0 => Leaves::ENDED,
///             _ => (1..=3.min(self.0)).map(|taken| Heap(self.0 - taken).lines(depth - 1)).sum(),
///         }
///     }
/// }
///
/// impl Table for Heap {
///     fn perft(&self, _: Option<&str>, depth: u32, _: bool, _: &Stop) -> Result<PerftCount, PlayError> {
///         let Leaves { all, ended } = self.lines(depth);
///         Ok(PerftCount { divided: Vec::new(), leaves: all, ended })
///     }
///
///     fn replay(&self, _: Option<&str>, record: &str) -> Result<ReplayReport, PlayError> {
///         let left = record.split_whitespace().try_fold(self.0, |heap, taken| {
///             let taken = taken.parse().ok().filter(|taken| (1..=3).contains(taken))?;
///             heap.checked_sub(taken)
///         });
///         Ok(ReplayReport {
///             is_legal: left.is_some(),
///             diagram: String::new(),
///             verdict: left.map_or("illegal".to_owned(), |left| format!("legal: {left} left")),
///             object: serde_json::json!({ "legal": left.is_some() }),
///         })
///     }
///
///     fn show(&self, position: &str) -> Result<Picture, PlayError> {
///         let heap: usize = position.parse().map_err(|_| PlayError::Position("expected a number".to_owned()))?;
///         let text = format!("{}\n", "|".repeat(heap));
///         let svg = certamen_draw::svg::lines_of_text(&[text.trim_end()]);
///         Ok(Picture { text, svg, object: serde_json::json!({ "counters": heap }) })
///     }
/// }
///
/// let table = Nim.table(&Given::new().with_number("heap", 4))?;
/// assert_eq!(table.perft(None, 2, false, &Stop::new())?.leaves, 6);
/// assert_eq!(table.replay(None, "3 1")?.verdict, "legal: 0 left");
/// assert!(!table.replay(None, "3 2")?.is_legal);
/// assert_eq!(table.show("4")?.text, "||||\n");
/// # Ok::<(), PlayError>(())
/// ```
pub trait Game: Send + Sync {
    /// The name: lower case, hyphens between words.
    fn name(&self) -> &str;

    /// A line or two for lists: the boards, and what can be asked.
    fn about(&self) -> &str;

    /// The names of its boards, or a description of them. The verb `games` lists them first.
    fn boards(&self) -> Vec<String>;

    /// The boards on which `games GAME --check` compares the rules with the naive twin, if `--board` names none.
    fn checked_boards(&self) -> Vec<String> {
        self.boards()
    }

    /// Names of boards to choose from, for pages: all, or the usual ones if there are too many to list.
    fn usual_boards(&self) -> Vec<String> {
        self.boards()
    }

    /// How a position is written, for the verb `games`.
    fn notation(&self) -> &str;

    /// How a record is written, for the verb `games`.
    fn record_form(&self) -> &str;

    /// The flags that choose a board, pieces and rules, without `--position` (see [`Game::takes_position`]). Games with
    /// named boards have `--board` for every purpose, if only to say that a position is on another board.
    fn flags(&self, purpose: Purpose) -> Vec<Flag>;

    /// Whether records and trees of this game can begin at any position. If so, the verbs take `--position`.
    fn takes_position(&self, _purpose: Purpose) -> bool {
        true
    }

    /// A sentence or two about this game for the help of a verb: what a ply is, for example.
    fn help(&self, _purpose: Purpose) -> &'static str {
        ""
    }

    /// Examples of commands, without the program's name, each with a remark.
    fn examples(&self, _purpose: Purpose) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether a naive twin, which shares no code with the fast rules, judges records. If not, every answer says so.
    fn has_naive_twin(&self) -> bool {
        true
    }

    /// The ability to be solved backwards, if the game has it.
    fn solvable(&self) -> Option<&dyn Solvable> {
        None
    }

    /// The ability to search games that lead to a position, if the game has it.
    fn reach_search(&self) -> Option<&dyn ReachSearch> {
        None
    }

    /// The ability to search the value of a position without tables, if the game has it.
    fn value_search(&self) -> Option<&dyn ValueSearch> {
        self.value_solver().map(|solver| -> &dyn ValueSearch { solver })
    }

    /// The ability to find the value of a position with a strategy that shows it, if the game has it.
    fn value_solver(&self) -> Option<&dyn ValueSolver> {
        None
    }

    /// The ability to verify archives in formats of their own, if the game has it. Lines of moves are verified without.
    fn archives(&self) -> Option<&dyn Archives> {
        None
    }

    /// The ability to search records for positions that satisfy a condition, if the game has it.
    fn record_search(&self) -> Option<&dyn RecordSearch> {
        None
    }

    /// The tables in a directory, kept open. `None` if it holds no tables of this game.
    ///
    /// # Errors
    /// [`AtlasError`] if the tables cannot be read.
    fn atlas(&self, directory: &Path) -> Result<Option<Atlas>, AtlasError> {
        self.solvable().map_or(Ok(None), |solvable| Atlas::open(solvable, directory))
    }

    /// The text of the file that states the rules, if one does.
    fn rules_text(&self) -> Option<&str> {
        None
    }

    /// The game with all its choices made.
    ///
    /// # Errors
    /// [`PlayError::Flags`]
    fn table(&self, given: &Given) -> Result<Box<dyn Table>, PlayError>;
}

/// A game whose board, pieces and rules are chosen.
pub trait Table: Send + Sync {
    /// Counts the leaves of the game tree at a depth. With `divide`, also counts the leaves below each first ply.
    ///
    /// # Errors
    /// [`PlayError::Position`], or [`PlayError::Stopped`].
    fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        divide: bool,
        stop: &Stop,
    ) -> Result<PerftCount, PlayError>;

    /// Replays a record, from the start or another position.
    ///
    /// # Errors
    /// [`PlayError`] if the position cannot be read. An illegal record is an answer, not an error.
    fn replay(&self, position: Option<&str>, record: &str) -> Result<ReplayReport, PlayError>;

    /// Replays the records of a file, and reports each before it reads the next. By default, each line is a record.
    /// Returns the name under which JSON lists the reports.
    ///
    /// # Errors
    /// [`PlayError`] if the file cannot be read as records, or if it has no record.
    fn replay_file(
        &self,
        position: Option<&str>,
        file: &mut RecordFile<'_>,
        stop: &Stop,
        report: &mut dyn FnMut(RecordReport),
    ) -> Result<&'static str, PlayError> {
        each_line(file, stop, report, |record| self.replay(position, record))?;
        Ok("records")
    }

    /// What the rules declare, each proved or refuted; none if they declare nothing that is proved.
    fn declarations(&self) -> Vec<Declaration> {
        Vec::new()
    }

    /// The rules and the naive twin, to be compared on the board of a position, or on the one that is chosen. `None` if
    /// there is no twin.
    ///
    /// # Errors
    /// [`PlayError`] if there is no such board.
    fn twins(&self, _position: Option<&str>) -> Result<Option<Box<dyn Twins + '_>>, PlayError> {
        Ok(None)
    }

    /// The symmetries of positions as texts: for each the places from which the characters come. Empty if none are known.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        Vec::new()
    }

    /// The naive game that checks strategies. `None` if this game has no such naive twin.
    fn referee(&self) -> Option<Box<dyn StrategyReferee>> {
        None
    }

    /// Draws a position.
    ///
    /// # Errors
    /// [`PlayError::Position`]
    fn show(&self, position: &str) -> Result<Picture, PlayError>;

    /// A position to play on, or the start: its picture, and its plies with what they lead to. By default it is put
    /// together from [`Table::show`] and [`Table::replay`].
    ///
    /// # Errors
    /// [`PlayError`] if the position cannot be read, or if the game has no fixed start.
    fn view(&self, position: Option<&str>) -> Result<PositionView, PlayError> {
        view::by_records(self, position)
    }

    /// The board of a view to put pieces on. `None` if positions can only be given as text.
    fn setup(&self, _sight: &PositionView) -> Option<Setup> {
        None
    }

    /// The positions that symmetries of the game make of a view, as texts that lead there. They have the same value.
    /// Empty if the game knows of none.
    fn images(&self, _sight: &PositionView) -> Vec<String> {
        Vec::new()
    }

    /// The start as text.
    ///
    /// # Errors
    /// [`PlayError`] if the game has no fixed start.
    fn start(&self) -> Result<String, PlayError> {
        Ok(self.view(None)?.known_as)
    }

    /// The positions behind the plies of a record, as far as they are legal, the first one before any ply. Plies are
    /// separated by blanks or commas.
    ///
    /// # Errors
    /// [`PlayError`] if the first position cannot be read.
    fn follow(
        &self,
        position: Option<&str>,
        record: &str,
        most: usize,
    ) -> Result<Vec<PositionView>, PlayError> {
        view::by_names(self, position, view::words(record), most)
    }
}

/// The result of replaying a record.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayReport {
    /// Whether the record is legal.
    pub is_legal: bool,
    /// The final position, drawn for a terminal. Empty if there is no position to draw.
    pub diagram: String,
    /// One line: `legal: ...` with the end, or `illegal: ...` with the ply, the column and the reason.
    pub verdict: String,
    /// The same as JSON: an object with the member `legal`.
    pub object: Value,
}

impl ReplayReport {
    /// The result for an illegal record. The complaint names the ply, the column and the reason.
    pub fn illegal(complaint: impl fmt::Display) -> Self {
        let complaint = complaint.to_string();
        Self {
            is_legal: false,
            diagram: String::new(),
            verdict: format!("illegal: {complaint}"),
            object: json!({ "legal": false, "complaint": complaint }),
        }
    }
}

/// A position, drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// For a terminal, with a caption.
    pub text: String,
    /// As an SVG document.
    pub svg: String,
    /// Its facts as JSON.
    pub object: Value,
}
