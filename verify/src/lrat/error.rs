//! Why a proof is refused, and where.

use std::io;

use thiserror::Error;

use crate::dimacs::Literal;

/// A proof that is refused. It says nothing of the formula, which may well be unsatisfiable.
#[derive(Debug, Error)]
#[error("{}{}byte {offset}: {reason}", line_text(*.line), step_text(*.step))]
pub struct LratError {
    /// The offset in bytes, from 0, of the byte that is wrong, or just behind the number that is.
    pub offset: u64,
    /// The line, from 1, of a text proof.
    pub line: Option<u64>,
    /// The id of the clause that is being added, if any is.
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
    #[error("cannot read on: {0}")]
    Io(io::Error),
    /// The progress callback asked to stop. There is no verdict.
    #[error("stopped before a verdict")]
    Stopped,
    /// The proof ends within a step.
    #[error("the proof ends within a step")]
    Truncated,
    /// The proof ends and the empty clause has not been derived.
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
    #[error("not a number in its only form, of at most 63 bits")]
    Number,
    /// A literal whose variable is beyond the greatest.
    #[error("a literal beyond the variable {max}", max = Literal::MAX_VARIABLE)]
    LiteralRange,
    /// Where the id of a clause is due, a number that is none.
    #[error("{found} is not the id of a clause")]
    Id {
        /// The number.
        found: i64,
    },
    /// An id that is not greater than all before it, be they of the formula, added or deleted.
    #[error("the id {id} is not greater than {last}, which is the last one")]
    NotAscending {
        /// The id.
        id: u64,
        /// The greatest id so far.
        last: u64,
    },
    /// A text deletion that is labelled with an id before the last one.
    #[error("a deletion is labelled {label}, though {last} is the last id")]
    DeletionLabel {
        /// The label.
        label: u64,
        /// The greatest id so far.
        last: u64,
    },
    /// The deletion of a clause that is not there.
    #[error("clause {id} cannot be deleted: it does not exist, or no longer")]
    UnknownDeletion {
        /// The id.
        id: u64,
    },
    /// A hint that names no live clause.
    #[error("the hint {hint} names a clause that does not exist, or no longer")]
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
    /// The hints come to no conflict, and the clause cannot hold for its pivot either: it is empty, or a clause with
    /// the negated pivot goes without a hint.
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
    /// A negative hint that comes twice.
    #[error("the negative hint {hint} comes twice")]
    RepeatedCandidate {
        /// The id.
        hint: u64,
    },
    /// The hints behind a negative one come to no conflict.
    #[error("the hints behind the negative hint {hint} do not lead to a conflict")]
    CandidateOpen {
        /// The id.
        hint: u64,
    },
    /// A clause with the negated pivot has no negative hint, though others have.
    #[error("clause {clause} holds the negated pivot and has no negative hint")]
    MissingCandidate {
        /// The id of the first such clause.
        clause: u64,
    },
}

impl From<io::Error> for LratReason {
    fn from(error: io::Error) -> LratReason {
        LratReason::Io(error)
    }
}
