//! The place of each live clause: a map from ids to places.
//!
//! Idea: hints tend to name clauses that were added one after the other, so neighbouring ids should be stored side by
//! side. Ids form groups of 64; the group is hashed, and an id has a fixed slot within its group. If that slot is
//! taken, the next free one is used (linear probing; Knuth, *The Art of Computer Programming* 6.4, with his algorithm R
//! for deletion). At most half of the slots are taken.
//!
//! Cost: two to four slots of 16 bytes for each live clause, and mostly one cache line for each look-up. If the live
//! clauses exceed the caches, the whole checker is twice as fast as with a general hash map.

/// The number of slots of a group, as a power of two.
const GROUP_BITS: u32 = 6;

/// The number of slots of a new table, as a power of two.
const FIRST_BITS: u32 = 12;

/// A slot; the id 0 marks a free one.
#[derive(Debug, Clone, Copy, Default)]
struct Seat {
    id: u64,
    place: usize,
}

/// The map.
#[derive(Debug)]
pub(super) struct Places {
    /// The slots; their number is a power of two.
    seats: Vec<Seat>,
    /// The number of slots, as a power of two.
    bits: u32,
    taken: usize,
}

impl Default for Places {
    fn default() -> Places {
        Places::with_bits(FIRST_BITS)
    }
}

impl Places {
    fn with_bits(bits: u32) -> Places {
        Places { seats: vec![Seat::default(); 1 << bits], bits, taken: 0 }
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.taken
    }

    /// The place of `id`, which is not 0, if it has one.
    #[inline]
    pub(super) fn get(&self, id: u64) -> Option<usize> {
        let seat = self.seats[self.find(id)];
        (seat.id != 0).then_some(seat.place)
    }

    /// Sets or replaces the place of `id`, which is not 0.
    pub(super) fn set(&mut self, id: u64, place: usize) {
        let mut at = self.find(id);
        if self.seats[at].id == 0 {
            if 2 * (self.taken + 1) > self.seats.len() {
                self.grow();
                at = self.find(id);
            }
            self.taken += 1;
        }
        self.seats[at] = Seat { id, place };
    }

    /// Removes the place of `id`, which is not 0, and returns it.
    pub(super) fn remove(&mut self, id: u64) -> Option<usize> {
        let mut hole = self.find(id);
        let removed = self.seats[hole];
        if removed.id == 0 {
            return None;
        }
        self.taken -= 1;
        let mut next = self.after(hole);
        while self.seats[next].id != 0 {
            // The next entry moves into the hole, unless that would put it before its preferred slot.
            let gone = self.distance(self.own_seat(self.seats[next].id), next);
            if gone >= self.distance(hole, next) {
                self.seats[hole] = self.seats[next];
                hole = next;
            }
            next = self.after(next);
        }
        self.seats[hole] = Seat::default();
        Some(removed.place)
    }

    /// The slot of `id`, or the free slot where it would be stored.
    #[inline]
    fn find(&self, id: u64) -> usize {
        let mut at = self.own_seat(id);
        // This ends, because half of the slots are free.
        while self.seats[at].id != id && self.seats[at].id != 0 {
            at = self.after(at);
        }
        at
    }

    /// The preferred slot of `id`.
    #[inline]
    fn own_seat(&self, id: u64) -> usize {
        // 2^64 divided by the golden ratio spreads the groups of consecutive ids (Fibonacci hashing).
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let group = (id >> GROUP_BITS).wrapping_mul(GOLDEN) >> (u64::BITS + GROUP_BITS - self.bits);
        (group << GROUP_BITS | id & ((1 << GROUP_BITS) - 1)) as usize
    }

    /// The slot after `at`.
    #[inline]
    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.seats.len() - 1)
    }

    /// The number of slots from `from` to `to`.
    fn distance(&self, from: usize, to: usize) -> usize {
        to.wrapping_sub(from) & (self.seats.len() - 1)
    }

    /// Doubles the number of slots.
    fn grow(&mut self) {
        let old = std::mem::replace(self, Places::with_bits(self.bits + 1));
        for seat in old.seats.into_iter().filter(|seat| seat.id != 0) {
            self.set(seat.id, seat.place);
        }
    }
}
