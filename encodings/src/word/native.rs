//! Machine words: the native engine.
//!
//! Everything is inlined, so that a rule at a fixed size compiles to straight-line bit operations (`benches/rules.rs`
//! compares that with hand-written code).

use super::fixpoint::to_fixpoint;
use super::{Bit, Closure, Count, Lines, OneHot, Wide, Word, between_by_end, run_by_prefix};
use crate::board::{Layout, Mask, Permutation, Symmetry};
use std::fmt::Debug;
use std::hash::Hash;

/// A machine word: a word whose bits generic code can inspect.
///
/// # Examples
/// ```
/// use encodings::word::NativeWord;
///
/// let word = 0b1010_u64;
/// assert_eq!((word.first(), word.lowest()), (Some(1), 0b0010));
/// let bits: Vec<u64> = word.ones().map(|bit| bit.word()).collect();
/// assert_eq!(bits, [0b0010, 0b1000]);
/// ```
pub trait NativeWord:
    Word<Bit = bool, Count = u32> + Eq + Hash + Default + Debug + Send + Sync + 'static
{
    /// The number of bits.
    const WIDTH: usize;

    /// The word with only the lowest bit; 0 if no bit is set.
    #[must_use]
    fn lowest(self) -> Self;

    /// The index of the lowest bit, if any bit is set.
    fn first(self) -> Option<usize>;

    /// The word with these bits, the lowest first.
    fn of_bits(bits: impl IntoIterator<Item = bool>) -> Self {
        let set = bits.into_iter().enumerate().filter(|&(_, bit)| bit);
        set.fold(Self::default(), |word, (index, _)| word | word.unit(index))
    }

    /// The bits of the word one by one, lowest first.
    #[inline(always)]
    fn ones(self) -> impl Iterator<Item = OneHot<Self>> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let lowest = rest.lowest();
            rest = rest ^ lowest;
            lowest.any().then(|| OneHot::assume(lowest))
        })
    }
}

impl Bit for bool {
    #[inline(always)]
    fn constant(self, value: bool) -> Self {
        value
    }

    #[inline(always)]
    fn select(self, then: Self, otherwise: Self) -> Self {
        if self { then } else { otherwise }
    }
}

impl Count for u32 {
    type Bit = bool;

    #[inline(always)]
    fn at_least(self, bound: u32) -> bool {
        self >= bound
    }

    #[inline(always)]
    fn less_than(self, other: Self) -> bool {
        self < other
    }
}

/// The bits of a word, each as a word, lowest first.
#[inline(always)]
pub(crate) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

macro_rules! machine_word {
    ($($word:ty $({ $($more:tt)* })?),*) => {$(
        impl Word for $word {
            $($($more)*)?

            type Bit = bool;
            type Count = u32;

            #[inline(always)]
            fn constant(self, mask: &Mask) -> Self {
                mask.low_bits() as $word
            }

            #[inline(always)]
            fn unit(self, index: usize) -> Self {
                (1 as $word).up(index)
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline(always)]
            fn up(self, by: usize) -> Self {
                if by < Self::BITS as usize { self << by } else { 0 }
            }

            #[inline(always)]
            fn down(self, by: usize) -> Self {
                if by < Self::BITS as usize { self >> by } else { 0 }
            }

            #[inline(always)]
            fn bit(self, index: usize) -> bool {
                self.down(index) & 1 == 1
            }

            #[inline(always)]
            fn any(self) -> bool {
                self != 0
            }

            #[inline(always)]
            fn equals(self, other: Self) -> bool {
                self == other
            }

            #[inline(always)]
            fn lex_le(self, other: Self) -> bool {
                self.reverse_bits() <= other.reverse_bits()
            }

            #[inline(always)]
            fn is_one_hot(self) -> bool {
                self.is_power_of_two()
            }

            #[inline(always)]
            fn select(condition: bool, then: Self, otherwise: Self) -> Self {
                if condition { then } else { otherwise }
            }

            #[inline(always)]
            fn popcount(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn total_at_least(self, others: &[Self], bound: u32) -> bool {
                others.iter().fold(self.count_ones(), |total, word| total + word.count_ones()) >= bound
            }

            #[inline(always)]
            fn width(self) -> usize {
                <$word>::BITS as usize
            }

            #[inline]
            fn permute(self, permutation: &Permutation) -> Self {
                (0..permutation.len())
                    .filter(|&index| self.bit(permutation.source(index)))
                    .fold(0, |image, index| image | 1 << index)
            }

            #[inline(always)]
            fn image(self, symmetry: Symmetry, layout: Layout) -> Self {
                symmetry.image_by_shifts(layout, self)
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

        impl NativeWord for $word {
            const WIDTH: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
        }
    )*};
}

machine_word!(u16, u32, u128, u64 {
    #[inline]
    fn behind(self, through: Self, lines: &Lines) -> Self {
        lines.behind_in_fours(self, through)
    }

    #[inline]
    fn between_all(start: OneHot<Self>, ends: Self, through: Self, lines: &Lines) -> Self {
        lines.between_in_fours(start.word(), ends, through)
    }
});

impl<const LIMBS: usize> NativeWord for Wide<LIMBS> {
    const WIDTH: usize = 64 * LIMBS;

    #[inline]
    fn lowest(self) -> Self {
        let mut limbs = self.limbs();
        let mut found = false;
        for limb in &mut limbs {
            *limb = if found { 0 } else { limb.lowest() };
            found |= *limb != 0;
        }
        Self::from_limbs(limbs)
    }

    #[inline]
    fn first(self) -> Option<usize> {
        let limbs = self.limbs();
        let limb = limbs.iter().position(|&limb| limb != 0)?;
        Some(64 * limb + limbs[limb].trailing_zeros() as usize)
    }
}
