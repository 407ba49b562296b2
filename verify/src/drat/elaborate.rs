//! Finds the hints of a DRAT proof: forwards to a conflict, then backwards over the clauses that it uses.

use std::ops::{ControlFlow, Range};

use super::clauses::{Clauses, Ref};
use super::error::{DratError, DratReason};
use super::propagation::{Cause, Propagation, variable};
use super::read::{Proof, Step};
use super::{Report, Stage};
use crate::lrat::code::Code;

/// The number of steps between two reports of progress.
const PROGRESS: usize = 1 << 8;

/// A proof with the hints of the clauses that it uses.
#[derive(Debug)]
pub(super) struct Elaborated {
    pub(super) clauses: Clauses,
    pub(super) inputs: u32,
    /// The steps up to the conflict, without the ignored deletions.
    pub(super) steps: Vec<Step>,
    pub(super) used: Vec<bool>,
    pub(super) numbers: Vec<i32>,
    /// Numbers of clauses, from 1; negative for clauses with the negated pivot.
    hints: Vec<i32>,
    /// Where the hints of each added clause are.
    spans: Vec<Range<usize>>,
    /// The hints of the empty clause, if the proof does not write it.
    conflict: Option<Range<usize>>,
    ignored_deletions: u64,
    rat_additions: u64,
}

impl Elaborated {
    /// The hints of a clause that the proof adds.
    pub(super) fn hints(&self, clause: Ref) -> &[i32] {
        &self.hints[self.spans[clause.index() - self.inputs as usize].clone()]
    }

    /// The hints of an empty clause after the last step, if the proof needs one.
    pub(super) fn conflict_hints(&self) -> Option<&[i32]> {
        self.conflict.clone().map(|span| &self.hints[span])
    }

    /// Adds these results to the report of the reader.
    pub(super) fn add_to(&self, report: &mut Report) {
        let count = |used: &[bool]| used.iter().filter(|&&used| used).count() as u64;
        let (inputs, additions) = self.used.split_at(self.inputs as usize);
        (report.used_inputs, report.used) = (count(inputs), count(additions));
        report.rat_additions = self.rat_additions;
        report.ignored_deletions += self.ignored_deletions;
    }
}

/// The state between two checks.
pub(super) struct Elaboration<'p> {
    propagation: Propagation,
    progress: &'p mut dyn FnMut(Stage, u64) -> ControlFlow<()>,
    inputs: u32,
    alive: Vec<bool>,
    /// For each literal the clauses with it, live or deleted. Made when a clause is first checked for its pivot.
    occurrences: Option<Vec<Vec<Ref>>>,
    /// Variables whose values the checked clause assumes.
    assumed: Vec<bool>,
    /// Variables whose values still need an explanation.
    seen: Vec<bool>,
    hints: Vec<i32>,
    spans: Vec<Range<usize>>,
    rat_additions: u64,
}

/// The result of making the literals of a clause false.
enum Negation {
    /// All of them are false.
    Open,
    /// One is true by assumption.
    Contradictory,
    /// One is true because of this clause; those before it are false.
    Implied(Ref),
}

impl<'p> Elaboration<'p> {
    /// Finds the hints of a proof.
    pub(super) fn of(
        proof: Proof,
        progress: &'p mut dyn FnMut(Stage, u64) -> ControlFlow<()>,
    ) -> Result<Elaborated, DratError> {
        let Proof { clauses, inputs, mut steps, offsets, numbers, .. } = proof;
        let variables = numbers.len() / 2 + 1;
        let mut this = Elaboration {
            alive: vec![false; clauses.len()],
            spans: vec![0..0; clauses.len() - inputs as usize],
            propagation: Propagation::new(clauses, numbers.len()),
            progress,
            inputs,
            occurrences: None,
            assumed: vec![false; variables],
            seen: vec![false; variables],
            hints: Vec::new(),
            rat_additions: 0,
        };
        let ignored_deletions = this.forwards(&mut steps)?;
        let conflict = this.explain_end(&steps)?;
        this.backwards(&steps, &offsets)?;
        let Elaboration { propagation, hints, spans, rat_additions, .. } = this;
        let (clauses, used) = propagation.into_parts();
        Ok(Elaborated {
            clauses,
            inputs,
            steps,
            used,
            numbers,
            hints,
            spans,
            conflict,
            ignored_deletions,
            rat_additions,
        })
    }

    fn tell(&mut self, stage: Stage, step: usize) -> Result<(), DratError> {
        if step.is_multiple_of(PROGRESS) && (self.progress)(stage, step as u64).is_break() {
            return Err(DratReason::Stopped.nowhere());
        }
        Ok(())
    }

    fn attach(&mut self, clause: Ref) -> Option<Ref> {
        self.alive[clause.index()] = true;
        self.propagation.attach(clause)
    }

    fn detach(&mut self, clause: Ref) {
        self.alive[clause.index()] = false;
        self.propagation.detach(clause);
    }

    /// Takes steps up to the first conflict. Drops the steps after it and the ignored deletions, and returns the number
    /// of the latter.
    fn forwards(&mut self, steps: &mut Vec<Step>) -> Result<u64, DratError> {
        let inputs = (0..self.inputs).map(Ref);
        let mut is_conflict =
            inputs.into_iter().fold(false, |found, input| self.attach(input).is_some() | found);
        is_conflict = is_conflict || self.propagation.propagate().is_some();
        let (mut read, mut kept, mut ignored) = (0, 0, 0);
        while !is_conflict && read < steps.len() {
            self.tell(Stage::Forwards, read)?;
            let step = steps[read];
            read += 1;
            match step {
                Step::Add(clause) => {
                    is_conflict = self.attach(clause).is_some() || self.propagation.propagate().is_some();
                }
                Step::Delete(clause) if self.propagation.is_cause(clause) => {
                    ignored += 1;
                    continue;
                }
                Step::Delete(clause) => self.detach(clause),
            }
            steps[kept] = step;
            kept += 1;
        }
        steps.truncate(kept);
        if is_conflict { Ok(ignored) } else { Err(DratReason::NoConflict.nowhere()) }
    }

    /// Explains the conflict after the last step, unless the proof writes the empty clause.
    fn explain_end(&mut self, steps: &[Step]) -> Result<Option<Range<usize>>, DratError> {
        if let Some(&Step::Add(clause)) = steps.last()
            && self.propagation.clauses.get(clause).is_empty()
        {
            self.propagation.mark_used(clause);
            return Ok(None);
        }
        // The first conflict may have left clauses unvisited; propagation from the start finds a conflict again.
        self.propagation.rewind();
        let conflict = self.propagation.propagate().ok_or_else(|| DratReason::NoConflict.nowhere())?;
        self.explain(conflict);
        self.propagation.rewind();
        Ok(Some(0..self.hints.len()))
    }

    /// Undoes the steps, the last one first, and checks each added clause that is in use by then.
    fn backwards(&mut self, steps: &[Step], offsets: &[u64]) -> Result<(), DratError> {
        for (undone, &step) in steps.iter().rev().enumerate() {
            self.tell(Stage::Backwards, undone)?;
            match step {
                // There was no conflict when it was deleted, so there is none now.
                Step::Delete(clause) => drop(self.attach(clause)),
                Step::Add(clause) => {
                    self.detach(clause);
                    if self.propagation.is_used(clause) && !self.justify(clause) {
                        let addition = clause.index() - self.inputs as usize;
                        return Err(DratError {
                            offset: Some(offsets[addition]),
                            addition: Some(addition as u64 + 1),
                            reason: DratReason::NotImplied,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Finds the hints of a deleted clause; false if there are none.
    fn justify(&mut self, clause: Ref) -> bool {
        let start = self.hints.len();
        let root = self.propagation.propagate();
        let mark = self.propagation.trail().len();
        let is_justified = if let Some(conflict) = root {
            self.explain(conflict);
            true
        } else {
            self.refute(clause, None) || self.refute_resolvents(clause)
        };
        self.release(clause);
        self.propagation.undo(mark);
        self.spans[clause.index() - self.inputs as usize] = start..self.hints.len();
        is_justified
    }

    /// Makes the literals of a clause false, except one if `except` names it, and looks for a conflict.
    fn refute(&mut self, clause: Ref, except: Option<Code>) -> bool {
        match self.negate(clause, except) {
            Negation::Contradictory => {}
            Negation::Implied(cause) => self.explain(cause),
            Negation::Open => match self.propagation.propagate() {
                Some(conflict) => self.explain(conflict),
                None => return false,
            },
        }
        true
    }

    /// Makes the literals of a clause false. If some are already true, the first of them in the trail gives the reason,
    /// because the reasons of later ones may depend on literals that are now assumed to be false.
    fn negate(&mut self, clause: Ref, except: Option<Code>) -> Negation {
        let literals = self.propagation.clauses.get(clause).to_vec();
        let literals = literals.iter().copied().filter(|&code| Some(code) != except);
        let is_true = |code: &Code| self.propagation.is_true(*code);
        let earliest = literals.clone().filter(is_true).min_by_key(|&code| self.propagation.place(code));
        let cause = earliest.map(|code| self.propagation.cause(code));
        let mut is_contradictory = false;
        for code in literals {
            self.assumed[variable(code)] = true;
            if self.propagation.is_true(code) {
                is_contradictory = true;
            } else if !self.propagation.is_false(code) {
                self.propagation.assume(code.negated());
            }
        }
        match cause {
            None if is_contradictory => Negation::Contradictory,
            None => Negation::Open,
            Some(Cause::Assumed) => Negation::Contradictory,
            Some(Cause::Implied(cause)) => Negation::Implied(cause),
        }
    }

    /// Removes the assumptions made for a clause.
    fn release(&mut self, clause: Ref) {
        for &code in self.propagation.clauses.get(clause) {
            self.assumed[variable(code)] = false;
        }
    }

    /// Shows that each resolvent of a clause on its first literal is implied; the literals are already false.
    fn refute_resolvents(&mut self, clause: Ref) -> bool {
        let Some(pivot) = self.propagation.clauses.pivot(clause).map(Code::negated) else { return false };
        let mark = self.propagation.trail().len();
        for candidate in self.candidates(pivot) {
            // The LRAT checker requires every clause with the literal, so all of them have to be in use.
            self.propagation.mark_used(candidate);
            self.hints.push(-hint(candidate));
            let is_refuted = self.refute(candidate, Some(pivot));
            self.release(candidate);
            // Candidates may share variables with the clause.
            for &code in self.propagation.clauses.get(clause) {
                self.assumed[variable(code)] = true;
            }
            self.propagation.undo(mark);
            if !is_refuted {
                return false;
            }
        }
        self.rat_additions += 1;
        true
    }

    /// The live clauses that contain a literal.
    fn candidates(&mut self, pivot: Code) -> Vec<Ref> {
        let clauses = &self.propagation.clauses;
        let occurrences = self.occurrences.get_or_insert_with(|| {
            let mut occurrences: Vec<Vec<Ref>> = Vec::new();
            for clause in (0..clauses.next().0).map(Ref) {
                for code in clauses.get(clause) {
                    let slot = code.0 as usize;
                    if slot >= occurrences.len() {
                        occurrences.resize(slot + 1, Vec::new());
                    }
                    occurrences[slot].push(clause);
                }
            }
            occurrences
        });
        let clauses = occurrences.get(pivot.0 as usize).map_or(&[][..], Vec::as_slice);
        clauses.iter().copied().filter(|clause| self.alive[clause.index()]).collect()
    }

    /// Writes the clauses that lead to a false clause, in the order of the trail, and marks them as used.
    fn explain(&mut self, conflict: Ref) {
        let start = self.hints.len();
        let mut open = self.look(conflict, None);
        self.propagation.mark_used(conflict);
        self.hints.push(hint(conflict));
        let mut at = self.propagation.trail().len();
        while open > 0 && at > 0 {
            at -= 1;
            let code = self.propagation.trail()[at];
            if !std::mem::take(&mut self.seen[variable(code)]) {
                continue;
            }
            open -= 1;
            if let Cause::Implied(cause) = self.propagation.cause(code) {
                open += self.look(cause, Some(code));
                self.propagation.mark_used(cause);
                self.hints.push(hint(cause));
            }
        }
        self.hints[start..].reverse();
    }

    /// Marks the values of a clause's variables as needing an explanation, and returns how many are new. Assumed values
    /// need no explanation.
    fn look(&mut self, clause: Ref, except: Option<Code>) -> usize {
        let mut new = 0;
        for &code in self.propagation.clauses.get(clause) {
            let variable = variable(code);
            if Some(code) != except && !self.assumed[variable] && !self.seen[variable] {
                self.seen[variable] = true;
                new += 1;
            }
        }
        new
    }
}

/// A clause as a hint.
fn hint(clause: Ref) -> i32 {
    // `Ref::MAX_CLAUSES` guarantees that this fits.
    clause.0 as i32 + 1
}
