//! The term graph: operators, sorts, and the one place where a term is made.

use crate::board::Mask;
use rustc_hash::FxHashMap;

/// The index of a term. Arguments always have a smaller index than their term.
///
/// # Examples
/// ```
/// use encodings::term::Terms;
///
/// let terms = Terms::new();
/// let (a, b) = (terms.unknown(8), terms.unknown(8));
/// assert_eq!((a & b).id(), (b & a).id(), "a term is made once");
/// assert_eq!((a & b).id().index(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(u32);

impl TermId {
    /// The term's index, in the order in which terms are made.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What kind of value a term has.
///
/// # Examples
/// ```
/// use encodings::term::{Sort, Terms};
/// use encodings::word::Word;
///
/// let terms = Terms::new();
/// let bit = terms.unknown(8).any();
/// assert_eq!(terms.nodes()[bit.id().index()].sort, Sort::Bool);
/// assert_eq!(terms.nodes()[0].sort, Sort::Bits(8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A bit vector of this many bits.
    Bits(u32),
}

/// What a term does with its arguments. Bit 0 of a vector is the least significant.
///
/// # Examples
/// ```
/// use encodings::term::{Op, Terms};
///
/// let terms = Terms::new();
/// let both = terms.unknown(8) & terms.unknown(8);
/// assert_eq!(terms.nodes()[both.id().index()].op, Op::And);
/// assert_eq!(terms.nodes()[0].op, Op::Unknown(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// An unknown word, by number.
    Unknown(u32),
    /// A constant vector.
    Constant(Mask),
    /// A constant truth value.
    Truth(bool),
    /// Bitwise on vectors, or on truth values.
    And,
    /// Bitwise on vectors, or on truth values.
    Or,
    /// Bitwise on vectors, or on truth values.
    Xor,
    /// The opposite truth value.
    Not,
    /// The second argument if the first holds, else the third.
    Select,
    /// Shifted towards higher indices by a constant.
    Up(u32),
    /// Shifted towards lower indices by a constant.
    Down(u32),
    /// The bits `low..=high`.
    Extract {
        /// The highest bit taken.
        high: u32,
        /// The lowest bit taken.
        low: u32,
    },
    /// The first argument in the bits above those of the second.
    Concat,
    /// This number of zeros above the argument.
    ZeroExtend(u32),
    /// The sum, modulo the width.
    Add,
    /// Whether two vectors are the same.
    Equal,
    /// Whether the first is at most the second, as unsigned numbers.
    AtMost,
}

/// A term: an operator, its arguments, and its sort.
///
/// # Examples
/// ```
/// use encodings::term::Terms;
/// use encodings::word::Word;
///
/// let terms = Terms::new();
/// let word = terms.unknown(8);
/// let moved = word.up(3);
/// assert_eq!(terms.nodes()[moved.id().index()].arguments, [word.id()]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The operator.
    pub op: Op,
    /// The arguments, at most three.
    pub arguments: Vec<TermId>,
    /// The sort of its value.
    pub sort: Sort,
}

/// Hash-consed terms, in topological order.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    nodes: Vec<Node>,
    known: FxHashMap<Node, TermId>,
    unknowns: u32,
}

impl Arena {
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(super) fn sort(&self, term: TermId) -> Sort {
        self.nodes[term.index()].sort
    }

    pub(super) fn unknown(&mut self, width: u32) -> TermId {
        let op = Op::Unknown(self.unknowns);
        self.unknowns += 1;
        self.make(op, &[], Sort::Bits(width))
    }

    /// The term with this operator and these arguments, constants folded.
    pub(super) fn make(&mut self, op: Op, arguments: &[TermId], sort: Sort) -> TermId {
        if let Some(simpler) = self.simplify(op, arguments) {
            return simpler;
        }
        let mut arguments = arguments.to_vec();
        if matches!(op, Op::And | Op::Or | Op::Xor | Op::Add | Op::Equal) {
            arguments.sort_unstable();
        }
        let node = Node { op, arguments, sort };
        if let Some(&id) = self.known.get(&node) {
            return id;
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.known.insert(node, id);
        id
    }

    /// Only simplifies what keeps printed terms readable: operations with all zeros or all ones, and on one operand
    /// twice.
    fn simplify(&mut self, op: Op, arguments: &[TermId]) -> Option<TermId> {
        if let (Op::Select, &[condition, then, otherwise]) = (op, arguments) {
            return match self.nodes[condition.index()].op {
                Op::Truth(true) => Some(then),
                Op::Truth(false) => Some(otherwise),
                _ => (then == otherwise).then_some(then),
            };
        }
        let &[a, b] = arguments else {
            let &[a] = arguments else { return None };
            return self.is_zero(a).then_some(a).filter(|_| matches!(op, Op::Up(_) | Op::Down(_)));
        };
        match op {
            Op::And if self.is_zero(a) || self.is_ones(b) || a == b => Some(a),
            Op::And if self.is_zero(b) || self.is_ones(a) => Some(b),
            Op::Or if self.is_zero(b) || self.is_ones(a) || a == b => Some(a),
            Op::Or if self.is_zero(a) || self.is_ones(b) => Some(b),
            Op::Xor if self.is_zero(b) => Some(a),
            Op::Xor if self.is_zero(a) => Some(b),
            _ => None,
        }
    }

    fn is_zero(&self, term: TermId) -> bool {
        match self.nodes[term.index()].op {
            Op::Constant(mask) => mask.is_empty(),
            Op::Truth(value) => !value,
            _ => false,
        }
    }

    fn is_ones(&self, term: TermId) -> bool {
        match (self.nodes[term.index()].op, self.sort(term)) {
            (Op::Constant(mask), Sort::Bits(width)) => mask == Mask::first(width as usize),
            (Op::Truth(value), _) => value,
            _ => false,
        }
    }
}
