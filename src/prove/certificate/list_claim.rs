//! What the certificate of a list claims.

use certamen_ask::question::ListedQuestion;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file of the proof that there are no others.
pub(super) const PROOF: &str = "closed.lrat.zst";

/// "These are all positions that answer `question`."
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListClaim<Q = ListedQuestion> {
    /// The question.
    pub question: Q,
    /// Whether the list has one position of each class of symmetric positions.
    pub up_to_symmetry: bool,
    /// The number of listed positions.
    pub positions: u64,
}

impl ListClaim {
    /// The claim as a sentence.
    pub fn sentence(&self) -> String {
        let Self { question, up_to_symmetry, positions } = self;
        let how = if *up_to_symmetry { " up to symmetry" } else { "" };
        if question.lists_more() {
            return format!("{positions} positions{how}, and every answer is among them: {question}");
        }
        format!("all {positions} positions{how}, and no others: {question}")
    }
}
