//! The number of occurrences of each literal in the live clauses.
//!
//! A RAT step must treat every clause with the negated pivot. If the treated clauses are all different and contain the
//! negated pivot as often as all live clauses together, none is left out, so no list of occurrences is needed. Counting
//! starts with the first such step, because most proofs have none.

use super::code::Code;
use super::store::Store;

/// The counts.
#[derive(Debug)]
pub(super) struct Occurrences(Vec<u64>);

impl Occurrences {
    /// Counts the occurrences in all clauses of `store`.
    pub(super) fn new(store: &Store) -> Occurrences {
        let mut counts = Occurrences(Vec::new());
        for (_, clause) in store.iter() {
            clause.codes().for_each(|code| counts.add(code));
        }
        counts
    }

    /// The number of occurrences of `code`.
    pub(super) fn count(&self, code: Code) -> u64 {
        self.0.get(code.0 as usize).copied().unwrap_or(0)
    }

    /// Counts an added clause with `code`.
    pub(super) fn add(&mut self, code: Code) {
        let slot = code.0 as usize;
        if slot >= self.0.len() {
            self.0.resize(slot + 1, 0);
        }
        self.0[slot] += 1;
    }

    /// Removes a counted clause with `code` that is deleted.
    pub(super) fn remove(&mut self, code: Code) {
        self.0[code.0 as usize] -= 1;
    }
}
