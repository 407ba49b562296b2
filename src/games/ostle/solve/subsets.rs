//! Numbers for sets of squares of one size, without gaps, and their inverse.
//!
//! Idea: cut the word into two halves of up to twelve bits. A table numbers the words of a half that have equally many
//! bits. Sets are ordered by the number of bits in the lower half, then by the number of the upper half's word, then by
//! the number of the lower half's word. So a number takes three lookups and one multiplication. The set with a number is
//! in a table: positions are gone through in the order of their numbers, so what is needed of it stays in the cache.
//! Source: D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3, for the combinatorial number system. This is a
//! blocked form of it.
//!
//! Cost: four bytes for each set, 11 MB for 12 out of 24 squares.

use std::sync::LazyLock;

/// The number of bits of a half.
const HALF: u32 = 12;

/// The words of twelve bits, grouped by their number of bits.
struct Halves {
    /// The number of each word among the words with equally many bits.
    number: Vec<u16>,
    /// For each number of bits, the words with that number, in increasing order.
    words: Vec<Vec<u16>>,
}

static HALVES: LazyLock<Halves> = LazyLock::new(|| {
    let mut words = vec![Vec::new(); HALF as usize + 1];
    let number = (0..1u16 << HALF).map(|word| {
        let class = &mut words[word.count_ones() as usize];
        class.push(word);
        class.len() as u16 - 1
    });
    let number = number.collect();
    Halves { number, words }
});

/// The number of subsets with `size` elements of a set with `of` elements.
pub(super) fn binomial(of: u32, size: u32) -> u64 {
    if size > of {
        return 0;
    }
    (0..u64::from(size)).fold(1, |product, i| product * (u64::from(of) - i) / (i + 1))
}

/// The sets of `size` squares out of `of` squares, at most 24.
#[derive(Clone, Debug)]
pub(super) struct Subsets {
    /// In the order of their numbers.
    sets: Vec<u32>,
    /// For each number of bits in the lower half, the first number of such sets.
    first: [u32; HALF as usize + 2],
    /// For each number of bits in the lower half, the number of lower halves.
    lower: [u32; HALF as usize + 1],
    halves: &'static Halves,
}

impl std::fmt::Debug for Halves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Halves")
    }
}

impl Subsets {
    pub(super) fn new(of: u32, size: u32) -> Self {
        debug_assert!(of <= 2 * HALF && binomial(of, size) < 1 << 31);
        let (low, high) = (of.min(HALF), of.saturating_sub(HALF));
        let mut first = [0; HALF as usize + 2];
        let mut lower = [0; HALF as usize + 1];
        for bits in 0..=HALF {
            lower[bits as usize] = binomial(low, bits) as u32;
            let upper = if bits <= size { binomial(high, size - bits) as u32 } else { 0 };
            first[bits as usize + 1] = first[bits as usize] + lower[bits as usize] * upper;
        }
        let mut sets = Vec::with_capacity(first[HALF as usize + 1] as usize);
        for bits in (0..=size.min(HALF)).filter(|bits| size - bits <= HALF) {
            let words = |bits: u32, of: u32| {
                HALVES.words[bits as usize].iter().copied().take(binomial(of, bits) as usize)
            };
            for upper in words(size - bits, high) {
                sets.extend(words(bits, low).map(|lower| u32::from(lower) | u32::from(upper) << HALF));
            }
        }
        Self { sets, first, lower, halves: &HALVES }
    }

    /// The number of sets.
    pub(super) fn count(&self) -> u32 {
        self.sets.len() as u32
    }

    /// The number of a set.
    #[inline(always)]
    pub(super) fn number(&self, set: u32) -> u32 {
        let (low, high) = ((set & 0xfff) as usize, (set >> HALF & 0xfff) as usize);
        let bits = low.count_ones() as usize & 15;
        let upper = u32::from(self.halves.number[high]);
        self.first[bits] + upper * self.lower[bits] + u32::from(self.halves.number[low])
    }

    /// The set with this number.
    #[inline(always)]
    pub(super) fn set(&self, number: u32) -> u32 {
        self.sets[number as usize]
    }
}

/// Removes the bits at `gaps` from a set and moves all higher bits down.
#[inline(always)]
pub(super) fn close_gaps(set: u32, gaps: u32) -> u32 {
    #[cfg(target_feature = "bmi2")]
    return safe_arch::population_extract_u32(set, !gaps);
    #[cfg(not(target_feature = "bmi2"))]
    gap_by_gap::close(set, gaps)
}

/// Inserts zero bits at `gaps` into a set: the inverse of [`close_gaps`].
#[inline(always)]
pub(super) fn open_gaps(set: u32, gaps: u32) -> u32 {
    #[cfg(target_feature = "bmi2")]
    return safe_arch::population_deposit_u32(set, !gaps);
    #[cfg(not(target_feature = "bmi2"))]
    gap_by_gap::open(set, gaps)
}

/// For processors without the instructions PEXT and PDEP.
#[cfg(any(test, not(target_feature = "bmi2")))]
mod gap_by_gap {
    #[inline(always)]
    pub(super) fn close(mut set: u32, mut gaps: u32) -> u32 {
        while gaps != 0 {
            let lowest = gaps & gaps.wrapping_neg();
            // The bit of the gap itself is not set.
            set -= (set & lowest.wrapping_neg()) >> 1;
            gaps = (gaps ^ lowest) >> 1;
        }
        set
    }

    #[inline(always)]
    pub(super) fn open(mut set: u32, mut gaps: u32) -> u32 {
        while gaps != 0 {
            let lowest = gaps & gaps.wrapping_neg();
            set += set & lowest.wrapping_neg();
            gaps ^= lowest;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_have_no_gaps() {
        for of in [1, 6, 8, 12, 13, 15, 19, 24] {
            for size in (0..=5).filter(|&size| size <= of) {
                let subsets = Subsets::new(of, size);
                assert_eq!(u64::from(subsets.count()), binomial(of, size));
                let mut sets: Vec<u32> = (0..subsets.count()).map(|number| subsets.set(number)).collect();
                for (number, &set) in sets.iter().enumerate() {
                    assert_eq!((set.count_ones(), set >> of), (size, 0));
                    assert_eq!(subsets.number(set), number as u32);
                }
                sets.sort_unstable();
                sets.dedup();
                assert_eq!(sets.len(), subsets.count() as usize);
            }
        }
    }

    proptest! {
        #[test]
        fn gaps_open_and_close(set in 0u32..1 << 25, gaps: u32) {
            let set = set & !gaps;
            let closed = close_gaps(set, gaps);
            prop_assert_eq!(closed.count_ones(), set.count_ones());
            prop_assert!(u64::from(closed) < 1 << (25 - (gaps & 0x1ff_ffff).count_ones()));
            prop_assert_eq!(open_gaps(closed, gaps), set);
            prop_assert_eq!((gap_by_gap::close(set, gaps), gap_by_gap::open(closed, gaps)), (closed, set));
        }
    }
}
