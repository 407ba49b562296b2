//! A position that answers a question.

use certamen_ask::witness::Witness;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// A position with the value of the number that is asked for, and the move that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageWitness {
    /// The position as a line.
    pub position: String,
    /// The number of legal moves, if the question is `GAME.mobility`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mobility: Option<u32>,
    /// The value, if the question is `max` or `min`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// A move with this value, or one that meets the condition, if the question is about a move.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// The game that leads there, where the question is about games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// What the game says beside ([`Subject::with_facts`](crate::Subject::with_facts)). What it does not say is refused.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
    /// Its pictures, which follow from the position.
    #[serde(skip)]
    pub(crate) pictures: PicturePair,
}

impl LanguageWitness {
    /// A position with the game that leads there.
    pub(crate) fn of_game(position: String, record: String) -> Self {
        let (mobility, value, played, record) = (None, None, None, Some(record));
        Self { position, mobility, value, played, record, facts: Map::new(), pictures: PicturePair(None) }
    }
}

/// Pictures: as text and as SVG.
#[derive(Clone, Debug, Default, Eq)]
pub(crate) struct PicturePair(pub(crate) Option<(String, String)>);

impl PartialEq for PicturePair {
    /// Always equal, because pictures follow from the position.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Witness for LanguageWitness {
    fn position(&self) -> &str {
        &self.position
    }

    fn text(&self) -> String {
        let claims = format!("{self}\n");
        let picture = match &self.pictures.0 {
            // A caption may say the same.
            Some((text, _)) => text.strip_suffix(&claims).unwrap_or(text).to_owned(),
            None => format!("{}\n", self.position),
        };
        let record = self.record.as_ref().map(|record| format!("record: {record}\n")).unwrap_or_default();
        format!("{picture}{claims}{record}")
    }

    fn svg(&self) -> String {
        match &self.pictures.0 {
            Some((_, svg)) => svg.clone(),
            None => certamen_ask::witness::TextWitness::new(self.position.as_str()).svg(),
        }
    }
}

impl fmt::Display for LanguageWitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mobility, self.value) {
            (Some(1), _) => f.write_str("1 legal move")?,
            (Some(moves), _) => write!(f, "{moves} legal moves")?,
            (None, Some(value)) => write!(f, "value {value}")?,
            (None, None) => f.write_str("the condition holds")?,
        }
        match &self.played {
            Some(played) => write!(f, " by the move {played}"),
            None => Ok(()),
        }
    }
}
