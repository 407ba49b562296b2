//! Refutations: a checker of DRAT proofs, which believes none of its own work.
//!
//! Idea: a DRAT proof lists clauses and says nothing of why they follow. Forwards, all of them are taken in and unit
//! propagation looks for a conflict. Backwards, each clause that the conflict has used is checked: unit propagation
//! from its negation must fail (RUP), or so for each resolvent on its first literal (RAT); what that has used is to be
//! checked as well, what nothing has used is not. Propagation prefers clauses that are in use already (core first).
//! What comes out is an LRAT proof with hints, and [`crate::lrat`] has the verdict: a mistake in watches, trails or
//! the matching of deletions can refuse a good proof, and cannot accept a bad one.
//!
//! Source: N. Wetzler, M. Heule, W. Hunt, *DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs*,
//! SAT 2014; hints as in L. Cruz-Filipe et al., *Efficient Certified RAT Verification*, CADE 2017. As in drat-trim, the
//! deletion of a clause that propagation rests on is ignored, for solvers delete such clauses and go on using the unit
//! (A. Rebola-Pardo, L. Cruz-Filipe, *Complete and Efficient DRAT Proof Checking*, FMCAD 2018, on the difference), and so
//! is the deletion of a clause that is not there. The empty clause need not be written where propagation comes to it.
//!
//! Cost: about the time that the solver took. Memory: the whole proof, 4 bytes a literal and some 60 a clause, and 4
//! bytes for each hint that is kept.
//!
//! What it does not show: what [`crate::lrat`] does not show; and that the clauses that are not used follow.

mod clauses;
mod elaborate;
mod error;
mod lrat_steps;
mod propagation;
mod read;

use std::io::Read;
use std::ops::ControlFlow;

use crate::dimacs::Formula;
use crate::lrat::decode::{Binary, Text};
use crate::lrat::input::Input;
use crate::lrat::{self, SatisfiedHints};

use elaborate::Elaboration;
use lrat_steps::LratSteps;
use read::read;

pub use error::{DratError, DratReason};

/// The form of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Decimal numbers, one step a line; a deletion starts with `d`.
    Text,
    /// `a` or `d`, then numbers of seven bits a byte.
    Binary,
}

/// What a check is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Reading the proof; progress is in bytes.
    Reading,
    /// Looking for a conflict; progress is in steps.
    Forwards,
    /// Checking what is used; progress is in steps.
    Backwards,
}

/// What was done to check a proof that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Report {
    /// The clauses that the proof adds.
    pub additions: u64,
    /// Those of them that the refutation uses, and that were therefore checked.
    pub used: u64,
    /// Those of them that follow for their first literal only.
    pub rat_additions: u64,
    /// The clauses that the proof deletes.
    pub deletions: u64,
    /// Those deletions that were ignored: of a clause that propagation rests on, or that is not there.
    pub ignored_deletions: u64,
    /// The clauses of the formula that the refutation uses.
    pub used_inputs: u64,
    /// The bytes of the proof.
    pub bytes: u64,
}

/// Checks that `proof` refutes `formula`.
///
/// # Errors
/// [`DratError`] with the place and the reason if it does not, or cannot be read.
pub fn check(formula: &Formula, proof: impl Read, format: Format) -> Result<Report, DratError> {
    check_with(formula, proof, format, |_, _| ControlFlow::Continue(()))
}

/// Checks that `proof` refutes `formula`, and tells `progress` now and then how far it has come. When that answers
/// [`ControlFlow::Break`], the check ends without a verdict, which is an error.
///
/// # Errors
/// As [`check`], and [`DratReason::Stopped`].
pub fn check_with(
    formula: &Formula,
    proof: impl Read,
    format: Format,
    mut progress: impl FnMut(Stage, u64) -> ControlFlow<()>,
) -> Result<Report, DratError> {
    let input = Input::new(proof, |bytes| progress(Stage::Reading, bytes));
    let proof = match format {
        Format::Text => read(formula, Text::new(input)),
        Format::Binary => read(formula, Binary::new(input)),
    }?;
    let mut report = proof.report();
    let elaborated = Elaboration::of(proof, &mut progress)?;
    elaborated.add_to(&mut report);
    confirm(formula, &elaborated)?;
    Ok(report)
}

/// Has the LRAT checker decide on the hints that were found.
fn confirm(formula: &Formula, elaborated: &elaborate::Elaborated) -> Result<(), DratError> {
    let steps = LratSteps::new(elaborated);
    lrat::run(formula, SatisfiedHints::Refused, steps).map(|_| ()).map_err(|error| DratError {
        offset: None,
        addition: None,
        reason: DratReason::Elaboration(error),
    })
}

#[cfg(test)]
mod tests;
