//! Refutations: a streaming checker of LRAT proofs.
//!
//! Idea: each step adds a clause and names the clauses from which it follows. The checker makes the literals of the new
//! clause false and takes the hints in order. Each must have one literal left, which becomes true, until one has none
//! left (the conflict). Without a conflict the clause may still be added for its first literal, the pivot (RAT): then
//! every live clause with the negated pivot has a negative hint, and the hints after it show the resolvent. Deleted
//! clauses cannot be used. The formula is refuted when the empty clause has been added; the rest of the proof is not
//! read.
//!
//! Source: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, *Efficient Certified RAT Verification*,
//! CADE 2017; text and binary forms as written by CaDiCaL. It is stricter than the paper. It refuses a hint that is
//! satisfied (unless [`SatisfiedHints::Skipped`] is chosen) or not unit, the deletion of a clause that does not exist,
//! an id that does not ascend, and a deletion whose label is less than the last id. Hints after a conflict must exist,
//! but are not checked further. CaDiCaL sometimes writes a satisfied hint: lrat-check warns about it, the verified
//! checker of ACL2 refuses it, and so does this one.
//!
//! Cost: one pass and linear time, 200 to 450 bytes of text in a microsecond; hints are followed by up to four threads. Memory
//! depends on the live clauses: 4 bytes for each literal, in blocks of four, and for each clause 12 bytes and its part of a
//! page of 64 ids (10 bytes if the ids are dense), plus half as much for growth; 10 bytes for each variable in each thread;
//! and a few megabytes for a batch of steps (30, if each of its ids is far from the others). A RAT step costs as much as
//! its hints; the first one also needs a pass over the live clauses.
//!
//! What it does not show: that the formula states what it is meant to state; that the proof was made for this formula
//! (only that it refutes it); for a refused proof, anything about the formula; and for an accepted proof with RAT
//! steps, that each step follows from the formula (it only keeps the formula satisfiable if it was).

mod assignment;
mod checker;
pub(crate) mod code;
pub(crate) mod decode;
mod error;
mod follow;
pub(crate) mod input;
mod occurrences;
mod places;
mod report;
pub(crate) mod step;
mod store;
mod threads;
pub(crate) mod whole;

use std::io::Read;
use std::ops::ControlFlow;

use crate::dimacs::Formula;

use checker::Checker;
use decode::{Binary, Decode, Text};
use input::Input;

pub use error::{LratError, LratReason};
pub use report::{Report, SatisfiedHints};

/// The form of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// Decided by the first byte: a binary proof starts with `a` or `d`, a text never does.
    #[default]
    Auto,
    /// Decimal numbers, one step on each line.
    Text,
    /// The compressed form of CaDiCaL and lrat-trim.
    Binary,
}

/// Checks that `proof` refutes `formula`.
///
/// # Errors
/// [`LratError`], with the place and the reason, if it does not refute the formula or cannot be read up to the empty
/// clause.
pub fn check(formula: &Formula, proof: impl Read, format: Format) -> Result<Report, LratError> {
    check_with(formula, proof, format, SatisfiedHints::Refused, |_| ControlFlow::Continue(()))
}

/// Checks that `proof` refutes `formula`, and calls `progress` every few megabytes with the number of bytes read. If
/// that returns [`ControlFlow::Break`], the check ends without a verdict, which is an error.
///
/// # Errors
/// As [`check`], and [`LratReason::Stopped`].
pub fn check_with(
    formula: &Formula,
    mut proof: impl Read,
    format: Format,
    satisfied: SatisfiedHints,
    mut progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Report, LratError> {
    check_by(Checker::new(formula, satisfied), Input::new(&mut proof, &mut progress), format)
}

/// Checks a proof of any source by a checker that has the formula. It is compiled here, and not where it is called from.
fn check_by(checker: Checker, mut input: Input<'_>, format: Format) -> Result<Report, LratError> {
    let binary = match format {
        Format::Text => false,
        Format::Binary => true,
        Format::Auto => {
            let first = input.peek();
            let first = first.map_err(|reason| LratError { offset: 0, line: None, step: None, reason })?;
            matches!(first, Some(b'a' | b'd'))
        }
    };
    if binary { run(checker, Binary::new(input)) } else { run(checker, Text::new(input)) }
}

/// Checks the steps of `proof`; an error has its place.
fn run(mut checker: Checker, mut proof: impl Decode) -> Result<Report, LratError> {
    checker.run(&mut proof).map_err(|reason| LratError {
        offset: proof.offset(),
        line: proof.line(),
        step: checker.step(),
        reason,
    })
}

#[cfg(test)]
mod tests;
