//! Which positions are known to lead back to no start: a table of fixed size that forgets.
//!
//! Idea: forgetting costs time but no answer. A line of four classes (64 bytes, what a processor fetches at once) is
//! chosen by a hash; where it is full, the class with the fewest discs goes, since what has fewer discs was cheaper to
//! find out. The routes of an entry are those that failed; a class without routes is a free place.

use super::class::{Class, Routes};

/// How many classes share a line.
const LINE: usize = 4;

/// A line of classes, aligned to what a processor fetches.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line<const SIDE: usize>([Class<SIDE>; LINE]);

/// The table.
#[derive(Debug)]
pub(super) struct Memo<const SIDE: usize> {
    lines: Vec<Line<SIDE>>,
    shift: u32,
}

impl<const SIDE: usize> Memo<SIDE> {
    /// A table of at most this many bytes, and of one line at the least.
    pub(super) fn new(bytes: usize) -> Self {
        let lines = (bytes / size_of::<Line<SIDE>>()).max(2);
        let bits = lines.ilog2();
        Self { lines: vec![Line([Class::VACANT; LINE]); 1 << bits], shift: u64::BITS - bits }
    }

    fn line(&self, class: Class<SIDE>) -> usize {
        (class.hash() >> self.shift) as usize
    }

    /// The routes of the class, seen as the class, that are known to fail.
    pub(super) fn failed(&self, class: Class<SIDE>) -> Routes {
        let same = |entry: &&Class<SIDE>| entry.key() == class.key();
        self.lines[self.line(class)].0.iter().find(same).map_or(Routes::NONE, |entry| entry.routes())
    }

    /// Notes that the routes of the class fail.
    pub(super) fn note(&mut self, class: Class<SIDE>) {
        let place = self.line(class);
        let line = &mut self.lines[place].0;
        if let Some(entry) = line.iter_mut().find(|entry| entry.key() == class.key()) {
            *entry = entry.with_routes(entry.routes().or(class.routes()));
        } else if let Some(cheapest) = line.iter_mut().min_by_key(|entry| entry.discs_placed()) {
            *cheapest = class;
        }
    }
}
