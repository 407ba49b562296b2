//! Sets of moves of one position.

use super::value::MoveIndex;

/// A set of moves of one position, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveSet(u32);

impl MoveSet {
    /// Nothing.
    pub const EMPTY: Self = Self(0);

    /// The first `count` moves, fewer than 31.
    #[inline(always)]
    pub const fn first(count: u32) -> Self {
        debug_assert!(count < 31);
        Self((1 << count) - 1)
    }

    /// Adds a move.
    #[inline(always)]
    pub const fn insert(&mut self, index: MoveIndex) {
        self.0 |= 1 << (index.get() & 31);
    }

    /// Whether a move is among them; no move never is.
    #[inline(always)]
    pub const fn contains(self, index: MoveIndex) -> bool {
        index.get() != MoveIndex::NONE.get() && self.0 >> (index.get() & 31) & 1 == 1
    }

    /// How many there are.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

impl IntoIterator for MoveSet {
    type Item = MoveIndex;
    type IntoIter = Iter;

    #[inline(always)]
    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The moves of a set, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Iter(u32);

impl Iterator for Iter {
    type Item = MoveIndex;

    #[inline(always)]
    fn next(&mut self) -> Option<MoveIndex> {
        let index = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (index < u32::BITS).then(|| MoveIndex::new(index as u8))
    }
}

impl FromIterator<MoveIndex> for MoveSet {
    fn from_iter<I: IntoIterator<Item = MoveIndex>>(moves: I) -> Self {
        let mut set = Self::EMPTY;
        moves.into_iter().for_each(|index| set.insert(index));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let moves = [0, 3, 30].map(MoveIndex::new);
        let set: MoveSet = moves.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), moves);
        assert_eq!(set.count(), 3);
        let contained = (0..31).map(MoveIndex::new).filter(|&index| set.contains(index));
        assert_eq!(contained.collect::<Vec<_>>(), moves);
        assert!(!set.contains(MoveIndex::NONE));
        assert_eq!(MoveSet::first(2).into_iter().collect::<Vec<_>>(), [0, 1].map(MoveIndex::new));
    }
}
