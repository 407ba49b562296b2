//! Words that are terms: `Copy` handles that build terms as they are combined.

use super::arena::{Arena, Node, Op, Sort, TermId};
use super::evaluate::{TermValue, evaluate};
use crate::board::{Mask, Permutation};
use crate::word::{Bit, Closure, Count, Word};
use std::cell::RefCell;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Terms under construction, shared by their handles.
///
/// # Examples
/// ```
/// use encodings::term::Terms;
/// use encodings::word::{Count, Word};
///
/// let terms = Terms::new();
/// let many = terms.unknown(16).popcount().at_least(3);
/// assert_eq!(terms.evaluate(&[0b1011])[many.id().index()], 1);
/// assert_eq!(terms.evaluate(&[0b0011])[many.id().index()], 0);
/// ```
#[derive(Default)]
pub struct Terms {
    arena: RefCell<Arena>,
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terms({})", self.arena.borrow().nodes().len())
    }
}

impl Terms {
    /// An empty graph of terms.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new unknown word of `width` bits, numbered in the order of making.
    pub fn unknown(&self, width: usize) -> TermWord<'_> {
        TermWord { terms: self, id: self.arena.borrow_mut().unknown(width as u32) }
    }

    /// A copy of all terms, each after its arguments.
    pub fn nodes(&self) -> Vec<Node> {
        self.arena.borrow().nodes().to_vec()
    }

    /// The value of every term, by index, given the values of the unknowns by number.
    ///
    /// # Panics
    /// If there are fewer values than unknowns.
    pub fn evaluate(&self, unknowns: &[TermValue]) -> Vec<TermValue> {
        evaluate(self.arena.borrow().nodes(), unknowns)
    }

    fn make(&self, op: Op, arguments: &[TermId], sort: Sort) -> TermId {
        self.arena.borrow_mut().make(op, arguments, sort)
    }
}

/// A bit-vector term.
///
/// # Examples
/// ```
/// use encodings::term::Terms;
/// use encodings::word::Word;
///
/// let terms = Terms::new();
/// let word = terms.unknown(8);
/// let beside = word.up(1) | word.down(1);
/// assert_eq!(terms.evaluate(&[0b0001_0000])[beside.id().index()], 0b0010_1000);
/// ```
#[derive(Clone, Copy)]
pub struct TermWord<'t> {
    terms: &'t Terms,
    id: TermId,
}

/// A truth-value term.
///
/// # Examples
/// ```
/// use encodings::term::{Op, Terms};
/// use encodings::word::Word;
///
/// let terms = Terms::new();
/// let none = !terms.unknown(8).any();
/// assert_eq!(terms.nodes()[none.id().index()].op, Op::Not);
/// ```
#[derive(Clone, Copy)]
pub struct TermBit<'t> {
    terms: &'t Terms,
    id: TermId,
}

/// A bit-vector term that is a number.
///
/// # Examples
/// ```
/// use encodings::term::Terms;
///
/// let terms = Terms::new();
/// let (own, opp) = (terms.unknown(8), terms.unknown(8));
/// let total = own.total(&[opp]);
/// assert_eq!(terms.evaluate(&[0b0111, 0b1001])[total.word().id().index()], 5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TermCount<'t>(TermWord<'t>);

impl fmt::Debug for TermWord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.fmt(f)
    }
}

impl fmt::Debug for TermBit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.fmt(f)
    }
}

impl<'t> TermWord<'t> {
    /// The term.
    pub fn id(self) -> TermId {
        self.id
    }

    fn bits(self) -> u32 {
        match self.terms.arena.borrow().sort(self.id) {
            Sort::Bits(width) => width,
            Sort::Bool => 1,
        }
    }

    fn make(self, op: Op, arguments: &[TermId], width: u32) -> Self {
        Self { terms: self.terms, id: self.terms.make(op, arguments, Sort::Bits(width)) }
    }

    fn predicate(self, op: Op, arguments: &[TermId]) -> TermBit<'t> {
        TermBit { terms: self.terms, id: self.terms.make(op, arguments, Sort::Bool) }
    }

    fn extract(self, index: u32) -> Self {
        self.make(Op::Extract { high: index, low: index }, &[self.id], 1)
    }

    fn concat(self, low: Self) -> Self {
        self.make(Op::Concat, &[self.id, low.id], self.bits() + low.bits())
    }

    fn widened(self, width: u32) -> Self {
        let extra = width.saturating_sub(self.bits());
        if extra == 0 { self } else { self.make(Op::ZeroExtend(extra), &[self.id], width) }
    }

    fn number(self, value: u64) -> Self {
        self.constant(&Mask::from_u64(value))
    }
}

impl TermBit<'_> {
    /// The term.
    pub fn id(self) -> TermId {
        self.id
    }

    fn make(self, op: Op, arguments: &[TermId]) -> Self {
        Self { terms: self.terms, id: self.terms.make(op, arguments, Sort::Bool) }
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $op:ident),*) => {$(
        impl $operator for TermWord<'_> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.make(Op::$op, &[self.id, other.id], self.bits())
            }
        }

        impl $operator for TermBit<'_> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.make(Op::$op, &[self.id, other.id])
            }
        }
    )*};
}

operators!(BitAnd bitand And, BitOr bitor Or, BitXor bitxor Xor);

impl Not for TermBit<'_> {
    type Output = Self;

    fn not(self) -> Self {
        self.make(Op::Not, &[self.id])
    }
}

impl Bit for TermBit<'_> {
    fn constant(self, value: bool) -> Self {
        self.make(Op::Truth(value), &[])
    }

    fn select(self, then: Self, otherwise: Self) -> Self {
        self.make(Op::Select, &[self.id, then.id, otherwise.id])
    }
}

impl<'t> TermCount<'t> {
    /// The number as a word.
    pub fn word(self) -> TermWord<'t> {
        self.0
    }
}

impl<'t> TermWord<'t> {
    /// The number of set bits of this word and of others together.
    pub fn total(self, others: &[Self]) -> TermCount<'t> {
        let words = std::iter::once(&self).chain(others);
        TermCount(sum(words.map(|word| word.popcount().0).collect()))
    }
}

/// The sum of one or more numbers, as a balanced tree.
fn sum(mut level: Vec<TermWord<'_>>) -> TermWord<'_> {
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| match *pair {
                [a, b] => {
                    let width = a.bits().max(b.bits()) + 1;
                    let (a, b) = (a.widened(width), b.widened(width));
                    a.make(Op::Add, &[a.id, b.id], width)
                }
                _ => pair[0],
            })
            .collect();
    }
    level[0]
}

impl<'t> Count for TermCount<'t> {
    type Bit = TermBit<'t>;

    fn at_least(self, bound: u32) -> TermBit<'t> {
        let count = self.0;
        if u64::from(bound) >= 1 << count.bits().min(63) {
            return count.predicate(Op::Truth(false), &[]);
        }
        count.predicate(Op::AtMost, &[count.number(u64::from(bound)).id, count.id])
    }

    fn less_than(self, other: Self) -> TermBit<'t> {
        let width = self.0.bits().max(other.0.bits());
        let (a, b) = (self.0.widened(width), other.0.widened(width));
        !a.predicate(Op::AtMost, &[b.id, a.id])
    }
}

impl<'t> Word for TermWord<'t> {
    type Bit = TermBit<'t>;
    type Count = TermCount<'t>;

    fn constant(self, mask: &Mask) -> Self {
        let width = self.bits();
        let inside = mask.indices().filter(|&index| index < width as usize).fold(Mask::EMPTY, Mask::with);
        self.make(Op::Constant(inside), &[], width)
    }

    fn truth(self, value: bool) -> TermBit<'t> {
        self.predicate(Op::Truth(value), &[])
    }

    fn up(self, by: usize) -> Self {
        self.make(Op::Up(by as u32), &[self.id], self.bits())
    }

    fn down(self, by: usize) -> Self {
        self.make(Op::Down(by as u32), &[self.id], self.bits())
    }

    fn bit(self, index: usize) -> TermBit<'t> {
        let bit = self.extract(index as u32);
        bit.equals(bit.number(1))
    }

    fn any(self) -> TermBit<'t> {
        !self.equals(self.number(0))
    }

    fn equals(self, other: Self) -> TermBit<'t> {
        self.predicate(Op::Equal, &[self.id, other.id])
    }

    /// Bit 0 is the most significant bit of this order, so both words are reversed and compared as numbers.
    fn lex_le(self, other: Self) -> TermBit<'t> {
        let reversed = |word: Self| {
            (1..word.bits()).fold(word.extract(0), |high, index| high.concat(word.extract(index)))
        };
        let (a, b) = (reversed(self), reversed(other));
        a.predicate(Op::AtMost, &[a.id, b.id])
    }

    fn is_one_hot(self) -> TermBit<'t> {
        self.popcount().is(1)
    }

    fn select(condition: TermBit<'t>, then: Self, otherwise: Self) -> Self {
        then.make(Op::Select, &[condition.id, then.id, otherwise.id], then.bits())
    }

    /// A balanced tree of additions whose width grows by one at each level.
    fn popcount(self) -> TermCount<'t> {
        TermCount(sum((0..self.bits()).map(|index| self.extract(index)).collect()))
    }

    fn total_at_least(self, others: &[Self], bound: u32) -> TermBit<'t> {
        self.total(others).at_least(bound)
    }

    fn width(self) -> usize {
        self.bits() as usize
    }

    fn permute(self, permutation: &Permutation) -> Self {
        (1..permutation.len()).fold(self.extract(permutation.source(0) as u32), |low, index| {
            self.extract(permutation.source(index) as u32).concat(low)
        })
    }

    fn closure(self, bound: usize, step: impl Fn(Self) -> Self) -> Closure<Self> {
        let value = (0..bound).fold(self, |value, _| step(value));
        Closure { value, settled: step(value).equals(value) }
    }
}
