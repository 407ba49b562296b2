//! A checker of DRAT refutations whose result the LRAT checker confirms.
//!
//! Idea: a DRAT proof lists clauses without saying why they follow. Forwards, all clauses are added and unit
//! propagation looks for a conflict. Backwards, each clause that the conflict uses is checked: unit propagation from
//! its negation must reach a conflict (RUP), or it must do so for each resolvent on its first literal (RAT). Clauses
//! used by that check are checked as well; others need not follow. Propagation prefers clauses that are already in use
//! (core first). A long proof is cut into segments, which are checked at the same time. The result is an LRAT proof with
//! hints, and [`crate::lrat`] gives the verdict. So a mistake in watches, trails, segments or the matching of deletions
//! can refuse a good proof, but cannot accept a bad one.
//!
//! Source: N. Wetzler, M. Heule, W. Hunt, *DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs*,
//! SAT 2014; hints as in L. Cruz-Filipe et al., *Efficient Certified RAT Verification*, CADE 2017. As in drat-trim, the
//! deletion of a clause that is the reason of a propagated literal is ignored, because solvers delete such clauses and
//! go on using the unit (on the difference: A. Rebola-Pardo, L. Cruz-Filipe, *Complete and Efficient DRAT Proof
//! Checking*, FMCAD 2018). The deletion of a clause that does not exist is ignored too. The empty clause need not be
//! written if propagation reaches a conflict.
//!
//! Cost: less than the time that the solver took, where it was measured (`docs/proofs.md`). Memory: the whole proof
//! twice, that is, 6 or 8 bytes for each literal and about 160 for each clause; 4 to 8 for each hint; and for each segment
//! that is being checked the clauses that are live before it, about 110 bytes for each variable and, if there is a RAT
//! step, 4 for each literal.
//!
//! What it does not show: what [`crate::lrat`] does not show; and that unused clauses follow.

mod ahead;
mod backwards;
mod clauses;
mod error;
mod forwards;
mod lrat_steps;
mod propagation;
mod read;
mod report;
mod segment;
mod trim;
mod workers;

use std::io::Read;
use std::ops::ControlFlow;

use crate::dimacs::Formula;
use crate::lrat;
use crate::lrat::decode::{Binary, Text};
use crate::lrat::input::Input;

use forwards::NeededProof;
use read::{Proof, read};
use trim::ElaboratedProof;

pub use error::{DratError, DratReason};
pub use report::{Report, Stage};

/// The form of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Decimal numbers, usually one step on each line; a deletion starts with `d`.
    Text,
    /// `a` or `d`, then numbers of seven bits in each byte.
    Binary,
}

/// Checks that `proof` refutes `formula`.
///
/// # Errors
/// [`DratError`], with the place and the reason, if it does not refute the formula or cannot be read.
pub fn check(formula: &Formula, proof: impl Read, format: Format) -> Result<Report, DratError> {
    check_with(formula, proof, format, |_, _| ControlFlow::Continue(()))
}

/// Checks that `proof` refutes `formula`, and regularly calls `progress`. If that returns [`ControlFlow::Break`], the
/// check ends without a verdict, which is an error.
///
/// # Errors
/// As [`check`], and [`DratReason::Stopped`].
pub fn check_with(
    formula: &Formula,
    mut proof: impl Read,
    format: Format,
    mut progress: impl FnMut(Stage, u64) -> ControlFlow<()>,
) -> Result<Report, DratError> {
    check_divided(formula, &mut proof, format, &segment::count, &mut progress)
}

/// Checks a proof of any source, cut into segments, of which `count` gives the number by that of the steps. It is compiled here,
/// and not where it is called from.
fn check_divided(
    formula: &Formula,
    proof: &mut dyn Read,
    format: Format,
    count: &dyn Fn(usize) -> usize,
    progress: &mut dyn FnMut(Stage, u64) -> ControlFlow<()>,
) -> Result<Report, DratError> {
    let mut advance = |bytes| progress(Stage::Reading, bytes);
    let input = Input::new(proof, &mut advance);
    let proof = match format {
        Format::Text => read(formula, Text::of_drat(input)),
        Format::Binary => read(formula, Binary::new(input)),
    }?;
    let mut report = proof.report();
    let unmatched = report.ignored_deletions;
    let elaborated = elaborate(proof, count, progress).map_err(|error| DratError { unmatched, ..error })?;
    elaborated.add_to(&mut report);
    confirm(formula, &elaborated)?;
    Ok(report)
}

/// Finds the hints of a proof that has been read.
fn elaborate(
    proof: Proof,
    count: &dyn Fn(usize) -> usize,
    progress: &mut dyn FnMut(Stage, u64) -> ControlFlow<()>,
) -> Result<ElaboratedProof, DratError> {
    let course = NeededProof::new(proof, progress)?;
    let parts = segment::cut(&course, count(course.steps.len()));
    let findings = workers::findings(&course, parts, progress)?;
    ElaboratedProof::new(course, findings)
}

/// Lets the LRAT checker decide on the hints that were found.
fn confirm(formula: &Formula, elaborated: &ElaboratedProof) -> Result<(), DratError> {
    let verdict = ahead::written(elaborated, |proof| lrat::check(formula, proof, lrat::Format::Binary));
    verdict.map(|_| ()).map_err(|error| DratReason::Elaboration(error).nowhere())
}

#[cfg(test)]
mod tests;
