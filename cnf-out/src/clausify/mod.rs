//! From a circuit to clauses.
//!
//! Idea: G. Tseitin's definitions, one variable for each gate, but only where they are needed. [`Demand`] says in which
//! direction a gate's definition is needed (D. Plaisted and S. Greenbaum, "A structure-preserving clause form
//! translation", JSC 1986). `shape` gathers conjunctions of many inputs and writes a disjunction that is used once into
//! the clauses of its user, so that one step of a line of discs costs one variable and two clauses. XOR, MUX and
//! majority have their own clause forms. Bounds on numbers of literals go to rustsat's encodings (`cardinality`).
//!
//! The inputs of the named words have the lowest variables, in the order in which they were named. Then come gates in
//! topological order, then the variables of cardinality encodings. The same formula gives the same clauses, byte for
//! byte.
//!
//! Cost: linear in the circuit, except for cardinality (n·k clauses) and for disjunctions within a definition that is
//! needed backwards (at most 6 clauses each).

mod cardinality;
mod demand;
mod gates;
mod shape;
mod two_way;

pub use cardinality::Cardinality;
pub use demand::{Demand, Directions};

use encodings::circuit::Signal;
use encodings::statement::{Formula, Named, Requirement};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::types::{Assignment, Clause, Lit, TernaryVal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shape::{Leaf, Shape, Shapes};

/// How a formula becomes clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Encoding {
    /// Which directions of definitions are written.
    pub directions: Directions,
    /// How bounds on numbers of literals are written.
    pub cardinality: Cardinality,
}

/// The value of a bit of a named word: a literal or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitValue {
    /// The value of this literal.
    Literal(Lit),
    /// This constant.
    Constant(bool),
}

impl BitValue {
    /// The literal, if it is not a constant.
    pub fn literal(self) -> Option<Lit> {
        match self {
            Self::Literal(literal) => Some(literal),
            Self::Constant(_) => None,
        }
    }

    /// The value in a model. A variable that no clause mentions has no value in the model of a solver. Any value would do;
    /// it is read as false, so that one of its two literals holds.
    pub fn in_model(self, model: &Assignment) -> bool {
        match self {
            Self::Literal(literal) => {
                (model.var_value(literal.var()) == TernaryVal::True) == literal.is_pos()
            }
            Self::Constant(constant) => constant,
        }
    }
}

/// A formula as clauses.
#[derive(Clone, Debug)]
pub struct Clausified {
    /// The clauses.
    pub cnf: Cnf,
    /// The number of variables, including those that occur in no clause.
    pub variables: u32,
    /// The named words, bit by bit.
    pub words: Vec<Named<Vec<BitValue>>>,
}

/// Writes a formula as clauses.
///
/// With [`Directions::Needed`] a model gives the unknown words their right values, but a variable of a word that
/// follows from them may be false although its bit is true.
pub fn clausify(formula: &Formula, encoding: Encoding) -> Clausified {
    Clausifier::new(formula, encoding).run()
}

struct Clausifier<'f> {
    formula: &'f Formula,
    encoding: Encoding,
    demand: Demand,
    shapes: Shapes,
    literals: Vec<Option<Lit>>,
    variables: BasicVarManager,
    cnf: Cnf,
}

impl<'f> Clausifier<'f> {
    fn new(formula: &'f Formula, encoding: Encoding) -> Self {
        let demand = Demand::new(formula, encoding.directions);
        let shapes = Shapes::new(formula, &demand);
        Self {
            formula,
            encoding,
            demand,
            shapes,
            literals: vec![None; formula.graph.gates().len()],
            variables: BasicVarManager::default(),
            cnf: Cnf::new(),
        }
    }

    fn run(mut self) -> Clausified {
        self.number();
        for index in 0..self.literals.len() {
            if let (Some(output), Some(shape)) = (self.literals[index], self.shapes.take(index)) {
                self.define(output, self.demand.needs(index), &shape);
            }
        }
        let roots = self.shapes.take_roots();
        for leaf in &roots {
            let literals = self.disjunction(leaf);
            self.push(literals);
        }
        for requirement in &self.formula.requirements {
            self.bound(requirement);
        }
        let words = self.formula.words.iter().map(|word| self.named(word)).collect();
        Clausified { cnf: self.cnf, variables: self.variables.n_used(), words }
    }

    /// Gives variables to the unknowns first, then to the gates that have a shape of their own.
    fn number(&mut self) {
        let unknowns = self.formula.words.iter().filter(|word| word.chosen).flat_map(|word| &word.word);
        // A square that the solver may not choose is the constant, which has no variable.
        for signal in unknowns.filter(|signal| signal.node() != Signal::FALSE.node()) {
            let slot = &mut self.literals[signal.node().index()];
            if slot.is_none() {
                *slot = Some(self.variables.new_lit());
            }
        }
        for index in 0..self.literals.len() {
            if self.literals[index].is_none() && self.shapes.has(index) {
                self.literals[index] = Some(self.variables.new_lit());
            }
        }
    }

    /// The literal of a signal; the constant gets a variable of its own when it is first needed.
    fn literal(&mut self, signal: Signal) -> Lit {
        let slot = signal.node().index();
        let literal = self.literals[slot].unwrap_or_else(|| {
            let literal = self.variables.new_lit();
            self.literals[slot] = Some(literal);
            if signal.node() == Signal::FALSE.node() {
                self.cnf.add_unit(!literal);
            }
            literal
        });
        if signal.is_negated() { !literal } else { literal }
    }

    fn disjunction(&mut self, leaf: &Leaf) -> Vec<Lit> {
        leaf.signals().iter().map(|&signal| self.literal(signal)).collect()
    }

    /// Adds a clause, unless it is a tautology. Drops repeated literals.
    fn push(&mut self, mut literals: Vec<Lit>) {
        literals.sort_unstable();
        literals.dedup();
        // A literal and its negation are neighbours in this order.
        if literals.windows(2).any(|pair| pair[0].var() == pair[1].var()) {
            return;
        }
        let clause: Clause = literals.into_iter().collect();
        self.cnf.add_clause(clause);
    }

    fn bound(&mut self, requirement: &Requirement) {
        let (signals, bound) = match requirement {
            Requirement::Holds(_) => return,
            Requirement::AtLeast { signals, bound } => (signals, Some(*bound)),
            Requirement::OneHot(signals) => (signals, None),
        };
        let certain = signals.iter().filter(|&&signal| signal == Signal::TRUE).count();
        let open = signals.iter().filter(|signal| signal.node() != Signal::FALSE.node());
        let open: Vec<Lit> = open.map(|&signal| self.literal(signal)).collect();
        let directions = self.encoding.directions;
        let (cnf, variables) = (&mut self.cnf, &mut self.variables);
        match bound {
            Some(bound) => {
                let open_bound = (bound as usize).saturating_sub(certain);
                self.encoding.cardinality.at_least(&open, open_bound, directions, cnf, variables);
            }
            None => cardinality::exactly_one(&open, certain, directions, cnf, variables),
        }
    }

    fn named(&mut self, word: &Named<Vec<Signal>>) -> Named<Vec<BitValue>> {
        let value = |signal: &Signal| {
            if signal.node() == Signal::FALSE.node() {
                return BitValue::Constant(*signal == Signal::TRUE);
            }
            BitValue::Literal(self.literal(*signal))
        };
        let values = word.word.iter().map(value).collect();
        Named { name: word.name.clone(), layout: word.layout, word: values, chosen: word.chosen }
    }

    fn define(&mut self, output: Lit, needs: demand::Needs, shape: &Shape) {
        match shape {
            Shape::Input => {}
            Shape::And(leaves) => self.define_and(output, needs, leaves),
            Shape::Xor(operands) => {
                let operands = operands.iter().map(|&signal| self.literal(signal)).collect::<Vec<_>>();
                self.define_xor(output, needs, &operands);
            }
            Shape::Mux([c, t, e]) => {
                let [c, t, e] = [*c, *t, *e].map(|signal| self.literal(signal));
                self.define_mux(output, needs, c, t, e);
            }
            Shape::Majority(operands) => {
                let operands = operands.map(|signal| self.literal(signal));
                self.define_majority(output, needs, operands);
            }
        }
    }
}
