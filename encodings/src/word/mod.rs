//! Words of bits: the one language in which rules are written.
//!
//! A rule is a function generic over [`Word`]. Its instances: machine words (the native engine), four of them in one register,
//! circuit words (one signal for each bit) and terms (word-level SMT). So that a rule means the same in all, words have no
//! `Eq`, no `Ord` and no conversion to `bool` that generic code could branch on: the only choice is `select`. Amounts of shifts
//! and bounds of loops are constants. All words of a game have one width, the number of squares; a native word may be
//! wider, with zeros in its upper bits.

mod fixpoint;
mod lanes;
mod lines;
mod native;
mod one_hot;
mod sum;
mod wide;

pub use lanes::{LaneBits, LaneCounts, Lanes};
pub use lines::Lines;
pub use native::NativeWord;
pub(crate) use native::bits;
pub use one_hot::OneHot;
pub use sum::Sum;
pub use wide::{Wide, WidestWord};

use crate::board::{Layout, Mask, Permutation, Symmetry};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A truth value that generic code can combine but not look at.
///
/// # Examples
/// ```
/// use encodings::word::Bit;
///
/// /// Exactly one of three, for booleans, signals and terms alike.
/// fn exactly_one<B: Bit>(a: B, b: B, c: B) -> B {
///     (a | b | c) & !a.majority(b, c)
/// }
/// assert!(exactly_one(false, true, false));
/// assert!(!exactly_one(true, true, false));
/// ```
pub trait Bit:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// A constant of this bit's kind.
    #[must_use]
    fn constant(self, value: bool) -> Self;

    /// `then` if this holds, else `otherwise`.
    #[must_use]
    fn select(self, then: Self, otherwise: Self) -> Self;

    /// Whether at least two of the three hold: the carry of a full adder.
    #[must_use]
    fn majority(self, other: Self, third: Self) -> Self {
        self & other | third & (self ^ other)
    }
}

/// An unsigned number, the size of a set of squares.
///
/// # Examples
/// ```
/// use encodings::word::{Count, Word};
///
/// let squares = 0b1011_u64.popcount();
/// assert!(squares.at_least(3) && squares.is(3));
/// assert!(squares.less_than(0b1111_u64.popcount()));
/// ```
pub trait Count: Copy {
    /// The truth values that comparisons give.
    type Bit: Bit;
    /// Whether the number is `bound` or more.
    fn at_least(self, bound: u32) -> Self::Bit;
    /// Whether the number is less than `other`.
    fn less_than(self, other: Self) -> Self::Bit;
    /// Whether the number is `value`.
    fn is(self, value: u32) -> Self::Bit {
        self.at_least(value) & !self.at_least(value + 1)
    }
}

/// The result of [`Word::closure`].
///
/// # Examples
/// ```
/// use encodings::word::Word;
///
/// let line = 0b111_0111_u64;
/// let reached = 1_u64.closure(7, |met| met | line & met.up(1));
/// assert_eq!(reached.value, 0b111);
/// assert!(reached.settled, "one more step would change nothing");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Closure<W: Word> {
    /// The word after the last step.
    pub value: W,
    /// Whether one more step would change nothing. If the bound is large enough for every input, a circuit may simplify
    /// this to the constant true; otherwise the bit has to be required or refuted.
    pub settled: W::Bit,
}

/// A word of bits, one for each square.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
/// use encodings::word::Word;
///
/// /// The squares of a word whose neighbour to the right is in it as well.
/// fn pairs<W: Word>(word: W) -> W {
///     word & word.down(1)
/// }
/// assert_eq!(pairs(0b0110_1110_u64), 0b0010_0110);
/// let circuit = Circuit::new();
/// assert_eq!(pairs(circuit.inputs(8)).signals().len(), 8);
/// ```
pub trait Word: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {
    /// Truth values of the same kind.
    type Bit: Bit;
    /// Numbers of the same kind.
    type Count: Count<Bit = Self::Bit>;

    /// A constant of this word's kind and width.
    #[must_use]
    fn constant(self, mask: &Mask) -> Self;
    /// The constant of this word's kind and width with one bit set; no bit if `index` is beyond the width.
    #[must_use]
    #[inline(always)]
    fn unit(self, index: usize) -> Self {
        self.constant(&Mask::EMPTY.with(index))
    }
    /// A constant truth value of this word's kind.
    #[inline(always)]
    fn truth(self, value: bool) -> Self::Bit {
        self.bit(0).constant(value)
    }
    /// The bits of this word that are not in `other`.
    #[must_use]
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self ^ (self & other)
    }
    /// Bit `i` moves to `i + by`; bits beyond the width are dropped. Rules use `Grid::shift`, which knows edges.
    #[must_use]
    fn up(self, by: usize) -> Self;
    /// Bit `i` moves to `i - by`; bits below 0 are dropped.
    #[must_use]
    fn down(self, by: usize) -> Self;
    /// The bit of one square.
    fn bit(self, index: usize) -> Self::Bit;
    /// Whether any bit is set.
    fn any(self) -> Self::Bit;
    /// Whether the words are the same.
    fn equals(self, other: Self) -> Self::Bit;
    /// Whether the word is the same as, or lexicographically before, `other`, bit 0 being the most significant.
    fn lex_le(self, other: Self) -> Self::Bit;
    /// Whether exactly one bit is set.
    fn is_one_hot(self) -> Self::Bit;
    /// `then` if the condition holds, else `otherwise`.
    #[must_use]
    fn select(condition: Self::Bit, then: Self, otherwise: Self) -> Self;
    /// How many bits are set.
    fn popcount(self) -> Self::Count;
    /// Whether at least `bound` bits of this word and of others are set together; a bit counts once for each word that
    /// has it.
    fn total_at_least(self, others: &[Self], bound: u32) -> Self::Bit {
        if others.is_empty() {
            return self.popcount().at_least(bound);
        }
        let nothing = self.truth(false);
        let words = || std::iter::once(&self).chain(others);
        let squares = (0..self.width()).map(|index| words().map(move |word| word.bit(index)));
        let bits = squares.flatten().map(|bit| Sum::of_one(nothing, &[(1, bit)]));
        Sum::total(nothing, bits.collect()).at_least(bound)
    }
    /// The number of bits.
    fn width(self) -> usize;
    /// Bit `i` of the answer is bit `permutation.source(i)` of this word.
    #[must_use]
    fn permute(self, permutation: &Permutation) -> Self;

    /// The squares that a symmetry of a board of this layout carries these to; the word itself if the symmetry does not map
    /// the board to itself.
    #[must_use]
    fn image(self, symmetry: Symmetry, layout: Layout) -> Self {
        symmetry.permutation(layout).map_or(self, |permutation| self.permute(&permutation))
    }

    /// `step` applied to this word until nothing changes, at most `bound` times.
    ///
    /// Native words stop at the fixpoint; circuits and terms unroll `bound` steps. A bound that is too small drops
    /// cases silently: see [`Closure::settled`].
    fn closure(self, bound: usize, step: impl Fn(Self) -> Self) -> Closure<Self>;

    /// The bits of `through` that are met by going from this word's bits by steps of `distance` over bits of `through`
    /// only, at most `bound` of them. `through` must not have the squares that a step would wrap around to.
    #[must_use]
    #[inline(always)]
    fn run(self, through: Self, distance: isize, bound: usize) -> Self {
        let nothing = self.constant(&Mask::EMPTY);
        nothing.closure(bound, |met| through & step(self | met, distance)).value
    }

    /// The bits of `through` on which the run from `start` by steps of `distance` meets the run back from `ends`, each
    /// of at most `bound` steps. `through` must not have the squares that a step in either direction would wrap around
    /// to, nor squares of `ends`; `bound` must be at least the length of the longest line.
    #[must_use]
    #[inline(always)]
    fn between(start: OneHot<Self>, ends: Self, through: Self, distance: isize, bound: usize) -> Self {
        start.word().run(through, distance, bound) & ends.run(through, -distance, bound)
    }

    /// The squares behind runs along lines: each follows on a run over `through` that begins beside a square of this word.
    #[must_use]
    fn behind(self, through: Self, lines: &Lines) -> Self {
        lines.behind(self, through)
    }

    /// The squares of `through` that lie along a line between the start and a square of `ends`, with nothing else between
    /// them. `through` and `ends` must be disjoint.
    #[must_use]
    fn between_all(start: OneHot<Self>, ends: Self, through: Self, lines: &Lines) -> Self {
        lines.between(start, ends, through)
    }
}

/// Every bit moved by a signed distance.
#[inline(always)]
fn step<W: Word>(word: W, distance: isize) -> W {
    if distance > 0 { word.up(distance as usize) } else { word.down(distance.unsigned_abs()) }
}

/// [`Word::between`] by one run instead of two: the whole run, if one of `ends` follows on it, else nothing. Native
/// words use it; a test refutes that it ever differs from [`Word::between`].
#[inline(always)]
pub fn between_by_end<W: Word>(start: OneHot<W>, ends: W, through: W, distance: isize, bound: usize) -> W {
    let met = start.word().run(through, distance, bound);
    W::select((step(met, distance) & ends).any(), met, met.constant(&Mask::EMPTY))
}

/// [`Word::run`] by parallel prefix (Kogge and Stone 1973): two single steps, then steps of two squares, so that an 8x8
/// board takes 4 steps instead of 6. Native words use it; a test refutes that it ever differs from the closure.
///
/// The bound is a constant wherever this is inlined, and so are the conditions, so that straight-line code remains.
/// `benches/rules.rs` measures what the native engine gains by that.
#[inline(always)]
pub fn run_by_prefix<W: Word>(seed: W, through: W, distance: isize, bound: usize) -> W {
    if bound == 0 {
        return seed.constant(&Mask::EMPTY);
    }
    let mut met = through & step(seed, distance);
    if bound >= 2 {
        met = met | through & step(met, distance);
    }
    if bound >= 4 {
        // For both directions of a line the same word, moved for one of them: a compiler computes it once.
        let pairs = through & step(through, distance.abs());
        let pairs = if distance < 0 { step(pairs, distance) } else { pairs };
        let two_on = |met| met | pairs & step(met, 2 * distance);
        met = two_on(met);
        if bound >= 6 {
            met = two_on(met);
        }
        for _ in 3..bound / 2 {
            met = two_on(met);
        }
    }
    if bound >= 3 && bound % 2 == 1 {
        met = met | through & step(met, distance);
    }
    met
}
