//! What one variable defines: conjunctions of many inputs, with disjunctions dissolved into them.

use super::demand::Demand;
use encodings::circuit::{Gate, Graph, Signal};
use encodings::statement::{Formula, Requirement};

/// The greatest number of clauses that a definition may take in its backward direction in order to save a variable.
const PRODUCT_LIMIT: usize = 6;

/// One conjunct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// A signal.
    One(Signal),
    /// Any of these signals: a disjunction without a variable of its own.
    Any(Vec<Signal>),
}

impl Leaf {
    pub(super) fn signals(&self) -> &[Signal] {
        match self {
            Self::One(signal) => std::slice::from_ref(signal),
            Self::Any(signals) => signals,
        }
    }
}

/// What a variable is defined as.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Input,
    And(Vec<Leaf>),
    /// The XOR of two or three operands.
    Xor(Vec<Signal>),
    Mux([Signal; 3]),
    Majority([Signal; 3]),
}

/// The shapes of all gates that are needed and not dissolved, and the required conjuncts.
#[derive(Debug)]
pub(super) struct Shapes {
    shapes: Vec<Option<Shape>>,
    roots: Vec<Leaf>,
}

impl Shapes {
    /// Goes from users to operands, so that it is known whether a gate is dissolved before the gate is reached.
    pub(super) fn new(formula: &Formula, demand: &Demand) -> Self {
        let graph = &formula.graph;
        let mut dissolver = Dissolver { graph, demand, dissolved: vec![false; graph.gates().len()] };
        let mut roots = Vec::new();
        for requirement in &formula.requirements {
            if let Requirement::Holds(signal) = requirement {
                dissolver.conjuncts(*signal, None, &mut roots);
            }
        }
        let mut shapes = vec![None; graph.gates().len()];
        for (index, &gate) in graph.gates().iter().enumerate().rev() {
            if demand.is_live(index) && !dissolver.dissolved[index] {
                shapes[index] = dissolver.shape(gate, demand.needs(index).backward);
            }
        }
        roots.retain(|leaf| *leaf != Leaf::One(Signal::TRUE));
        Self { shapes, roots }
    }

    pub(super) fn has(&self, index: usize) -> bool {
        self.shapes[index].is_some()
    }

    pub(super) fn take(&mut self, index: usize) -> Option<Shape> {
        self.shapes[index].take()
    }

    pub(super) fn take_roots(&mut self) -> Vec<Leaf> {
        std::mem::take(&mut self.roots)
    }
}

struct Dissolver<'a> {
    graph: &'a Graph,
    demand: &'a Demand,
    dissolved: Vec<bool>,
}

impl Dissolver<'_> {
    fn shape(&mut self, gate: Gate, backward: bool) -> Option<Shape> {
        Some(match gate {
            Gate::False => return None,
            Gate::Input(_) => Shape::Input,
            Gate::And(a, b) => {
                let mut leaves = Vec::new();
                let mut product = backward.then_some(1);
                product = self.conjuncts(a, product, &mut leaves);
                self.conjuncts(b, product, &mut leaves);
                Shape::And(leaves)
            }
            Gate::Xor(a, b) => Shape::Xor(self.xor_operands(a, b)),
            Gate::Mux(c, t, e) => Shape::Mux([c, t, e]),
            Gate::Majority(a, b, c) => Shape::Majority([a, b, c]),
        })
    }

    /// The operands of an AND if it may be dissolved into its user; marks it as dissolved.
    fn dissolve(&mut self, signal: Signal) -> Option<[Signal; 2]> {
        let operands = and_operands(self.graph, signal).filter(|_| self.demand.is_used_once(signal))?;
        self.dissolved[signal.node().index()] = true;
        Some(operands)
    }

    /// Adds the conjuncts of a signal. `product` is the number of clauses of the backward direction so far, if that
    /// direction is needed. Returns the new number.
    fn conjuncts(
        &mut self,
        signal: Signal,
        mut product: Option<usize>,
        leaves: &mut Vec<Leaf>,
    ) -> Option<usize> {
        let mut open = vec![signal];
        while let Some(signal) = open.pop() {
            if !signal.is_negated() {
                match self.dissolve(signal) {
                    Some([a, b]) => open.extend([b, a]),
                    None => leaves.push(Leaf::One(signal)),
                }
                continue;
            }
            let width = product.map_or(0, |product| product * self.disjuncts(signal, false).len());
            if width > PRODUCT_LIMIT {
                leaves.push(Leaf::One(signal));
                continue;
            }
            let disjuncts = self.disjuncts(signal, true);
            product = product.map(|product| product * disjuncts.len());
            leaves.push(if disjuncts.len() == 1 { Leaf::One(signal) } else { Leaf::Any(disjuncts) });
        }
        product
    }

    /// The disjuncts of a signal: those of a negated AND that is used once, else the signal itself. If `commit` holds,
    /// marks what is dissolved.
    fn disjuncts(&mut self, signal: Signal, commit: bool) -> Vec<Signal> {
        let mut disjuncts = Vec::new();
        // Signals of the AND below the negation.
        let mut open = vec![!signal];
        while let Some(signal) = open.pop() {
            let operands = and_operands(self.graph, signal)
                .filter(|_| !signal.is_negated() && self.demand.is_used_once(signal));
            match operands {
                Some([a, b]) => {
                    self.dissolved[signal.node().index()] |= commit;
                    open.extend([b, a]);
                }
                None => disjuncts.push(!signal),
            }
        }
        disjuncts
    }

    /// The operands of an XOR. If an operand is an XOR that is used nowhere else, one such operand is replaced by its
    /// operands.
    fn xor_operands(&mut self, a: Signal, b: Signal) -> Vec<Signal> {
        for (inner, outer) in [(a, b), (b, a)] {
            if let Gate::Xor(x, y) = self.graph.gate(inner.node())
                && self.demand.is_used_once(inner)
            {
                self.dissolved[inner.node().index()] = true;
                return vec![x.negated_if(inner.is_negated()), y, outer];
            }
        }
        vec![a, b]
    }
}

/// The operands of an AND that may be dissolved into the clauses of its users.
pub(super) fn and_operands(graph: &Graph, signal: Signal) -> Option<[Signal; 2]> {
    match graph.gate(signal.node()) {
        encodings::circuit::Gate::And(a, b) => Some([a, b]),
        _ => None,
    }
}
