//! Where each live clause is: a map from ids to places.

use rustc_hash::FxHashMap;

/// The map.
#[derive(Debug, Default)]
pub(super) struct Places(FxHashMap<u64, usize>);

impl Places {
    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The place of `id`, if it has one.
    #[inline]
    pub(super) fn get(&self, id: u64) -> Option<usize> {
        self.0.get(&id).copied()
    }

    /// Gives `id` a place, or another one.
    pub(super) fn set(&mut self, id: u64, place: usize) {
        self.0.insert(id, place);
    }

    /// Takes the place of `id` away and returns it.
    pub(super) fn remove(&mut self, id: u64) -> Option<usize> {
        self.0.remove(&id)
    }
}
