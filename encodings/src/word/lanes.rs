//! Four words in one register: the rules of four boards at once.
//!
//! Idea: a word of a board with at most 64 squares is one of the four lanes of a vector (AVX2 if the build is for processors
//! that have it, else what `wide` makes of it). Operations treat lanes alike, and no lane affects another. So the rules, which
//! cannot look at their words, hold for four boards at once; `benches/rules.rs` measures what that gains.
//!
//! Cost: looking at single lanes (`lanes`, `popcount`) moves them to other registers; keep that out of inner loops.

use super::{Bit, Closure, Count, OneHot, Word, between_by_end, run_by_prefix};
use crate::board::{Mask, Permutation};
use std::ops::{BitAnd, BitOr, BitXor, Not};
use wide::u64x4;

/// Four words of 64 bits, each for a board of its own.
///
/// # Examples
/// ```
/// use encodings::othello::rules::{Discs, Othello};
/// use encodings::word::{Lanes, OneHot, Word};
///
/// let start: Discs<u64> = Othello::<8>::START.like(0);
/// let moves = Othello::<8>::legal(start);
/// let mut ones = encodings::word::NativeWord::ones(moves);
/// let placed = Lanes::from_fn(|_| ones.next().unwrap().word());
/// // All four first moves at once.
/// let discs = Discs { own: Lanes::splat(start.own), opp: Lanes::splat(start.opp) };
/// let next = Othello::<8>::apply(discs, OneHot::assume(placed));
/// assert_eq!(Othello::<8>::legal(next).popcount().lanes(), [3; 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes(u64x4);

/// A truth value for each of four boards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneBits(u64x4);

/// A number for each of four boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneCounts([u32; Lanes::COUNT]);

impl Lanes {
    /// The number of lanes.
    pub const COUNT: usize = 4;

    /// The same word in each lane.
    #[inline(always)]
    pub fn splat(word: u64) -> Self {
        Self(u64x4::splat(word))
    }

    /// The word that the function gives for each lane.
    #[inline(always)]
    pub fn from_fn(word: impl FnMut(usize) -> u64) -> Self {
        Self(u64x4::new(std::array::from_fn(word)))
    }

    /// The word of each lane.
    #[inline(always)]
    pub fn lanes(self) -> [u64; Self::COUNT] {
        self.0.to_array()
    }
}

impl LaneBits {
    /// The truth value of each lane.
    #[inline(always)]
    pub fn lanes(self) -> [bool; Lanes::COUNT] {
        self.0.to_array().map(|lane| lane != 0)
    }

    /// The same truth value in each lane.
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self(u64x4::splat(if value { u64::MAX } else { 0 }))
    }

    #[inline(always)]
    fn from_lanes(values: [bool; Lanes::COUNT]) -> Self {
        Self(u64x4::new(values.map(|value| if value { u64::MAX } else { 0 })))
    }
}

impl LaneCounts {
    /// The number of each lane.
    #[inline(always)]
    pub fn lanes(self) -> [u32; Lanes::COUNT] {
        self.0
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident),*) => {$(
        impl $operator for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }

        impl $operator for LaneBits {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
    )*};
}

operators!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl Not for LaneBits {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Bit for LaneBits {
    #[inline(always)]
    fn constant(self, value: bool) -> Self {
        Self::splat(value)
    }

    #[inline(always)]
    fn select(self, then: Self, otherwise: Self) -> Self {
        Self(self.0.bitselect(then.0, otherwise.0))
    }
}

impl Count for LaneCounts {
    type Bit = LaneBits;

    #[inline(always)]
    fn at_least(self, bound: u32) -> LaneBits {
        LaneBits::from_lanes(self.0.map(|count| count >= bound))
    }

    #[inline(always)]
    fn less_than(self, other: Self) -> LaneBits {
        LaneBits::from_lanes(std::array::from_fn(|lane| self.0[lane] < other.0[lane]))
    }
}

impl Word for Lanes {
    type Bit = LaneBits;
    type Count = LaneCounts;

    #[inline(always)]
    fn constant(self, mask: &Mask) -> Self {
        Self::splat(mask.low_bits() as u64)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline(always)]
    fn up(self, by: usize) -> Self {
        if by < self.width() { Self(self.0 << by as u64) } else { Self::splat(0) }
    }

    #[inline(always)]
    fn down(self, by: usize) -> Self {
        if by < self.width() { Self(self.0 >> by as u64) } else { Self::splat(0) }
    }

    #[inline(always)]
    fn bit(self, index: usize) -> LaneBits {
        (self & self.unit(index)).any()
    }

    #[inline(always)]
    fn any(self) -> LaneBits {
        !self.equals(Self::splat(0))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> LaneBits {
        LaneBits(self.0.simd_eq(other.0))
    }

    fn lex_le(self, other: Self) -> LaneBits {
        let (own, other) = (self.lanes(), other.lanes());
        LaneBits::from_lanes(std::array::from_fn(|lane| own[lane].lex_le(other[lane])))
    }

    fn is_one_hot(self) -> LaneBits {
        LaneBits::from_lanes(self.lanes().map(u64::is_power_of_two))
    }

    #[inline(always)]
    fn select(condition: LaneBits, then: Self, otherwise: Self) -> Self {
        Self(condition.0.bitselect(then.0, otherwise.0))
    }

    #[inline(always)]
    fn popcount(self) -> LaneCounts {
        LaneCounts(self.lanes().map(u64::count_ones))
    }

    #[inline(always)]
    fn width(self) -> usize {
        u64::BITS as usize
    }

    fn permute(self, permutation: &Permutation) -> Self {
        let lanes = self.lanes();
        Self::from_fn(|lane| lanes[lane].permute(permutation))
    }

    #[inline(always)]
    fn closure(self, bound: usize, step: impl Fn(Self) -> Self) -> Closure<Self> {
        let value = (0..bound).fold(self, |value, _| step(value));
        Closure { value, settled: step(value).equals(value) }
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
    use crate::board::{Grid, Symmetry};
    use proptest::prelude::*;

    /// The values of all lanes.
    fn each<T>(of: impl Fn(usize) -> T) -> [T; Lanes::COUNT] {
        std::array::from_fn(of)
    }

    proptest! {
        /// Each operation of a lane is that of its word, whatever the other lanes hold.
        #[test]
        fn a_lane_is_a_word(own: [u64; 4], opp: [u64; 4], by in 0_usize..70, bound in 0_u32..70) {
            let (a, b) = (Lanes::from_fn(|lane| own[lane]), Lanes::from_fn(|lane| opp[lane]));
            let words = |of: fn(u64, u64) -> u64| each(|lane| of(own[lane], opp[lane]));
            let truths = |of: fn(u64, u64) -> bool| each(|lane| of(own[lane], opp[lane]));
            prop_assert_eq!((a & b).lanes(), words(|a, b| a & b));
            prop_assert_eq!((a | b).lanes(), words(|a, b| a | b));
            prop_assert_eq!((a ^ b).lanes(), words(|a, b| a ^ b));
            prop_assert_eq!(a.without(b).lanes(), words(Word::without));
            prop_assert_eq!(a.up(by).lanes(), own.map(|word| word.up(by)));
            prop_assert_eq!(a.down(by).lanes(), own.map(|word| word.down(by)));
            prop_assert_eq!(a.bit(by).lanes(), own.map(|word| word.bit(by)));
            prop_assert_eq!(a.equals(b).lanes(), truths(Word::equals));
            prop_assert_eq!(a.lex_le(b).lanes(), truths(Word::lex_le));
            prop_assert_eq!(a.popcount().lanes(), own.map(u64::count_ones));
            prop_assert_eq!(a.popcount().at_least(bound).lanes(), own.map(|word| word.count_ones() >= bound));
            let less = truths(|a, b| a.popcount().less_than(b.popcount()));
            prop_assert_eq!(a.popcount().less_than(b.popcount()).lanes(), less);
            let chosen = each(|lane| if own[lane].lex_le(opp[lane]) { own[lane] } else { opp[lane] });
            prop_assert_eq!(Lanes::select(a.lex_le(b), a, b).lanes(), chosen);
        }

        /// The same for operations on runs, on the order of squares, and on truth values.
        #[test]
        fn a_lane_follows_lines_like_a_word(
            own: [u64; 4],
            opp: [u64; 4],
            distance in prop::sample::select(vec![-9_isize, -8, -7, -1, 1, 7, 8, 9]),
            bound in 0_usize..8,
            square in 0_u32..64,
            equal in 0_usize..4,
        ) {
            let opp = each(|lane| if lane == equal { own[lane] } else { opp[lane] });
            let (a, b) = (Lanes::from_fn(|lane| own[lane]), Lanes::from_fn(|lane| opp[lane]));
            prop_assert_eq!(a.equals(b).lanes(), each(|lane| own[lane] == opp[lane]));
            prop_assert_eq!(a.run(b, distance, bound).lanes(), each(|lane| own[lane].run(opp[lane], distance, bound)));
            let start = 1_u64 << square;
            let ends = each(|lane| own[lane] & !opp[lane]);
            let lines = Lanes::between(OneHot::assume(Lanes::splat(start)), a.without(b), b, distance, bound);
            let line = |lane: usize| Word::between(OneHot::assume(start), ends[lane], opp[lane], distance, bound);
            prop_assert_eq!(lines.lanes(), each(line));
            let grown = a.closure(bound, |met| met | b & met.up(1));
            let grown_alone = own.iter().zip(opp).map(|(&word, opp)| word.closure(bound, |met| met | opp & met.up(1)));
            for (lane, alone) in grown_alone.enumerate() {
                prop_assert_eq!((grown.value.lanes()[lane], grown.settled.lanes()[lane]), (alone.value, alone.settled));
            }
            let total = |lane: usize| own[lane].total_at_least(&[opp[lane]], square);
            prop_assert_eq!(a.total_at_least(&[b], square).lanes(), each(total));
            let (first, second) = (a.bit(0), b.bit(1));
            let bits = each(|lane| (own[lane].bit(0), opp[lane].bit(1)));
            prop_assert_eq!((first ^ second).lanes(), bits.map(|(first, second)| first ^ second));
            let chosen = first.select(second, first ^ second);
            prop_assert_eq!(chosen.lanes(), bits.map(|(first, second)| if first { second } else { first ^ second }));
            let turned = Symmetry::TRANSPOSE.permutation(Grid::<8, 8>::LAYOUT).expect("a square board");
            prop_assert_eq!(a.permute(&turned).lanes(), own.map(|word| word.permute(&turned)));
        }
    }

    #[test]
    fn the_limits_of_a_lane() {
        let ends = Lanes::from_fn(|lane| [0, 1, 1 << 63, u64::MAX][lane]);
        assert_eq!(ends.any().lanes(), [false, true, true, true]);
        assert_eq!(ends.is_one_hot().lanes(), [false, true, true, false]);
        assert_eq!(ends.up(63).lanes(), [0, 1 << 63, 0, 1 << 63]);
        assert_eq!(ends.up(64).lanes(), [0; 4]);
        assert_eq!(ends.down(63).lanes(), [0, 0, 1, 1]);
        assert_eq!(ends.truth(true).lanes(), [true; 4]);
        assert_eq!((!ends.truth(true)).lanes(), [false; 4]);
    }
}
