//! Three-valued simulation: which bits of a position do not matter for some signals.

use encodings::circuit::{Gate, Graph, Signal};

/// Whether a signal can be false, and whether it can be true.
type Possible = (bool, bool);

/// The gates on which some signals depend, in their order.
#[derive(Debug)]
pub(super) struct Cone<'g> {
    graph: &'g Graph,
    nodes: Vec<usize>,
    values: Vec<Possible>,
}

impl<'g> Cone<'g> {
    pub(super) fn new(graph: &'g Graph, signals: impl Iterator<Item = Signal>) -> Self {
        let gates = graph.gates();
        let mut is_needed = vec![false; gates.len()];
        signals.for_each(|signal| is_needed[signal.node().index()] = true);
        for (index, gate) in gates.iter().enumerate().rev() {
            if is_needed[index] {
                gate.operands().for_each(|signal| is_needed[signal.node().index()] = true);
            }
        }
        let nodes = (0..gates.len()).filter(|&index| is_needed[index]).collect();
        Self { graph, nodes, values: vec![(true, false); gates.len()] }
    }

    fn value(&self, signal: Signal) -> Possible {
        let (zero, one) = self.values[signal.node().index()];
        if signal.is_negated() { (one, zero) } else { (zero, one) }
    }

    /// Whether each of these signals has a value where some inputs have none.
    pub(super) fn decides(&mut self, inputs: &[Option<bool>], signals: &[Signal]) -> bool {
        for place in 0..self.nodes.len() {
            let index = self.nodes[place];
            let of = |signal| self.value(signal);
            let and = |(a0, a1): Possible, (b0, b1): Possible| (a0 | b0, a1 & b1);
            let not = |(zero, one): Possible| (one, zero);
            let or = |a, b| not(and(not(a), not(b)));
            self.values[index] = match self.graph.gates()[index] {
                Gate::False => (true, false),
                Gate::Input(number) => match inputs[number as usize] {
                    Some(value) => (!value, value),
                    None => (true, true),
                },
                Gate::And(a, b) => and(of(a), of(b)),
                Gate::Xor(a, b) => {
                    let (a, b) = (of(a), of(b));
                    or(and(a, not(b)), and(not(a), b))
                }
                Gate::Mux(c, t, e) => {
                    let (c, t, e) = (of(c), of(t), of(e));
                    // If both branches agree, the condition does not matter.
                    or(or(and(c, t), and(not(c), e)), and(t, e))
                }
                Gate::Majority(a, b, c) => {
                    let (a, b, c) = (of(a), of(b), of(c));
                    or(or(and(a, b), and(a, c)), and(b, c))
                }
            };
        }
        signals.iter().all(|&signal| self.value(signal) != (true, true))
    }
}
