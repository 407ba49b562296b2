//! Finds the hints of a segment: backwards over its steps, each clause that is in use by then.

use std::ops::{ControlFlow, Range};

use super::clauses::{Cell, Place, Ref};
use super::error::{DratError, DratReason};
use super::forwards::NeededProof;
use super::propagation::{Cause, Propagation, variable};
use super::read::ProofStep;
use super::report::PROGRESS;
use super::segment::{Part, Segment};
use crate::lrat::code::Code;

/// What is found out about the steps of a segment.
#[derive(Debug)]
pub(super) struct Finding {
    /// Numbers of clauses in the whole proof, from 1; negative for clauses with the negated pivot.
    pub(super) hints: Vec<i32>,
    /// For each clause that the segment adds, in order.
    pub(super) verdicts: Vec<Verdict>,
    /// The hints of the conflict, if the proof ends with this segment.
    pub(super) conflict: Option<Range<usize>>,
}

/// What is found out about an added clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is not in use.
    Unchecked,
    /// It does not follow.
    DoesNotFollow,
    /// It follows.
    Follows {
        /// Where its hints are.
        hints: Range<usize>,
        /// Whether only as RAT.
        is_rat: bool,
    },
}

/// Goes through a part of `course`.
///
/// # Errors
/// If `report` stops it, if the last part has no conflict, or if something that it uses does not follow.
pub(super) fn find(
    course: &NeededProof,
    part: Part,
    report: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Finding, DratError> {
    if course.numbers.len() <= u16::LITERALS {
        Backwards::<u16>::find(course, part, report)
    } else {
        Backwards::<u32>::find(course, part, report)
    }
}

/// What is known of a variable while a clause is explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VariableMark {
    None,
    /// The checked clause assumes its value, which needs no explanation.
    Assumed,
    /// Its value still needs an explanation.
    Open,
}

/// The state between two checks.
struct Backwards<'s, C: Cell> {
    propagation: Propagation<C>,
    /// Is called before every [`PROGRESS`] steps; may stop the work.
    report: &'s mut dyn FnMut() -> ControlFlow<()>,
    alive: Vec<bool>,
    /// For each literal the clauses with it, live or deleted. Made when a clause is first checked for its pivot.
    occurrences: Option<Vec<Vec<Ref>>>,
    /// By the index of the variable.
    marks: Vec<VariableMark>,
    hints: Vec<i32>,
    verdicts: Vec<Verdict>,
}

/// The result of making the literals of a clause false.
enum Negation {
    /// All of them are false.
    Open,
    /// One is true by assumption.
    Contradictory,
    /// One is true because of the clause that begins there; those before it are false.
    Implied(Place),
}

impl<'s, C: Cell> Backwards<'s, C> {
    fn find(
        course: &NeededProof,
        part: Part,
        report: &'s mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Finding, DratError> {
        let segment = Segment::<C>::new(course, part);
        let Segment { clauses, originals, steps, live, inputs, is_last } = segment;
        let codes = course.numbers.len();
        let mut used = vec![false; clauses.len()];
        for clause in live.iter().filter(|clause| !is_last && clause.0 >= inputs) {
            used[clause.index()] = true;
        }
        let mut this = Backwards {
            alive: vec![false; clauses.len()],
            propagation: Propagation::new(clauses, codes, used),
            report,
            occurrences: None,
            marks: vec![VariableMark::None; codes / 2],
            // Most proofs have more.
            hints: Vec::with_capacity(8 * steps.len()),
            verdicts: Vec::with_capacity(steps.len()),
        };
        let conflict = this.start(&live, is_last)?;
        let refused = this.undo(&steps, is_last)?;
        if let Some(addition) = refused.and_then(|clause| course.addition(originals[clause.index()])) {
            return Err(course.not_implied(addition));
        }
        let Backwards { mut hints, mut verdicts, .. } = this;
        for hint in &mut hints {
            let original = originals[hint.unsigned_abs() as usize - 1];
            *hint = hint.signum() * as_hint(original);
        }
        verdicts.reverse();
        Ok(Finding { hints, verdicts, conflict })
    }

    /// Makes the clauses live that are live at the end. If the conflict is there, marks what it uses and returns its
    /// hints. If the proof writes the empty clause without a conflict, that clause is the conflict, and does not follow.
    fn start(&mut self, live: &[Ref], is_last: bool) -> Result<Option<Range<usize>>, DratError> {
        for &clause in live {
            self.attach(clause);
        }
        if !is_last {
            return Ok(None);
        }
        // A conflict met so far may have left clauses unvisited; propagation from the start finds one again.
        self.propagation.rewind();
        let conflict = self.propagation.propagate().ok_or_else(|| DratReason::NoConflict.nowhere())?;
        self.explain(conflict);
        self.propagation.rewind();
        Ok(Some(0..self.hints.len()))
    }

    fn attach(&mut self, clause: Ref) {
        self.alive[clause.index()] = true;
        // If all clauses of a segment but the last are live, there is no conflict yet, and one at the end of the last
        // is found by propagation.
        self.propagation.attach(clause);
    }

    fn detach(&mut self, clause: Ref) {
        self.alive[clause.index()] = false;
        self.propagation.detach(clause);
    }

    /// Undoes the steps, the last one first, and checks each added clause that is in use by then. In the last segment,
    /// the conflict depends on all of these, so the first that does not follow ends the work and is returned.
    fn undo(&mut self, steps: &[ProofStep], is_last: bool) -> Result<Option<Ref>, DratError> {
        for (undone, &step) in steps.iter().rev().enumerate() {
            if undone.is_multiple_of(PROGRESS) && (self.report)().is_break() {
                return Err(DratReason::Stopped.nowhere());
            }
            match step {
                ProofStep::Delete(clause) => self.attach(clause),
                ProofStep::Add(clause) => {
                    self.detach(clause);
                    let is_used = self.propagation.is_used(clause);
                    let verdict = if is_used { self.justify(clause) } else { Verdict::Unchecked };
                    if is_last && verdict == Verdict::DoesNotFollow {
                        return Ok(Some(clause));
                    }
                    self.verdicts.push(verdict);
                }
            }
        }
        Ok(None)
    }

    /// Finds the hints of a deleted clause.
    fn justify(&mut self, clause: Ref) -> Verdict {
        let start = self.hints.len();
        let root = self.propagation.propagate();
        let mark = self.propagation.trail().len();
        let mut is_rat = false;
        let follows = if let Some(conflict) = root {
            self.explain(conflict);
            true
        } else {
            self.refute(clause, None) || {
                is_rat = true;
                self.refute_resolvents(clause)
            }
        };
        self.release(clause);
        self.propagation.undo(mark);
        if !follows {
            self.hints.truncate(start);
            return Verdict::DoesNotFollow;
        }
        Verdict::Follows { hints: start..self.hints.len(), is_rat }
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
        let propagation = &mut self.propagation;
        let literals = propagation.clauses.get(clause).iter().map(|cell| cell.code());
        let others_true = literals.filter(|&code| Some(code) != except && propagation.is_true(code));
        let earliest = others_true.min_by_key(|&code| propagation.place(code));
        let cause = earliest.map(|code| propagation.cause(code));
        let mut is_contradictory = false;
        for at in 0..propagation.clauses.get(clause).len() {
            let code = propagation.clauses.get(clause)[at].code();
            if Some(code) == except {
                continue;
            }
            self.marks[variable(code)] = VariableMark::Assumed;
            if propagation.is_true(code) {
                is_contradictory = true;
            } else if !propagation.is_false(code) {
                propagation.assume(code.negated());
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
        self.mark(clause, VariableMark::None);
    }

    /// Marks the variables of a clause.
    fn mark(&mut self, clause: Ref, mark: VariableMark) {
        for cell in self.propagation.clauses.get(clause) {
            self.marks[variable(cell.code())] = mark;
        }
    }

    /// Shows that each resolvent of a clause on its first literal is implied; the literals are already false.
    fn refute_resolvents(&mut self, clause: Ref) -> bool {
        let Some(pivot) = self.propagation.clauses.pivot(clause).map(Code::negated) else { return false };
        let mark = self.propagation.trail().len();
        for candidate in self.candidates(pivot) {
            // The LRAT checker requires every clause with the literal, so all of them have to be in use.
            self.propagation.mark_used(candidate);
            self.hints.push(-as_hint(candidate));
            let is_refuted = self.refute(candidate, Some(pivot));
            self.release(candidate);
            // Candidates may share variables with the clause.
            self.mark(clause, VariableMark::Assumed);
            self.propagation.undo(mark);
            if !is_refuted {
                return false;
            }
        }
        true
    }

    /// The live clauses that contain a literal.
    fn candidates(&mut self, pivot: Code) -> Vec<Ref> {
        let clauses = &self.propagation.clauses;
        let occurrences = self.occurrences.get_or_insert_with(|| {
            let mut occurrences: Vec<Vec<Ref>> = Vec::new();
            for clause in (0..clauses.next().0).map(Ref) {
                for cell in clauses.get(clause) {
                    let slot = cell.get() as usize;
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
    fn explain(&mut self, conflict: Place) {
        let start = self.hints.len();
        let mut open = self.use_for(None, conflict);
        let mut at = self.propagation.trail().len();
        while open > 0 && at > 0 {
            at -= 1;
            let code = self.propagation.trail()[at];
            let mark = &mut self.marks[variable(code)];
            if *mark != VariableMark::Open {
                continue;
            }
            *mark = VariableMark::None;
            open -= 1;
            if let Cause::Implied(cause) = self.propagation.cause(code) {
                open += self.use_for(Some(code), cause);
            }
        }
        self.hints[start..].reverse();
    }

    /// Marks a clause as used, because it is false or implies a literal, and writes it as a hint. Returns for how many
    /// of its variables the values need an explanation that did not so far.
    fn use_for(&mut self, implied: Option<Code>, clause: Place) -> usize {
        let mut new = 0;
        for code in self.propagation.clauses.at(clause).iter().map(|cell| cell.code()) {
            let mark = &mut self.marks[variable(code)];
            if *mark == VariableMark::None && Some(code) != implied {
                *mark = VariableMark::Open;
                new += 1;
            }
        }
        let clause = self.propagation.clauses.number(clause);
        self.propagation.mark_used(clause);
        self.hints.push(as_hint(clause));
        new
    }
}

/// A clause as a hint.
fn as_hint(clause: Ref) -> i32 {
    // `Ref::MAX_CLAUSES` guarantees that this fits.
    clause.0 as i32 + 1
}
