//! Solvers' answers as values of words.

use super::cursor::Token;
use super::reader::Reader;
use encodings::statement::Script;
use encodings::term::{Sort, TermId};
use std::fmt;

/// The longest answer that is read, in bytes.
pub const SIZE_LIMIT: usize = 16 << 20;

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

/// A position in an answer, counted from 1; columns are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerPlace {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for AnswerPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is not an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Too long.
    #[error("the answer has {0} bytes: at most {SIZE_LIMIT} are read")]
    TooLong(usize),
    /// The text is wrong at some position.
    #[error("{place}: {problem}")]
    At {
        /// The position.
        place: AnswerPlace,
        /// The problem.
        problem: Problem,
    },
}

/// What can be wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A byte that no token begins with.
    #[error("the byte {} cannot occur in an answer", .0.escape_ascii())]
    Byte(u8),
    /// An unterminated string or symbol between bars.
    #[error("a string or symbol that starts here is not terminated")]
    Unclosed,
    /// An unexpected token.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// The solver reports an error.
    #[error("the solver reports: {0}")]
    Solver(String),
    /// A value for something that is not a word of the question.
    #[error("there is no word `{0}` in the question")]
    UnknownName(String),
    /// A second value for a word.
    #[error("a second value for `{0}`")]
    Duplicate(String),
    /// A word without a value.
    #[error("the answer has no value for `{0}`")]
    Missing(String),
    /// A value of the wrong width.
    #[error("a value of {found} bits for `{name}`, which has {width}")]
    Width {
        /// The word.
        name: String,
        /// The width of the value.
        found: usize,
        /// The width of the word.
        width: usize,
    },
    /// A number that does not fit into its stated width.
    #[error("the number does not fit into {0} bits")]
    Overflow(usize),
}

impl Problem {
    pub(super) fn unexpected(expected: &'static str, token: Token<'_>) -> Self {
        let found = match token {
            Token::Open => "`(`".to_owned(),
            Token::Close => "`)`".to_owned(),
            Token::Plain(text) | Token::Barred(text) => format!("`{}`", shortened(text)),
            Token::Text(text) => format!("the string \"{}\"", shortened(text)),
            Token::End => "the end of the answer".to_owned(),
        };
        Self::Expected { expected, found }
    }

    pub(super) fn at(self, place: AnswerPlace) -> AnswerError {
        AnswerError::At { place, problem: self }
    }
}

/// Reads a solver's output for a script that asks for the values of these words.
///
/// After `sat` come the values, `((own #x0f) (opp #b00110000) ...)`, or a model, `((define-fun own () (_ BitVec 8) ...)
/// ...)`, with or without the word `model`. A value is `#x...`, `#b...` or `(_ bvN W)`. A list of values has each word
/// once; a model has each chosen word once, and its other definitions are skipped. After `unsat` and `unknown` one
/// `(error "...")` is allowed, because scripts ask for values whatever the verdict. Values after `unknown` belong to an
/// unfinished search and are dropped. An error before the verdict is an error here too, because Z3 then continues with
/// only a part of the script.
///
/// ```
/// use cnf_out::smtlib::{ExpectedWord, SolverAnswer, parse_values};
///
/// let own = ExpectedWord { name: "own", width: 4, chosen: true };
/// let SolverAnswer::Satisfiable(model) = parse_values(b"sat\n((own #x8))\n", &[own])? else { panic!() };
/// assert_eq!(model.word("own"), Some([false, false, false, true].as_slice()));
/// # Ok::<(), cnf_out::smtlib::AnswerError>(())
/// ```
///
/// # Errors
/// [`AnswerError`], with the position and the reason.
pub fn parse_values(text: &[u8], words: &[ExpectedWord<'_>]) -> Result<SolverAnswer, AnswerError> {
    if text.len() > SIZE_LIMIT {
        return Err(AnswerError::TooLong(text.len()));
    }
    Reader::new(text, words).answer()
}

/// The beginning of a text that fits into a message, on one line.
pub(super) fn shortened(text: &str) -> String {
    let more = if text.chars().nth(60).is_some() { "..." } else { "" };
    text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).chain(more.chars()).collect()
}
