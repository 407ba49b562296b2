//! A position and its successor: a game of any length, for model checkers.
//!
//! A [`Formula`](crate::statement::Formula) unrolls a game to a known number of steps. A transition system states one
//! step: words of state with their initial values, words of input that are chosen anew at each step, the state after
//! the step, and the states that are looked for, which the field calls *bad*. Written once over [`Transition`], it
//! becomes a [`TransitionCircuit`] (for AIGER) or a [`TransitionScript`] (for BTOR2).
//!
//! Every input has a next state. There are no invariant constraints, because not every model checker reads them: in a
//! game, the position stays as it is if the input is not a legal move.

use crate::board::{Layout, Mask};
use crate::circuit::{Circuit, CircuitWord, Graph, Signal};
use crate::statement::Named;
use crate::term::{Node, TermId, TermWord, Terms};
use crate::word::Word;

/// The statements that a transition system consists of, in any output format.
///
/// # Examples
/// ```
/// use encodings::board::{Grid, Mask};
/// use encodings::circuit::Circuit;
/// use encodings::transition::{CircuitTransition, Transition};
/// use encodings::word::Word;
///
/// /// A token that walks along a rank; the input says whether it goes on. Looked for: it reaches the last square.
/// fn walk<T: Transition>(system: &mut T) {
///     let token = system.state("token", Grid::<4, 1>::LAYOUT, &Mask::first(1));
///     let goes = system.input("goes", Grid::<4, 1>::LAYOUT);
///     system.next(&token, T::Word::select(goes.any(), token.word.up(1), token.word));
///     system.bad(token.word.bit(3));
/// }
/// let circuit = Circuit::new();
/// let mut system = CircuitTransition::new(&circuit);
/// walk(&mut system);
/// assert_eq!(system.finish().states[0].initial, Mask::first(1));
/// ```
pub trait Transition {
    /// The type of the words.
    type Word: Word;

    /// A word of state that begins as `initial`.
    fn state(&mut self, name: &str, layout: Layout, initial: &Mask) -> StateWord<Self::Word>;
    /// A word that is chosen again at each step.
    fn input(&mut self, name: &str, layout: Layout) -> Self::Word;
    /// The value of a word of state after the step. Without a call the word keeps its value.
    fn next(&mut self, state: &StateWord<Self::Word>, successor: Self::Word);
    /// Marks the states in which the bit holds as bad. With several calls, a state is bad if any of the bits holds.
    fn bad(&mut self, bit: <Self::Word as Word>::Bit);
}

/// A word of state as it is before the step.
///
/// # Examples
/// ```
/// use encodings::board::{Grid, Mask};
/// use encodings::circuit::Circuit;
/// use encodings::transition::{CircuitTransition, Transition};
/// use encodings::word::Word;
///
/// let circuit = Circuit::new();
/// let mut system = CircuitTransition::new(&circuit);
/// let token = system.state("token", Grid::<4, 1>::LAYOUT, &Mask::first(1));
/// system.next(&token, token.word.up(1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StateWord<W> {
    /// Its value.
    pub word: W,
    index: usize,
}

/// A word of state with its initial value and its successor.
///
/// # Examples
/// ```
/// use encodings::board::{Grid, Mask};
/// use encodings::circuit::Circuit;
/// use encodings::transition::{CircuitTransition, Transition};
///
/// let circuit = Circuit::new();
/// let mut system = CircuitTransition::new(&circuit);
/// system.state("token", Grid::<4, 1>::LAYOUT, &Mask::first(1));
/// let state = &system.finish().states[0];
/// assert_eq!(state.next, state.current.word, "without a successor the word stays as it is");
/// ```
#[derive(Clone, Debug)]
pub struct State<T> {
    /// The name and the value before the step.
    pub current: Named<T>,
    /// The value at the beginning.
    pub initial: Mask,
    /// The value after the step.
    pub next: T,
}

/// A transition system as a circuit. The inputs of the circuit are those of the system and the bits of state before the
/// step.
///
/// # Examples
/// ```
/// use encodings::circuit::{Circuit, Signal};
/// use encodings::transition::{CircuitTransition, TransitionCircuit};
///
/// let circuit = Circuit::new();
/// let TransitionCircuit { inputs, states, bad, .. } = CircuitTransition::new(&circuit).finish();
/// assert!(inputs.is_empty() && states.is_empty());
/// assert_eq!(bad, Signal::FALSE);
/// ```
#[derive(Clone, Debug)]
pub struct TransitionCircuit {
    /// The circuit.
    pub graph: Graph,
    /// The inputs of the system.
    pub inputs: Vec<Named<Vec<Signal>>>,
    /// The state.
    pub states: Vec<State<Vec<Signal>>>,
    /// Whether the state is bad.
    pub bad: Signal,
}

/// Writes a transition system as a circuit.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::circuit::Circuit;
/// use encodings::transition::{CircuitTransition, Transition};
/// use encodings::word::Word;
///
/// let circuit = Circuit::new();
/// let mut system = CircuitTransition::new(&circuit);
/// let chosen = system.input("move", Grid::<4, 4>::LAYOUT);
/// system.bad(chosen.is_one_hot());
/// assert_eq!(system.finish().inputs[0].name, "move");
/// ```
#[derive(Debug)]
pub struct CircuitTransition<'c> {
    circuit: &'c Circuit,
    inputs: Vec<Named<Vec<Signal>>>,
    states: Vec<State<Vec<Signal>>>,
    bad: Signal,
}

impl<'c> CircuitTransition<'c> {
    /// A system without content.
    pub fn new(circuit: &'c Circuit) -> Self {
        Self { circuit, inputs: Vec::new(), states: Vec::new(), bad: Signal::FALSE }
    }

    /// The system so far.
    pub fn finish(self) -> TransitionCircuit {
        let Self { circuit, inputs, states, bad } = self;
        TransitionCircuit { graph: circuit.graph(), inputs, states, bad }
    }
}

impl<'c> Transition for CircuitTransition<'c> {
    type Word = CircuitWord<'c>;

    fn state(&mut self, name: &str, layout: Layout, initial: &Mask) -> StateWord<CircuitWord<'c>> {
        let word = self.circuit.inputs(layout.squares());
        let current = Named { name: name.to_owned(), layout, word: word.signals(), chosen: false };
        self.states.push(State { current, initial: *initial, next: word.signals() });
        StateWord { word, index: self.states.len() - 1 }
    }

    fn input(&mut self, name: &str, layout: Layout) -> CircuitWord<'c> {
        let word = self.circuit.inputs(layout.squares());
        self.inputs.push(Named { name: name.to_owned(), layout, word: word.signals(), chosen: true });
        word
    }

    fn next(&mut self, state: &StateWord<CircuitWord<'c>>, successor: CircuitWord<'c>) {
        self.states[state.index].next = successor.signals();
    }

    fn bad(&mut self, bit: <CircuitWord<'c> as Word>::Bit) {
        self.bad = (self.circuit.bit(self.bad) | bit).signal();
    }
}

/// A transition system as word-level terms. Their unknowns are the inputs of the system and the state before the step.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::term::Terms;
/// use encodings::transition::{TermTransition, Transition, TransitionScript};
///
/// let terms = Terms::new();
/// let mut system = TermTransition::new(&terms);
/// let chosen = system.input("move", Grid::<4, 4>::LAYOUT);
/// let TransitionScript { inputs, .. } = system.finish();
/// assert_eq!(inputs[0].word, chosen.id());
/// ```
#[derive(Clone, Debug)]
pub struct TransitionScript {
    /// All terms, arguments first.
    pub nodes: Vec<Node>,
    /// The inputs of the system.
    pub inputs: Vec<Named<TermId>>,
    /// The state.
    pub states: Vec<State<TermId>>,
    /// The state is bad if any of these holds.
    pub bad: Vec<TermId>,
}

/// Writes a transition system as word-level terms.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::term::Terms;
/// use encodings::transition::{TermTransition, Transition};
/// use encodings::word::Word;
///
/// let terms = Terms::new();
/// let mut system = TermTransition::new(&terms);
/// let chosen = system.input("move", Grid::<4, 4>::LAYOUT);
/// system.bad(chosen.any());
/// assert_eq!(system.finish().bad.len(), 1);
/// ```
#[derive(Debug)]
pub struct TermTransition<'t> {
    terms: &'t Terms,
    inputs: Vec<Named<TermId>>,
    states: Vec<State<TermId>>,
    bad: Vec<TermId>,
}

impl<'t> TermTransition<'t> {
    /// A system without content.
    pub fn new(terms: &'t Terms) -> Self {
        Self { terms, inputs: Vec::new(), states: Vec::new(), bad: Vec::new() }
    }

    /// The system so far.
    pub fn finish(self) -> TransitionScript {
        let Self { terms, inputs, states, bad } = self;
        TransitionScript { nodes: terms.nodes(), inputs, states, bad }
    }
}

impl<'t> Transition for TermTransition<'t> {
    type Word = TermWord<'t>;

    fn state(&mut self, name: &str, layout: Layout, initial: &Mask) -> StateWord<TermWord<'t>> {
        let word = self.terms.unknown(layout.squares());
        let current = Named { name: name.to_owned(), layout, word: word.id(), chosen: false };
        self.states.push(State { current, initial: *initial, next: word.id() });
        StateWord { word, index: self.states.len() - 1 }
    }

    fn input(&mut self, name: &str, layout: Layout) -> TermWord<'t> {
        let word = self.terms.unknown(layout.squares());
        self.inputs.push(Named { name: name.to_owned(), layout, word: word.id(), chosen: true });
        word
    }

    fn next(&mut self, state: &StateWord<TermWord<'t>>, successor: TermWord<'t>) {
        self.states[state.index].next = successor.id();
    }

    fn bad(&mut self, bit: <TermWord<'t> as Word>::Bit) {
        self.bad.push(bit.id());
    }
}
