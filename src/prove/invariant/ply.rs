//! One ply in an incremental solver: which positions lead to a cube of positions.

use super::system::{AFTER, BAD, BEFORE, PlySystem};
use super::ternary::Cone;
use certamen_ask::solve::{AskError, load};
use certamen_work::limits::Limits;
use cnf_out::clausify::{BitValue, Directions, Encoding, clausify};
use cnf_out::solver::Cadical;
use encodings::circuit::{Gate, Signal};
use encodings::statement::Requirement;
use rustsat::solvers::{Solve as _, SolveIncremental as _, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal, Var};

/// The numbers of bits of a position, each with its value; sorted.
pub(super) type Cube = Vec<(usize, bool)>;

/// A bit of a position that can have either value.
pub(super) struct Bit {
    /// The word and the square.
    pub(super) place: (usize, usize),
    start: bool,
    /// Its input of the circuit.
    input: usize,
    before: Lit,
    after: (BitValue, Signal),
}

/// What a ply leads to.
#[derive(Clone, Copy)]
pub(super) enum Target<'c> {
    Bad,
    Cube(&'c Cube),
}

impl Target<'_> {
    /// Its bits after the ply, each with its value; `None` is the bit that says that the position is bad.
    fn values(self) -> Vec<(Option<usize>, bool)> {
        match self {
            Self::Bad => vec![(None, true)],
            Self::Cube(cube) => cube.iter().map(|&(bit, value)| (Some(bit), value)).collect(),
        }
    }
}

pub(super) enum Reply {
    /// A ply leads to the target: the values of all inputs of the circuit.
    Ply(Vec<bool>),
    /// None does; so much of the target is needed for that.
    None(Cube),
}

/// The search ends before its result.
pub(super) enum Halt {
    Limit,
    Error(AskError),
}

pub(super) type Step<T> = Result<T, Halt>;

pub(super) struct PlySolver<'s> {
    solver: Cadical,
    limits: &'s Limits,
    pub(super) bits: Vec<Bit>,
    bad: (BitValue, Signal),
    cone: Cone<'s>,
    /// What a ply has to satisfy.
    required: Vec<Signal>,
    /// The words that choose a ply: their inputs of the circuit; `None` is always false.
    chosen: Vec<Vec<Option<usize>>>,
    /// The literals of the inputs of the circuit.
    inputs: Vec<Option<Lit>>,
    variables: u32,
}

impl<'s> PlySolver<'s> {
    pub(super) fn new(system: &'s PlySystem, limits: &'s Limits) -> Result<Self, AskError> {
        let graph = &system.formula.graph;
        let encoding = Encoding { directions: Directions::Both, ..Encoding::default() };
        let clausified = clausify(&system.formula, encoding);
        let mut solver = Cadical::new();
        load(&mut solver, &clausified.cnf, limits)?;
        let input = |signal: Signal| match graph.gate(signal.node()) {
            Gate::Input(number) => Some(number as usize),
            _ => None,
        };
        let words = || system.formula.words.iter().zip(&clausified.words);
        // The literal and the signal of a bit of a word.
        let bit = |name: &str, square: usize| {
            let (word, values) = words().find(|(word, _)| word.name == name)?;
            Some((*values.word.get(square)?, *word.word.get(square)?))
        };
        let mut inputs = vec![None; graph.inputs() as usize];
        let (mut chosen, mut bits, mut starts) = (Vec::new(), Vec::new(), system.start.iter().enumerate());
        for (word, values) in words().filter(|(word, _)| word.chosen) {
            let numbers: Vec<Option<usize>> = word.word.iter().map(|&signal| input(signal)).collect();
            for (number, value) in numbers.iter().zip(&values.word) {
                if let Some(number) = number {
                    inputs[*number] = value.literal();
                }
            }
            let Some(name) = word.name.strip_prefix(BEFORE) else {
                chosen.push(numbers);
                continue;
            };
            let Some((index, start)) = starts.next() else { continue };
            for (square, number) in numbers.into_iter().enumerate() {
                let known = number.and_then(|number| Some((number, inputs[number]?)));
                let after = bit(&format!("{AFTER}{name}"), square);
                if let (Some((input, before)), Some(after)) = (known, after) {
                    let start = start.get(square).copied().unwrap_or(false);
                    bits.push(Bit { place: (index, square), start, input, before, after });
                }
            }
        }
        let bad = bit(BAD, 0).unwrap_or((BitValue::Constant(false), Signal::FALSE));
        // The words that choose a ply keep their values, and no other requirement is stated.
        let required = |requirement: &Requirement| match requirement {
            Requirement::Holds(signal) => Some(*signal),
            Requirement::AtLeast { .. } | Requirement::OneHot(_) => None,
        };
        let required: Vec<Signal> = system.formula.requirements.iter().filter_map(required).collect();
        let signals = required.iter().copied().chain(bits.iter().map(|bit| bit.after.1)).chain([bad.1]);
        let cone = Cone::new(graph, signals);
        let variables = clausified.variables;
        Ok(Self { solver, limits, bits, bad, cone, required, chosen, inputs, variables })
    }

    /// Whether a ply leads to a target from the positions in which the clauses of some switches hold, outside of a cube;
    /// without switches, from the start.
    pub(super) fn ask(
        &mut self,
        switches: Option<Vec<Lit>>,
        outside: Option<&Cube>,
        target: Target<'_>,
    ) -> Step<Reply> {
        if self.limits.is_over() {
            return Err(Halt::Limit);
        }
        let (mut wanted, mut constant) = (Vec::new(), None);
        for (literal, value) in target.values() {
            match self.value(literal) {
                BitValue::Literal(of) => wanted.push(if value { of } else { !of }),
                BitValue::Constant(of) if of != value => constant = Some((literal, value)),
                BitValue::Constant(_) => {}
            }
        }
        if let Some((literal, value)) = constant {
            return Ok(Reply::None(literal.map(|bit| (bit, value)).into_iter().collect()));
        }
        let outside = outside.filter(|_| switches.is_some());
        let start = || self.bits.iter().map(|bit| if bit.start { bit.before } else { !bit.before }).collect();
        let mut assumed = switches.unwrap_or_else(start);
        let temporary = outside.map(|cube| (self.new_literal(), cube));
        if let Some((switch, cube)) = temporary {
            self.add_clause(switch, cube)?;
            assumed.push(switch);
        }
        assumed.extend(wanted);
        let reply = match self.solver.solve_assumps(&assumed).map_err(failed)? {
            SolverResult::Interrupted => return Err(Halt::Limit),
            SolverResult::Sat => Reply::Ply(self.model()?),
            SolverResult::Unsat => {
                // The core has the negated assumptions.
                let core = self.solver.core().map_err(failed)?;
                let is_needed = |(bit, value): &(usize, bool)| match self.bits[*bit].after.0 {
                    BitValue::Literal(of) => core.contains(&if *value { !of } else { of }),
                    BitValue::Constant(_) => false,
                };
                Reply::None(match target {
                    Target::Bad => Vec::new(),
                    Target::Cube(cube) => cube.iter().copied().filter(is_needed).collect(),
                })
            }
        };
        if let Some((switch, _)) = temporary {
            self.add_clause(switch, &Vec::new())?;
        }
        Ok(reply)
    }

    fn model(&self) -> Step<Vec<bool>> {
        let value = |literal: &Option<Lit>| {
            let value = literal.map(|literal| self.solver.lit_val(literal)).transpose();
            value.map(|value| value == Some(TernaryVal::True)).map_err(failed)
        };
        self.inputs.iter().map(value).collect()
    }

    fn value(&self, bit: Option<usize>) -> BitValue {
        bit.map_or(self.bad, |bit| self.bits[bit].after).0
    }

    /// A cube around the position before a ply, from all of whose positions this ply leads to the target.
    pub(super) fn widened(&mut self, inputs: &[bool], target: Target<'_>) -> Cube {
        let mut signals = self.required.clone();
        let signal = |(bit, _): (Option<usize>, bool)| bit.map_or(self.bad, |bit| self.bits[bit].after).1;
        signals.extend(target.values().into_iter().map(signal));
        let mut known: Vec<Option<bool>> = inputs.iter().copied().map(Some).collect();
        for bit in &self.bits {
            let value = known[bit.input].take();
            if !self.cone.decides(&known, &signals) {
                known[bit.input] = value;
            }
        }
        let kept = self.bits.iter().enumerate().filter_map(|(bit, of)| Some((bit, known[of.input]?)));
        kept.collect()
    }

    /// The words that choose a ply.
    pub(super) fn chosen(&self, inputs: &[bool]) -> Vec<Vec<bool>> {
        let bit = |number: &Option<usize>| number.is_some_and(|number| inputs[number]);
        self.chosen.iter().map(|word| word.iter().map(bit).collect()).collect()
    }

    pub(super) fn contains_start(&self, cube: &Cube) -> bool {
        cube.iter().all(|&(bit, value)| self.bits[bit].start == value)
    }

    /// A part of a cube, with a literal more if it would contain the start.
    pub(super) fn without_start(&self, mut part: Cube, of: &Cube) -> Cube {
        if self.contains_start(&part) {
            part.extend(of.iter().copied().find(|&(bit, value)| self.bits[bit].start != value));
            part.sort_unstable();
        }
        part
    }

    /// Adds the clause that excludes a cube where a switch is on.
    pub(super) fn add_clause(&mut self, switch: Lit, cube: &Cube) -> Step<()> {
        let excluded = |&(bit, value): &(usize, bool)| {
            let before = self.bits[bit].before;
            if value { !before } else { before }
        };
        let clause: Clause = cube.iter().map(excluded).chain([!switch]).collect();
        self.solver.add_clause_ref(&clause).map_err(failed)
    }

    pub(super) fn new_literal(&mut self) -> Lit {
        self.variables += 1;
        Var::new(self.variables - 1).pos_lit()
    }
}

fn failed(error: anyhow::Error) -> Halt {
    Halt::Error(AskError::Incremental(error))
}
