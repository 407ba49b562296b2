//! Words over a circuit: `Copy` handles that build gates as they are combined.

use super::graph::{Graph, Signal};
use crate::board::{Mask, Permutation};
use crate::word::{Bit, Closure, Count, Word};
use std::cell::RefCell;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A circuit under construction, shared by its words.
///
/// # Examples
/// ```
/// use encodings::circuit::Circuit;
///
/// let circuit = Circuit::new();
/// let (own, opp) = (circuit.inputs(9), circuit.inputs(9));
/// let occupied = own | opp;
/// assert_eq!(occupied.signals().len(), 9);
/// assert_eq!(circuit.graph().inputs(), 18);
/// ```
#[derive(Default)]
pub struct Circuit {
    graph: RefCell<Graph>,
    words: RefCell<Vec<Box<[Signal]>>>,
}

impl fmt::Debug for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Circuit({} nodes)", self.size())
    }
}

impl From<Graph> for Circuit {
    /// A circuit that continues an existing graph.
    fn from(graph: Graph) -> Self {
        Self { graph: RefCell::new(graph), words: RefCell::default() }
    }
}

impl Circuit {
    /// An empty circuit.
    pub fn new() -> Self {
        Self::default()
    }

    /// A word of new inputs.
    pub fn inputs(&self, width: usize) -> CircuitWord<'_> {
        self.word((0..width).map(|_| self.graph.borrow_mut().input()).collect())
    }

    /// A word of new inputs on the squares of `within`, and of the constant false elsewhere.
    pub fn inputs_within(&self, width: usize, within: &Mask) -> CircuitWord<'_> {
        let signal =
            |index| if within.contains(index) { self.graph.borrow_mut().input() } else { Signal::FALSE };
        self.word((0..width).map(signal).collect())
    }

    /// A word of given signals of this circuit.
    pub fn word(&self, signals: Vec<Signal>) -> CircuitWord<'_> {
        let mut words = self.words.borrow_mut();
        words.push(signals.into_boxed_slice());
        CircuitWord { circuit: self, id: words.len() - 1 }
    }

    /// A bit that is this signal of this circuit.
    pub fn bit(&self, signal: Signal) -> CircuitBit<'_> {
        CircuitBit { circuit: self, signal }
    }

    /// A copy of the graph so far.
    pub fn graph(&self) -> Graph {
        self.graph.borrow().clone()
    }

    /// The number of its gates, inputs and the constant included.
    pub fn size(&self) -> usize {
        self.graph.borrow().gates().len()
    }

    fn build<T>(&self, make: impl FnOnce(&mut Graph) -> T) -> T {
        make(&mut self.graph.borrow_mut())
    }
}

/// A word of signals.
///
/// # Examples
/// ```
/// use encodings::circuit::{Circuit, Signal};
/// use encodings::word::Word;
///
/// let circuit = Circuit::new();
/// let word = circuit.inputs(4);
/// assert_eq!(word.up(1).signals()[0], Signal::FALSE);
/// assert_eq!(word.up(1).signals()[1..], word.signals()[..3], "a shift makes no gate");
/// ```
#[derive(Clone, Copy)]
pub struct CircuitWord<'c> {
    circuit: &'c Circuit,
    id: usize,
}

/// One signal.
///
/// # Examples
/// ```
/// use encodings::circuit::{Circuit, Signal};
/// use encodings::word::Word;
///
/// let circuit = Circuit::new();
/// let bit = circuit.inputs(4).any();
/// assert_eq!((bit & !bit).signal(), Signal::FALSE);
/// ```
#[derive(Clone, Copy)]
pub struct CircuitBit<'c> {
    circuit: &'c Circuit,
    signal: Signal,
}

/// A number in binary, least significant bit first.
///
/// # Examples
/// ```
/// use encodings::circuit::{Circuit, Signal};
/// use encodings::word::{Count, Word};
///
/// let circuit = Circuit::new();
/// let count = circuit.inputs(4).popcount();
/// assert_eq!(count.digits().len(), 3);
/// assert_eq!(count.at_least(8).signal(), Signal::FALSE);
/// ```
#[derive(Clone, Copy)]
pub struct CircuitCount<'c> {
    digits: CircuitWord<'c>,
}

impl fmt::Debug for CircuitWord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.signals()).finish()
    }
}

impl fmt::Debug for CircuitBit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.signal.fmt(f)
    }
}

impl fmt::Debug for CircuitCount<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digits.fmt(f)
    }
}

impl<'c> CircuitWord<'c> {
    /// The signals, lowest index first.
    pub fn signals(self) -> Vec<Signal> {
        self.circuit.words.borrow()[self.id].to_vec()
    }

    fn zip(self, other: Self, combine: impl Fn(&mut Graph, Signal, Signal) -> Signal) -> Self {
        let (a, b) = (self.signals(), other.signals());
        debug_assert_eq!(a.len(), b.len(), "words of one game have one width");
        let signals =
            self.circuit.build(|graph| a.iter().zip(&b).map(|(&a, &b)| combine(graph, a, b)).collect());
        self.circuit.word(signals)
    }

    fn rearrange(self, source: impl Fn(usize) -> Option<usize>) -> Self {
        let signals = self.signals();
        let pick = |index| source(index).and_then(|source| signals.get(source).copied());
        self.circuit.word((0..signals.len()).map(|index| pick(index).unwrap_or(Signal::FALSE)).collect())
    }

    fn signal(self, signal: Signal) -> CircuitBit<'c> {
        self.circuit.bit(signal)
    }
}

impl CircuitBit<'_> {
    /// The signal.
    pub fn signal(self) -> Signal {
        self.signal
    }

    fn with(self, combine: impl FnOnce(&mut Graph, Signal) -> Signal) -> Self {
        let signal = self.circuit.build(|graph| combine(graph, self.signal));
        self.circuit.bit(signal)
    }
}

impl CircuitCount<'_> {
    /// The binary digits, least significant first.
    pub fn digits(self) -> Vec<Signal> {
        self.digits.signals()
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $gate:ident),*) => {$(
        impl $operator for CircuitWord<'_> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.zip(other, Graph::$gate)
            }
        }

        impl $operator for CircuitBit<'_> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                self.with(|graph, signal| graph.$gate(signal, other.signal))
            }
        }
    )*};
}

operators!(BitAnd bitand and, BitOr bitor or, BitXor bitxor xor);

impl Not for CircuitBit<'_> {
    type Output = Self;

    fn not(self) -> Self {
        self.circuit.bit(!self.signal)
    }
}

impl Bit for CircuitBit<'_> {
    fn constant(self, value: bool) -> Self {
        self.circuit.bit(Signal::constant(value))
    }

    fn select(self, then: Self, otherwise: Self) -> Self {
        self.with(|graph, signal| graph.mux(signal, then.signal, otherwise.signal))
    }

    fn majority(self, other: Self, third: Self) -> Self {
        self.with(|graph, signal| graph.majority(signal, other.signal, third.signal))
    }
}

impl<'c> Count for CircuitCount<'c> {
    type Bit = CircuitBit<'c>;

    fn at_least(self, bound: u32) -> CircuitBit<'c> {
        let digits = self.digits();
        if u64::from(bound) >= 1 << digits.len() {
            return self.digits.signal(Signal::FALSE);
        }
        let signal = self.digits.circuit.build(|graph| {
            digits.iter().enumerate().fold(Signal::TRUE, |rest, (place, &digit)| {
                if bound >> place & 1 == 1 { graph.and(digit, rest) } else { graph.or(digit, rest) }
            })
        });
        self.digits.signal(signal)
    }

    fn less_than(self, other: Self) -> CircuitBit<'c> {
        let (mut a, mut b) = (self.digits(), other.digits());
        let width = a.len().max(b.len());
        a.resize(width, Signal::FALSE);
        b.resize(width, Signal::FALSE);
        let signal = self.digits.circuit.build(|graph| {
            a.iter().zip(&b).fold(Signal::FALSE, |less, (&a, &b)| graph.majority(!a, b, less))
        });
        self.digits.signal(signal)
    }
}

impl<'c> Word for CircuitWord<'c> {
    type Bit = CircuitBit<'c>;
    type Count = CircuitCount<'c>;

    fn constant(self, mask: &Mask) -> Self {
        let width = self.signals().len();
        self.circuit.word((0..width).map(|index| Signal::constant(mask.contains(index))).collect())
    }

    fn truth(self, value: bool) -> CircuitBit<'c> {
        self.circuit.bit(Signal::constant(value))
    }

    fn without(self, other: Self) -> Self {
        self.zip(other, |graph, one, other| graph.and(one, !other))
    }

    fn up(self, by: usize) -> Self {
        self.rearrange(|index| index.checked_sub(by))
    }

    fn down(self, by: usize) -> Self {
        self.rearrange(|index| index.checked_add(by))
    }

    fn bit(self, index: usize) -> CircuitBit<'c> {
        self.signal(self.signals()[index])
    }

    fn any(self) -> CircuitBit<'c> {
        let signals = self.signals();
        self.signal(
            self.circuit.build(|graph| signals.iter().fold(Signal::FALSE, |any, &bit| graph.or(any, bit))),
        )
    }

    fn equals(self, other: Self) -> CircuitBit<'c> {
        !(self ^ other).any()
    }

    /// A chain of majorities from the last bit to the first. At a bit, `a <= b` holds if at least two of these hold:
    /// `!a`, `b`, and "the later bits are in order".
    fn lex_le(self, other: Self) -> CircuitBit<'c> {
        let (a, b) = (self.signals(), other.signals());
        let signal = self.circuit.build(|graph| {
            a.iter().zip(&b).rev().fold(Signal::TRUE, |rest, (&a, &b)| graph.majority(!a, b, rest))
        });
        self.signal(signal)
    }

    /// "At least one" and "at least two" are carried along the word.
    fn is_one_hot(self) -> CircuitBit<'c> {
        let signals = self.signals();
        let signal = self.circuit.build(|graph| {
            let (mut one, mut two) = (Signal::FALSE, Signal::FALSE);
            for &bit in &signals {
                let again = graph.and(one, bit);
                two = graph.or(two, again);
                one = graph.or(one, bit);
            }
            graph.and(one, !two)
        });
        self.signal(signal)
    }

    fn select(condition: CircuitBit<'c>, then: Self, otherwise: Self) -> Self {
        then.zip(otherwise, |graph, then, otherwise| graph.mux(condition.signal, then, otherwise))
    }

    /// An adder tree: in each column three bits of one weight become a sum and a carry until one bit remains.
    fn popcount(self) -> CircuitCount<'c> {
        let mut column = self.signals();
        let mut digits = Vec::new();
        while !column.is_empty() {
            let mut carries = Vec::new();
            while column.len() > 1 {
                let third = if column.len() > 2 { column.remove(2) } else { Signal::FALSE };
                let (second, first) = (column.remove(1), column.remove(0));
                let (sum, carry) = self.circuit.build(|graph| graph.full_adder(first, second, third));
                column.push(sum);
                carries.push(carry);
            }
            digits.append(&mut column);
            column = carries;
        }
        CircuitCount { digits: self.circuit.word(digits) }
    }

    fn width(self) -> usize {
        self.signals().len()
    }

    fn permute(self, permutation: &Permutation) -> Self {
        self.rearrange(|index| Some(permutation.source(index)))
    }

    fn closure(self, bound: usize, step: impl Fn(Self) -> Self) -> Closure<Self> {
        let mut value = self;
        for _ in 0..bound {
            let next = step(value);
            // The same signals: every further step would give them again.
            if next.signals() == value.signals() {
                break;
            }
            value = next;
        }
        Closure { value, settled: step(value).equals(value) }
    }
}
