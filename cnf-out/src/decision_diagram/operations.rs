//! Operations on diagrams within limits.

use super::error::DiagramError;
use super::order::Order;
use super::progress::DiagramProgress;
use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};

/// The size of a node of a stored diagram, in bytes.
const KEPT: u64 = 12;
/// The size of a node while its diagram is being built, with its entries in two tables, in bytes.
const MADE: u64 = 80;

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The result is too large.
    Full,
    /// A stop was requested.
    Stopped,
}

/// A diagram, or its negation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand<'d> {
    pub(super) diagram: &'d Bdd,
    pub(super) negated: bool,
}

impl<'d> From<&'d Bdd> for Operand<'d> {
    fn from(diagram: &'d Bdd) -> Self {
        Self { diagram, negated: false }
    }
}

impl Operand<'_> {
    /// The negation of the operand.
    pub(super) fn negation(self) -> Self {
        Self { negated: !self.negated, ..self }
    }
}

/// Builds diagrams, and refuses those that are too large.
pub(super) struct Operations<'p> {
    set: BddVariableSet,
    variables: Vec<BddVariable>,
    /// The greatest number of nodes of one diagram.
    largest: usize,
    /// The greatest number of nodes of all diagrams that are kept.
    most: usize,
    progress: DiagramProgress,
    proceed: &'p mut dyn FnMut(DiagramProgress) -> bool,
}

impl<'p> Operations<'p> {
    pub(super) fn new(
        order: &Order,
        memory: u64,
        proceed: &'p mut dyn FnMut(DiagramProgress) -> bool,
    ) -> Result<Self, DiagramError> {
        let number = order.all().count();
        // The last number stands for the leaves. An empty set of variables would be a special case everywhere, so there
        // is at least one.
        let variables = u16::try_from(number.max(1)).ok().filter(|&number| number < u16::MAX);
        let variables = variables.ok_or(DiagramError::TooManyVariables(number))?;
        let set = BddVariableSet::new_anonymous(variables);
        let variables = set.variables();
        let nodes = |bytes: u64| usize::try_from(memory / 2 / bytes).unwrap_or(usize::MAX);
        Ok(Self {
            set,
            variables,
            largest: nodes(MADE),
            most: nodes(KEPT),
            progress: DiagramProgress::default(),
            proceed,
        })
    }

    /// The greatest number of nodes of all diagrams that are kept.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    pub(super) fn constant(&self, value: bool) -> Bdd {
        if value { self.set.mk_true() } else { self.set.mk_false() }
    }

    /// The variable at a level.
    pub(super) fn variable(&self, level: usize) -> Bdd {
        self.set.mk_var(self.variables[level])
    }

    /// Records that `done` of `gates` gates are done.
    pub(super) fn advance(&mut self, done: usize, gates: usize) {
        self.progress = DiagramProgress { done, gates, ..self.progress };
    }

    /// Records that a diagram is kept.
    pub(super) fn keep(&mut self, diagram: &Bdd) {
        self.progress.nodes += diagram.size();
    }

    /// Records that a diagram is dropped.
    pub(super) fn release(&mut self, diagram: &Bdd) {
        self.progress.nodes -= diagram.size();
    }

    /// Combines two diagrams. `combine` knows the result for two constants and, where possible, for one constant.
    fn apply(
        &mut self,
        [left, right]: [Operand<'_>; 2],
        combine: fn(Option<bool>, Option<bool>) -> Option<bool>,
    ) -> Result<Bdd, Halt> {
        if !(self.proceed)(self.progress) {
            return Err(Halt::Stopped);
        }
        if self.progress.nodes > self.most {
            return Err(Halt::Full);
        }
        let signed = |value: Option<bool>, negated: bool| value.map(|value| value != negated);
        let function = move |one, other| combine(signed(one, left.negated), signed(other, right.negated));
        Bdd::binary_op_with_limit(self.largest, left.diagram, right.diagram, function).ok_or(Halt::Full)
    }

    pub(super) fn and(&mut self, operands: [Operand<'_>; 2]) -> Result<Bdd, Halt> {
        self.apply(operands, |one, other| match (one, other) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        })
    }

    pub(super) fn or(&mut self, operands: [Operand<'_>; 2]) -> Result<Bdd, Halt> {
        self.apply(operands, |one, other| match (one, other) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        })
    }

    pub(super) fn xor(&mut self, operands: [Operand<'_>; 2]) -> Result<Bdd, Halt> {
        self.apply(operands, |one, other| one.zip(other).map(|(one, other)| one != other))
    }

    /// The second operand if the first holds, else the third.
    pub(super) fn select(&mut self, [condition, then, otherwise]: [Operand<'_>; 3]) -> Result<Bdd, Halt> {
        let met = self.and([condition, then])?;
        let unmet = self.and([condition.negation(), otherwise])?;
        self.or([(&met).into(), (&unmet).into()])
    }

    /// Whether some value of the variable at a level makes the diagram hold.
    pub(super) fn exists(&mut self, diagram: &Bdd, level: usize) -> Result<Bdd, Halt> {
        let with = |value| diagram.var_restrict(self.variables[level], value);
        let [low, high] = [with(false), with(true)];
        self.or([(&low).into(), (&high).into()])
    }
}
