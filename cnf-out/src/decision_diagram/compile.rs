//! Compiles a circuit into diagrams, gate by gate.

use super::operations::{Halt, Operand, Operations};
use super::order::{Order, Variable};
use biodivine_lib_bdd::Bdd;
use encodings::circuit::{Gate, Graph, Signal};
use encodings::statement::{Formula, Requirement};

/// A circuit that is being compiled.
pub(super) struct Compiler<'a, 'p> {
    formula: &'a Formula,
    order: &'a Order,
    operations: &'a mut Operations<'p>,
    /// The diagrams of gates that are still needed.
    values: Vec<Option<Bdd>>,
    /// For each gate, the number of uses that are still to come.
    uses: Vec<u32>,
}

impl<'a, 'p> Compiler<'a, 'p> {
    pub(super) fn new(formula: &'a Formula, order: &'a Order, operations: &'a mut Operations<'p>) -> Self {
        let gates = formula.graph.gates();
        let mut uses = vec![0; gates.len()];
        for root in roots(formula, order) {
            uses[root.node().index()] += 1;
        }
        for (index, gate) in gates.iter().enumerate().rev() {
            if uses[index] > 0 {
                gate.operands().for_each(|operand| uses[operand.node().index()] += 1);
            }
        }
        Self { formula, order, operations, values: vec![None; gates.len()], uses }
    }

    /// Makes the diagrams of all gates that are needed.
    pub(super) fn gates(&mut self) -> Result<(), Halt> {
        self.inputs()?;
        let gates = self.formula.graph.gates();
        let needed = self.uses.iter().filter(|&&uses| uses > 0).count();
        let mut done = 0;
        for (index, gate) in gates.iter().enumerate().filter(|(_, gate)| !matches!(gate, Gate::Input(_))) {
            if self.uses[index] == 0 {
                continue;
            }
            let value = self.gate(gate)?;
            self.keep(index, value);
            gate.operands().for_each(|operand| self.release(operand));
            done += 1;
            self.operations.advance(done, needed);
        }
        Ok(())
    }

    /// Gives each input its variable. If the question requires that two inputs do not both hold, the second is replaced
    /// by "the second, and not the first". The answers stay the same, because none has both inputs, and diagrams need
    /// not distinguish assignments that no answer has.
    fn inputs(&mut self) -> Result<(), Halt> {
        let places = input_gates(&self.formula.graph);
        let mut levels = vec![None; places.len()];
        for (level, variable, _) in self.order.all() {
            if let Variable::Input(number) = variable {
                levels[number as usize] = Some(level);
                let variable = self.operations.variable(level);
                self.keep(places[number as usize], variable);
            }
        }
        for (first, second) in exclusive_inputs(self.formula) {
            let place = places[second as usize];
            if let (Some(level), Some(value)) = (levels[first as usize], self.values[place].take()) {
                let first = self.operations.variable(level);
                let apart = self.operations.and([(&value).into(), Operand::from(&first).negation()])?;
                self.operations.release(&value);
                self.keep(place, apart);
            }
        }
        Ok(())
    }

    fn gate(&mut self, gate: &Gate) -> Result<Bdd, Halt> {
        let nothing = self.operations.constant(false);
        let values = &self.values;
        let of = |signal: Signal| {
            // Every operand has been kept; a missing one counts as the constant.
            let diagram = values[signal.node().index()].as_ref().unwrap_or(&nothing);
            Operand { diagram, negated: signal.is_negated() }
        };
        match *gate {
            Gate::False | Gate::Input(_) => Ok(nothing),
            Gate::And(a, b) => self.operations.and([of(a), of(b)]),
            Gate::Xor(a, b) => self.operations.xor([of(a), of(b)]),
            Gate::Mux(condition, then, otherwise) => {
                self.operations.select([of(condition), of(then), of(otherwise)])
            }
            Gate::Majority(a, b, c) => {
                let either = self.operations.or([of(b), of(c)])?;
                let both = self.operations.and([of(b), of(c)])?;
                self.operations.select([of(a), (&either).into(), (&both).into()])
            }
        }
    }

    fn keep(&mut self, index: usize, diagram: Bdd) {
        self.operations.keep(&diagram);
        self.values[index] = Some(diagram);
    }

    /// Drops a diagram if it is no longer needed.
    fn release(&mut self, signal: Signal) {
        let index = signal.node().index();
        self.uses[index] -= 1;
        if self.uses[index] == 0
            && let Some(diagram) = self.values[index].take()
        {
            self.operations.release(&diagram);
        }
    }

    /// The diagram of a signal whose gate has been compiled. Counts as one of its uses.
    fn take(&mut self, signal: Signal) -> Bdd {
        let value = self.values[signal.node().index()].clone();
        self.release(signal);
        let value = value.unwrap_or_else(|| self.operations.constant(false));
        if signal.is_negated() { value.not() } else { value }
    }

    /// The conjunction of all requirements, and of "each variable of a value equals that value".
    pub(super) fn requirements(&mut self) -> Result<Bdd, Halt> {
        let mut all = self.operations.constant(true);
        for requirement in &self.formula.requirements {
            let required = match requirement {
                Requirement::Holds(signal) => self.take(*signal),
                Requirement::AtLeast { signals, bound } => self.at_least(signals, *bound as usize)?,
                Requirement::OneHot(signals) => self.one_hot(signals)?,
            };
            all = self.operations.and([(&all).into(), (&required).into()])?;
        }
        for (level, variable, _) in self.order.all() {
            if let Variable::Value(signal) = variable {
                let (own, value) = (self.operations.variable(level), self.take(signal));
                let differ = self.operations.xor([(&own).into(), (&value).into()])?;
                all = self.operations.and([(&all).into(), Operand::from(&differ).negation()])?;
            }
        }
        self.apart(all)
    }

    /// Restricts a diagram by the pairs of exclusive inputs, which were assumed to be exclusive so far.
    fn apart(&mut self, mut all: Bdd) -> Result<Bdd, Halt> {
        let level = |input| {
            let is_it = |(_, variable, _): &(usize, Variable, bool)| *variable == Variable::Input(input);
            self.order.all().find(is_it).map(|(level, ..)| level)
        };
        for (first, second) in exclusive_inputs(self.formula) {
            if let (Some(first), Some(second)) = (level(first), level(second)) {
                let [first, second] = [first, second].map(|level| self.operations.variable(level));
                let both = self.operations.and([(&first).into(), (&second).into()])?;
                all = self.operations.and([(&all).into(), Operand::from(&both).negation()])?;
            }
        }
        Ok(all)
    }

    /// At least `bound` of the signals hold. For each number up to the bound, keeps whether at least that many of the
    /// signals so far hold.
    fn at_least(&mut self, signals: &[Signal], bound: usize) -> Result<Bdd, Halt> {
        if bound > signals.len() {
            return Ok(self.operations.constant(false));
        }
        let mut enough = vec![self.operations.constant(false); bound + 1];
        enough[0] = self.operations.constant(true);
        for (place, &signal) in signals.iter().enumerate() {
            let value = self.take(signal);
            // With fewer than this, the bound can no longer be met.
            let least = bound.saturating_sub(signals.len() - place - 1).max(1);
            for number in (least..=bound.min(place + 1)).rev() {
                let [fewer, same] = [number - 1, number].map(|number| (&enough[number]).into());
                enough[number] = self.operations.select([(&value).into(), fewer, same])?;
            }
        }
        Ok(enough.swap_remove(bound))
    }

    /// Exactly one of the signals holds.
    fn one_hot(&mut self, signals: &[Signal]) -> Result<Bdd, Halt> {
        let (mut none, mut one) = (self.operations.constant(true), self.operations.constant(false));
        for &signal in signals {
            let value = self.take(signal);
            one = self.operations.select([(&value).into(), (&none).into(), (&one).into()])?;
            none = self.operations.and([(&none).into(), Operand::from(&value).negation()])?;
        }
        Ok(one)
    }

    /// The diagram with the variables that are not counted quantified, from the last one up.
    pub(super) fn without_uncounted(&mut self, mut diagram: Bdd) -> Result<Bdd, Halt> {
        let uncounted = self.order.all().filter(|(.., counted)| !counted);
        let levels: Vec<usize> = uncounted.map(|(level, ..)| level).collect();
        for level in levels.into_iter().rev() {
            diagram = self.operations.exists(&diagram, level)?;
        }
        Ok(diagram)
    }
}

/// The signals that are required or counted, each as often as it occurs.
fn roots(formula: &Formula, order: &Order) -> Vec<Signal> {
    let required = formula.requirements.iter().flat_map(|requirement| match requirement {
        Requirement::Holds(signal) => std::slice::from_ref(signal),
        Requirement::AtLeast { signals, bound } if *bound as usize <= signals.len() => signals,
        // A bound that cannot be met needs no signals.
        Requirement::AtLeast { .. } => &[],
        Requirement::OneHot(signals) => signals,
    });
    let counted = order.all().filter_map(|(_, variable, _)| match variable {
        Variable::Value(signal) => Some(signal),
        Variable::Input(_) => None,
    });
    required.copied().chain(counted).collect()
}

/// The gates of the inputs, by input number.
fn input_gates(graph: &Graph) -> Vec<usize> {
    let mut places = vec![0; graph.inputs() as usize];
    for (index, gate) in graph.gates().iter().enumerate() {
        if let Gate::Input(number) = gate {
            places[*number as usize] = index;
        }
    }
    places
}

/// The pairs of inputs that some requirement forbids to hold together.
fn exclusive_inputs(formula: &Formula) -> Vec<(u32, u32)> {
    let graph = &formula.graph;
    let held = formula.requirements.iter().filter_map(|requirement| match requirement {
        Requirement::Holds(signal) => Some(*signal),
        _ => None,
    });
    let mut open: Vec<Signal> = held.collect();
    let mut pairs = Vec::new();
    let input = |signal: Signal| match graph.gate(signal.node()) {
        Gate::Input(number) if !signal.is_negated() => Some(number),
        _ => None,
    };
    while let Some(signal) = open.pop() {
        let Gate::And(a, b) = graph.gate(signal.node()) else { continue };
        if !signal.is_negated() {
            open.extend([a, b]);
        } else if let (Some(first), Some(second)) = (input(a), input(b)) {
            pairs.push((first.min(second), first.max(second)));
        }
    }
    pairs.sort_unstable();
    pairs
}
