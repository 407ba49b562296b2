//! All clauses of a formula and its proof, live or deleted.

use crate::lrat::code::Code;

/// The number of a clause: first the clauses of the formula, then those that the proof adds, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Ref(pub(super) u32);

impl Ref {
    /// The greatest number of clauses; hints are signed numbers.
    pub(super) const MAX_CLAUSES: u32 = i32::MAX as u32;

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The clauses, one after the other. The first two literals of a clause are the watched ones, so their order changes.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    literals: Vec<Code>,
    /// Where each clause ends.
    ends: Vec<usize>,
    /// The first literal, as it was written; [`NO_PIVOT`] for the empty clause.
    pivots: Vec<Code>,
    /// Whether a clause holds both literals of a variable.
    tautologies: Vec<bool>,
}

const NO_PIVOT: Code = Code(0);

impl Clauses {
    /// The number of clauses.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of the next clause.
    pub(super) fn next(&self) -> Ref {
        // The reader admits no more than `MAX_CLAUSES`.
        Ref(self.ends.len() as u32)
    }

    /// Adds a clause without repeated literals.
    pub(super) fn push(&mut self, clause: &[Code], is_tautology: bool) -> Ref {
        let reference = self.next();
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        self.pivots.push(clause.first().copied().unwrap_or(NO_PIVOT));
        self.tautologies.push(is_tautology);
        reference
    }

    fn start(&self, clause: Ref) -> usize {
        clause.index().checked_sub(1).map_or(0, |before| self.ends[before])
    }

    #[inline]
    pub(super) fn get(&self, clause: Ref) -> &[Code] {
        &self.literals[self.start(clause)..self.ends[clause.index()]]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, clause: Ref) -> &mut [Code] {
        let start = self.start(clause);
        &mut self.literals[start..self.ends[clause.index()]]
    }

    /// The first literal, as it was written.
    pub(super) fn pivot(&self, clause: Ref) -> Option<Code> {
        Some(self.pivots[clause.index()]).filter(|&pivot| pivot != NO_PIVOT)
    }

    pub(super) fn is_tautology(&self, clause: Ref) -> bool {
        self.tautologies[clause.index()]
    }
}
