//! Proving a bound: climb to it, and write the certificate.

use super::Claim;
use super::check::CheckError;
use super::draft::Draft;
use crate::bound::{BoundError, Climb, Event, Limits, climb};
use crate::query::{Bounded, BoundedQuestion, Objective, Query, Question, Witness};
use cnf_out::solver::StopReason;
use std::io;
use std::path::{Path, PathBuf};
use verify::lrat::LratReason;

/// What `prove` arrived at.
#[derive(Debug)]
pub enum Proved {
    /// The claim stands, and was checked as it lies on disk.
    Exact(Claim, Vec<Witness>),
    /// Not even the question's own bound can be reached, by a proof that was checked; nothing was written.
    Impossible(Question),
    /// The limits ended it; nothing was written.
    Undecided(Vec<Witness>, StopReason),
}

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The destination is there and is not a certificate.
    #[error("{0} exists and is not a certificate: it is left alone")]
    Occupied(PathBuf),
    /// A file could not be written.
    #[error("cannot write {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The bound could not be found.
    #[error(transparent)]
    Bound(#[from] BoundError),
    /// The certificate could not be made into text.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A refutation and a record of the same: one of the two is wrong, and the program with it.
    #[error("{0} legal moves were refuted, and a game that reaches them was found: this is a defect")]
    Disagreement(u32),
    /// A position that the solver finds and the list lacks: one of the two is wrong, and the program with it.
    #[error("{0} is not in the list, and the solver finds it: this is a defect")]
    Incomplete(String),
    /// The finished certificate does not check.
    #[error("the new certificate does not check: {0}")]
    Check(#[from] CheckError),
}

/// Finds the exact bound of a question and writes its certificate to `destination`.
///
/// The files are written to a temporary directory beside the destination, checked there, and renamed in one step; a
/// certificate that was there before is replaced only then.
///
/// # Errors
/// [`WriteError`]; nothing is left behind.
pub fn prove(
    question: BoundedQuestion,
    objective: Objective,
    destination: &Path,
    limits: &Limits,
    watch: impl FnMut(Event<'_>),
    progress: impl FnMut(u64),
) -> Result<Proved, WriteError> {
    let mut draft = Draft::begin(destination)?;
    let climbed = climb(question, objective, limits, || draft.proof_file(REFUTATION), watch)?;
    let (witness, refutation) = match climbed {
        Climb::Open(witness, reason) => return Ok(Proved::Undecided(witness.into_iter().collect(), reason)),
        Climb::Closed(None, refutation) => {
            draft.confirm(REFUTATION, &refutation, &limits.stop)?;
            return Ok(Proved::Impossible(refutation.question.with_symmetry_breaking(false)));
        }
        Climb::Closed(Some(witness), refutation) => (witness, refutation),
    };
    let bound = BoundedQuestion::measure(objective, &witness);
    let question = question.with_bound(objective, bound).with_symmetry_breaking(false);
    draft.add_witness("witness", question.into(), witness.clone())?;
    draft.add_refutation(REFUTATION, &refutation)?;
    let claim = Claim { question, objective, bound, reachable: false, at_most: None };
    finish(draft, claim, limits, progress, vec![witness])
}

/// Completes a certificate; `witnesses` are what is left where that is interrupted.
pub(super) fn finish(
    draft: Draft<'_>,
    claim: Claim,
    limits: &Limits,
    progress: impl FnMut(u64),
    witnesses: Vec<Witness>,
) -> Result<Proved, WriteError> {
    match draft.finish(claim, &limits.stop, progress) {
        Ok(checked) => Ok(Proved::Exact(checked.claim, checked.witnesses)),
        Err(WriteError::Check(CheckError::Proof { source, .. }))
            if matches!(source.reason, LratReason::Stopped) =>
        {
            Ok(Proved::Undecided(witnesses, StopReason::Callback))
        }
        Err(error) => Err(error),
    }
}

/// The stem of the files of the one refutation.
pub(super) const REFUTATION: &str = "refutation";
