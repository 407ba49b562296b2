//! Running a circuit: 64 assignments at once.

use super::graph::{Gate, Graph, Signal};

/// The values of all nodes under 64 assignments, one for each bit.
///
/// # Examples
/// ```
/// use encodings::circuit::Graph;
///
/// let mut graph = Graph::new();
/// let (a, b) = (graph.input(), graph.input());
/// let odd = graph.xor(a, b);
/// let simulation = graph.simulate(&[0b0101, 0b0011]);
/// assert_eq!(simulation.value(odd), 0b0110);
/// ```
#[derive(Clone, Debug)]
pub struct Simulation(Vec<u64>);

impl Simulation {
    /// The values of a signal.
    pub fn value(&self, signal: Signal) -> u64 {
        self.0[signal.node().index()] ^ if signal.is_negated() { u64::MAX } else { 0 }
    }
}

impl Graph {
    /// The values of all nodes, given 64 values of each input.
    ///
    /// # Panics
    /// If there are fewer values than inputs.
    pub fn simulate(&self, inputs: &[u64]) -> Simulation {
        let mut simulation = Simulation(Vec::with_capacity(self.gates().len()));
        for gate in self.gates() {
            let value = {
                let of = |signal| simulation.value(signal);
                match *gate {
                    Gate::False => 0,
                    Gate::Input(number) => inputs[number as usize],
                    Gate::And(a, b) => of(a) & of(b),
                    Gate::Xor(a, b) => of(a) ^ of(b),
                    Gate::Mux(c, t, e) => of(c) & of(t) | !of(c) & of(e),
                    Gate::Majority(a, b, c) => of(a) & of(b) | of(a) & of(c) | of(b) & of(c),
                }
            };
            simulation.0.push(value);
        }
        simulation
    }
}
