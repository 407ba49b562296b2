//! The answers as JSON.

use super::audited::AuditReport;
use certamen_retro::subject::ValueReport;
use certamen_work::schema::{Either, JsonSchema, OrUndecided, Schema, of_answer};
use serde::Serialize;
use std::collections::BTreeMap;

/// The schema of the answer of a verb, such as `retro build`, if it is another one than that of other games.
pub(super) fn schema_of(verb: &str) -> Option<Schema> {
    Some(match verb {
        "retro build" => of_answer::<Either<BuildReport<'_>, Stopped<'_>>>(),
        "retro distances" => of_answer::<Either<DistancesReport<'_>, Stopped<'_>>>(),
        "retro stats" => of_answer::<OrUndecided<StatsReport<'_>>>(),
        "retro longest" => of_answer::<OrUndecided<LongestReport<'_>>>(),
        "puzzles" => of_answer::<OrUndecided<PuzzlesReport<'_>>>(),
        "retro compare" => of_answer::<OrUndecided<CompareReport<'_>>>(),
        "retro audit" => of_answer::<Either<AuditReport<'_>, SampleReport>>(),
        _ => return None,
    })
}

/// Work on groups of layers was stopped. The same command continues.
#[derive(Serialize, JsonSchema)]
pub(super) struct Stopped<'a> {
    /// `undecided`
    pub(super) verdict: &'static str,
    /// The group of layers.
    pub(super) group: &'a str,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct BuildReport<'a> {
    /// `solved`
    pub(super) verdict: &'static str,
    pub(super) game: &'a str,
    pub(super) layers: Vec<LayerSize<'a>>,
    /// The damaged files that were built again.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) repaired: &'a [String],
}

#[derive(Serialize, JsonSchema)]
pub(super) struct LayerSize<'a> {
    pub(super) layer: &'a str,
    pub(super) positions: u32,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct DistancesReport<'a> {
    pub(super) game: &'a str,
    #[serde(flatten)]
    pub(super) distances: StatesByDistance,
    /// The number of figures that differ from the published ones.
    pub(super) different: usize,
    /// The damaged files that were built again.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) repaired: &'a [String],
}

#[derive(Serialize, JsonSchema)]
pub(super) struct StatsReport<'a> {
    pub(super) game: &'a str,
    /// Table 1.
    pub(super) classes: Vec<ClassReport>,
    pub(super) layers: &'a [String],
    /// The states that some move leads to.
    pub(super) states: u64,
    /// Positions in which a move wins at once.
    pub(super) checkmate_positions: u64,
    /// The states of these positions.
    pub(super) checkmate_states: u64,
    /// The other states, of table 2.
    pub(super) others: u64,
    pub(super) drawn: u64,
    /// The other states that are not drawn, by plies.
    pub(super) plies: &'a BTreeMap<u8, u64>,
    /// The published figures of table 2.
    pub(super) published: BTreeMap<&'a str, u64>,
    /// The number of figures that were compared with the published ones.
    pub(super) compared: usize,
    /// The number of those that differ.
    pub(super) different: usize,
    /// Table 3.
    pub(super) distances: Vec<StatesByDistance>,
}

/// Positions by the square of the hole and the numbers of pieces.
#[derive(Serialize, JsonSchema)]
pub(super) struct ClassReport {
    pub(super) hole: String,
    pub(super) own: u32,
    pub(super) opponent: u32,
    pub(super) positions: u32,
    pub(super) published: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct StatesByDistance {
    /// The moves that were made: `allowed` or `all`.
    pub(super) moves: String,
    /// The number of states at each distance from the start.
    pub(super) states: Vec<u64>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct LongestReport<'a> {
    pub(super) game: &'a str,
    pub(super) value: ValueReport,
    /// The number of states with this value.
    pub(super) count: usize,
    pub(super) states: Vec<StateReport>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct StateReport {
    pub(super) position: String,
    /// The move that is forbidden.
    pub(super) forbidden: Option<String>,
    /// A line of best play.
    pub(super) line: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct PuzzlesReport<'a> {
    pub(super) game: &'a str,
    /// The number of all puzzles.
    pub(super) puzzles: usize,
    /// The number of those with a single winning move.
    pub(super) single: usize,
    /// The number of those that the flags choose.
    pub(super) chosen: usize,
    pub(super) positions: Vec<PuzzleReport>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct PuzzleReport {
    pub(super) position: String,
    pub(super) value: ValueReport,
    pub(super) line: String,
    /// The number of winning moves.
    pub(super) winning_moves: usize,
    /// The moves of the line that are not best play.
    pub(super) slips: Vec<SlipReport>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct SlipReport {
    /// The number of the move in the line, from 1.
    #[serde(rename = "move")]
    pub(super) number: usize,
    pub(super) played: String,
    pub(super) value: ValueReport,
    pub(super) best: ValueReport,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct CompareReport<'a> {
    pub(super) one: &'a str,
    pub(super) other: &'a str,
    pub(super) layers: Vec<&'a str>,
    pub(super) kinds: Vec<KindReport>,
}

/// The positions with these two values.
#[derive(Serialize, JsonSchema)]
pub(super) struct KindReport {
    pub(super) one: String,
    pub(super) other: String,
    /// How the plies in the first variant compare with those in the second.
    pub(super) plies: Option<&'static str>,
    pub(super) positions: u64,
    /// Those for which the variants disagree, perhaps with a move forbidden.
    pub(super) differing: u64,
    /// If there are such, one that takes the fewest plies.
    pub(super) simplest: Option<PairReport>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct PairReport {
    pub(super) position: String,
    pub(super) one: ValueReport,
    pub(super) other: ValueReport,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub(super) enum SampleReport {
    /// A solver refutes that an entry disagrees with its moves, and the refutation was checked.
    Justified {
        positions: usize,
        clauses: usize,
        steps: u64,
    },
    /// The entry of a position disagrees with a move.
    Wrong {
        position: String,
        #[serde(rename = "move")]
        played: String,
    },
    Undecided {
        positions: usize,
    },
}
