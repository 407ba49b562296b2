//! Which gates are needed, how often, and in which direction.

use encodings::circuit::{Gate, Signal};
use encodings::statement::{Formula, Requirement};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which directions of a definition are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// Only the directions that the question needs: enough to decide satisfiability.
    #[default]
    Needed,
    /// Both directions: every variable is a function of the unknowns, so that models can be counted and enumerated.
    Both,
}

/// The directions in which one gate's definition is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// If the variable is true, so is the gate.
    pub forward: bool,
    /// If the gate is true, so is the variable.
    pub backward: bool,
}

impl Needs {
    const BOTH: Self = Self { forward: true, backward: true };

    fn swapped_if(self, swap: bool) -> Self {
        if swap { Self { forward: self.backward, backward: self.forward } } else { self }
    }
}

/// The directions in which each gate is needed, and the number of references to it.
#[derive(Clone, Debug)]
pub struct Demand {
    needs: Vec<Needs>,
    references: Vec<u32>,
}

impl Demand {
    /// The demand of a formula, from its requirements down to its inputs.
    pub fn new(formula: &Formula, directions: Directions) -> Self {
        let gates = formula.graph.gates();
        let mut demand =
            Self { needs: vec![Needs::default(); gates.len()], references: vec![0; gates.len()] };
        for requirement in &formula.requirements {
            match requirement {
                Requirement::Holds(signal) => demand.refer(*signal, Needs { forward: true, backward: false }),
                Requirement::AtLeast { signals, .. } => {
                    demand.pin(signals, Needs { forward: true, backward: false });
                }
                Requirement::OneHot(signals) => demand.pin(signals, Needs::BOTH),
            }
        }
        for word in &formula.words {
            demand.pin(&word.word, Needs { forward: true, backward: false });
        }
        for (index, gate) in gates.iter().enumerate().rev() {
            if demand.references[index] > 0 {
                demand.pass_on(gate, index, directions);
            }
        }
        demand
    }

    fn pass_on(&mut self, gate: &Gate, index: usize, directions: Directions) {
        if directions == Directions::Both {
            self.needs[index] = Needs::BOTH;
        }
        let needs = self.needs[index];
        match *gate {
            Gate::False | Gate::Input(_) => {}
            Gate::And(..) | Gate::Majority(..) => {
                for operand in gate.operands() {
                    self.refer(operand, needs);
                }
            }
            Gate::Xor(a, b) => {
                self.refer(a, Needs::BOTH);
                self.refer(b, Needs::BOTH);
            }
            Gate::Mux(condition, then, otherwise) => {
                self.refer(condition, Needs::BOTH);
                self.refer(then, needs);
                self.refer(otherwise, needs);
            }
        }
    }

    fn refer(&mut self, signal: Signal, needs: Needs) {
        let index = signal.node().index();
        let needs = needs.swapped_if(signal.is_negated());
        let known = &mut self.needs[index];
        *known = Needs { forward: known.forward | needs.forward, backward: known.backward | needs.backward };
        self.references[index] += 1;
    }

    /// Refers to signals that must be literals. It counts each twice, so that none is dissolved into its only user.
    fn pin(&mut self, signals: &[Signal], needs: Needs) {
        for &signal in signals {
            self.refer(signal, needs);
            self.refer(signal, needs);
        }
    }

    /// The directions in which the gate with this index is needed.
    pub fn needs(&self, index: usize) -> Needs {
        self.needs[index]
    }

    /// Whether anything refers to the gate.
    pub fn is_live(&self, index: usize) -> bool {
        self.references[index] > 0
    }

    /// Whether exactly one gate or requirement refers to this signal's gate.
    pub fn is_used_once(&self, signal: Signal) -> bool {
        self.references[signal.node().index()] == 1
    }
}
