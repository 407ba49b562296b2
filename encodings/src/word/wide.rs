//! Words of several limbs: the native words of boards of more than 128 squares.
//!
//! Bit `i` is bit `i % 64` of limb `i / 64`. Everything else is as for machine words.

use super::fixpoint::to_fixpoint;
use super::{Closure, OneHot, Word, between_by_end, run_by_prefix};
use crate::board::{Mask, Permutation};
use std::ops::{BitAnd, BitOr, BitXor};

/// A word of `LIMBS` times 64 bits.
///
/// # Examples
/// ```
/// use encodings::word::{Wide, Word};
///
/// let lowest = Wide::<2>::EMPTY.unit(0);
/// assert_eq!(lowest.up(64).limbs(), [0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const LIMBS: usize>([u64; LIMBS]);

/// A word for boards up to 19x19.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::word::{WidestWord, Word};
///
/// let board = WidestWord::EMPTY.constant(&Grid::<19, 19>::FULL);
/// assert_eq!(board.popcount(), 361);
/// ```
pub type WidestWord = Wide<6>;

impl<const LIMBS: usize> Wide<LIMBS> {
    /// No bits set.
    pub const EMPTY: Self = Self([0; LIMBS]);

    /// The word with these limbs, the lowest bits first.
    pub const fn from_limbs(limbs: [u64; LIMBS]) -> Self {
        Self(limbs)
    }

    /// The limbs, the lowest bits first.
    pub const fn limbs(self) -> [u64; LIMBS] {
        self.0
    }

    #[inline(always)]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|limb| combine(self.0[limb], other.0[limb])))
    }
}

impl<const LIMBS: usize> Default for Wide<LIMBS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident),*) => {$(
        impl<const LIMBS: usize> $operator for Wide<LIMBS> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, u64::$method)
            }
        }
    )*};
}

operators!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl<const LIMBS: usize> Word for Wide<LIMBS> {
    type Bit = bool;
    type Count = u32;

    #[inline(always)]
    fn constant(self, mask: &Mask) -> Self {
        Self(std::array::from_fn(|limb| mask.limb(limb)))
    }

    #[inline(always)]
    fn up(self, by: usize) -> Self {
        let (limbs, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|limb| {
            let source = |back: usize| limb.checked_sub(back).map_or(0, |source| self.0[source]);
            // In two steps, because a single shift by 64 overflows.
            source(limbs) << bits | source(limbs + 1) >> 1 >> (63 - bits)
        }))
    }

    #[inline(always)]
    fn down(self, by: usize) -> Self {
        let (limbs, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|limb| {
            let source = |on: usize| self.0.get(limb + on).copied().unwrap_or(0);
            source(limbs) >> bits | source(limbs + 1) << 1 << (63 - bits)
        }))
    }

    #[inline(always)]
    fn bit(self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|limb| limb >> (index % 64) & 1 == 1)
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().any(|&limb| limb != 0)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self == other
    }

    fn lex_le(self, other: Self) -> bool {
        self.0.map(u64::reverse_bits) <= other.0.map(u64::reverse_bits)
    }

    #[inline(always)]
    fn is_one_hot(self) -> bool {
        self.popcount() == 1
    }

    #[inline(always)]
    fn select(condition: bool, then: Self, otherwise: Self) -> Self {
        if condition { then } else { otherwise }
    }

    #[inline(always)]
    fn popcount(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }

    fn total_at_least(self, others: &[Self], bound: u32) -> bool {
        others.iter().fold(self.popcount(), |total, word| total + word.popcount()) >= bound
    }

    #[inline(always)]
    fn width(self) -> usize {
        64 * LIMBS
    }

    fn permute(self, permutation: &Permutation) -> Self {
        let mut image = [0; LIMBS];
        for index in (0..permutation.len()).filter(|&index| self.bit(permutation.source(index))) {
            image[index / 64] |= 1 << (index % 64);
        }
        Self(image)
    }

    #[inline(always)]
    fn closure(self, bound: usize, step: impl Fn(Self) -> Self) -> Closure<Self> {
        to_fixpoint(self, bound, step)
    }

    #[inline(always)]
    fn run(self, through: Self, distance: isize, bound: usize) -> Self {
        run_by_prefix(self, through, distance, bound)
    }

    #[inline(always)]
    fn between(start: OneHot<Self>, ends: Self, through: Self, distance: isize, bound: usize) -> Self {
        between_by_end(start, ends, through, distance, bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Layout;
    use crate::board::Symmetry;
    use proptest::prelude::*;

    /// A word of two limbs with the bits of a machine word.
    fn wide(bits: u128) -> Wide<2> {
        Wide([bits as u64, (bits >> 64) as u64])
    }

    proptest! {
        #[test]
        fn two_limbs_are_a_word_of_128_bits(a: u128, b: u128, by in 0..140usize, near: bool, bit in 0..128usize) {
            let b = if near { a ^ 1 << bit } else { b };
            let (x, y) = (wide(a), wide(b));
            prop_assert_eq!(x & y, wide(a & b));
            prop_assert_eq!(x | y, wide(a | b));
            prop_assert_eq!(x ^ y, wide(a ^ b));
            prop_assert_eq!(x.up(by), wide(a.up(by)));
            prop_assert_eq!(x.down(by), wide(a.down(by)));
            prop_assert_eq!(x.bit(by), a.bit(by));
            prop_assert_eq!(x.lex_le(y), a.lex_le(b));
            prop_assert_eq!(y.lex_le(x), b.lex_le(a));
            prop_assert_eq!((x ^ y).is_one_hot(), near);
            prop_assert_eq!(x.popcount(), a.popcount());
            prop_assert_eq!(x.unit(bit), wide(a.unit(bit)));
            prop_assert_eq!(x.equals(y), a.equals(b));
            prop_assert_eq!(x.run(y, 11, 10), wide(a.run(b, 11, 10)));
            for symmetry in Symmetry::ALL {
                let permutation = symmetry.permutation(Layout::new(11, 11).unwrap()).unwrap();
                prop_assert_eq!(x.permute(&permutation), wide(a.permute(&permutation)));
            }
        }
    }

    #[test]
    fn shifts_cross_all_limbs() {
        let lowest = WidestWord::EMPTY.unit(0);
        assert_eq!(lowest.up(383).limbs(), [0, 0, 0, 0, 0, 1 << 63]);
        assert_eq!(lowest.up(383).down(383), lowest);
        assert!(!lowest.up(384).any() && !lowest.any().then(|| lowest.down(1)).unwrap().any());
        assert_eq!(WidestWord::EMPTY.unit(360).down(19), WidestWord::EMPTY.unit(341));
    }
}
