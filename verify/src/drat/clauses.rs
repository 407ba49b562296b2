//! All clauses of a formula and its proof, live or deleted.
//!
//! Idea: propagation spends much of its time waiting for clauses, and looking for a literal that is not false. So a literal
//! takes two bytes if the formula has few variables, and clauses are filled up to whole blocks with a literal that is
//! always false: a block is compared with the assignment at once, without a branch for each literal.

use std::fmt::Debug;
use std::ops::{DerefMut, IndexMut};

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

/// What a clause is written in: a literal, its length, or one half of its number.
pub(super) trait Cell: Copy + Eq + Debug {
    /// The codes of literals must be below it, and no clause may be longer.
    const LITERALS: usize;

    /// For each literal whether it is true, by its code. If the size is part of the type, the compiler knows that the
    /// code in a cell is within it, and access needs no check.
    type Truths: DerefMut<Target: IndexMut<usize, Output = bool>> + Debug;

    /// No literal below `codes` is true.
    fn truths(codes: usize) -> Self::Truths;

    /// A number that fits; of a longer one, the lower bits.
    fn new(number: u32) -> Self;

    fn get(self) -> u32;

    #[inline]
    fn code(self) -> Code {
        Code(self.get())
    }
}

impl Cell for u16 {
    const LITERALS: usize = 1 << 16;

    type Truths = Box<[bool; 1 << 16]>;

    #[expect(clippy::large_stack_arrays, reason = "a thread has room for 64 KiB")]
    fn truths(_codes: usize) -> Self::Truths {
        Box::new([false; 1 << 16])
    }

    #[inline]
    fn new(number: u32) -> u16 {
        number as u16
    }

    #[inline]
    fn get(self) -> u32 {
        self.into()
    }
}

impl Cell for u32 {
    // The codes of all variables up to the greatest are below it.
    const LITERALS: usize = 1 << 31;

    type Truths = Vec<bool>;

    fn truths(codes: usize) -> Self::Truths {
        vec![false; codes]
    }

    #[inline]
    fn new(number: u32) -> u32 {
        number
    }

    #[inline]
    fn get(self) -> u32 {
        self
    }
}

/// The number of cells before the literals of a clause: two for its number, and its length.
const HEADER: usize = 3;

/// The number of watched literals of a clause.
const WATCHED: usize = 2;

/// How many literals are compared with the assignment at once. The literals of a clause that are not watched fill a
/// multiple of it.
pub(super) const BLOCK: usize = 4;

/// The clauses, one after the other.
#[derive(Debug)]
pub(super) struct Clauses<C> {
    /// Of each clause the header, the literals and [`Code::PADDING`]. They lie together, because propagation needs all
    /// of them. The first two literals of a clause are the watched ones, so their order changes.
    cells: Vec<C>,
    places: Vec<Place>,
    /// The first literal, as it was written; [`Code::PADDING`] for the empty clause.
    pivots: Vec<Code>,
    /// Whether a clause holds both literals of a variable.
    tautologies: Vec<bool>,
}

impl<C: Cell> Clauses<C> {
    /// No clause.
    pub(super) fn new() -> Clauses<C> {
        Clauses { cells: Vec::new(), places: Vec::new(), pivots: Vec::new(), tautologies: Vec::new() }
    }

    /// Copies of some clauses of another list, for whose literals the cells suffice.
    pub(super) fn copied<D: Cell>(other: &Clauses<D>, clauses: &[Ref]) -> Clauses<C> {
        let mut copies = Clauses::new();
        let cells = |&clause: &Ref| HEADER + padded(other.get(clause).len());
        copies.cells.reserve_exact(clauses.iter().map(cells).sum());
        for &clause in clauses {
            let literals = other.get(clause).iter().map(|cell| C::new(cell.get()));
            copies.add(literals, other.pivots[clause.index()], other.is_tautology(clause));
        }
        copies
    }

    /// The number of clauses.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The number of cells: for each clause its literals, and three to six more.
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
        HEADER + padded(clause.len()) <= Place::MAX_CELLS - self.cells.len()
    }

    /// Adds a clause without repeated literals, for which there is room.
    pub(super) fn push(&mut self, clause: &[Code], is_tautology: bool) -> Ref {
        let pivot = clause.first().copied().unwrap_or(Code::PADDING);
        self.add(clause.iter().map(|code| C::new(code.0)), pivot, is_tautology)
    }

    fn add(&mut self, literals: impl ExactSizeIterator<Item = C>, pivot: Code, is_tautology: bool) -> Ref {
        let number = self.next();
        let length = literals.len();
        let header: [C; HEADER] = [number.0, number.0 >> u16::BITS, length as u32].map(C::new);
        self.cells.extend(header);
        self.places.push(Place(self.cells.len() as u32));
        let end = self.cells.len() + padded(length);
        self.cells.extend(literals);
        self.cells.resize(end, C::new(Code::PADDING.0));
        self.pivots.push(pivot);
        self.tautologies.push(is_tautology);
        number
    }

    pub(super) fn place(&self, clause: Ref) -> Place {
        self.places[clause.index()]
    }

    /// The clause whose literals begin there.
    #[inline]
    pub(super) fn number(&self, place: Place) -> Ref {
        let start = place.0 as usize - HEADER;
        // Two bytes of the number in each cell.
        Ref(self.cells[start].get() & 0xffff | self.cells[start + 1].get() << u16::BITS)
    }

    #[inline]
    pub(super) fn get(&self, clause: Ref) -> &[C] {
        self.at(self.place(clause))
    }

    #[inline]
    pub(super) fn get_mut(&mut self, clause: Ref) -> &mut [C] {
        let place = self.place(clause);
        let length = self.length(place);
        &mut self.cells[place.0 as usize..][..length]
    }

    /// The literals that begin there.
    #[inline]
    pub(super) fn at(&self, place: Place) -> &[C] {
        &self.cells[place.0 as usize..][..self.length(place)]
    }

    /// The literals of all clauses, in whole blocks.
    pub(super) fn blocks(&mut self) -> Blocks<'_, C> {
        Blocks { cells: &mut self.cells }
    }

    #[inline]
    fn length(&self, place: Place) -> usize {
        self.cells[place.0 as usize - 1].get() as usize
    }

    /// The first literal, as it was written.
    pub(super) fn pivot(&self, clause: Ref) -> Option<Code> {
        Some(self.pivots[clause.index()]).filter(|&pivot| pivot != Code::PADDING)
    }

    pub(super) fn is_tautology(&self, clause: Ref) -> bool {
        self.tautologies[clause.index()]
    }
}

/// The literals of clauses, in whole blocks.
pub(super) struct Blocks<'c, C> {
    cells: &'c mut [C],
}

impl<C: Cell> Blocks<'_, C> {
    /// The watched literals that begin there, and the others in whole blocks.
    #[inline]
    pub(super) fn get_mut(&mut self, place: Place) -> &mut [C] {
        let start = place.0 as usize;
        let length = padded(self.cells[start - 1].get() as usize);
        &mut self.cells[start..][..length]
    }
}

/// The number of cells of the literals of a clause of this length, with what fills them up.
#[inline]
fn padded(length: usize) -> usize {
    WATCHED + (length + BLOCK - 1 - WATCHED) / BLOCK * BLOCK
}
