//! The live clauses.

use super::code::Code;
use super::places::Places;

/// The number of words before the literals of a clause: their count, and the id in two halves.
const HEADER: usize = 3;

/// The last word of the header of a clause that is marked as deleted; no id is so large. The word before it is the time.
const MARKED: u32 = u32::MAX;

/// Literals are stored in blocks of this many words. The last block is filled up with [`Code::PADDING`].
const BLOCK: usize = 4;

/// The number of words of a clause with this many literals.
fn words(literals: usize) -> usize {
    HEADER + literals.div_ceil(BLOCK) * BLOCK
}

/// Where a clause is in the arena, until clauses are moved ([`Store::make_room`]).
#[derive(Debug, Clone, Copy)]
pub(super) struct Place(usize);

/// Below this number of words, unused room does not matter.
const SMALL: usize = 1 << 16;

/// The literals of a clause, as stored in the arena.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clause<'a> {
    blocks: &'a [[u32; BLOCK]],
    length: usize,
}

impl<'a> Clause<'a> {
    /// The literals in order.
    #[inline]
    pub(super) fn codes(self) -> impl Iterator<Item = Code> + use<'a> {
        self.blocks.as_flattened()[..self.length].iter().map(|&word| Code(word))
    }

    /// The literals in blocks, filled up with [`Code::PADDING`].
    #[inline]
    pub(super) fn blocks(self) -> &'a [[u32; BLOCK]] {
        self.blocks
    }

    /// The number of times that the clause contains `code`.
    pub(super) fn count(self, code: Code) -> u64 {
        self.codes().filter(|&other| other == code).count() as u64
    }
}

/// Clauses by id, in one arena. When the arena is full, the live clauses are moved together or, if few were deleted, it
/// grows. So memory depends on the live clauses, and each word moves only a constant number of times on average.
#[derive(Debug, Default)]
pub(super) struct Store {
    arena: Vec<u32>,
    places: Places,
    /// The number of words of deleted clauses, including headers and padding.
    dead: usize,
    /// The number of literals of live clauses.
    literals: usize,
    /// The clauses that are marked as deleted, in this order.
    marked: Vec<(u64, Place)>,
}

impl Store {
    /// The number of live clauses.
    pub(super) fn len(&self) -> usize {
        self.places.len() - self.marked.len()
    }

    /// The number of their literals.
    pub(super) fn literals(&self) -> usize {
        self.literals
    }

    /// The number of allocated words.
    #[cfg(test)]
    pub(super) fn words(&self) -> usize {
        self.arena.capacity()
    }

    /// Clause `id`, if it is live.
    #[inline]
    pub(super) fn get(&self, id: u64) -> Option<Clause<'_>> {
        self.place(id).map(|place| self.clause(place))
    }

    /// Where clause `id` is, if it is live.
    #[inline]
    fn place(&self, id: u64) -> Option<Place> {
        self.places.get(id).map(Place)
    }

    /// All live clauses with their ids, in the order in which they were added.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, Clause<'_>)> {
        let mut place = 0;
        std::iter::from_fn(move || {
            while place < self.arena.len() {
                let here = place;
                place += words(self.arena[here] as usize);
                let id = id_at(&self.arena, here);
                if id != 0 {
                    return Some((id, self.clause(Place(here))));
                }
            }
            None
        })
    }

    /// The clause at a place.
    #[inline]
    pub(super) fn clause(&self, Place(place): Place) -> Clause<'_> {
        let length = self.arena[place] as usize;
        let (blocks, _) = self.arena[place + HEADER..place + words(length)].as_chunks();
        Clause { blocks, length }
    }

    /// Adds a clause. Its id is not 0 and not in use. It has fewer than 2^32 literals: the reader of formulas
    /// guarantees that, and a derived clause has no repetitions or is shorter than a chunk of a proof.
    pub(super) fn insert(&mut self, id: u64, clause: &[Code]) -> Place {
        self.make_room(words(clause.len()));
        self.literals += clause.len();
        let place = self.arena.len();
        self.places.set(id, place);
        self.arena.push(clause.len() as u32);
        self.arena.extend(halves(id));
        self.arena.extend(clause.iter().map(|code| code.0));
        self.arena.resize(place + words(clause.len()), Code::PADDING.0);
        Place(place)
    }

    /// Whether a clause with this many literals can be added without moving any clause.
    pub(super) fn has_room(&self, literals: usize) -> bool {
        self.arena.len() + words(literals) <= self.arena.capacity()
    }

    /// Marks clause `id` as deleted at `time`, which gives it back; `None` if it is not live. Until it is buried or
    /// revived, it can still be found by [`Store::place_at`], and no clause may be moved.
    pub(super) fn mark(&mut self, id: u64, time: u32) -> Option<Clause<'_>> {
        let place = self.place_at(id, u32::MAX)?;
        self.marked.push((id, place));
        self.literals -= self.arena[place.0] as usize;
        self.arena[place.0 + 1..place.0 + HEADER].copy_from_slice(&[time, MARKED]);
        Some(self.clause(place))
    }

    /// Where clause `id` is, if it is live or was marked as deleted after `time`.
    #[inline]
    pub(super) fn place_at(&self, id: u64, time: u32) -> Option<Place> {
        let place = self.place(id)?;
        let is_deleted = self.arena[place.0 + 2] == MARKED && self.arena[place.0 + 1] <= time;
        (!is_deleted).then_some(place)
    }

    /// Deletes the clauses that are marked.
    pub(super) fn bury(&mut self) {
        while let Some((id, Place(place))) = self.marked.pop() {
            self.places.remove(id);
            self.dead += words(self.arena[place] as usize);
            // No clause has the id 0.
            self.arena[place + 1..place + HEADER].fill(0);
        }
    }

    /// Makes the clause live again that was marked last.
    pub(super) fn revive(&mut self) -> Option<Clause<'_>> {
        let (id, place) = self.marked.pop()?;
        self.literals += self.arena[place.0] as usize;
        self.arena[place.0 + 1..place.0 + HEADER].copy_from_slice(&halves(id));
        Some(self.clause(place))
    }

    /// Takes back the addition of clause `id`, which was added last.
    pub(super) fn withdraw(&mut self, id: u64) {
        let Some(place) = self.places.remove(id) else { return };
        self.literals -= self.arena[place] as usize;
        self.arena.truncate(place);
    }

    /// Makes room for `words` more words, by collection if at least a quarter of the arena belongs to deleted clauses.
    pub(super) fn make_room(&mut self, words: usize) {
        if self.arena.len() + words <= self.arena.capacity() {
            return;
        }
        if self.dead > SMALL && self.dead >= self.arena.len() / 4 {
            self.collect();
        }
        let free = self.arena.capacity() - self.arena.len();
        if free < words.max(self.arena.len() / 4) {
            self.arena.reserve_exact(words + self.arena.len() / 2 + SMALL);
        }
    }

    /// Moves the live clauses together, keeping their order.
    fn collect(&mut self) {
        let (mut from, mut to) = (0, 0);
        while from < self.arena.len() {
            let words = words(self.arena[from] as usize);
            let id = id_at(&self.arena, from);
            if id != 0 {
                self.arena.copy_within(from..from + words, to);
                self.places.set(id, to);
                to += words;
            }
            from += words;
        }
        self.arena.truncate(to);
        self.dead = 0;
    }
}

/// An id in two halves, the lower one first.
fn halves(id: u64) -> [u32; 2] {
    [id as u32, (id >> 32) as u32]
}

/// The id in the header at `place`; 0 if the clause has been deleted.
fn id_at(arena: &[u32], place: usize) -> u64 {
    u64::from(arena[place + 1]) | u64::from(arena[place + 2]) << 32
}
