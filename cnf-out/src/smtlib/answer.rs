//! Solvers' answers as values of words.

use encodings::statement::Script;
use encodings::term::{Sort, TermId};

/// A word for which an answer must give a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedWord<'n> {
    /// Its name, without bars.
    pub name: &'n str,
    /// The number of its bits.
    pub width: usize,
    /// Whether the solver chooses it. Of a whole model only these words are read, because other words are terms there.
    pub chosen: bool,
}

/// The words whose values a script asks for, in the order of the script.
pub fn expected_words(script: &Script) -> Vec<ExpectedWord<'_>> {
    let width = |term: TermId| match script.nodes[term.index()].sort {
        Sort::Bits(width) => width as usize,
        Sort::Bool => 1,
    };
    script
        .words
        .iter()
        .map(|word| ExpectedWord { name: &word.name, width: width(word.word), chosen: word.chosen })
        .collect()
}

/// A solver's answer to a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverAnswer {
    /// `sat`, with the values of the words.
    Satisfiable(Model),
    /// `unsat`: the solver's claim, without a proof.
    Unsatisfiable,
    /// `unknown`, or Z3's `timeout`: no verdict.
    Unknown,
}

/// Values of words, as given by a solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    pub(super) words: Vec<(String, Vec<bool>)>,
}

impl Model {
    /// A model of these values, the bits lowest first.
    #[cfg(feature = "z3")]
    pub(crate) fn new(words: Vec<(String, Vec<bool>)>) -> Self {
        Self { words }
    }

    /// The bits of a word, lowest first; `None` if the answer does not have the word.
    pub fn word(&self, name: &str) -> Option<&[bool]> {
        self.words.iter().find(|(known, _)| known == name).map(|(_, bits)| bits.as_slice())
    }

    /// All words, in the order in which they were expected.
    pub fn words(&self) -> impl Iterator<Item = (&str, &[bool])> {
        self.words.iter().map(|(name, bits)| (name.as_str(), bits.as_slice()))
    }
}
