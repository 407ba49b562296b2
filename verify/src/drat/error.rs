//! Why a proof is refused, and where.

use thiserror::Error;

use crate::lrat::{LratError, LratReason};

/// A proof that is refused. That says nothing about the formula, which may still be unsatisfiable.
#[derive(Debug, Error)]
#[error("{}{}{reason}", place_text(*.offset), addition_text(*.addition))]
pub struct DratError {
    /// The offset in bytes, from 0, of the wrong byte or step.
    pub offset: Option<u64>,
    /// The number of the added clause that does not follow, from 1.
    pub addition: Option<u64>,
    /// How many of the deleted clauses do not exist, if the proof was read: of a proof of this formula, few or none.
    pub unmatched: u64,
    /// What is wrong there.
    pub reason: DratReason,
}

fn place_text(offset: Option<u64>) -> String {
    offset.map_or_else(String::new, |offset| format!("byte {offset}: "))
}

fn addition_text(addition: Option<u64>) -> String {
    addition.map_or_else(String::new, |addition| format!("added clause {addition}: "))
}

/// What can be wrong with a proof.
#[derive(Debug, Error)]
pub enum DratReason {
    /// It cannot be read.
    #[error(transparent)]
    Malformed(LratReason),
    /// The progress callback asked to stop. There is no verdict.
    #[error("stopped before a verdict")]
    Stopped,
    /// More clauses than the limit.
    #[error("too many clauses: at most {max} are read, those of the formula included")]
    TooManyClauses {
        /// The limit.
        max: u32,
    },
    /// More literals than the limit.
    #[error(
        "too many literals: at most {max} are read, those of the formula and three to six for each clause included"
    )]
    TooManyLiterals {
        /// The limit.
        max: usize,
    },
    /// The proof ends without the empty clause, and unit propagation finds no conflict.
    #[error("the proof ends without a conflict")]
    NoConflict,
    /// A clause that the refutation uses does not follow.
    #[error("it follows neither by unit propagation nor as RAT on its first literal")]
    NotImplied,
    /// The hints that were found are wrong. This is a defect of this checker, and not a verdict.
    #[error("the hints that were found for it do not hold, which is a defect of this checker: {0}")]
    Elaboration(LratError),
}

impl DratReason {
    /// Whether there is no verdict, because the proof cannot be read.
    pub fn is_unreadable(&self) -> bool {
        use DratReason::{Elaboration, Malformed, TooManyClauses, TooManyLiterals};
        matches!(self, Malformed(_) | TooManyClauses { .. } | TooManyLiterals { .. } | Elaboration(_))
    }

    /// The same as an error without a place.
    pub(super) fn nowhere(self) -> DratError {
        DratError { offset: None, addition: None, unmatched: 0, reason: self }
    }
}

impl From<LratReason> for DratReason {
    fn from(reason: LratReason) -> DratReason {
        match reason {
            LratReason::Stopped => DratReason::Stopped,
            reason => DratReason::Malformed(reason),
        }
    }
}
