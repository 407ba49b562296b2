//! Proving a bound: climb to it, and write the certificate.

use super::Claim;
use super::check::CheckError;
use super::draft::Draft;
use crate::argument::Desk;
use crate::climb::{Climb, climb};
use certamen_ask::objective::Objective;
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::registry::Registry;
use certamen_ask::solve::AskError;
use certamen_ask::witness::AnyWitness;
use certamen_work::WorkError;
use certamen_work::limits::Limits;
use cnf_out::solver::StopReason;
use std::io;
use std::path::PathBuf;
use verify::lrat::LratReason;

/// What `prove` arrived at.
#[derive(Debug)]
pub enum Proved {
    /// The claim stands, and was checked as it lies on disk.
    Exact(Claim, Vec<AnyWitness>),
    /// Not even the question's own bound can be reached, by a proof that was checked; nothing was written.
    Impossible(Question),
    /// The limits ended it; nothing was written.
    Undecided(Vec<AnyWitness>, StopReason),
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
    /// The directory could not be made or put in its place for another reason than the system's.
    #[error(transparent)]
    Work(WorkError),
    /// The bound could not be found.
    #[error(transparent)]
    Ask(#[from] AskError),
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

impl From<WorkError> for WriteError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Io { path, source } => Self::Io { path, source },
            error => Self::Work(error),
        }
    }
}

/// Finds the exact bound of a question and writes its certificate to the destination.
///
/// The files are written to a temporary directory beside the destination, checked there, and renamed in one step; a
/// certificate that was there before is replaced only then.
///
/// # Errors
/// [`WriteError`]; nothing is left behind.
pub fn prove(question: &BoundedQuestion, objective: Objective, desk: Desk<'_>) -> Result<Proved, WriteError> {
    let Desk { destination, registry, limits, watch, progress } = desk;
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
    let bound = question.measure(objective, &witness).map_err(AskError::from)?;
    let question = question.with_bound(objective, bound).with_symmetry_breaking(false);
    draft.add_witness("witness", question.question(), witness.clone())?;
    draft.add_refutation(REFUTATION, &refutation)?;
    let claim = Claim { question, objective, bound, reachable: false, at_most: None };
    finish(draft, claim, registry, limits, progress, vec![witness])
}

/// Completes a certificate; `witnesses` are what is left where that is interrupted.
///
/// # Errors
/// [`WriteError`]; nothing is left behind.
pub fn finish(
    draft: Draft,
    claim: Claim,
    registry: &Registry,
    limits: &Limits,
    progress: impl FnMut(u64),
    witnesses: Vec<AnyWitness>,
) -> Result<Proved, WriteError> {
    match draft.finish(claim, registry, &limits.stop, progress) {
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
pub const REFUTATION: &str = "refutation";
