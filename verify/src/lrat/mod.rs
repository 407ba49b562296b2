//! Refutations: a streaming checker of LRAT proofs.
//!
//! Idea: each step adds a clause and names the clauses that show it. The checker makes the literals of the new clause
//! false and takes the hints in order: each must be left with one literal, which becomes true, until one is left with
//! none. Without a conflict the clause may still be added for its first literal, the pivot (RAT): then every live
//! clause with the negated pivot has a negative hint, and the hints behind it show the resolvent. Deleted clauses are
//! gone. The formula is refuted when the empty clause has been added; what stands behind it is not read.
//!
//! Source: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, *Efficient Certified RAT Verification*,
//! CADE 2017; text and binary forms as CaDiCaL writes them. Stricter than the paper: a hint that is satisfied (unless
//! [`SatisfiedHints::Skipped`] is asked for) or not unit, the deletion of a clause that is not there, an id that does
//! not ascend, or a label of a deletion that goes back refuses the proof. Hints behind a conflict must exist and are
//! not looked at further. CaDiCaL itself now and then names a hint that is satisfied: lrat-check warns of it, the
//! verified checker of ACL2 refuses it, as this does.
//!
//! Cost: one pass and linear time, 100 to 200 bytes of text in a microsecond. Memory follows the live clauses: 4 bytes
//! a literal, 12 and two to four seats of 16 bytes in the table of ids a clause, half as much again for growth; and 8
//! bytes a variable. A RAT step costs what its hints cost; the first one also costs a pass over the live clauses.
//!
//! What it does not show: that the formula means what it is said to mean; that it is the formula that the proof was
//! made for (only that the proof refutes it); of a proof that is refused, anything about the formula; and of the steps
//! of an accepted proof that used RAT, that they follow from the formula (they keep it satisfiable if it was).

mod assignment;
mod checker;
pub(crate) mod code;
pub(crate) mod decode;
mod error;
pub(crate) mod input;
mod occurrences;
mod places;
mod store;

use std::io::Read;
use std::ops::ControlFlow;

use crate::dimacs::Formula;

use checker::Checker;
use decode::{Binary, Decode, Text};
use input::Input;

pub use error::{LratError, LratReason};

/// The form of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// As the first byte tells: a binary proof starts with `a` or `d`, a text never does.
    #[default]
    Auto,
    /// Decimal numbers, one step a line.
    Text,
    /// The compressed form of CaDiCaL and lrat-trim.
    Binary,
}

/// What is made of a hint that has a true literal when its turn comes. It cannot make any literal true, so that either
/// is sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SatisfiedHints {
    /// It refuses the proof, as in the verified checker of ACL2: what is accepted here is accepted there.
    #[default]
    Refused,
    /// It is without effect, as for lrat-check and `cake_lpr`: some solvers write such hints.
    Skipped,
}

/// What was done to check a proof that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Report {
    /// The clauses that were added, the empty clause included.
    pub additions: u64,
    /// The clauses that were deleted.
    pub deletions: u64,
    /// The additions that are no consequence by their hints and were shown for their pivot.
    pub rat_additions: u64,
    /// The hints of all additions.
    pub hints: u64,
    /// The bytes of the proof up to the end of the step that adds the empty clause; there may be more behind it.
    pub bytes: u64,
    /// The greatest number of clauses that were live at once, those of the formula included.
    pub peak_clauses: u64,
    /// The greatest number of literals that were live at once.
    pub peak_literals: u64,
}

/// Checks that `proof` refutes `formula`.
///
/// # Errors
/// [`LratError`] with the place and the reason if it does not, or cannot be read to the empty clause.
pub fn check(formula: &Formula, proof: impl Read, format: Format) -> Result<Report, LratError> {
    check_with(formula, proof, format, SatisfiedHints::Refused, |_| ControlFlow::Continue(()))
}

/// Checks that `proof` refutes `formula`, and tells `progress` every few megabytes how many bytes have been read. When
/// it answers [`ControlFlow::Break`], the check ends without a verdict, which is an error.
///
/// # Errors
/// As [`check`], and [`LratReason::Stopped`].
pub fn check_with(
    formula: &Formula,
    proof: impl Read,
    format: Format,
    satisfied: SatisfiedHints,
    progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Report, LratError> {
    let mut input = Input::new(proof, progress);
    let binary = match format {
        Format::Text => false,
        Format::Binary => true,
        Format::Auto => {
            let first = input.peek();
            let first = first.map_err(|reason| LratError { offset: 0, line: None, step: None, reason })?;
            matches!(first, Some(b'a' | b'd'))
        }
    };
    if binary {
        run(formula, satisfied, Binary::new(input))
    } else {
        run(formula, satisfied, Text::new(input))
    }
}

/// Checks the steps of `proof`, and places the fault if there is one.
pub(crate) fn run(
    formula: &Formula,
    satisfied: SatisfiedHints,
    mut proof: impl Decode,
) -> Result<Report, LratError> {
    let mut checker = Checker::new(formula, satisfied);
    checker.run(&mut proof).map_err(|reason| LratError {
        offset: proof.offset(),
        line: proof.line(),
        step: checker.step(),
        reason,
    })
}

#[cfg(test)]
mod tests;
