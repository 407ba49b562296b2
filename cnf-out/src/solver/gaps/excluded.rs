//! The assignments that clauses of a formula exclude.

use crate::clausify::BitValue;
use crate::solver::ledger::Lemma;
use rustsat::instances::Cnf;
use rustsat::types::{Assignment, Clause, Lit, Var};
use std::collections::{BTreeMap, HashMap};
use std::ops::{Bound, RangeInclusive};

/// The values of the first variables of the order.
pub(super) type Prefix = Vec<bool>;

/// Assignments of the ordered variables, each with the number of a clause that excludes it, from 1.
#[derive(Debug)]
pub(super) struct ExcludedAssignments {
    order: Vec<Lit>,
    places: HashMap<Var, usize>,
    assignments: BTreeMap<Prefix, u64>,
}

impl ExcludedAssignments {
    /// Those of a formula.
    pub(super) fn new(cnf: &Cnf, order: &[Lit]) -> Self {
        let places = order.iter().zip(0..).map(|(literal, place)| (literal.var(), place)).collect();
        let mut excluded = Self { order: order.to_vec(), places, assignments: BTreeMap::new() };
        for (clause, number) in cnf.iter().zip(1..) {
            excluded.add(clause, number);
        }
        excluded
    }

    /// Takes note of those of these clauses that were added to the formula, by their numbers.
    pub(super) fn add_news(&mut self, news: &[Lemma], added: RangeInclusive<u64>) {
        for lemma in news.iter().filter(|lemma| added.contains(&lemma.id)) {
            self.add(&lemma.clause, lemma.id);
        }
    }

    /// Takes note of a clause, if it excludes one assignment.
    pub(super) fn add(&mut self, clause: &Clause, number: u64) {
        if clause.len() >= self.order.len()
            && let Some(assignment) = self.assignment(clause)
        {
            self.assignments.entry(assignment).or_insert(number);
        }
    }

    /// The assignment that a clause excludes.
    fn assignment(&self, clause: &Clause) -> Option<Prefix> {
        let mut bits = vec![None; self.order.len()];
        for literal in clause {
            let place = *self.places.get(&literal.var())?;
            let bit = *literal != self.order[place];
            // A clause with both literals of a variable excludes nothing.
            if bits[place].replace(bit).is_some_and(|before| before != bit) {
                return None;
            }
        }
        bits.into_iter().collect()
    }

    /// Whether a model has an excluded assignment.
    pub(super) fn has(&self, model: &Assignment) -> bool {
        let bits: Prefix =
            self.order.iter().map(|&literal| BitValue::Literal(literal).in_model(model)).collect();
        self.assignments.contains_key(&bits)
    }

    /// The clause that excludes the first assignment with this prefix. `None` if there is none.
    pub(super) fn first(&self, prefix: &[bool]) -> Option<u64> {
        self.with(prefix).next()
    }

    /// How many there are with this prefix.
    pub(super) fn count(&self, prefix: &[bool]) -> usize {
        self.with(prefix).count()
    }

    /// The clauses that exclude assignments with this prefix.
    fn with(&self, prefix: &[bool]) -> impl Iterator<Item = u64> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let following = self.assignments.range::<[bool], _>(from);
        following.take_while(move |(assignment, _)| assignment.starts_with(prefix)).map(|(_, &number)| number)
    }
}
