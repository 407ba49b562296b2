//! Counts the answers to a question with a decision diagram.
//!
//! Idea: the circuit becomes a reduced ordered binary decision diagram, gate by gate (R. Bryant 1986; the crate
//! `biodivine-lib-bdd`), and the satisfying paths of the last diagram are counted. The size depends on the order of the
//! variables. Here it is row by row along the shorter side of the board, with the words of one square next to each
//! other (`order`). So the diagram of a rule that looks at neighbours is only as wide as what it must remember of one
//! row.
//!
//! It counts the values of some words for which there is an answer; by default these are all words that the solver
//! chooses. A word that follows from others gets variables of its own, and all variables that are not counted are
//! quantified.
//!
//! Cost: a gate costs at most the product of the sizes of its operands' diagrams. Rules that look at neighbours stay
//! small. A comparison of a number with a bound multiplies the size by the bound. Rules that look along whole lines, or
//! count what many gates share, may take 2 to the number of squares. The size cannot be predicted.
//!
//! What it does not show: there is no proof of a count. Tests compare small boards with exhaustive search.

mod compile;
mod error;
mod operations;
mod order;
mod progress;

use compile::Compiler;
use encodings::statement::Formula;
pub use error::DiagramError;
use num_bigint::BigUint;
pub use progress::DiagramProgress;

use operations::{Halt, Operations};
use order::Order;

/// A number of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// The number.
    pub solutions: BigUint,
    /// The size of the diagram at the end.
    pub nodes: usize,
    /// The number of variables of the diagram.
    pub variables: usize,
}

/// Counts the values of the named words, or of all chosen words, for which there is an answer; `None` if it was
/// stopped.
///
/// `memory` is an approximate limit in bytes. `proceed` is called with the progress before each operation and returns
/// whether to continue.
///
/// # Errors
/// [`DiagramError`] if the diagrams do not fit, or if a word is unknown.
pub fn count(
    formula: &Formula,
    words: Option<&[String]>,
    memory: u64,
    proceed: &mut dyn FnMut(DiagramProgress) -> bool,
) -> Result<Option<SolutionCount>, DiagramError> {
    let order = Order::new(formula, words)?;
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
            // Variables that are not counted have been quantified: each is free, and doubles the number.
            let free = usize::from(diagram.num_vars()) - order.counted();
            let (solutions, nodes) = (diagram.exact_cardinality() >> free, diagram.size());
            Ok(Some(SolutionCount { solutions, nodes, variables: order.counted() }))
        }
        Err(Halt::Stopped) => Ok(None),
        Err(Halt::Full) => Err(DiagramError::TooLarge(most)),
    }
}
