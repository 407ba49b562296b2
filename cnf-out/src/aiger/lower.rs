//! From the gates of a circuit to ANDs and inverters.

use super::graph::{Ands, Edge, Graph, Latch, Property};
use crate::map::bit_names;
use encodings::circuit::{self, Circuit, Gate, Signal};
use encodings::statement::{Formula, Named, Requirement};
use encodings::transition::TransitionCircuit;
use encodings::word::{Count, Word};

/// A question as a graph with one output, and the edges of the words that the solver chooses.
pub fn of_formula(formula: &Formula) -> (Graph, Vec<Named<Vec<Edge>>>) {
    let circuit = Circuit::from(formula.graph.clone());
    let asked = conjunction(&circuit, &formula.requirements);
    let chosen: Vec<_> = formula.words.iter().filter(|word| word.chosen).collect();
    let gates = circuit.graph();
    let mut lowering = Lowering::new(&gates, &chosen, &[]);
    let property = Property::Output(lowering.lower(&[asked])[0]);
    lowering.finish(property, Vec::new(), &chosen)
}

/// A transition system as a graph with latches and a bad state, and the edges of its inputs.
pub fn of_transition(system: &TransitionCircuit) -> (Graph, Vec<Named<Vec<Edge>>>) {
    let inputs: Vec<_> = system.inputs.iter().collect();
    let states: Vec<_> = system.states.iter().map(|state| &state.current).collect();
    let mut lowering = Lowering::new(&system.graph, &inputs, &states);
    let next = system.states.iter().flat_map(|state| state.next.iter().copied());
    let edges = lowering.lower(&next.chain([system.bad]).collect::<Vec<_>>());
    let mut latches = Vec::new();
    let bits = system.states.iter().flat_map(|state| {
        let Named { name, layout, .. } = &state.current;
        bit_names(name, *layout).enumerate().map(|(index, name)| (name, state.initial.contains(index)))
    });
    for ((name, initial), &next) in bits.zip(&edges) {
        latches.push(Latch { name, initial, next });
    }
    let property = Property::Bad(edges[latches.len()]);
    lowering.finish(property, latches, &inputs)
}

/// Everything that is required, as one signal.
fn conjunction(circuit: &Circuit, requirements: &[Requirement]) -> Signal {
    let all = requirements.iter().map(|requirement| match requirement {
        Requirement::Holds(signal) => circuit.bit(*signal),
        Requirement::AtLeast { signals, bound } => circuit.word(signals.clone()).popcount().at_least(*bound),
        Requirement::OneHot(signals) => circuit.word(signals.clone()).is_one_hot(),
    });
    all.fold(circuit.bit(Signal::TRUE), |all, bit| all & bit).signal()
}

struct Lowering<'g> {
    gates: &'g circuit::Graph,
    ands: Ands,
    edges: Vec<Option<Edge>>,
}

impl<'g> Lowering<'g> {
    /// Inputs have the first variables, in the order of their names; latches follow.
    fn new(
        gates: &'g circuit::Graph,
        inputs: &[&Named<Vec<Signal>>],
        states: &[&Named<Vec<Signal>>],
    ) -> Self {
        let mut edges = vec![None; gates.gates().len()];
        edges[0] = Some(Edge::FALSE);
        let mut variables = 0;
        for signal in inputs.iter().chain(states).flat_map(|word| &word.word) {
            // A square that cannot be chosen is the constant, which already has its edge.
            let edge = &mut edges[signal.node().index()];
            if edge.is_none() {
                variables += 1;
                *edge = Some(Edge::of_variable(variables));
            }
        }
        Self { gates, ands: Ands::above(variables as usize), edges }
    }

    /// Lowers everything that the signals depend on, and returns their edges.
    fn lower(&mut self, signals: &[Signal]) -> Vec<Edge> {
        let gates = self.gates.gates();
        let mut live = vec![false; gates.len()];
        for signal in signals {
            live[signal.node().index()] = true;
        }
        for (index, gate) in gates.iter().enumerate().rev().filter(|(index, _)| self.edges[*index].is_none())
        {
            if live[index] {
                gate.operands().for_each(|operand| live[operand.node().index()] = true);
            }
        }
        for (index, gate) in gates.iter().enumerate() {
            if live[index] && self.edges[index].is_none() {
                self.edges[index] = Some(self.gate(gate));
            }
        }
        signals.iter().map(|&signal| self.edge(signal)).collect()
    }

    fn gate(&mut self, gate: &Gate) -> Edge {
        match *gate {
            Gate::And(a, b) => self.ands.and(self.edge(a), self.edge(b)),
            Gate::Xor(a, b) => self.ands.xor(self.edge(a), self.edge(b)),
            Gate::Mux(c, t, e) => self.ands.mux(self.edge(c), self.edge(t), self.edge(e)),
            Gate::Majority(a, b, c) => self.ands.majority([a, b, c].map(|signal| self.edge(signal))),
            Gate::False | Gate::Input(_) => unreachable!("inputs are words, and have their edges"),
        }
    }

    fn edge(&self, signal: Signal) -> Edge {
        let Some(edge) = self.edges[signal.node().index()] else {
            unreachable!("operands come before what uses them")
        };
        edge.negated_if(signal.is_negated())
    }

    fn finish(
        self,
        property: Property,
        latches: Vec<Latch>,
        inputs: &[&Named<Vec<Signal>>],
    ) -> (Graph, Vec<Named<Vec<Edge>>>) {
        let mut names = Vec::new();
        let mut words = Vec::new();
        for Named { name, layout, word, chosen } in inputs.iter().copied() {
            for (name, signal) in bit_names(name, *layout).zip(word) {
                if signal.node() != Signal::FALSE.node() {
                    names.push(name);
                }
            }
            let edges = word.iter().map(|&signal| self.edge(signal)).collect();
            words.push(Named { name: name.clone(), layout: *layout, word: edges, chosen: *chosen });
        }
        (Graph { inputs: names, latches, ands: self.ands.finish(), property }, words)
    }
}
