//! Unit propagation with two watched literals, which visits clauses in use first.
//!
//! The trail has the literals that follow from the live clauses alone (the root) and, above them, those that follow
//! from the negation of the checked clause, which are removed after each check. When a clause on which the root depends
//! is deleted, the root is cut off there. The watches of the remaining literals are then not in order, so propagation
//! starts again at the beginning of the trail and visits every clause that has a false watch.

use std::ops::Index;

use super::clauses::{BLOCK, Cell, Clauses, Place, Ref};
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
    /// All other literals of the clause that begins there are false.
    Implied(Place),
}

#[derive(Debug)]
pub(super) struct Propagation<C: Cell> {
    pub(super) clauses: Clauses<C>,
    /// Whether a literal is true, by its code. The padding is always false.
    truths: C::Truths,
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

impl<C: Cell> Propagation<C> {
    /// Without any live clause; literals have codes below `codes`, and `used` says which clauses are in use.
    pub(super) fn new(clauses: Clauses<C>, codes: usize, used: Vec<bool>) -> Propagation<C> {
        let mut truths = C::truths(codes);
        truths[Code::PADDING.negated().0 as usize] = true;
        Propagation {
            clauses,
            truths,
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
    pub(super) fn into_clauses(self) -> Clauses<C> {
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
    /// the clause is a conflict.
    pub(super) fn attach(&mut self, clause: Ref) -> bool {
        if self.clauses.is_tautology(clause) {
            return false;
        }
        let truths = &self.truths;
        let literals = self.clauses.get_mut(clause);
        let mut free = 0;
        for at in 0..literals.len() {
            if !truths[literals[at].code().negated().0 as usize] {
                literals.swap(free, at);
                free += 1;
                if free == 2 {
                    break;
                }
            }
        }
        let watched = self.watched(clause);
        let first = self.clauses.get(clause).first().map(|cell| cell.code());
        let place = self.clauses.place(clause);
        match watched {
            Some([first, second]) => {
                let tier = self.tier(clause);
                self.list(tier, first).push(Watch { clause: place, blocker: second });
                self.list(tier, second).push(Watch { clause: place, blocker: first });
            }
            None => self.units.push(clause),
        }
        match first {
            Some(first) if free == 1 && !self.is_true(first) => self.assign(first, Cause::Implied(place)),
            _ => {}
        }
        free == 0
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
        if let Some(literal) = self.supported(clause) {
            self.undo(self.places[variable(literal)] as usize);
            self.rewind();
        }
        match self.watched(clause) {
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

    fn supported(&self, clause: Ref) -> Option<Code> {
        let because = Cause::Implied(self.clauses.place(clause));
        let watched = self.clauses.get(clause).iter().take(2);
        watched.map(|cell| cell.code()).find(|&code| self.is_true(code) && self.cause(code) == because)
    }

    /// The watched literals of a clause; [`None`] if it has less than two literals.
    fn watched(&self, clause: Ref) -> Option<[Code; 2]> {
        self.clauses.get(clause).first_chunk().map(|watched: &[C; 2]| watched.map(C::code))
    }

    /// Marks a clause as used.
    pub(super) fn mark_used(&mut self, clause: Ref) {
        if std::mem::replace(&mut self.used[clause.index()], true) || self.clauses.is_tautology(clause) {
            return;
        }
        if let Some([first, second]) = self.watched(clause) {
            let clause = self.clauses.place(clause);
            for (code, blocker) in [(first, second), (second, first)] {
                remove(self.list(Tier::Unused, code), clause);
                self.list(Tier::Used, code).push(Watch { clause, blocker });
            }
        }
    }

    /// Propagates everything that is new, and returns where a clause begins that is false, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Place> {
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

    fn assign_units(&mut self) -> Option<Place> {
        for at in 0..self.units.len() {
            let unit = self.clauses.place(self.units[at]);
            match self.clauses.at(unit).first().map(|cell| cell.code()) {
                Some(code) if self.is_true(code) => {}
                Some(code) if !self.is_false(code) => self.assign(code, Cause::Implied(unit)),
                _ => return Some(unit),
            }
        }
        None
    }

    /// Visits the clauses that watch a literal, which has become false. It is one loop, because most of the time of a
    /// check is spent in it.
    fn visit(&mut self, tier: Tier, falsified: Code) -> Option<Place> {
        let Propagation { clauses, truths, places, causes, trail, watches, .. } = self;
        let (truths, mut blocks) = (&mut **truths, clauses.blocks());
        let lists = &mut watches[tier as usize][..];
        if lists[falsified.0 as usize].is_empty() {
            return None;
        }
        let mut list = std::mem::take(&mut lists[falsified.0 as usize]);
        let mut kept = 0;
        let mut conflict = None;
        for at in 0..list.len() {
            let Watch { clause, blocker } = list[at];
            if truths[blocker.0 as usize] {
                list[kept] = list[at];
                kept += 1;
                continue;
            }
            // Only clauses with two literals or more are watched.
            let [first, second, rest @ ..] = blocks.get_mut(clause) else { continue };
            let other = Code(first.get() ^ second.get() ^ falsified.0);
            (*first, *second) = (C::new(other.0), C::new(falsified.0));
            let is_true = truths[other.0 as usize];
            if !is_true && let Some(free) = first_open(rest, truths) {
                std::mem::swap(second, &mut rest[free]);
                lists[second.get() as usize].push(Watch { clause, blocker: other });
                continue;
            }
            list[kept] = Watch { clause, blocker: other };
            kept += 1;
            if is_true {
                continue;
            }
            if truths[other.negated().0 as usize] {
                conflict = Some(clause);
                list.copy_within(at + 1.., kept);
                kept += list.len() - at - 1;
                break;
            }
            truths[other.0 as usize] = true;
            places[variable(other)] = trail.len() as u32;
            causes[variable(other)] = Cause::Implied(clause);
            trail.push(other);
        }
        list.truncate(kept);
        lists[falsified.0 as usize] = list;
        conflict
    }

    fn tier(&self, clause: Ref) -> Tier {
        if self.is_used(clause) { Tier::Used } else { Tier::Unused }
    }

    #[inline]
    fn list(&mut self, tier: Tier, code: Code) -> &mut Vec<Watch> {
        &mut self.watches[tier as usize][code.0 as usize]
    }
}

/// The index of the first literal that is not false, in whole blocks.
#[inline]
fn first_open<C: Cell, T: Index<usize, Output = bool> + ?Sized>(blocks: &[C], truths: &T) -> Option<usize> {
    const ALL: u32 = (1 << BLOCK) - 1;
    for (block, literals) in blocks.as_chunks::<BLOCK>().0.iter().enumerate() {
        let is_false = |at: usize| u32::from(truths[literals[at].code().negated().0 as usize]) << at;
        let falses = (0..BLOCK).fold(0, |falses, at| falses | is_false(at));
        if falses != ALL {
            return Some(block * BLOCK + falses.trailing_ones() as usize);
        }
    }
    None
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
