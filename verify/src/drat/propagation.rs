//! Unit propagation with two watched literals, which visits clauses in use first.
//!
//! The trail has the literals that follow from the live clauses alone (the root) and, above them, those that follow
//! from the negation of the checked clause, which are removed after each check. When a clause on which the root depends
//! is deleted, the root is cut off there. The watches of the remaining literals are then not in order, so propagation
//! starts again at the beginning of the trail and visits every clause that has a false watch.

use super::clauses::{Clauses, Place, Ref};
use crate::lrat::code::Code;

/// A clause in the list of a literal that it watches, with another literal; if that is true, the clause need not be
/// read.
#[derive(Debug, Clone, Copy)]
struct Watch {
    clause: Place,
    blocker: Code,
}

/// The clauses in use and the others, each with their own lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tier {
    Used = 0,
    Unused = 1,
}

/// Why a literal is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// It was assumed.
    Assumed,
    /// All other literals of this clause are false.
    Implied(Ref),
}

#[derive(Debug)]
pub(super) struct Propagation {
    pub(super) clauses: Clauses,
    /// Whether a literal is true, by its code.
    truths: Vec<bool>,
    /// The index in the trail of the true literal of each variable, by the code of the positive literal, halved.
    places: Vec<u32>,
    causes: Vec<Cause>,
    trail: Vec<Code>,
    watches: [Vec<Vec<Watch>>; 2],
    /// How much of the trail has been propagated in each tier.
    heads: [usize; 2],
    used: Vec<bool>,
    /// The live unit clauses.
    units: Vec<Ref>,
    /// Whether the unit clauses have to be visited.
    units_pending: bool,
}

impl Propagation {
    /// Without any live clause; literals have codes below `codes`, and `used` says which clauses are in use.
    pub(super) fn new(clauses: Clauses, codes: usize, used: Vec<bool>) -> Propagation {
        Propagation {
            clauses,
            truths: vec![false; codes],
            places: vec![0; codes / 2 + 1],
            causes: vec![Cause::Assumed; codes / 2 + 1],
            trail: Vec::new(),
            watches: [vec![Vec::new(); codes], vec![Vec::new(); codes]],
            heads: [0; 2],
            used,
            units: Vec::new(),
            units_pending: false,
        }
    }

    /// The clauses.
    pub(super) fn into_clauses(self) -> Clauses {
        self.clauses
    }

    #[inline]
    pub(super) fn is_true(&self, code: Code) -> bool {
        self.truths[code.0 as usize]
    }

    #[inline]
    pub(super) fn is_false(&self, code: Code) -> bool {
        self.truths[code.negated().0 as usize]
    }

    /// Why a literal that has a value has that value.
    pub(super) fn cause(&self, code: Code) -> Cause {
        self.causes[variable(code)]
    }

    /// The true literals in order.
    pub(super) fn trail(&self) -> &[Code] {
        &self.trail
    }

    pub(super) fn is_used(&self, clause: Ref) -> bool {
        self.used[clause.index()]
    }

    /// Makes a literal without a value true.
    pub(super) fn assume(&mut self, code: Code) {
        self.assign(code, Cause::Assumed);
    }

    #[inline]
    fn assign(&mut self, code: Code, cause: Cause) {
        self.truths[code.0 as usize] = true;
        self.places[variable(code)] = self.trail.len() as u32;
        self.causes[variable(code)] = cause;
        self.trail.push(code);
    }

    /// Removes all but the first `length` literals of the trail, which have been propagated.
    pub(super) fn undo(&mut self, length: usize) {
        for code in self.trail.drain(length..) {
            self.truths[code.0 as usize] = false;
        }
        self.heads = self.heads.map(|head| head.min(length));
    }

    /// Makes a clause live. If exactly one of its literals is not false, that literal becomes true. If all are false,
    /// the clause is returned as the conflict.
    pub(super) fn attach(&mut self, clause: Ref) -> Option<Ref> {
        if self.clauses.is_tautology(clause) {
            return None;
        }
        let truths = &self.truths;
        let literals = self.clauses.get_mut(clause);
        let mut free = 0;
        for at in 0..literals.len() {
            if !truths[literals[at].negated().0 as usize] {
                literals.swap(free, at);
                free += 1;
                if free == 2 {
                    break;
                }
            }
        }
        let watched = literals.first_chunk::<2>().copied();
        let first = literals.first().copied();
        match watched {
            Some([first, second]) => {
                let (tier, clause) = (self.tier(clause), self.clauses.place(clause));
                self.list(tier, first).push(Watch { clause, blocker: second });
                self.list(tier, second).push(Watch { clause, blocker: first });
            }
            None => self.units.push(clause),
        }
        match (free, first) {
            (0, _) | (_, None) => Some(clause),
            (1, Some(first)) if !self.is_true(first) => {
                self.assign(first, Cause::Implied(clause));
                None
            }
            _ => None,
        }
    }

    /// Starts again at the beginning of the trail.
    pub(super) fn rewind(&mut self) {
        self.heads = [0; 2];
        self.units_pending = true;
    }

    /// The index in the trail of a literal that has a value.
    pub(super) fn place(&self, code: Code) -> u32 {
        self.places[variable(code)]
    }

    /// Deletes a live clause, and removes the literals that depend on it.
    pub(super) fn detach(&mut self, clause: Ref) {
        if self.clauses.is_tautology(clause) {
            return;
        }
        if let Some(&literal) = self.supported(clause) {
            self.undo(self.places[variable(literal)] as usize);
            self.rewind();
        }
        match self.clauses.get(clause).first_chunk::<2>().copied() {
            Some(watched) => {
                let (tier, clause) = (self.tier(clause), self.clauses.place(clause));
                for code in watched {
                    remove(self.list(tier, code), clause);
                }
            }
            None => self.units.retain(|&unit| unit != clause),
        }
    }

    /// Whether a literal is true because of the clause.
    pub(super) fn is_cause(&self, clause: Ref) -> bool {
        self.supported(clause).is_some()
    }

    fn supported(&self, clause: Ref) -> Option<&Code> {
        let watched = self.clauses.get(clause).iter().take(2);
        watched.into_iter().find(|&&code| self.is_true(code) && self.cause(code) == Cause::Implied(clause))
    }

    /// Marks a clause as used.
    pub(super) fn mark_used(&mut self, clause: Ref) {
        if std::mem::replace(&mut self.used[clause.index()], true) || self.clauses.is_tautology(clause) {
            return;
        }
        if let Some(&[first, second]) = self.clauses.get(clause).first_chunk::<2>() {
            let clause = self.clauses.place(clause);
            for (code, blocker) in [(first, second), (second, first)] {
                remove(self.list(Tier::Unused, code), clause);
                self.list(Tier::Used, code).push(Watch { clause, blocker });
            }
        }
    }

    /// Propagates everything that is new, and returns a clause that is false, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Ref> {
        if std::mem::take(&mut self.units_pending)
            && let Some(conflict) = self.assign_units()
        {
            return Some(conflict);
        }
        loop {
            let tier = [Tier::Used, Tier::Unused]
                .into_iter()
                .find(|&tier| self.heads[tier as usize] < self.trail.len())?;
            let falsified = self.trail[self.heads[tier as usize]].negated();
            self.heads[tier as usize] += 1;
            if let Some(conflict) = self.visit(tier, falsified) {
                return Some(conflict);
            }
        }
    }

    fn assign_units(&mut self) -> Option<Ref> {
        for at in 0..self.units.len() {
            let unit = self.units[at];
            match self.clauses.get(unit).first() {
                Some(&code) if self.is_true(code) => {}
                Some(&code) if !self.is_false(code) => self.assign(code, Cause::Implied(unit)),
                _ => return Some(unit),
            }
        }
        None
    }

    /// Visits the clauses that watch a literal, which has become false.
    fn visit(&mut self, tier: Tier, falsified: Code) -> Option<Ref> {
        let mut list = std::mem::take(self.list(tier, falsified));
        let (mut at, mut kept) = (0, 0);
        let mut conflict = None;
        while let Some(&watch) = list.get(at) {
            at += 1;
            if self.is_true(watch.blocker) {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let (other, free) = self.rewatch(watch.clause, falsified);
            let watch = Watch { blocker: other, ..watch };
            if let Some(free) = free {
                self.list(tier, free).push(watch);
                continue;
            }
            list[kept] = watch;
            kept += 1;
            if self.is_false(other) {
                conflict = Some(self.clauses.number(watch.clause));
                break;
            }
            if !self.is_true(other) {
                self.assign(other, Cause::Implied(self.clauses.number(watch.clause)));
            }
        }
        let rest = list.len() - at;
        list.copy_within(at.., kept);
        list.truncate(kept + rest);
        *self.list(tier, falsified) = list;
        conflict
    }

    /// The other watched literal of a clause, and the one that is watched from now on in place of a false one; `None`
    /// if the other is true, or if all but the other are false.
    #[inline]
    fn rewatch(&mut self, clause: Place, falsified: Code) -> (Code, Option<Code>) {
        let truths = &self.truths;
        let [first, second, rest @ ..] = self.clauses.at_mut(clause) else {
            // Only clauses with two literals or more are watched.
            return (falsified, None);
        };
        if *first == falsified {
            std::mem::swap(first, second);
        }
        if truths[first.0 as usize] {
            return (*first, None);
        }
        let free = rest.iter_mut().find(|code| !truths[code.negated().0 as usize]);
        let free = free.map(|free| {
            std::mem::swap(second, free);
            *second
        });
        (*first, free)
    }

    fn tier(&self, clause: Ref) -> Tier {
        if self.is_used(clause) { Tier::Used } else { Tier::Unused }
    }

    #[inline]
    fn list(&mut self, tier: Tier, code: Code) -> &mut Vec<Watch> {
        &mut self.watches[tier as usize][code.0 as usize]
    }
}

/// The index of the variable of a literal.
#[inline]
pub(super) fn variable(code: Code) -> usize {
    (code.0 >> 1) as usize
}

fn remove(list: &mut Vec<Watch>, clause: Place) {
    if let Some(at) = list.iter().position(|watch| watch.clause == clause) {
        list.swap_remove(at);
    }
}
