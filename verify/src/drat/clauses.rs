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

/// Where the literals of a clause begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place(u32);

impl Place {
    /// The greatest number of cells.
    pub(super) const MAX_CELLS: usize = u32::MAX as usize;
}

/// The number of cells before the literals of a clause.
const HEADER: usize = 2;

/// The clauses, one after the other.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    /// Of each clause its number and its length, both in the form of a literal, and its literals. They lie together,
    /// because propagation needs all of them. The first two literals of a clause are the watched ones, so their order
    /// changes.
    cells: Vec<Code>,
    places: Vec<Place>,
    /// The first literal, as it was written; [`NO_PIVOT`] for the empty clause.
    pivots: Vec<Code>,
    /// Whether a clause holds both literals of a variable.
    tautologies: Vec<bool>,
}

const NO_PIVOT: Code = Code(0);

impl Clauses {
    /// The number of clauses.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The number of cells, which is that of the literals and two more for each clause.
    pub(super) fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The number of the next clause.
    pub(super) fn next(&self) -> Ref {
        // The reader admits no more than `MAX_CLAUSES`.
        Ref(self.len() as u32)
    }

    /// Whether there are cells for one more clause.
    pub(super) fn has_room_for(&self, clause: &[Code]) -> bool {
        clause.len() + HEADER <= Place::MAX_CELLS - self.cells.len()
    }

    /// Adds a clause without repeated literals, for which there is room.
    pub(super) fn push(&mut self, clause: &[Code], is_tautology: bool) -> Ref {
        let number = self.next();
        self.cells.extend([Code(number.0), Code(clause.len() as u32)]);
        self.places.push(Place(self.cells.len() as u32));
        self.cells.extend_from_slice(clause);
        self.pivots.push(clause.first().copied().unwrap_or(NO_PIVOT));
        self.tautologies.push(is_tautology);
        number
    }

    /// Adds a copy of a clause of another list.
    pub(super) fn push_from(&mut self, other: &Clauses, clause: Ref) {
        let number = self.push(other.get(clause), other.is_tautology(clause));
        self.pivots[number.index()] = other.pivots[clause.index()];
    }

    pub(super) fn place(&self, clause: Ref) -> Place {
        self.places[clause.index()]
    }

    /// The clause whose literals begin there.
    #[inline]
    pub(super) fn number(&self, place: Place) -> Ref {
        Ref(self.cells[place.0 as usize - HEADER].0)
    }

    #[inline]
    pub(super) fn get(&self, clause: Ref) -> &[Code] {
        let start = self.place(clause).0 as usize;
        let length = self.cells[start - 1].0 as usize;
        &self.cells[start..][..length]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, clause: Ref) -> &mut [Code] {
        let place = self.place(clause);
        self.at_mut(place)
    }

    /// The literals that begin there.
    #[inline]
    pub(super) fn at_mut(&mut self, place: Place) -> &mut [Code] {
        let start = place.0 as usize;
        let length = self.cells[start - 1].0 as usize;
        &mut self.cells[start..][..length]
    }

    /// The first literal, as it was written.
    pub(super) fn pivot(&self, clause: Ref) -> Option<Code> {
        Some(self.pivots[clause.index()]).filter(|&pivot| pivot != NO_PIVOT)
    }

    pub(super) fn is_tautology(&self, clause: Ref) -> bool {
        self.tautologies[clause.index()]
    }
}
