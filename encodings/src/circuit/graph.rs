//! The graph: nodes, signed references to them, and the one place where a node is made.

use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::Not;

/// The index of a node. Operands always have a smaller index than their gate.
///
/// # Examples
/// ```
/// use encodings::circuit::Graph;
///
/// let mut graph = Graph::new();
/// let input = graph.input();
/// assert_eq!(input.node().index(), 1, "node 0 is the constant");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The node's index in [`Graph::gates`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node or its negation.
///
/// # Examples
/// ```
/// use encodings::circuit::{Graph, Signal};
///
/// let input = Graph::new().input();
/// assert!((!input).is_negated());
/// assert_eq!((!input).node(), input.node());
/// assert_eq!(!Signal::FALSE, Signal::TRUE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal(u32);

impl Signal {
    /// The constant false: node 0.
    pub const FALSE: Self = Self(0);
    /// The constant true.
    pub const TRUE: Self = Self(1);

    /// The node without its sign.
    pub const fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    /// Whether the signal is the negation of its node.
    pub const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The signal, negated if `negate` holds.
    #[must_use]
    pub const fn negated_if(self, negate: bool) -> Self {
        Self(self.0 ^ negate as u32)
    }

    /// The signal of a node, without negation.
    pub const fn positive(node: NodeId) -> Self {
        Self(node.0 << 1)
    }

    /// The constant with this value.
    pub const fn constant(value: bool) -> Self {
        Self(value as u32)
    }
}

impl Not for Signal {
    type Output = Self;

    fn not(self) -> Self {
        self.negated_if(true)
    }
}

impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negated() { "!" } else { "" }, self.0 >> 1)
    }
}

/// What a node computes.
///
/// Normal form: operands sorted; XOR operands positive; a MUX's condition and `then` positive; a majority has at
/// most one negated operand.
///
/// # Examples
/// ```
/// use encodings::circuit::{Gate, Graph};
///
/// let mut graph = Graph::new();
/// let (a, b) = (graph.input(), graph.input());
/// let both = graph.and(a, b);
/// assert_eq!(graph.gate(both.node()), Gate::And(a, b));
/// assert_eq!(graph.gate(both.node()).operands().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// The constant false, node 0 only.
    False,
    /// The input with this number.
    Input(u32),
    /// The conjunction of both signals.
    And(Signal, Signal),
    /// Exactly one of the two.
    Xor(Signal, Signal),
    /// The second if the first holds, else the third.
    Mux(Signal, Signal, Signal),
    /// At least two of the three.
    Majority(Signal, Signal, Signal),
}

impl Gate {
    /// The signals that the gate reads.
    pub fn operands(&self) -> impl Iterator<Item = Signal> {
        let (operands, len) = match *self {
            Self::False | Self::Input(_) => ([Signal::FALSE; 3], 0),
            Self::And(a, b) | Self::Xor(a, b) => ([a, b, Signal::FALSE], 2),
            Self::Mux(a, b, c) | Self::Majority(a, b, c) => ([a, b, c], 3),
        };
        operands.into_iter().take(len)
    }
}

/// A hash-consed circuit. Nodes are only ever added, in topological order.
///
/// # Examples
/// ```
/// use encodings::circuit::{Graph, Signal};
///
/// let mut graph = Graph::new();
/// let (a, b) = (graph.input(), graph.input());
/// let both = graph.and(a, b);
/// assert_eq!(graph.and(b, a), both, "a gate is made once");
/// assert_eq!(graph.and(both, !a), Signal::FALSE, "and simplified");
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, NodeId>,
    inputs: u32,
}

impl Default for Graph {
    fn default() -> Self {
        Self::new()
    }
}

impl Graph {
    /// A graph with only the constant.
    pub fn new() -> Self {
        Self { gates: vec![Gate::False], known: FxHashMap::default(), inputs: 0 }
    }

    /// All nodes in topological order; the node with index `i` is the `i`-th.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// What a node computes.
    pub fn gate(&self, node: NodeId) -> Gate {
        self.gates[node.index()]
    }

    /// The number of inputs.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// A new input.
    pub fn input(&mut self) -> Signal {
        let gate = Gate::Input(self.inputs);
        self.inputs += 1;
        self.push(gate)
    }

    fn push(&mut self, gate: Gate) -> Signal {
        let node = NodeId(self.gates.len() as u32);
        self.gates.push(gate);
        Signal::positive(node)
    }

    /// The node of this gate, made if it does not exist yet. The gate must be in normal form.
    pub(super) fn node(&mut self, gate: Gate) -> Signal {
        if let Some(&node) = self.known.get(&gate) {
            return Signal::positive(node);
        }
        let signal = self.push(gate);
        self.known.insert(gate, signal.node());
        signal
    }

    /// The operands of the AND gate that a signal refers to, whether or not the signal is negated.
    pub(super) fn and_operands(&self, signal: Signal) -> Option<(Signal, Signal)> {
        match self.gate(signal.node()) {
            Gate::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// The disjunction of both signals.
    pub fn or(&mut self, a: Signal, b: Signal) -> Signal {
        !self.and(!a, !b)
    }

    /// Sum and carry of three bits.
    pub fn full_adder(&mut self, a: Signal, b: Signal, c: Signal) -> (Signal, Signal) {
        let half = self.xor(a, b);
        (self.xor(half, c), self.majority(a, b, c))
    }
}
