//! The place of each live clause: a map from ids to places.
//!
//! Idea: hints tend to name clauses that were added one after the other, so neighbouring ids should be stored side by
//! side. 64 ids form a page, an array of places. A directory finds the page of an id: a hash table with linear probing
//! (Knuth, *The Art of Computer Programming* 6.4, with his algorithm R for deletion), at most a quarter full. The
//! directory is so small that it stays in the cache. A page whose last id is removed is used again.
//!
//! Cost: 8 bytes for each id of a page, and 80 to 144 for a page and its part of the directory: 10 bytes for each live
//! clause if the ids are dense, and 660 if each live clause has a page of its own. A look-up reads two cache lines. One
//! hash table of all ids took 32 to 64 bytes for each clause, and read one cache line, but mostly from memory.

/// The number of ids of a page, as a power of two.
const PAGE_BITS: u32 = 6;

/// The number of ids of a page.
const PAGE: usize = 1 << PAGE_BITS;

/// The number of entries of a new directory, as a power of two.
const FIRST_BITS: u32 = 6;

/// Marks an id without a place.
const NOWHERE: usize = usize::MAX;

/// Marks a free entry of the directory.
const NO_PAGE: u32 = u32::MAX;

/// An entry of the directory.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// The ids of the page, without their last bits.
    group: u64,
    page: u32,
}

const FREE: Entry = Entry { group: 0, page: NO_PAGE };

/// The map.
#[derive(Debug)]
pub(super) struct Places {
    /// Their number is a power of two.
    directory: Vec<Entry>,
    /// 64 less the number of entries as a power of two.
    shift: u32,
    /// All pages, one after the other.
    cells: Vec<usize>,
    /// The number of ids of each page that have a place.
    counts: Vec<u8>,
    /// The pages without ids.
    unused: Vec<u32>,
    taken: usize,
}

impl Default for Places {
    fn default() -> Places {
        Places {
            directory: vec![FREE; 1 << FIRST_BITS],
            shift: u64::BITS - FIRST_BITS,
            cells: Vec::new(),
            counts: Vec::new(),
            unused: Vec::new(),
            taken: 0,
        }
    }
}

impl Places {
    /// The number of ids with a place.
    pub(super) fn len(&self) -> usize {
        self.taken
    }

    /// The place of `id`, if it has one.
    #[inline]
    pub(super) fn get(&self, id: u64) -> Option<usize> {
        let entry = self.directory[self.find(id >> PAGE_BITS)];
        // A free entry names a page that does not exist.
        let place = *self.cells.get(index(entry.page, id))?;
        (place != NOWHERE).then_some(place)
    }

    /// Sets or replaces the place of `id`.
    pub(super) fn set(&mut self, id: u64, place: usize) {
        let group = id >> PAGE_BITS;
        let mut at = self.find(group);
        if self.directory[at].page == NO_PAGE {
            if 4 * (self.counts.len() - self.unused.len() + 1) > self.directory.len() {
                self.grow();
                at = self.find(group);
            }
            let page = self.unused.pop().unwrap_or_else(|| {
                self.cells.resize(self.cells.len() + PAGE, NOWHERE);
                self.counts.push(0);
                // There are fewer pages than clauses, whose literals take memory as well.
                self.counts.len() as u32 - 1
            });
            self.directory[at] = Entry { group, page };
        }
        let page = self.directory[at].page;
        if std::mem::replace(&mut self.cells[index(page, id)], place) == NOWHERE {
            self.counts[page as usize] += 1;
            self.taken += 1;
        }
    }

    /// Removes the place of `id` and returns it.
    pub(super) fn remove(&mut self, id: u64) -> Option<usize> {
        let at = self.find(id >> PAGE_BITS);
        let page = self.directory[at].page;
        let place = std::mem::replace(self.cells.get_mut(index(page, id))?, NOWHERE);
        if place == NOWHERE {
            return None;
        }
        self.counts[page as usize] -= 1;
        self.taken -= 1;
        if self.counts[page as usize] == 0 {
            self.unused.push(page);
            self.remove_entry(at);
        }
        Some(place)
    }

    /// Removes an entry of the directory.
    fn remove_entry(&mut self, mut hole: usize) {
        let mut next = self.after(hole);
        while self.directory[next].page != NO_PAGE {
            // The next entry moves into the hole, unless that would put it before its preferred place.
            let gone = self.distance(self.preferred(self.directory[next].group), next);
            if gone >= self.distance(hole, next) {
                self.directory[hole] = self.directory[next];
                hole = next;
            }
            next = self.after(next);
        }
        self.directory[hole] = FREE;
    }

    /// The entry of `group`, or the free entry where it would be stored.
    #[inline]
    fn find(&self, group: u64) -> usize {
        let mut at = self.preferred(group);
        // This ends, because most entries are free.
        while self.directory[at].group != group && self.directory[at].page != NO_PAGE {
            at = self.after(at);
        }
        at
    }

    /// The preferred entry of `group`.
    #[inline]
    fn preferred(&self, group: u64) -> usize {
        // 2^64 divided by the golden ratio spreads consecutive numbers (Fibonacci hashing).
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        (group.wrapping_mul(GOLDEN) >> self.shift) as usize
    }

    /// The entry after `at`.
    #[inline]
    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.directory.len() - 1)
    }

    /// The number of entries from `from` to `to`.
    fn distance(&self, from: usize, to: usize) -> usize {
        to.wrapping_sub(from) & (self.directory.len() - 1)
    }

    /// Doubles the number of entries.
    fn grow(&mut self) {
        self.shift -= 1;
        let entries = 2 * self.directory.len();
        let old = std::mem::replace(&mut self.directory, vec![FREE; entries]);
        for entry in old.into_iter().filter(|entry| entry.page != NO_PAGE) {
            let at = self.find(entry.group);
            self.directory[at] = entry;
        }
    }
}

/// The index of the place of an id.
#[inline]
fn index(page: u32, id: u64) -> usize {
    (page as usize) << PAGE_BITS | (id as usize & (PAGE - 1))
}
