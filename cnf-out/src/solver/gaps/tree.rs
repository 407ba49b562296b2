//! The prefixes that are still to be refuted, and the lemmas of those that are split.
//!
//! A prefix is open, at work, or split. If it is split, the prefixes with both values of the next variable have their own
//! states, until a lemma refutes it.

use super::cases::Cases;
use super::excluded::{ExcludedAssignments, Prefix};
use super::halt::Halt;
use crate::solver::ledger::{Ledger, Lemma};
use rustsat::types::Var;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The conflicts after which the solvers keep the lemma of a prefix.
const WORTH_KEEPING: u64 = if cfg!(test) { 2 } else { 1000 };

/// Counts of the steps of a search that small formulas seldom need, for tests.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::solver) struct WorkCounts {
    /// Two lemmas were resolved.
    pub(in crate::solver) resolved: u64,
    /// A lemma made the rest of a prefix needless.
    pub(in crate::solver) skipped: u64,
    /// The solvers kept a lemma.
    pub(in crate::solver) kept: u64,
}

/// A clause that follows from the formula, about a prefix.
#[derive(Debug)]
pub(super) struct PrefixLemma {
    pub(super) lemma: Lemma,
    /// Whether it can be deleted: no solver knows it.
    pub(super) is_own: bool,
}

impl PrefixLemma {
    fn needs(&self, variable: Var) -> bool {
        self.lemma.clause.iter().any(|literal| literal.var() == variable)
    }

    /// Deletes a lemma that is not needed any more.
    fn forget<W: Write>(self, ledger: &mut Ledger<W>) {
        if self.is_own {
            ledger.delete(self.lemma.id);
        }
    }
}

/// A prefix that is split.
#[derive(Debug)]
pub(super) struct Split {
    /// The conflicts of all attempts at it and its parts.
    pub(super) spent: u64,
    /// The lemma of the part that was refuted first.
    pub(super) half: Option<PrefixLemma>,
}

/// All prefixes that matter.
#[derive(Debug)]
pub(super) struct Tree {
    order: Vec<Var>,
    open: BTreeSet<Prefix>,
    /// With a flag that is raised once the prefix need not be refuted any more.
    at_work: BTreeMap<Prefix, Arc<AtomicBool>>,
    split: BTreeMap<Prefix, Split>,
    is_refuted: bool,
    pub(super) work: WorkCounts,
}

impl Tree {
    /// The empty prefix is open.
    pub(super) fn new(order: Vec<Var>) -> Self {
        Self::from_prefixes(order, BTreeSet::from([Prefix::new()]), BTreeMap::new())
    }

    /// A tree with these prefixes, none of which is longer than the order. `None` if they are not all that is left of a tree:
    /// each prefix but the empty one is a part of one that is split, which has two parts, or one and the
    /// lemma of the other.
    pub(super) fn restored(
        order: Vec<Var>,
        open: BTreeSet<Prefix>,
        split: BTreeMap<Prefix, Split>,
    ) -> Option<Self> {
        let known = |prefix: &Prefix| open.contains(prefix) || split.contains_key(prefix);
        let has_parent = |prefix: &Prefix| match prefix.split_last() {
            Some((_, parent)) => split.contains_key(parent),
            None => true,
        };
        let is_whole = |(prefix, split): (&Prefix, &Split)| {
            let parts = [false, true].iter().filter(|&&bit| known(&part(prefix, bit))).count();
            prefix.len() < order.len() && parts == if split.half.is_some() { 1 } else { 2 }
        };
        let is_tree = known(&Prefix::new())
            && open.iter().chain(split.keys()).all(has_parent)
            && open.iter().all(|prefix| !split.contains_key(prefix))
            && split.iter().all(is_whole);
        is_tree.then(|| Self::from_prefixes(order, open, split))
    }

    fn from_prefixes(order: Vec<Var>, open: BTreeSet<Prefix>, split: BTreeMap<Prefix, Split>) -> Self {
        Self { order, open, at_work: BTreeMap::new(), split, is_refuted: false, work: WorkCounts::default() }
    }

    /// The prefixes that are to be refuted and not split.
    pub(super) fn left(&self) -> impl Iterator<Item = &Prefix> {
        self.open.iter().chain(self.at_work.keys())
    }

    /// The prefixes that are split.
    pub(super) fn split_prefixes(&self) -> impl Iterator<Item = (&Prefix, &Split)> {
        self.split.iter()
    }

    /// Whether the empty prefix is refuted.
    pub(super) fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Takes the last open prefix of a worker's own ones, otherwise the shortest. `needless` is raised once it need not be
    /// refuted any more.
    pub(super) fn take(&mut self, own: &mut Vec<Prefix>, needless: &Arc<AtomicBool>) -> Option<Prefix> {
        let taken = loop {
            match own.pop() {
                Some(prefix) if self.open.remove(&prefix) => break prefix,
                Some(_) => {}
                None => {
                    let shortest = self.open.iter().min_by_key(|prefix| prefix.len())?.clone();
                    self.open.remove(&shortest);
                    break shortest;
                }
            }
        };
        needless.store(false, Ordering::Relaxed);
        self.at_work.insert(taken.clone(), Arc::clone(needless));
        Some(taken)
    }

    /// Splits a prefix on which so many conflicts were spent, and returns its parts, that of the lower value last.
    pub(super) fn split(&mut self, prefix: Prefix, spent: u64) -> Vec<Prefix> {
        if self.at_work.remove(&prefix).is_none() {
            return Vec::new();
        }
        let parts = vec![part(&prefix, true), part(&prefix, false)];
        self.open.extend(parts.iter().cloned());
        self.split.insert(prefix, Split { spent, half: None });
        parts
    }

    /// Takes note that a lemma refutes a prefix, and what follows from it. Returns the lemmas that the solvers should keep.
    pub(super) fn refute<W: Write>(
        &mut self,
        mut prefix: Prefix,
        mut learnt: PrefixLemma,
        mut spent: u64,
        ledger: &mut Ledger<W>,
    ) -> Result<Vec<Lemma>, Halt> {
        let mut kept = Vec::new();
        if self.at_work.remove(&prefix).is_none() {
            learnt.forget(ledger);
            return Ok(kept);
        }
        loop {
            if spent >= WORTH_KEEPING && learnt.is_own {
                kept.push(learnt.lemma.clone());
                learnt.is_own = false;
                self.work.kept += 1;
            }
            let Some(bit) = prefix.pop() else {
                self.is_refuted = true;
                return Ok(kept);
            };
            let Some(mut split) = self.split.remove(&prefix) else { return Ok(kept) };
            split.spent = split.spent.saturating_add(spent);
            let next = self.order[prefix.len()];
            match split.half.take() {
                None if learnt.needs(next) => {
                    split.half = Some(learnt);
                    self.split.insert(prefix, split);
                    return Ok(kept);
                }
                None => {
                    self.cancel(&part(&prefix, !bit), ledger);
                    self.work.skipped += 1;
                }
                Some(half) if learnt.needs(next) => {
                    let lemma = ledger.resolve(&half.lemma, &learnt.lemma, next)?;
                    if ledger.is_complete() {
                        return Err(Halt::Refuted);
                    }
                    self.work.resolved += 1;
                    half.forget(ledger);
                    learnt.forget(ledger);
                    learnt = PrefixLemma { lemma, is_own: true };
                }
                Some(half) => half.forget(ledger),
            }
            spent = split.spent;
        }
    }

    /// The share of the excluded assignments that the search has passed, from 0 to 1.
    pub(super) fn share(&self, excluded: &ExcludedAssignments) -> f64 {
        let all = excluded.count(&[]);
        let left: usize = self.left().map(|prefix| excluded.count(prefix)).sum();
        if all == 0 { 0.0 } else { 1.0 - left as f64 / all as f64 }
    }

    /// The share of all cases that the search has passed, from 0 to 1.
    pub(super) fn share_of(&self, cases: &Cases) -> f64 {
        (1.0 - self.left().map(|prefix| cases.share(prefix)).sum::<f64>()).clamp(0.0, 1.0)
    }

    /// Has all workers leave their prefixes: the search is over.
    pub(super) fn give_up(&self) {
        for needless in self.at_work.values() {
            needless.store(true, Ordering::Relaxed);
        }
    }

    /// Removes everything about a prefix that need not be refuted any more.
    fn cancel<W: Write>(&mut self, prefix: &Prefix, ledger: &mut Ledger<W>) {
        for known in beginning_with(prefix, self.open.range::<Prefix, _>(prefix..)) {
            self.open.remove(&known);
        }
        for known in beginning_with(prefix, self.at_work.range::<Prefix, _>(prefix..).map(|(known, _)| known))
        {
            if let Some(needless) = self.at_work.remove(&known) {
                needless.store(true, Ordering::Relaxed);
            }
        }
        for known in beginning_with(prefix, self.split.range::<Prefix, _>(prefix..).map(|(known, _)| known)) {
            if let Some(half) = self.split.remove(&known).and_then(|split| split.half) {
                half.forget(ledger);
            }
        }
    }
}

/// A prefix with one more bit.
fn part(prefix: &[bool], bit: bool) -> Prefix {
    prefix.iter().copied().chain([bit]).collect()
}

/// Those of some prefixes, in order from this one on, that begin with it.
fn beginning_with<'p>(prefix: &Prefix, known: impl Iterator<Item = &'p Prefix>) -> Vec<Prefix> {
    known.take_while(|known| known.starts_with(prefix)).cloned().collect()
}
