//! The used steps of a proof, with their hints, as an LRAT proof in the binary form.

use super::clauses::{Cell, Ref};
use super::forwards::NeededProof;
use super::read::ProofStep;
use super::trim::ElaboratedProof;
use crate::numbers::write_signed;

/// The remaining steps: additions that are used, and deletions of clauses that exist.
pub(super) struct LratSteps<'e> {
    elaborated: &'e ElaboratedProof,
    /// The id of each clause so far; 0 for an unused one that the proof adds.
    ids: Vec<u32>,
    last: u32,
    next: usize,
    is_ended: bool,
    /// The steps that are being written.
    bytes: Vec<u8>,
}

impl<'e> LratSteps<'e> {
    pub(super) fn new(elaborated: &'e ElaboratedProof) -> LratSteps<'e> {
        let inputs = elaborated.course.inputs;
        LratSteps {
            elaborated,
            ids: (1..=inputs).collect(),
            last: inputs,
            next: 0,
            is_ended: false,
            bytes: Vec::new(),
        }
    }

    /// Writes steps until there are `least` bytes, or no more steps. At the end of the proof, the result is empty.
    pub(super) fn write(&mut self, least: usize) -> Vec<u8> {
        while self.bytes.len() < least && self.write_step() {}
        std::mem::take(&mut self.bytes)
    }

    /// The id of a clause; 0 for an unused clause.
    fn id(&self, clause: Ref) -> u32 {
        // Steps and hints name clauses that come before them.
        self.ids.get(clause.index()).copied().unwrap_or(0)
    }

    /// Writes the next step; false at the end.
    fn write_step(&mut self) -> bool {
        let Some(&step) = self.elaborated.course.steps.get(self.next) else {
            return !std::mem::replace(&mut self.is_ended, true) && self.write_conflict();
        };
        self.next += 1;
        match step {
            ProofStep::Add(clause) if self.elaborated.used[clause.index()] => {
                self.write_addition(clause);
                self.ids.push(self.last);
            }
            ProofStep::Add(_) => self.ids.push(0),
            ProofStep::Delete(clause) => {
                let id = self.id(clause);
                if id != 0 {
                    self.bytes.push(b'd');
                    write_signed(&mut self.bytes, id, false);
                    self.bytes.push(0);
                }
            }
        }
        true
    }

    /// Writes the addition of a clause, whose first literal is the pivot.
    fn write_addition(&mut self, clause: Ref) {
        self.open();
        let NeededProof { clauses, numbers, .. } = &self.elaborated.course;
        let pivot = clauses.pivot(clause);
        let others = clauses.get(clause).iter().map(|cell| cell.code()).filter(|&code| Some(code) != pivot);
        for code in pivot.into_iter().chain(others) {
            let number = numbers[code.0 as usize];
            write_signed(&mut self.bytes, number.unsigned_abs(), number < 0);
        }
        self.write_hints(self.elaborated.hints(clause));
    }

    /// Writes the addition of the empty clause; false if it has no hints.
    fn write_conflict(&mut self) -> bool {
        let Some(hints) = self.elaborated.conflict_hints() else { return false };
        self.open();
        self.write_hints(hints);
        true
    }

    /// Writes the start of an addition.
    fn open(&mut self) {
        self.last += 1;
        self.bytes.push(b'a');
        write_signed(&mut self.bytes, self.last, false);
    }

    /// Writes the hints of an addition, after its literals.
    fn write_hints(&mut self, hints: &[i32]) {
        self.bytes.push(0);
        for &hint in hints {
            let id = self.id(Ref(hint.unsigned_abs() - 1));
            write_signed(&mut self.bytes, id, hint < 0);
        }
        self.bytes.push(0);
    }
}
