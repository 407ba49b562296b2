//! Random formulas, reference answers for them, and a solver on their clauses.

use cnf_out::clausify::{BitValue, Cardinality, Clausified, Directions, Encoding, clausify};
use cnf_out::solver::Cadical;
use encodings::board::Layout;
use encodings::circuit::{Graph, Signal, Simulation};
use encodings::statement::{Formula, Named, Requirement};
use proptest::prelude::*;
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit, TernaryVal, Var};

/// A signal of a recipe: one of those made so far, perhaps negated.
type Pick = (usize, bool);

/// How to make a formula. Indices are taken modulo the number of signals.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub(crate) inputs: usize,
    pub(crate) gates: Vec<(u8, [Pick; 3])>,
    pub(crate) requirements: Vec<Wanted>,
    pub(crate) shown: Vec<Pick>,
}

#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    Holds(Pick),
    AtLeast(Vec<Pick>, u32),
    OneHot(Vec<Pick>),
}

pub(crate) const ENCODINGS: [Encoding; 6] = {
    let all = [Cardinality::CountFalse, Cardinality::CountTrue, Cardinality::Adder];
    let mut encodings = [Encoding { directions: Directions::Needed, cardinality: all[0] }; 6];
    let mut index = 0;
    while index < 6 {
        let directions = if index < 3 { Directions::Needed } else { Directions::Both };
        encodings[index] = Encoding { directions, cardinality: all[index % 3] };
        index += 1;
    }
    encodings
};

fn pick() -> impl Strategy<Value = Pick> {
    (0..64usize, any::<bool>())
}

fn wanted() -> impl Strategy<Value = Wanted> {
    prop_oneof![
        3 => pick().prop_map(Wanted::Holds),
        2 => (proptest::collection::vec(pick(), 0..12), 0..13u32)
            .prop_map(|(picks, bound)| Wanted::AtLeast(picks, bound)),
        1 => proptest::collection::vec(pick(), 0..10).prop_map(Wanted::OneHot),
    ]
}

pub(crate) fn recipes() -> impl Strategy<Value = Recipe> {
    let gate = (0..5u8, [pick(), pick(), pick()]);
    (
        1..8usize,
        proptest::collection::vec(gate, 0..40),
        proptest::collection::vec(wanted(), 0..4),
        proptest::collection::vec(pick(), 0..4),
    )
        .prop_map(|(inputs, gates, requirements, shown)| Recipe { inputs, gates, requirements, shown })
}

impl Recipe {
    /// The formula; the word `chosen` holds the inputs and two constants.
    pub(crate) fn formula(&self) -> Formula {
        let mut graph = Graph::new();
        let inputs: Vec<Signal> = (0..self.inputs).map(|_| graph.input()).collect();
        let mut made = inputs.clone();
        made.push(Signal::FALSE);
        let read = |made: &[Signal], (number, negated): Pick| made[number % made.len()].negated_if(negated);
        for (kind, operands) in &self.gates {
            let [a, b, c] = operands.map(|operand| read(&made, operand));
            let signal = match kind {
                0 | 1 => graph.and(a, b),
                2 => graph.xor(a, b),
                3 => graph.mux(a, b, c),
                _ => graph.majority(a, b, c),
            };
            made.push(signal);
        }
        let all = |picks: &[Pick]| picks.iter().map(|&pick| read(&made, pick)).collect::<Vec<_>>();
        let requirement = |wanted: &Wanted| match wanted {
            Wanted::Holds(pick) => Requirement::Holds(read(&made, *pick)),
            Wanted::AtLeast(picks, bound) => Requirement::AtLeast { signals: all(picks), bound: *bound },
            Wanted::OneHot(picks) => Requirement::OneHot(all(picks)),
        };
        let word = |name: &str, signals: Vec<Signal>, chosen| Named {
            name: name.to_owned(),
            layout: Layout::new(signals.len(), 1).expect("a small board"),
            word: signals,
            chosen,
        };
        let mut chosen = inputs;
        chosen.extend([Signal::FALSE, Signal::TRUE]);
        let mut words = vec![word("chosen", chosen, true)];
        if !self.shown.is_empty() {
            words.push(word("shown", all(&self.shown), false));
        }
        Formula { requirements: self.requirements.iter().map(requirement).collect(), words, graph }
    }
}

/// Simulates 64 assignments of the inputs, numbered from `64 * batch`.
pub(crate) fn simulate(formula: &Formula, batch: usize) -> Simulation {
    let inputs = formula.graph.inputs() as usize;
    let bit = |lane: usize, input: usize| ((batch * 64 + lane) >> input & 1) as u64;
    let spread = |input: usize| (0..64).fold(0, |bits, lane| bits | bit(lane, input) << lane);
    formula.graph.simulate(&(0..inputs).map(spread).collect::<Vec<u64>>())
}

/// Whether the requirements hold in one lane of a simulation.
pub(crate) fn holds(formula: &Formula, simulation: &Simulation, lane: usize) -> bool {
    let value = |signal: &Signal| simulation.value(*signal) >> lane & 1 == 1;
    let count = |signals: &[Signal]| signals.iter().filter(|signal| value(signal)).count();
    formula.requirements.iter().all(|requirement| match requirement {
        Requirement::Holds(signal) => value(signal),
        Requirement::AtLeast { signals, bound } => count(signals) >= *bound as usize,
        Requirement::OneHot(signals) => count(signals) == 1,
    })
}

/// The clauses in a solver, which answers for one assignment of the inputs after the other.
pub(crate) struct Asked {
    pub(crate) clausified: Clausified,
    inputs: Vec<Lit>,
    solver: Cadical,
}

impl Asked {
    pub(crate) fn new(formula: &Formula, encoding: Encoding) -> Self {
        let clausified = clausify(formula, encoding);
        let mut solver = Cadical::new();
        solver.add_cnf_ref(&clausified.cnf).expect("clauses that fit");
        let literal = |value: &BitValue| match value {
            BitValue::Literal(literal) => Some(*literal),
            BitValue::Constant(_) => None,
        };
        let inputs = clausified.words[0].word.iter().filter_map(literal).collect();
        Self { clausified, inputs, solver }
    }

    /// The model with these inputs, as all its literals; `None` if there is none.
    pub(crate) fn model(&mut self, assignment: usize, further: &[Lit]) -> Option<Vec<Lit>> {
        let fixed =
            |(place, &input): (usize, &Lit)| if assignment >> place & 1 == 1 { input } else { !input };
        let mut assumptions: Vec<Lit> = self.inputs.iter().enumerate().map(fixed).collect();
        assumptions.extend(further);
        match self.solver.solve_assumps(&assumptions).expect("an answer") {
            SolverResult::Sat => {
                Some((0..self.clausified.variables).map(|variable| self.value(variable)).collect())
            }
            SolverResult::Unsat => None,
            SolverResult::Interrupted => panic!("nobody interrupts"),
        }
    }

    fn value(&self, variable: u32) -> Lit {
        let literal = Var::new(variable).pos_lit();
        match self.solver.lit_val(literal).expect("a model") {
            TernaryVal::False => !literal,
            TernaryVal::True | TernaryVal::DontCare => literal,
        }
    }

    /// Whether some variable is not a function of the inputs, given one model with these inputs.
    pub(crate) fn open_variable(&mut self, assignment: usize, model: &[Lit]) -> Option<Lit> {
        model.iter().copied().find(|&literal| self.model(assignment, &[!literal]).is_some())
    }
}
