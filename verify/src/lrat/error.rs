//! Why a proof is refused, and where.

use std::io;

use thiserror::Error;

use crate::dimacs::Literal;

/// A proof that is refused. That says nothing about the formula, which may still be unsatisfiable.
#[derive(Debug, Error)]
#[error("{}{}byte {offset}: {reason}", line_text(*.line), step_text(*.step))]
pub struct LratError {
    /// The offset in bytes, from 0, of the wrong byte, or of the byte after the wrong number.
    pub offset: u64,
    /// The line, from 1, of a text proof.
    pub line: Option<u64>,
    /// The id of the clause that is being added, if any.
    pub step: Option<u64>,
    /// What is wrong there.
    pub reason: LratReason,
}

fn line_text(line: Option<u64>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}, "))
}

fn step_text(step: Option<u64>) -> String {
    step.map_or_else(String::new, |step| format!("step {step}, "))
}

/// What can be wrong with a proof.
#[derive(Debug, Error)]
pub enum LratReason {
    /// Reading failed.
    #[error("cannot read further: {0}")]
    Io(io::Error),
    /// The progress callback asked to stop. There is no verdict.
    #[error("stopped before a verdict")]
    Stopped,
    /// The proof ends within a step.
    #[error("the proof ends within a step")]
    Truncated,
    /// The proof ends, but the empty clause has not been derived.
    #[error("the proof ends without the empty clause")]
    NoEmptyClause,
    /// A byte that has no meaning there.
    #[error("found the byte {found:#04x}, expected {expected}")]
    Foreign {
        /// The byte.
        found: u8,
        /// What may stand there.
        expected: &'static str,
    },
    /// A number with a leading zero, beyond 63 bits, or in a longer binary form than it needs.
    #[error("not a number in canonical form of at most 63 bits")]
    Number,
    /// A literal whose variable is too large.
    #[error("a literal beyond the variable {max}", max = Literal::MAX_VARIABLE)]
    LiteralRange,
    /// A number in the place of a clause id that is not one.
    #[error("{found} is not the id of a clause")]
    Id {
        /// The number.
        found: i64,
    },
    /// An id that is not greater than all ids before it, whether they belong to the formula, to additions or to deleted
    /// clauses.
    #[error("the id {id} is not greater than {last}, which is the last one")]
    NotAscending {
        /// The id.
        id: u64,
        /// The greatest id so far.
        last: u64,
    },
    /// A text deletion whose label is less than the last id.
    #[error("a deletion is labelled {label}, though {last} is the last id")]
    DeletionLabel {
        /// The label.
        label: u64,
        /// The greatest id so far.
        last: u64,
    },
    /// The deletion of a clause that does not exist.
    #[error("clause {id} cannot be deleted: it does not exist or was deleted")]
    UnknownDeletion {
        /// The id.
        id: u64,
    },
    /// A hint that names no live clause.
    #[error("the hint {hint} names a clause that does not exist or was deleted")]
    UnknownHint {
        /// The id.
        hint: u64,
    },
    /// A hint whose clause has a true literal.
    #[error("the hint {hint} is satisfied already")]
    SatisfiedHint {
        /// The id.
        hint: u64,
    },
    /// A hint whose clause has two literals or more without a value.
    #[error("the hint {hint} is not unit")]
    NotUnit {
        /// The id.
        hint: u64,
    },
    /// The hints reach no conflict, and the clause cannot be added by RAT either: it is empty, or a clause with the
    /// negated pivot has no hint.
    #[error("the hints do not lead to a conflict")]
    NoConflict,
    /// A negative hint in the derivation of the empty clause, which has no pivot.
    #[error("a negative hint, though the empty clause has no pivot")]
    NoPivot,
    /// A negative hint whose clause does not have the negated pivot.
    #[error("the negative hint {hint} does not hold the negated pivot")]
    NotCandidate {
        /// The id.
        hint: u64,
    },
    /// A repeated negative hint.
    #[error("the negative hint {hint} comes twice")]
    RepeatedCandidate {
        /// The id.
        hint: u64,
    },
    /// The hints after a negative one reach no conflict.
    #[error("the hints after the negative hint {hint} do not lead to a conflict")]
    CandidateOpen {
        /// The id.
        hint: u64,
    },
    /// A clause with the negated pivot has no negative hint, while others do.
    #[error("clause {clause} holds the negated pivot and has no negative hint")]
    MissingCandidate {
        /// The id of the first such clause.
        clause: u64,
    },
}

impl LratReason {
    /// Whether there is no verdict, because the proof cannot be read.
    pub fn is_unreadable(&self) -> bool {
        use LratReason::{Foreign, Id, Io, LiteralRange, Number, Truncated};
        matches!(self, Io(_) | Truncated | Foreign { .. } | Number | LiteralRange | Id { .. })
    }
}

impl From<io::Error> for LratReason {
    fn from(error: io::Error) -> LratReason {
        LratReason::Io(error)
    }
}
