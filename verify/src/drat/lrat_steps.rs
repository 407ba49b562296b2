//! Passes the used steps of a proof, with their hints, to the LRAT checker.

use super::clauses::Ref;
use super::elaborate::Elaborated;
use super::read::Step;
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
    numbers: std::vec::IntoIter<i64>,
}

impl<'e> LratSteps<'e> {
    pub(super) fn new(elaborated: &'e Elaborated) -> LratSteps<'e> {
        LratSteps {
            elaborated,
            ids: Vec::new(),
            last: i64::from(elaborated.inputs),
            next: 0,
            is_ended: false,
            numbers: Vec::new().into_iter(),
        }
    }

    /// The id of a clause; 0 for an unused clause.
    fn id(&self, clause: Ref) -> i64 {
        match clause.0.checked_sub(self.elaborated.inputs) {
            None => i64::from(clause.0) + 1,
            Some(addition) => self.ids.get(addition as usize).copied().unwrap_or(0),
        }
    }

    fn hints(&self, hints: &[i32]) -> impl Iterator<Item = i64> {
        let id = |&hint: &i32| i64::from(hint.signum()) * self.id(Ref(hint.unsigned_abs() - 1));
        let ids: Vec<i64> = hints.iter().map(id).collect();
        ids.into_iter().chain([0])
    }

    /// Opens the addition of a clause, whose first literal is the pivot.
    fn addition(&mut self, clause: Ref) -> Opening {
        let Elaborated { clauses, numbers, .. } = self.elaborated;
        let pivot = clauses.pivot(clause);
        let others = clauses.get(clause).iter().copied().filter(|&code| Some(code) != pivot);
        let literals = pivot.into_iter().chain(others).map(|code| i64::from(numbers[code.0 as usize]));
        let list: Vec<i64> = literals.chain([0]).chain(self.hints(self.elaborated.hints(clause))).collect();
        self.open(list)
    }

    /// Makes these the numbers of the next addition.
    fn open(&mut self, numbers: Vec<i64>) -> Opening {
        self.numbers = numbers.into_iter();
        self.last += 1;
        Opening::Addition(self.last)
    }
}

impl Decode for LratSteps<'_> {
    fn opening(&mut self) -> Result<Option<Opening>, LratReason> {
        while let Some(&step) = self.elaborated.steps.get(self.next) {
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
                        self.numbers = vec![id, 0].into_iter();
                        return Ok(Some(Opening::Deletion(None)));
                    }
                }
            }
        }
        if std::mem::replace(&mut self.is_ended, true) {
            return Ok(None);
        }
        let Some(hints) = self.elaborated.conflict_hints() else { return Ok(None) };
        let list: Vec<i64> = [0].into_iter().chain(self.hints(hints)).collect();
        Ok(Some(self.open(list)))
    }

    fn number(&mut self) -> Result<Option<i64>, LratReason> {
        Ok(self.numbers.next().filter(|&number| number != 0))
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
