//! The answer as JSON: an object for each position, and one at the end.

use crate::check::ProofSize;
use certamen_ask::witness::AnyWitness;
use certamen_work::schema::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// A listed position.
#[derive(Serialize, JsonSchema)]
pub(super) struct ListedPosition<'a> {
    #[serde(flatten)]
    pub(super) witness: &'a AnyWitness,
    /// The position as `--after` and lists have it.
    pub(super) line: &'a str,
}

/// The end of the list.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum ListEnd<'a> {
    /// A checked proof shows that the list is complete.
    Proved {
        complete: bool,
        positions: usize,
        /// The directory, if it is kept.
        certificate: Option<&'a Path>,
        proof: ProofSize,
        /// True if not all that is listed has to be an answer.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        relaxation: bool,
        /// What closed the list, if not the clauses of the question.
        #[serde(skip_serializing_if = "Option::is_none")]
        strategy: Option<&'a str>,
    },
    /// Complete by the word of the solver.
    Believed { complete: bool, positions: usize, proof: () },
    /// It is not known whether there are others.
    Undecided { complete: (), positions: usize, reason: &'a str },
    /// A limit ended the list.
    Stopped { complete: bool, positions: usize },
}
