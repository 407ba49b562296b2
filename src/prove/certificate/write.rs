//! Proves a bound: climbs to it and writes the certificate.

use super::Claim;
use super::branching::prove_sum;
use super::check::CheckError;
use super::draft::Draft;
use crate::argument::ArgumentContext;
use crate::branch::sum_of;
use crate::exact_bound::{ClimbOutcome, climb};
use certamen_ask::objective::Objective;
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::registry::Registry;
use certamen_ask::solution::VerifiedAnswer;
use certamen_ask::solve::AskError;
use certamen_ask::witness::AnyWitness;
use certamen_work::WorkError;
use certamen_work::limits::Limits;
use cnf_out::solver::StopReason;
use std::io;
use std::path::PathBuf;

/// The result of `prove`.
#[derive(Debug)]
pub enum ProveOutcome {
    /// The claim is proved. The certificate was checked, as it was written.
    Exact(Claim, Vec<VerifiedAnswer>),
    /// Even the question's own bound cannot be reached: a checked proof refutes it. Nothing was written.
    Impossible(Question),
    /// A limit ended the work. Nothing was written. The best witnesses found so far are included.
    Undecided(Vec<AnyWitness>, StopReason),
}

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The destination exists and is not a certificate.
    #[error("{0} exists and is not a certificate: it is left alone; name another directory")]
    Occupied(PathBuf),
    /// A file could not be written.
    #[error("cannot write {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The directory could not be made or renamed, for a reason that is not an error of the operating system.
    #[error(transparent)]
    Work(WorkError),
    /// The bound could not be found.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The certificate could not be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A refutation contradicts an answer. One of the two is wrong, so the program has a defect.
    #[error("{0} was refuted, and an answer was found: this is a defect of this program")]
    Disagreement(Question),
    /// The solver found an answer that the list lacks. One of the two is wrong, so the program has a defect.
    #[error("the solver finds {0}, which is not in the list: this is a defect of this program")]
    Incomplete(String),
    /// The witness of an assignment has a smaller number than the assignment. One of the two is wrong, so the program has
    /// a defect.
    #[error("{0} has a smaller number than was counted: this is a defect of this program")]
    Miscounted(String),
    /// More assignments than [`verify::sum::MAX_LEFT`] have such a sum, so the sum is too far from the number.
    #[error("too many positions have a sum of {0} or more to count all of them one by one")]
    TooMany(u32),
    /// The check of the finished certificate fails.
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

/// Finds the exact bound of a question and writes its certificate to the destination. If the number is at most a sum over
/// blocks ([`SumBound`](crate::branch::SumBound)), the refutation is by branch and bound, else by a proof of clauses.
///
/// The files are written to a temporary directory beside the destination, checked there, and renamed in one step. An
/// existing certificate is replaced only by that last step.
///
/// # Errors
/// [`WriteError`]. No partial certificate is left behind.
///
/// # Examples
/// ```
/// use certamen_ask::registry::Registry;
/// use certamen_ask::sample::{BITS, SetBits};
/// use certamen_prove::argument::ArgumentContext;
/// use certamen_prove::certificate::{ProveOutcome, check, prove};
/// use certamen_work::{Limits, Stop};
///
/// let mut registry = Registry::new();
/// registry.add_question::<SetBits>();
/// # let temporary = tempfile::tempdir()?;
/// # let destination = &temporary.path().join("cert");
/// let context = ArgumentContext {
///     destination,
///     registry: &registry,
///     limits: &Limits::default(),
///     watch: &mut |_| {},
///     progress: &mut |_| {},
/// };
/// let proved = prove(&SetBits { at_least: 0 }.into(), BITS, context)?;
/// assert!(matches!(proved, ProveOutcome::Exact(claim, _) if claim.bound == 4));
///
/// // Anybody can check the directory again; any change in it is an error.
/// let checked = check(destination, &registry, &Stop::new(), |_| {})?;
/// assert_eq!(checked.claim.sentence(), "the largest number of set bits is 4: sample.bits --at-least 4");
/// std::fs::write(destination.join("witness.txt"), "1111 1111\n")?;
/// assert!(check(destination, &registry, &Stop::new(), |_| {}).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(
    question: &BoundedQuestion,
    objective: Objective,
    context: ArgumentContext<'_>,
) -> Result<ProveOutcome, WriteError> {
    if let Some(summed) = sum_of(&question.question(), objective) {
        return prove_sum(question, &*summed, None, context);
    }
    let ArgumentContext { destination, registry, limits, watch, progress } = context;
    let mut draft = Draft::begin(destination)?;
    let climbed = climb(question, objective, limits, || draft.proof_file(REFUTATION), watch)?;
    let (witness, refutation) = match climbed {
        ClimbOutcome::Open(witness, reason) => {
            let witness = witness.map(VerifiedAnswer::into_witness);
            return Ok(ProveOutcome::Undecided(witness.into_iter().collect(), reason));
        }
        ClimbOutcome::Closed(None, refutation) => {
            let impossible = refutation.question.with_symmetry_breaking(false);
            return confirmed(draft.confirm(REFUTATION, &refutation, &limits.stop), impossible);
        }
        ClimbOutcome::Closed(Some(witness), refutation) => (witness.into_witness(), refutation),
    };
    let bound = question.measure(objective, &witness).map_err(AskError::from)?;
    let question = question.with_bound(objective, bound).with_symmetry_breaking(false);
    draft.add_witness("witness", question.question(), witness.clone())?;
    draft.add_refutation(REFUTATION, &refutation)?;
    let claim = Claim { question, objective, bound, reachable: false };
    finish(draft, claim, registry, limits, progress, vec![witness])
}

/// The result where no certificate is kept, because nothing answers a question, by the check of its refutation. A check that was
/// interrupted leaves it undecided.
///
/// # Errors
/// [`WriteError`] if the check fails.
pub fn confirmed(checked: Result<(), WriteError>, impossible: Question) -> Result<ProveOutcome, WriteError> {
    match checked {
        Err(WriteError::Check(error)) if error.is_stopped() => {
            Ok(ProveOutcome::Undecided(Vec::new(), StopReason::Callback))
        }
        checked => checked.map(|()| ProveOutcome::Impossible(impossible)),
    }
}

/// Completes a certificate. If the work is interrupted, `witnesses` are the result so far.
///
/// # Errors
/// [`WriteError`]. No partial certificate is left behind.
pub fn finish(
    draft: Draft,
    claim: Claim,
    registry: &Registry,
    limits: &Limits,
    progress: impl FnMut(u64),
    witnesses: Vec<AnyWitness>,
) -> Result<ProveOutcome, WriteError> {
    match draft.finish(claim, registry, &limits.stop, progress) {
        Ok(checked) => Ok(ProveOutcome::Exact(checked.claim, checked.witnesses)),
        Err(WriteError::Check(error)) if error.is_stopped() => {
            Ok(ProveOutcome::Undecided(witnesses, StopReason::Callback))
        }
        Err(error) => Err(error),
    }
}

/// The stem of the files of the one refutation.
pub const REFUTATION: &str = "refutation";
