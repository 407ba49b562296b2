//! Refutations by branch and bound: the part of a certificate that lists the splits.

use super::Claim;
use super::check::{CheckError, Evidence};
use super::draft::Draft;
use super::write::{ProveOutcome, REFUTATION, WriteError, confirmed, finish};
use crate::argument::ArgumentContext;
use crate::branch::{BranchOutcome, CountFailure, SumAbility, SumBound, branch, count_left};
use certamen_ask::question::{BoundedQuestion, Question};
use certamen_ask::solve::{AskError, Event};
use certamen_ask::witness::AnyWitness;
use certamen_work::durable;
use certamen_work::stop::Stop;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use verify::sum::check_splits;

/// Finds the exact bound of a question whose number is at most a sum, and writes its certificate. The search begins above
/// the number of the witness, if there is one.
///
/// # Errors
/// [`WriteError`]. No partial certificate is left behind.
pub fn prove_sum(
    question: &BoundedQuestion,
    summed: &dyn SumBound,
    witness: Option<AnyWitness>,
    context: ArgumentContext<'_>,
) -> Result<ProveOutcome, WriteError> {
    let ArgumentContext { destination, registry, limits, watch, progress } = context;
    let limits = &limits.within(limits.time);
    let objective = summed.objective();
    let asked = |bound: u32| question.with_bound(objective, bound).with_symmetry_breaking(false);
    let mut draft = Draft::begin(destination)?;
    let sum = summed.sum().map_err(CheckError::Sum)?;
    let mut best = witness;
    loop {
        let found = best.as_ref().map(|witness| question.measure(objective, witness)).transpose();
        let found = found.map_err(AskError::from)?;
        let more = found.map(|found| found.checked_add(1).ok_or(WriteError::TooMany(found))).transpose()?;
        let at_least = more.unwrap_or_default().max(question.bound(objective));
        let next = asked(at_least).question();
        watch(Event::Asking(&next));
        let splits = match branch(summed, &sum, at_least, limits).map_err(AskError::from)? {
            BranchOutcome::Stopped(reason) => {
                return Ok(ProveOutcome::Undecided(best.into_iter().collect(), reason));
            }
            BranchOutcome::Found(witness) => {
                let measured = question.measure(objective, &witness).map_err(AskError::from)?;
                if measured < at_least {
                    return Err(WriteError::Miscounted(witness.position().to_owned()));
                }
                watch(Event::Recorded(&witness));
                best = Some(witness);
                continue;
            }
            BranchOutcome::TooMany => return Err(WriteError::TooMany(at_least)),
            BranchOutcome::Refuted(splits) => splits,
        };
        let reached = found.filter(|&found| found >= question.bound(objective)).zip(best);
        let Some((bound, witness)) = reached else {
            let checked = check_branching(&next, REFUTATION, splits.as_slice(), &limits.stop, progress);
            return confirmed(checked.map(|_| ()).map_err(WriteError::from), next);
        };
        let question = asked(bound);
        draft.add_witness("witness", question.question(), witness.clone())?;
        draft.add_splits(REFUTATION, next, &splits)?;
        let claim = Claim { question, objective, bound, reachable: false };
        return finish(draft, claim, registry, limits, progress, vec![witness]);
    }
}

/// Checks a list of splits in a directory.
pub(super) fn check_part(
    directory: &Path,
    question: &Question,
    file: &str,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Result<Evidence, CheckError> {
    let opened = durable::open(&directory.join(file))?;
    check_branching(question, file, BufReader::new(opened), stop, progress)
}

/// Checks that the splits refute a question: each assignment that they leave has a smaller number than it asks for.
fn check_branching(
    question: &Question,
    file: &str,
    splits: impl BufRead,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Result<Evidence, CheckError> {
    let summed: Option<SumAbility> = question.ability();
    let (Some(summed), Some(bounded)) = (summed, question.bounded()) else {
        let reason = format!("the number of {} is not known to be a sum", question.name());
        return Err(CheckError::Composition(reason.into()));
    };
    let at_least = bounded.bound(summed.objective());
    let sum = summed.sum().map_err(CheckError::Sum)?;
    let watch = |bytes| {
        progress(bytes);
        if stop.is_requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let checked = check_splits(&sum, u64::from(at_least), splits, watch)
        .map_err(|source| CheckError::Splits { file: file.to_owned(), source })?;
    match count_left(&*summed, &checked.left, at_least, stop) {
        Ok(None) => Ok(Evidence::Splits { splits: checked.walked.splits, left: checked.left.len() as u64 }),
        Ok(Some((index, found))) => {
            let witness = summed.witness(&checked.left[index])?;
            let noun = summed.objective().noun();
            let position = witness.position();
            let reason = format!("{at_least} {noun} are not refuted: {position} has {found}");
            Err(CheckError::Composition(reason.into()))
        }
        Err(CountFailure::Stopped) => Err(CheckError::Stopped),
        Err(CountFailure::NoPosition(error)) => Err(error.into()),
    }
}
