//! Counting the answers to a question by a decision diagram.
//!
//! Idea: the circuit is made a reduced ordered binary decision diagram gate by gate (R. Bryant 1986; the crate
//! `biodivine-lib-bdd`), and the paths of the last one are counted. What a diagram costs is decided by the order of its
//! variables: squares row by row along the shorter side of the board, the words of a square next to each other (`order`),
//! so that the diagram of a rule that looks at neighbours is as wide as what it has to remember of a row.
//!
//! What is counted are the values of some words for which there is an answer, by default of all words that are chosen. A
//! word that follows from others gets variables of its own, and what is not counted is quantified.
//!
//! Cost: a gate costs at most the product of the sizes of its operands' diagrams. Rules of local nature stay small; a
//! number that is compared with a bound multiplies the size by the bound; what looks along whole lines, or counts what many
//! gates share, may grow as 2 to the number of squares does. There is no telling before.
//!
//! What it does not show: there is no proof of a count. Small boards are compared with exhaustive search.

mod compile;
mod operations;
mod order;

use compile::Compiler;
use encodings::statement::Formula;
use num_bigint::BigUint;
use operations::{Halt, Operations};
use order::Order;

/// A number of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number.
    pub solutions: BigUint,
    /// The size of the diagram at the end.
    pub nodes: usize,
    /// The number of variables that it is about.
    pub variables: usize,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The gates that are done.
    pub done: usize,
    /// All gates that are needed.
    pub gates: usize,
    /// The nodes of all diagrams that are kept.
    pub nodes: usize,
}

/// Why answers are not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// The diagrams are too large.
    #[error("the decision diagrams take more than {0} nodes, all that the memory allows")]
    TooLarge(usize),
    /// There are more variables than a diagram can have.
    #[error("{0} variables, more than a decision diagram can have here")]
    TooManyVariables(usize),
    /// There is no such word.
    #[error("the question has no word `{name}`: its words are {known}")]
    MissingWord {
        /// The name.
        name: String,
        /// The names that there are.
        known: String,
    },
}

/// Counts the values of the words named, or of all chosen words, for which there is an answer; `None` if it is stopped.
///
/// `memory` is in bytes, about. `proceed` is told the progress before each operation and says whether to go on.
///
/// # Errors
/// [`DiagramError`] if the diagrams do not fit, or if a word is unknown.
pub fn count(
    formula: &Formula,
    words: Option<&[String]>,
    memory: u64,
    proceed: &mut dyn FnMut(Progress) -> bool,
) -> Result<Option<Counted>, DiagramError> {
    let order = Order::of(formula, words)?;
    let mut operations = Operations::new(&order, memory, proceed)?;
    let most = operations.most();
    let mut compile = || {
        let mut compiler = Compiler::new(formula, &order, &mut operations);
        compiler.gates()?;
        let all = compiler.requirements()?;
        compiler.without_uncounted(all)
    };
    match compile() {
        Ok(diagram) => {
            // Each variable that is not counted is free now, and doubles the number.
            let free = usize::from(diagram.num_vars()) - order.counted();
            let (solutions, nodes) = (diagram.exact_cardinality() >> free, diagram.size());
            Ok(Some(Counted { solutions, nodes, variables: order.counted() }))
        }
        Err(Halt::Stopped) => Ok(None),
        Err(Halt::Full) => Err(DiagramError::TooLarge(most)),
    }
}
