//! The value of a position as JSON.

use crate::value_solver::{FoundValue, SolvedPosition};
use certamen_search::{Answer, PlyValue, Value};
use certamen_work::schema::JsonSchema;
use serde::Serialize;

/// The answer as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValueReport {
    /// The position.
    position: String,
    verdict: ValueVerdict,
    /// The number of plies within which the position is won or lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// The score, if it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// What is known if the value is not: no win of the player to move within so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_won_within: Option<u32>,
    /// The same for the other player.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_lost_within: Option<u32>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<PlyReport>,
    /// The number of positions that were searched.
    positions: u64,
}

/// The value of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ValueVerdict {
    /// The player to move wins.
    Won,
    /// The other player wins.
    Lost,
    /// Neither player can force a win.
    Drawn,
    /// Not decided within the plies that were asked for.
    Open,
    /// The score is known.
    Score,
    /// A limit ended the search.
    Undecided,
}

/// A ply with its value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlyReport {
    ply: String,
    /// The position.
    position: String,
    verdict: ValueVerdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

impl ValueReport {
    /// The report on a solved position.
    pub fn new(solved: &SolvedPosition) -> Self {
        let (verdict, plies) = match &solved.value {
            FoundValue::Outcome(value) => verdict(value),
            score if score.is_decided() => (ValueVerdict::Score, None),
            FoundValue::Score(_) => (ValueVerdict::Undecided, None),
        };
        let known = |of: fn(&Value) -> Answer| match &solved.value {
            FoundValue::Outcome(value) => of(value).not_within(),
            FoundValue::Score(_) => None,
        };
        let ply = |ply: &PlyValue| {
            let (verdict, plies) = self::verdict(&ply.value);
            PlyReport { ply: ply.ply.clone(), position: ply.position.clone(), verdict, plies }
        };
        Self {
            position: solved.position.clone(),
            verdict,
            plies,
            score: match &solved.value {
                FoundValue::Score(range) if range.start() == range.end() => Some(*range.start()),
                _ => None,
            },
            not_won_within: known(|value| value.won),
            not_lost_within: known(|value| value.lost),
            line: solved.line.clone(),
            moves: solved.plies.iter().map(ply).collect(),
            positions: solved.positions,
        }
    }
}

fn verdict(value: &Value) -> (ValueVerdict, Option<u32>) {
    match (value.won, value.lost) {
        (Answer::Reached { plies }, _) => (ValueVerdict::Won, Some(plies)),
        (_, Answer::Reached { plies }) => (ValueVerdict::Lost, Some(plies)),
        (Answer::Never, Answer::Never) => (ValueVerdict::Drawn, None),
        _ if value.is_decided() => (ValueVerdict::Open, None),
        _ => (ValueVerdict::Undecided, None),
    }
}
