//! A question put to a solver, written once for every sink.
//!
//! A query is a function over [`Statement`]: it introduces unknown words, requires bits and numbers, and shows words by
//! name. With [`CircuitStatement`] it becomes a [`Formula`] (for CNF and AIGER), with [`TermStatement`] a [`Script`]
//! (for word-level SMT). Bounds on the number of bits stay abstract here, because each output format has its own best
//! form.

use crate::board::{Layout, Mask, Square};
use crate::circuit::{Circuit, CircuitWord, Graph, Signal};
use crate::term::{Node, TermId, TermWord, Terms};
use crate::word::{Count, OneHot, Word};

/// The statements that a query can make, in any output format.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::circuit::Circuit;
/// use encodings::statement::{CircuitStatement, Statement};
/// use encodings::word::Word;
///
/// /// Two sets of squares that share none, the first with `k` squares or more.
/// fn apart<S: Statement>(statement: &mut S, k: u32) {
///     let layout = Grid::<4, 4>::LAYOUT;
///     let (one, other) = (statement.unknown("one", layout), statement.unknown("other", layout));
///     statement.require(!(one & other).any());
///     statement.require_at_least(layout, one, k);
/// }
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// apart(&mut statement, 5);
/// assert_eq!(statement.finish().requirements.len(), 2);
/// ```
pub trait Statement {
    /// The type of the words.
    type Word: Word;

    /// A word that the solver chooses among the squares of `within`, shown under its name.
    fn unknown_within(&mut self, name: &str, layout: Layout, within: &Mask) -> Self::Word;
    /// Requires a bit.
    fn require(&mut self, bit: <Self::Word as Word>::Bit);
    /// Requires that at least `bound` squares of a word and `others` are set together; a square counts once for each
    /// word that has it. A sink that lists the squares does so quarter by quarter ([`Layout::by_quarters`]).
    fn require_total(&mut self, layout: Layout, word: Self::Word, others: &[Self::Word], bound: u32);
    /// Requires that exactly one bit of the word is set.
    fn require_one_hot(&mut self, word: Self::Word);
    /// Gives a word a name under which answers show it.
    fn show(&mut self, name: &str, layout: Layout, word: Self::Word);

    /// Requires that at least `bound` squares of the word are set.
    fn require_at_least(&mut self, layout: Layout, word: Self::Word, bound: u32) {
        self.require_total(layout, word, &[], bound);
    }

    /// A word that the solver chooses, shown under its name.
    fn unknown(&mut self, name: &str, layout: Layout) -> Self::Word {
        self.unknown_within(name, layout, &Mask::first(layout.squares()))
    }

    /// A truth value that the solver chooses, shown under its name.
    fn unknown_bit(&mut self, name: &str) -> <Self::Word as Word>::Bit {
        self.unknown(name, Layout::BIT).bit(0)
    }

    /// A move that the solver chooses among the squares of `within`: a word that is required to be one-hot.
    fn unknown_one_hot(&mut self, name: &str, layout: Layout, within: &Mask) -> OneHot<Self::Word> {
        let word = self.unknown_within(name, layout, within);
        self.require_one_hot(word);
        OneHot::assume(word)
    }
}

/// A word with its name, and the layout that names its bits.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::circuit::Circuit;
/// use encodings::statement::{CircuitStatement, Statement};
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let own = statement.unknown("own", Grid::<4, 4>::LAYOUT);
/// let formula = statement.finish();
/// assert_eq!((formula.words[0].name.as_str(), formula.words[0].chosen), ("own", true));
/// assert_eq!(formula.words[0].word, own.signals());
/// ```
#[derive(Clone, Debug)]
pub struct Named<T> {
    /// The name, such as `own`.
    pub name: String,
    /// How the bits are named, as in `own[a1]`.
    pub layout: Layout,
    /// The word.
    pub word: T,
    /// Whether the solver chooses the word. Otherwise it follows from others.
    pub chosen: bool,
}

/// One requirement of a formula.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::circuit::Circuit;
/// use encodings::statement::{CircuitStatement, Requirement, Statement};
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let own = statement.unknown("own", Grid::<4, 4>::LAYOUT);
/// statement.require_at_least(Grid::<4, 4>::LAYOUT, own, 3);
/// assert!(matches!(statement.finish().requirements[0], Requirement::AtLeast { bound: 3, .. }));
/// ```
#[derive(Clone, Debug)]
pub enum Requirement {
    /// The signal holds.
    Holds(Signal),
    /// At least `bound` of the signals hold.
    AtLeast {
        /// The signals that are counted.
        signals: Vec<Signal>,
        /// The least number of them that must hold.
        bound: u32,
    },
    /// Exactly one of the signals holds.
    OneHot(Vec<Signal>),
}

/// A question as a circuit.
///
/// # Examples
/// ```
/// use encodings::board::Layout;
/// use encodings::circuit::Circuit;
/// use encodings::statement::{CircuitStatement, Formula, Statement};
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let black = statement.unknown_bit("black");
/// statement.require(!black);
/// let Formula { graph, requirements, words } = statement.finish();
/// assert_eq!((graph.inputs(), requirements.len(), words[0].layout), (1, 1, Layout::BIT));
/// ```
#[derive(Clone, Debug)]
pub struct Formula {
    /// The circuit.
    pub graph: Graph,
    /// The requirements, in the order in which they were made.
    pub requirements: Vec<Requirement>,
    /// The named words as signals.
    pub words: Vec<Named<Vec<Signal>>>,
}

/// Writes a question as a circuit.
///
/// # Examples
/// ```
/// use encodings::board::{Grid, Mask};
/// use encodings::circuit::Circuit;
/// use encodings::statement::{CircuitStatement, Statement};
///
/// let circuit = Circuit::new();
/// let mut statement = CircuitStatement::new(&circuit);
/// let placed = statement.unknown_one_hot("move", Grid::<4, 4>::LAYOUT, &Mask::first(4));
/// statement.show("target", Grid::<4, 4>::LAYOUT, placed.word());
/// assert_eq!(statement.finish().graph.inputs(), 4);
/// ```
#[derive(Debug)]
pub struct CircuitStatement<'c> {
    circuit: &'c Circuit,
    requirements: Vec<Requirement>,
    words: Vec<Named<Vec<Signal>>>,
}

impl<'c> CircuitStatement<'c> {
    /// A statement without content.
    pub fn new(circuit: &'c Circuit) -> Self {
        Self { circuit, requirements: Vec::new(), words: Vec::new() }
    }

    /// The question so far.
    pub fn finish(self) -> Formula {
        Formula { graph: self.circuit.graph(), requirements: self.requirements, words: self.words }
    }
}

impl<'c> Statement for CircuitStatement<'c> {
    type Word = CircuitWord<'c>;

    fn unknown_within(&mut self, name: &str, layout: Layout, within: &Mask) -> CircuitWord<'c> {
        let word = self.circuit.inputs_within(layout.squares(), within);
        self.words.push(Named { name: name.to_owned(), layout, word: word.signals(), chosen: true });
        word
    }

    fn require(&mut self, bit: <CircuitWord<'c> as Word>::Bit) {
        self.requirements.push(Requirement::Holds(bit.signal()));
    }

    fn require_total(
        &mut self,
        layout: Layout,
        word: CircuitWord<'c>,
        others: &[CircuitWord<'c>],
        bound: u32,
    ) {
        let words = || std::iter::once(&word).chain(others);
        let on = |square: Square| words().map(move |word| word.bit(square.index()).signal());
        let signals = layout.by_quarters().into_iter().flat_map(on).collect();
        self.requirements.push(Requirement::AtLeast { signals, bound });
    }

    fn require_one_hot(&mut self, word: CircuitWord<'c>) {
        self.requirements.push(Requirement::OneHot(word.signals()));
    }

    fn show(&mut self, name: &str, layout: Layout, word: CircuitWord<'c>) {
        self.words.push(Named { name: name.to_owned(), layout, word: word.signals(), chosen: false });
    }
}

/// A question as word-level terms.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::statement::{Script, Statement, TermStatement};
/// use encodings::term::Terms;
/// use encodings::word::Word;
///
/// let terms = Terms::new();
/// let mut statement = TermStatement::new(&terms);
/// let own = statement.unknown("own", Grid::<4, 4>::LAYOUT);
/// statement.require(own.any());
/// let Script { nodes, requirements, words } = statement.finish();
/// assert_eq!(words[0].word, own.id());
/// assert!(requirements[0].index() < nodes.len());
/// ```
#[derive(Clone, Debug)]
pub struct Script {
    /// All terms, arguments first.
    pub nodes: Vec<Node>,
    /// The truth values required.
    pub requirements: Vec<TermId>,
    /// The named words.
    pub words: Vec<Named<TermId>>,
}

/// Writes a question as word-level terms.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::statement::{Statement, TermStatement};
/// use encodings::term::Terms;
///
/// let terms = Terms::new();
/// let mut statement = TermStatement::new(&terms);
/// let own = statement.unknown("own", Grid::<4, 4>::LAYOUT);
/// statement.require_at_least(Grid::<4, 4>::LAYOUT, own, 3);
/// assert_eq!(statement.finish().requirements.len(), 1);
/// ```
#[derive(Debug)]
pub struct TermStatement<'t> {
    terms: &'t Terms,
    requirements: Vec<TermId>,
    words: Vec<Named<TermId>>,
}

impl<'t> TermStatement<'t> {
    /// A statement without content.
    pub fn new(terms: &'t Terms) -> Self {
        Self { terms, requirements: Vec::new(), words: Vec::new() }
    }

    /// The question so far.
    pub fn finish(self) -> Script {
        Script { nodes: self.terms.nodes(), requirements: self.requirements, words: self.words }
    }
}

impl<'t> Statement for TermStatement<'t> {
    type Word = TermWord<'t>;

    fn unknown_within(&mut self, name: &str, layout: Layout, within: &Mask) -> TermWord<'t> {
        let word = self.terms.unknown(layout.squares());
        self.words.push(Named { name: name.to_owned(), layout, word: word.id(), chosen: true });
        if *within == Mask::first(layout.squares()) {
            return word;
        }
        let inside = word & word.constant(within);
        self.require(inside.equals(word));
        inside
    }

    fn require(&mut self, bit: <TermWord<'t> as Word>::Bit) {
        self.requirements.push(bit.id());
    }

    fn require_total(&mut self, _layout: Layout, word: TermWord<'t>, others: &[TermWord<'t>], bound: u32) {
        self.require(word.total(others).at_least(bound));
    }

    fn require_one_hot(&mut self, word: TermWord<'t>) {
        self.require(word.is_one_hot());
    }

    fn show(&mut self, name: &str, layout: Layout, word: TermWord<'t>) {
        self.words.push(Named { name: name.to_owned(), layout, word: word.id(), chosen: false });
    }
}
