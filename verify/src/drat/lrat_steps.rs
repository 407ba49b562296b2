//! Passes the used steps of a proof, with their hints, to the LRAT checker.

use super::clauses::Ref;
use super::forwards::Course;
use super::read::Step;
use super::trim::Elaborated;
use crate::lrat::LratReason;
use crate::lrat::decode::{Decode, Opening};

/// The remaining steps: additions that are used, and deletions of clauses that exist.
pub(super) struct LratSteps<'e> {
    elaborated: &'e Elaborated,
    /// The id of each added clause so far.
    ids: Vec<i64>,
    last: i64,
    next: usize,
    is_ended: bool,
    /// The numbers of the current step, including closing zeros.
    numbers: Vec<i64>,
    /// How many of them have been read.
    read: usize,
}

impl<'e> LratSteps<'e> {
    pub(super) fn new(elaborated: &'e Elaborated) -> LratSteps<'e> {
        LratSteps {
            elaborated,
            ids: Vec::new(),
            last: i64::from(elaborated.course.inputs),
            next: 0,
            is_ended: false,
            numbers: Vec::new(),
            read: 0,
        }
    }

    /// The id of a clause; 0 for an unused clause.
    fn id(&self, clause: Ref) -> i64 {
        match clause.0.checked_sub(self.elaborated.course.inputs) {
            None => i64::from(clause.0) + 1,
            Some(addition) => self.ids.get(addition as usize).copied().unwrap_or(0),
        }
    }

    /// Opens the addition of a clause, whose first literal is the pivot.
    fn addition(&mut self, clause: Ref) -> Opening {
        let Course { clauses, numbers, .. } = &self.elaborated.course;
        let pivot = clauses.pivot(clause);
        let others = clauses.get(clause).iter().copied().filter(|&code| Some(code) != pivot);
        let literals = pivot.into_iter().chain(others).map(|code| i64::from(numbers[code.0 as usize]));
        self.numbers.clear();
        self.numbers.extend(literals);
        self.open(self.elaborated.hints(clause))
    }

    /// Opens the addition of the clause whose literals have been put down, with these hints.
    fn open(&mut self, hints: &[i32]) -> Opening {
        self.numbers.push(0);
        for &hint in hints {
            let id = self.id(Ref(hint.unsigned_abs() - 1));
            self.numbers.push(i64::from(hint.signum()) * id);
        }
        self.numbers.push(0);
        self.read = 0;
        self.last += 1;
        Opening::Addition(self.last)
    }
}

impl Decode for LratSteps<'_> {
    fn opening(&mut self) -> Result<Option<Opening>, LratReason> {
        while let Some(&step) = self.elaborated.course.steps.get(self.next) {
            self.next += 1;
            match step {
                Step::Add(clause) if self.elaborated.used[clause.index()] => {
                    let opening = self.addition(clause);
                    self.ids.push(self.last);
                    return Ok(Some(opening));
                }
                Step::Add(_) => self.ids.push(0),
                Step::Delete(clause) => {
                    let id = self.id(clause);
                    if id != 0 {
                        self.numbers.clear();
                        self.numbers.extend([id, 0]);
                        self.read = 0;
                        return Ok(Some(Opening::Deletion(None)));
                    }
                }
            }
        }
        if std::mem::replace(&mut self.is_ended, true) {
            return Ok(None);
        }
        let Some(hints) = self.elaborated.conflict_hints() else { return Ok(None) };
        self.numbers.clear();
        Ok(Some(self.open(hints)))
    }

    fn number(&mut self) -> Result<Option<i64>, LratReason> {
        let number = self.numbers.get(self.read).copied();
        self.read += 1;
        Ok(number.filter(|&number| number != 0))
    }

    fn close(&mut self) -> Result<(), LratReason> {
        Ok(())
    }

    fn offset(&self) -> u64 {
        self.next as u64
    }

    fn line(&self) -> Option<u64> {
        None
    }
}
