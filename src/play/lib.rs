//! Games at a table: the interface that a game offers to the verbs `perft`, `replay`, `show` and `games`.
//!
//! - [`Game`]: a game by name. From flags (board, pieces, variants of rules) it makes a [`Table`]. A table replays
//!   records, draws positions, and counts game trees. The verbs use nothing else of a game.
//! - [`tree`]: counts the leaves of any game tree on all cores. [`records`]: files with one record on each line.
//! - [`archive`]: the ability to verify archives in formats of their own. [`record_search`]: to search the positions of
//!   records.
//! - [`view`]: a position to play on, as the explorer shows it. [`atlas`]: tables that are kept open.
//! - [`solvable`]: the ability to be solved backwards, for the verbs of `retro`.
//! - [`table_strategies`]: strategies from the tables of a solved game.
//! - [`twin_game`]: a game and its naive twin, stepped together. [`twin_comparison`]: their whole trees and games at random,
//!   compared.
//! - [`setup`]: positions that are put together square by square.
//! - [`reach_search`]: the ability to search games that lead to a position, for the verb `reach`. [`value_solver`]: the ability
//!   to search the value of a position without tables, also with strategies that show it. [`values`] does so for any game.
//! - [`forced_win`]: a win within some plies as a formula with quantifiers.
//! - [`division`]: a position in parts, for many machines; [`solved_part`]: a part as a file; [`joined_strategies`]: all of them
//!   put together.
//! - [`ruled`]: a game made of rules over words ([`encodings::rules::Rules`]), with or without a naive twin
//!   ([`verify::naive::Naive`]). It includes the question `mobility`.

pub mod archive;
pub mod atlas;
pub mod division;
pub mod forced_win;
pub mod game;
pub mod joined_strategies;
mod naive_engine;
pub mod reach_search;
pub mod record_search;
pub mod records;
pub mod ruled;
pub mod setup;
pub mod solvable;
pub mod solved_part;
mod strategy_book;
pub mod table_strategies;
pub mod tree;
pub mod twin_comparison;
pub mod twin_game;
pub mod value_report;
pub mod value_solver;
pub mod values;
pub mod view;

pub use archive::{Archives, Investigation, TableJudge};
pub use atlas::{Atlas, AtlasError, ProbeAnswer, Wanted};
pub use division::{Division, PartValue, TextGame};
pub use forced_win::{ForcedWinError, ForcedWinQuestion, NamedPly};
pub use game::{Game, Picture, PlayError, Purpose, ReplayReport, START, Table};
pub use joined_strategies::UnionError;
pub use naive_engine::NaiveEngine;
pub use reach_search::{ReachOutcome, ReachReport, ReachSearch, ReachWatcher};
pub use record_search::{RecordCondition, RecordSearch, SearchedRecord};
pub use records::{RecordFile, RecordReport, RecordStatus};
pub use ruled::RuledGame;
pub use setup::{Setup, Token};
pub use solvable::{Solvable, SolvableFeatures};
pub use solved_part::SolvedPart;
pub use tree::{PerftCount, Tree};
pub use twin_comparison::{TwinGames, TwinTree, Twins};
pub use twin_game::{Disagreement, Engine, RandomGames, TwinGame};
pub use value_report::ValueReport;
pub use value_solver::{
    Aim, Depth, FoundValue, SearchedValue, SolvedPosition, ValueRequest, ValueSearch, ValueSolver,
};
pub use view::{PlyOutcome, PlyView, PositionView};
