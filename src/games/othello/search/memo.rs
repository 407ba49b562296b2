//! The positions that are known to lead back to no start, in a table of fixed size that may forget entries.
//!
//! Idea: forgetting costs time, but no answer. A hash selects a line of four classes (64 bytes, a cache line). If it is
//! full, the class with the fewest discs is dropped, because a class with fewer discs was cheaper to decide. The routes
//! of an entry are those that failed; a class without routes is a free slot.

use super::class::{Class, Routes};

/// The number of classes in a line.
const LINE: usize = 4;

/// A line of classes, aligned to a cache line.
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
    /// A table of at most this many bytes, and of at least one line.
    pub(super) fn new(bytes: usize) -> Self {
        let lines = (bytes / size_of::<Line<SIDE>>()).max(2);
        let bits = lines.ilog2();
        Self { lines: vec![Line([Class::VACANT; LINE]); 1 << bits], shift: u64::BITS - bits }
    }

    fn line(&self, class: Class<SIDE>) -> usize {
        (class.hash() >> self.shift) as usize
    }

    /// The routes of the class that are known to fail, relative to the class.
    pub(super) fn failed(&self, class: Class<SIDE>) -> Routes {
        let same = |entry: &&Class<SIDE>| entry.key() == class.key();
        self.lines[self.line(class)].0.iter().find(same).map_or(Routes::NONE, |entry| entry.routes())
    }

    /// Records that the routes of the class fail.
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
