//! Sets of moves of one position.

use super::value::MoveIndex;
use std::ops::BitOr;

/// A set of moves of one position, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveSet(u32);

impl MoveSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The first `count` moves. A set of more than 31 holds one that the engine refuses.
    #[inline(always)]
    pub const fn first(count: u32) -> Self {
        Self(if count < u32::BITS { (1 << count) - 1 } else { u32::MAX })
    }

    /// The moves whose numbers are the set bits of a word. Bit 31 stands for a number that is too great.
    #[inline(always)]
    pub const fn of_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Adds a move. A number that is too great is recorded: see [`MoveSet::has_too_many`].
    #[inline(always)]
    pub const fn insert(&mut self, index: MoveIndex) {
        let bit = if index.is_beyond() { MoveIndex::NONE.get() } else { index.get() };
        self.0 |= 1 << bit;
    }

    /// Whether a move is in the set. [`MoveIndex::NONE`] never is.
    #[inline(always)]
    pub const fn contains(self, index: MoveIndex) -> bool {
        !index.is_beyond() && self.0 >> index.get() & 1 == 1
    }

    /// Whether a move was added whose number is too great.
    #[inline(always)]
    pub const fn has_too_many(self) -> bool {
        self.0 >> MoveIndex::NONE.get() & 1 == 1
    }

    /// Whether each of these moves is in the other set as well.
    #[inline(always)]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The exclusive or of their numbers.
    #[inline(always)]
    pub(super) const fn combined(self) -> MoveIndex {
        // The moves whose numbers have a certain bit.
        const WITH: [u32; 5] = [0xaaaa_aaaa, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];
        let (mut bits, mut bit) = (0, 0);
        while bit < WITH.len() {
            bits |= ((self.0 & WITH[bit]).count_ones() & 1) << bit;
            bit += 1;
        }
        MoveIndex::of_bits(bits)
    }

    /// How many there are.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

impl BitOr for MoveSet {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
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
    fn sets_have_the_inserted_moves() {
        let moves = [0, 3, 30].map(MoveIndex::new);
        let set: MoveSet = moves.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), moves);
        assert_eq!(set.count(), 3);
        assert_eq!(MoveSet::of_bits(1 << 30 | 1) | MoveSet::of_bits(1 << 3 | 1), set);
        let contained = (0..31).map(MoveIndex::new).filter(|&index| set.contains(index));
        assert_eq!(contained.collect::<Vec<_>>(), moves);
        assert!(!set.contains(MoveIndex::NONE));
        assert_eq!(MoveSet::first(2).into_iter().collect::<Vec<_>>(), [0, 1].map(MoveIndex::new));
        assert!(set.is_within(MoveSet::first(31)) && !set.is_within(MoveSet::first(30)));
    }

    #[test]
    fn numbers_are_combined_as_if_one_by_one() {
        for seed in 0..1000u32 {
            let set = MoveSet::of_bits(seed.wrapping_mul(0x9e37_79b9) >> 1);
            let one_by_one = set.into_iter().fold(0, |all, index| all ^ index.get());
            assert_eq!(set.combined().get(), one_by_one, "{set:?}");
        }
    }

    #[test]
    fn moves_beyond_the_thirty_first_are_never_taken_for_others() {
        assert!(!MoveSet::first(31).has_too_many());
        assert_eq!(MoveSet::first(31).count(), 31);
        for count in [32, 33, 34, 64, 100] {
            assert!(MoveSet::first(count).has_too_many(), "{count}");
            let one_by_one: MoveSet = (0..count as u8).map(MoveIndex::new).collect();
            assert!(one_by_one.has_too_many(), "{count}");
        }
    }
}
