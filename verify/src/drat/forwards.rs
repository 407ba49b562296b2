//! Takes the steps of a proof in their order, up to the first conflict of unit propagation.

use std::ops::ControlFlow;

use super::clauses::{Clauses, Ref};
use super::error::{DratError, DratReason};
use super::propagation::Propagation;
use super::read::{Proof, ProofStep};
use super::report::{PROGRESS, Stage};

/// A proof as far as it is needed.
#[derive(Debug)]
pub(super) struct NeededProof {
    /// All clauses, also those of later steps.
    pub(super) clauses: Clauses<u32>,
    /// The number of clauses of the formula, which come first.
    pub(super) inputs: u32,
    /// The steps up to the conflict, without the ignored deletions.
    pub(super) steps: Vec<ProofStep>,
    /// The offset of each added clause.
    pub(super) offsets: Vec<u64>,
    /// The DIMACS literals, by their codes.
    pub(super) numbers: Vec<i32>,
    pub(super) ignored_deletions: u64,
}

impl NeededProof {
    /// Takes the steps of a proof.
    pub(super) fn new(
        proof: Proof,
        progress: &mut dyn FnMut(Stage, u64) -> ControlFlow<()>,
    ) -> Result<NeededProof, DratError> {
        let Proof { clauses, inputs, mut steps, offsets, numbers, .. } = proof;
        let used = vec![false; clauses.len()];
        let mut propagation = Propagation::new(clauses, numbers.len(), used);
        let ignored_deletions = take(&mut propagation, inputs, &mut steps, progress)?;
        let clauses = propagation.into_clauses();
        Ok(NeededProof { clauses, inputs, steps, offsets, numbers, ignored_deletions })
    }

    /// That an added clause does not follow.
    pub(super) fn not_implied(&self, addition: usize) -> DratError {
        DratError {
            offset: Some(self.offsets[addition]),
            addition: Some(addition as u64 + 1),
            ..DratReason::NotImplied.nowhere()
        }
    }

    /// The place of a clause among those that the proof adds; `None` for a clause of the formula.
    pub(super) fn addition(&self, clause: Ref) -> Option<usize> {
        clause.index().checked_sub(self.inputs as usize)
    }
}

/// Takes the steps. Drops those after the conflict and the ignored deletions, and returns the number of the latter.
fn take(
    propagation: &mut Propagation<u32>,
    inputs: u32,
    steps: &mut Vec<ProofStep>,
    progress: &mut dyn FnMut(Stage, u64) -> ControlFlow<()>,
) -> Result<u64, DratError> {
    let mut is_conflict = (0..inputs).map(Ref).fold(false, |found, input| propagation.attach(input) | found);
    is_conflict = is_conflict || propagation.propagate().is_some();
    let (mut read, mut kept, mut ignored) = (0, 0, 0);
    while !is_conflict && read < steps.len() {
        if read.is_multiple_of(PROGRESS) && progress(Stage::Forwards, read as u64).is_break() {
            return Err(DratReason::Stopped.nowhere());
        }
        let step = steps[read];
        read += 1;
        match step {
            ProofStep::Add(clause) => {
                is_conflict = propagation.attach(clause) || propagation.propagate().is_some();
            }
            ProofStep::Delete(clause) if propagation.is_cause(clause) => {
                ignored += 1;
                continue;
            }
            ProofStep::Delete(clause) => propagation.detach(clause),
        }
        steps[kept] = step;
        kept += 1;
    }
    steps.truncate(kept);
    if is_conflict { Ok(ignored) } else { Err(DratReason::NoConflict.nowhere()) }
}
