//! The answers as JSON.

use crate::query::ToMove;
use certamen_ask::question::Question;
use certamen_prove::strategy::proof_files::KeptProof;
use schemars::JsonSchema;
use serde::Serialize;

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum ReachReport<'a> {
    Position(PositionReport<'a>),
    /// The positions of a file.
    File {
        positions: Vec<PositionReport<'a>>,
        reachable: u32,
        not_reachable: u32,
        undecided: u32,
        any_order: bool,
    },
}

/// The answer about a position, as JSON.
#[derive(Serialize, JsonSchema)]
pub(super) struct PositionReport<'a> {
    #[serde(flatten)]
    pub(super) verdict: PositionVerdict,
    /// Whether the discs may be played in any order.
    pub(super) any_order: bool,
    /// The line of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    /// The strategy that decided it, if not the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) strategy: Option<&'a str>,
    /// What was refuted: the question, or a relaxation of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refuted: Option<&'a Question>,
    #[serde(flatten)]
    pub(super) kept: Option<&'a KeptProof>,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub(super) enum PositionVerdict {
    /// The record of a game that leads there, and its last position.
    Reachable {
        record: String,
        board: String,
        to_move: String,
        mobility: usize,
        moves: Vec<String>,
        empties: usize,
    },
    #[serde(rename = "not reachable")]
    NotReachable {
        board: String,
        to_move: ToMove,
    },
    Undecided {
        reason: String,
        board: String,
        to_move: ToMove,
    },
}
