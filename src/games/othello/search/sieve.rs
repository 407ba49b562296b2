//! A set of classes that grows by many additions, most of which it already has.
//!
//! Idea: additions wait unsorted until there are half as many as members. Then they are sorted and merged with the
//! members in place, and those with the same key become one with the routes of all. Cost: 16 bytes for each member,
//! half as much for waiting additions, and each member is moved a bounded number of times on average.

use super::class::Class;

/// The least number of additions that wait.
const WAITING: usize = 1 << 12;

/// A sorted set of classes, and the additions that wait to be sorted into it.
#[derive(Debug, Default)]
pub struct Sieve<const SIDE: usize> {
    members: Vec<Class<SIDE>>,
    waiting: Vec<Class<SIDE>>,
}

impl<const SIDE: usize> Sieve<SIDE> {
    /// The empty set.
    pub const fn new() -> Self {
        Self { members: Vec::new(), waiting: Vec::new() }
    }

    /// Adds classes.
    pub fn extend(&mut self, additions: &[Class<SIDE>]) {
        let allowed = WAITING.max(self.members.len() / 2);
        if self.waiting.len() + additions.len() > allowed {
            self.settle();
        }
        if self.waiting.capacity() < self.waiting.len() + additions.len() {
            let wanted = WAITING.max(self.members.len() / 2).max(additions.len());
            self.waiting.reserve_exact(wanted - self.waiting.len());
        }
        self.waiting.extend_from_slice(additions);
    }

    /// The members in the order of their keys.
    pub fn finish(mut self) -> Vec<Class<SIDE>> {
        self.settle();
        self.members
    }

    /// The memory taken, in bytes.
    pub(super) fn bytes(&self) -> usize {
        (self.members.capacity() + self.waiting.capacity()) * size_of::<Class<SIDE>>()
    }

    /// Sorts the waiting additions into the members.
    fn settle(&mut self) {
        self.waiting.sort_unstable_by_key(|class| class.key());
        self.waiting.dedup_by(|next, kept| {
            let same = next.key() == kept.key();
            if same {
                *kept = kept.with_routes(kept.routes().or(next.routes()));
            }
            same
        });
        if self.members.is_empty() {
            std::mem::swap(&mut self.members, &mut self.waiting);
            return;
        }
        self.absorb_known();
        self.merge_new();
    }

    /// Removes from the waiting additions, which are sorted, those that are already members, and adds their routes to
    /// the members'.
    fn absorb_known(&mut self) {
        let mut rest = self.members.iter_mut().peekable();
        self.waiting.retain(|class| {
            while rest.next_if(|member| member.key() < class.key()).is_some() {}
            match rest.next_if(|member| member.key() == class.key()) {
                Some(member) => {
                    *member = member.with_routes(member.routes().or(class.routes()));
                    false
                }
                None => true,
            }
        });
    }

    /// Merges the waiting additions, which are sorted and new, with the members, from the greatest down and in place.
    fn merge_new(&mut self) {
        let Some(&filler) = self.waiting.first() else { return };
        let mut old = self.members.len();
        self.members.reserve_exact(self.waiting.len());
        self.members.resize(old + self.waiting.len(), filler);
        let mut free = self.members.len();
        for class in self.waiting.drain(..).rev() {
            while old > 0 && self.members[old - 1].key() > class.key() {
                (old, free) = (old - 1, free - 1);
                self.members[free] = self.members[old];
            }
            free -= 1;
            self.members[free] = class;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::class::Routes;
    use encodings::othello::position::{Player, Position};
    use encodings::othello::rules::Discs;
    use std::collections::BTreeMap;

    fn batch(seed: u64, count: u64, stride: u64) -> Vec<Class<8>> {
        let centre = Position::<8>::start().discs();
        let class = |index: u64| {
            let own = centre.own | ((index * stride + seed) % 4096);
            let mover = if index.is_multiple_of(3) { Player::Black } else { Player::White };
            Class::of(Discs { own, opp: centre.opp }, Routes::mover(mover))
        };
        (0..count).map(class).collect()
    }

    /// Compares with an ordered map, in batches of very different sizes.
    #[test]
    fn a_sieve_is_a_set_that_joins_routes() {
        let mut sieve = Sieve::<8>::new();
        let mut plain: BTreeMap<u128, Routes> = BTreeMap::new();
        for (index, count) in [0, 1, 5000, 3, 0, 700, 9000, 40, 4096, 1].into_iter().enumerate() {
            let batch = batch(17 * index as u64, count, 1 + 3 * index as u64);
            for class in &batch {
                let routes = plain.entry(class.key()).or_insert(Routes::NONE);
                *routes = routes.or(class.routes());
            }
            sieve.extend(&batch);
        }
        let members: Vec<_> = sieve.finish().iter().map(|c| (c.key(), c.routes())).collect();
        assert!(members.len() > 1000);
        assert_eq!(members, plain.into_iter().collect::<Vec<_>>());
    }
}
