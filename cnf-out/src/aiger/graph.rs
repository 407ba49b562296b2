//! The graph in AIGER's numbering: inputs, then latches, then ANDs.

use std::collections::HashMap;
use std::ops::Not;

/// A signed variable in AIGER's numbering: twice the variable, plus 1 for its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);

impl Edge {
    /// The constant false.
    pub const FALSE: Self = Self(0);
    /// The constant true.
    pub const TRUE: Self = Self(1);

    /// The variable with this number; variable 0 is the constant false.
    pub(super) const fn of_variable(variable: u32) -> Self {
        Self(variable << 1)
    }

    /// The number that AIGER writes.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The edge, negated if `negate` holds.
    #[must_use]
    pub const fn negated_if(self, negate: bool) -> Self {
        Self(self.0 ^ negate as u32)
    }
}

impl Not for Edge {
    type Output = Self;

    fn not(self) -> Self {
        self.negated_if(true)
    }
}

/// A bit of state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Latch {
    /// Its name.
    pub name: String,
    /// Its value at the beginning.
    pub initial: bool,
    /// Its value after a step.
    pub next: Edge,
}

/// An AND, the greater operand first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AndGate(pub Edge, pub Edge);

/// The property that a graph states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// Whether the output can be true. For graphs without latches.
    Output(Edge),
    /// Whether a state in which this edge is true can be reached.
    Bad(Edge),
}

impl Property {
    /// The edge of the property.
    pub const fn edge(self) -> Edge {
        match self {
            Self::Output(edge) | Self::Bad(edge) => edge,
        }
    }
}

/// A graph of ANDs and inverters with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The names of the inputs.
    pub inputs: Vec<String>,
    /// The bits of state.
    pub latches: Vec<Latch>,
    /// The ANDs, operands before their users.
    pub ands: Vec<AndGate>,
    /// The property.
    pub property: Property,
}

impl Graph {
    /// The edge of the input with this index.
    pub fn input(&self, index: usize) -> Edge {
        Edge::of_variable(index as u32 + 1)
    }

    /// The edge of the latch with this index.
    pub fn latch(&self, index: usize) -> Edge {
        Edge::of_variable((self.inputs.len() + index) as u32 + 1)
    }

    /// The edge of the AND with this index.
    pub fn and(&self, index: usize) -> Edge {
        Edge::of_variable((self.inputs.len() + self.latches.len() + index) as u32 + 1)
    }

    /// The highest variable.
    pub fn variables(&self) -> usize {
        self.inputs.len() + self.latches.len() + self.ands.len()
    }
}

/// Makes ANDs, each of them once.
#[derive(Debug, Default)]
pub(super) struct Ands {
    /// The number of variables before the first AND.
    below: u32,
    gates: Vec<AndGate>,
    known: HashMap<AndGate, Edge>,
}

impl Ands {
    pub(super) fn above(below: usize) -> Self {
        Self { below: below as u32, ..Self::default() }
    }

    pub(super) fn finish(self) -> Vec<AndGate> {
        self.gates
    }

    pub(super) fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (low, high) = (a.min(b), a.max(b));
        if low == Edge::FALSE || low == !high {
            return Edge::FALSE;
        }
        if low == Edge::TRUE || low == high {
            return high;
        }
        let gate = AndGate(high, low);
        let next = Edge::of_variable(self.below + self.gates.len() as u32 + 1);
        let edge = *self.known.entry(gate).or_insert(next);
        if edge == next {
            self.gates.push(gate);
        }
        edge
    }

    pub(super) fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither)
    }

    pub(super) fn mux(&mut self, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
        let first = self.and(condition, then);
        let second = self.and(!condition, otherwise);
        self.or(first, second)
    }

    pub(super) fn majority(&mut self, [a, b, c]: [Edge; 3]) -> Edge {
        let both = self.and(a, b);
        let either = self.or(a, b);
        let third = self.and(either, c);
        self.or(both, third)
    }
}
