//! Assigns the clauses of a formula to segments.
//!
//! A cut is a set of variables. Without the variables of all cuts, the clauses fall apart into components. A component
//! that touches two consecutive cuts belongs to the segment between them. A component that touches a single cut restricts
//! only the values of that cut and belongs to the segment after it, which chooses them. Clauses with variables of one cut
//! only go to both segments. Clauses that touch no cut go to the last segment.

use rustsat::instances::Cnf;
use rustsat::types::{Clause, Var};
use std::collections::HashMap;

/// The segments of a formula.
#[derive(Clone, Debug)]
pub struct Plan {
    segments: Vec<PlannedSegment>,
    variables: u32,
    clauses: usize,
}

/// One segment.
#[derive(Clone, Debug)]
pub(super) struct PlannedSegment {
    /// The indices of its clauses in the formula, from 0.
    pub(super) clauses: Vec<usize>,
    /// The cut before it.
    pub(super) before: Vec<Var>,
    /// The cut after it.
    pub(super) after: Vec<Var>,
}

/// The first and the last cut that a clause or a component touches, numbered from 1.
#[derive(Clone, Copy)]
struct CutSpan {
    first: usize,
    last: usize,
}

impl CutSpan {
    fn with(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

impl Plan {
    /// The segments of a formula of `variables` variables between the cuts, in the order of the cuts. `None` if the cuts
    /// do not separate it, or if it has other variables than these.
    pub fn new(cnf: &Cnf, variables: u32, cuts: &[Vec<Var>]) -> Option<Self> {
        let mut all = cnf.iter().flatten().map(|literal| literal.var()).chain(cuts.iter().flatten().copied());
        if all.any(|variable| variable.idx32() >= variables) {
            return None;
        }
        let mut level = HashMap::new();
        for (cut, number) in cuts.iter().zip(1..) {
            for &variable in cut {
                if level.insert(variable, number).is_some_and(|other| other != number) {
                    return None;
                }
            }
        }
        let mut parts = ComponentForest::new(cnf, variables, &level);
        let none: &[Var] = &[];
        let mut segments: Vec<PlannedSegment> = (0..=cuts.len())
            .map(|index| PlannedSegment {
                clauses: Vec::new(),
                before: index.checked_sub(1).map_or(none, |before| &cuts[before]).to_vec(),
                after: cuts.get(index).map_or(none, Vec::as_slice).to_vec(),
            })
            .collect();
        for (number, clause) in cnf.iter().enumerate() {
            let (touched, is_inner) = match inner(clause, &level) {
                Some(variable) => (parts.touched(variable), true),
                None => (touched(clause, &level), false),
            };
            match touched {
                None => segments[cuts.len()].clauses.push(number),
                Some(CutSpan { first, last }) if first == last => {
                    segments[last].clauses.push(number);
                    if !is_inner {
                        segments[last - 1].clauses.push(number);
                    }
                }
                Some(CutSpan { first, last }) if first + 1 == last => segments[first].clauses.push(number),
                Some(_) => return None,
            }
        }
        Some(Self { segments, variables, clauses: cnf.len() })
    }

    pub(super) fn segments(&self) -> &[PlannedSegment] {
        &self.segments
    }

    /// The number of clauses of the formula.
    pub(super) fn clauses(&self) -> usize {
        self.clauses
    }

    pub(super) fn variables(&self) -> u32 {
        self.variables
    }
}

/// A variable of the clause that is in no cut.
fn inner(clause: &Clause, level: &HashMap<Var, usize>) -> Option<Var> {
    clause.iter().map(|literal| literal.var()).find(|variable| !level.contains_key(variable))
}

/// The cuts that a clause touches.
fn touched(clause: &Clause, level: &HashMap<Var, usize>) -> Option<CutSpan> {
    let levels = clause.iter().filter_map(|literal| level.get(&literal.var()));
    levels.map(|&level| CutSpan { first: level, last: level }).reduce(CutSpan::with)
}

/// The components of the variables that are in no cut, as a forest with path halving.
struct ComponentForest {
    parent: Vec<usize>,
    /// The cuts that the component of a root touches.
    touched: Vec<Option<CutSpan>>,
}

impl ComponentForest {
    fn new(cnf: &Cnf, variables: u32, level: &HashMap<Var, usize>) -> Self {
        let count = variables as usize;
        let mut parts = Self { parent: (0..count).collect(), touched: vec![None; count] };
        for clause in cnf {
            let Some(root) = inner(clause, level) else { continue };
            for literal in clause {
                if !level.contains_key(&literal.var()) {
                    parts.join(root, literal.var());
                }
            }
            let root = parts.root(root);
            parts.touch(root, touched(clause, level));
        }
        parts
    }

    fn root(&mut self, variable: Var) -> usize {
        let mut at = variable.idx();
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, one: Var, other: Var) {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[other] = one;
        let touched = self.touched[other];
        self.touch(one, touched);
    }

    fn touch(&mut self, root: usize, touched: Option<CutSpan>) {
        let all = self.touched[root].into_iter().chain(touched);
        self.touched[root] = all.reduce(CutSpan::with);
    }

    fn touched(&mut self, variable: Var) -> Option<CutSpan> {
        let root = self.root(variable);
        self.touched[root]
    }
}
