//! Why a game cannot be solved, or its tables cannot be read.

use crate::table::TableError;
use certamen_work::durable::WorkError;
use certamen_work::stop::Interrupted;
use std::path::PathBuf;

/// Why a game cannot be solved, or why its tables cannot be read. Each message is one line, and names the position if
/// there is one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RetroError {
    /// A file or directory cannot be read, written or accepted.
    #[error(transparent)]
    Table(TableError),
    /// Nothing has been built.
    #[error("{} holds no tables: build them first", .0.display())]
    Unbuilt(PathBuf),
    /// Two layers have the same name, or a name cannot be a file name.
    #[error(
        "the layer name `{0}` is not a possible or unique file name: expected letters, digits, `-`, `_` and `.`"
    )]
    Name(String),
    /// A layer is declared to lead to a layer that does not exist.
    #[error("layer {layer} is said to lead to layer number {to}, but there are {count}")]
    NoSuchLayer {
        /// The layer.
        layer: String,
        /// The number of the missing layer.
        to: u32,
        /// The number of layers.
        count: usize,
    },
    /// A layer has more numbers than 64 bits hold.
    #[error("layer {0} has more than 2^64 numbers")]
    Overflow(String),
    /// A move leads to a number outside its layer.
    #[error("a move from {from} leads to {to}: number {rank} of layer {layer}, which has {size}")]
    Range {
        /// The position.
        from: String,
        /// The position after the move.
        to: String,
        /// The layer, or its number if there is no such layer.
        layer: String,
        /// The number.
        rank: u64,
        /// The size of the layer.
        size: u64,
    },
    /// A move leads to a layer that [`Game::leads_to`](super::Game::leads_to) does not declare.
    #[error("a move from {from} leads to {to}: layer {layer} is not said to lead to layer {other}")]
    Undeclared {
        /// The position.
        from: String,
        /// The position after the move.
        to: String,
        /// The layer.
        layer: String,
        /// The layer after the move.
        other: String,
    },
    /// A move leads to a position without a number.
    #[error("a move from {from} leads to {to}, which has no number although the game goes on there")]
    NotNumbered {
        /// The position.
        from: String,
        /// The position after the move.
        to: String,
    },
    /// A move leads to a number that has no position.
    #[error("a move leads to number {rank} of layer {layer}, which stands for no position")]
    Vacant {
        /// The layer.
        layer: String,
        /// The number.
        rank: u64,
    },
    /// The game is not over in a position, but the position has no move.
    #[error("{0} has no move, and the game is not over there")]
    NoMoves(String),
    /// Numbers, moves and un-moves contradict each other.
    #[error("{position}: {reason}")]
    Inconsistent {
        /// The position.
        position: String,
        /// The contradiction.
        reason: String,
    },
    /// A win or loss takes more plies than a value holds.
    #[error("{0} is decided in more than {most} plies", most = super::value::Value::MOST_PLIES)]
    TooLong(String),
    /// A score exceeds the largest that a table holds.
    #[error("{position} has the score {score}: a table holds at most {most}", most = super::value::score::MOST)]
    Score {
        /// The position.
        position: String,
        /// The score.
        score: i32,
    },
    /// Positions repeat, so there is no best score.
    #[error(
        "moves lead from {0} back to it or to another such position: scores need a game that goes one way"
    )]
    Cycle(String),
    /// The game has no scores.
    #[error("{0}: the end of the game has no score")]
    NoScores(String),
    /// The layers of a group do not fit in memory.
    #[error("group {group} needs {needed} bytes of memory, more than the {memory} that are allowed")]
    TooLarge {
        /// The group.
        group: String,
        /// The least number of bytes that it needs.
        needed: u128,
        /// The allowed number of bytes.
        memory: u64,
    },
    /// The disk has no room for the tables, and for the values of groups that do not fit in memory.
    #[error(
        "{}{needed} bytes of disk with all tables, more than the {free} that are free or allowed",
        group.as_ref().map_or_else(
            || "the game needs ".to_owned(),
            |group| format!("group {group} does not fit in the memory that is allowed, and needs "),
        )
    )]
    NoRoom {
        /// The largest group that does not fit in memory, if there is one.
        group: Option<String>,
        /// The bytes that the run needs.
        needed: u128,
        /// The bytes that are free, or allowed.
        free: u64,
    },
    /// There is no room for the marks of a search for distances.
    #[error(
        "distances need at least {needed} bytes, more than the {memory} of memory that are allowed{}",
        disk.map_or_else(
            || ", and no directory is given for what does not fit".to_owned(),
            |disk| format!(", and than the {disk} of disk that are free or allowed"),
        )
    )]
    Distances {
        /// The bytes that are needed, two bits for each number that is known of.
        needed: u128,
        /// The allowed bytes of memory.
        memory: u64,
        /// The free or allowed bytes on disk. `None` if there is no directory for them.
        disk: Option<u64>,
    },
    /// Neither numbers for all arrangements of pieces nor a list of the positions that are reached have room.
    #[error("{numbers}; and more than {most} positions are reached, too many for a list of them")]
    NoList {
        /// Why there is no room for numbers.
        numbers: Box<RetroError>,
        /// The largest list that memory and the engine allow.
        most: u64,
    },
    /// A text is not a position, or its position has no value here.
    #[error("the position: {0}")]
    Position(String),
    /// The positions of the rules cannot be numbered.
    #[error("{0}")]
    Rules(String),
    /// What was found in a range is not about what was asked.
    #[error("an output is not about what was planned")]
    Part,
    /// A request to stop ended the work.
    #[error("interrupted")]
    Stopped(#[from] Interrupted),
    /// A reason that only the game knows.
    #[error(transparent)]
    Game(Box<dyn std::error::Error + Send + Sync>),
}

impl From<TableError> for RetroError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Stopped(stopped) => Self::Stopped(stopped),
            error => Self::Table(error),
        }
    }
}

impl From<WorkError> for RetroError {
    fn from(error: WorkError) -> Self {
        Self::Table(error.into())
    }
}
