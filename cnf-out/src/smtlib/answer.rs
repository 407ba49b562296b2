//! Answers of solvers as values of words.

use super::cursor::Token;
use super::reader::Reader;
use encodings::statement::Script;
use encodings::term::{Sort, TermId};
use std::fmt;

/// The longest answer that is read, in bytes.
pub const SIZE_LIMIT: usize = 16 << 20;

/// A word that an answer is to give a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedWord<'n> {
    /// Its name, without bars.
    pub name: &'n str,
    /// The number of its bits.
    pub width: usize,
    /// Whether the solver chooses it. Only these are read from a whole model, where other words are terms.
    pub chosen: bool,
}

/// The words whose values a script asks for, in its order.
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

/// What a solver says of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverAnswer {
    /// `sat`, with the values of the words.
    Satisfiable(Model),
    /// `unsat`: the word of the solver, without a proof.
    Unsatisfiable,
    /// `unknown`, or Z3's `timeout`: no verdict.
    Unknown,
}

/// Values of words, as a solver gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    pub(super) words: Vec<(String, Vec<bool>)>,
}

impl Model {
    /// Values of words, the bits lowest first.
    #[cfg(feature = "z3")]
    pub(crate) fn new(words: Vec<(String, Vec<bool>)>) -> Self {
        Self { words }
    }

    /// The bits of a word, lowest first; none if the answer has no such word.
    pub fn word(&self, name: &str) -> Option<&[bool]> {
        self.words.iter().find(|(known, _)| known == name).map(|(_, bits)| bits.as_slice())
    }

    /// All words, in the order in which they were expected.
    pub fn words(&self) -> impl Iterator<Item = (&str, &[bool])> {
        self.words.iter().map(|(name, bits)| (name.as_str(), bits.as_slice()))
    }
}

/// A place in an answer, counted from 1; columns are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why an answer is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Too long.
    #[error("the answer has {0} bytes: at most {SIZE_LIMIT} are read")]
    TooLong(usize),
    /// Something is wrong at a place.
    #[error("{place}: {problem}")]
    At {
        /// Where.
        place: Place,
        /// What.
        problem: Problem,
    },
}

/// What can be wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A byte that starts nothing.
    #[error("the byte {} stands in no answer", .0.escape_ascii())]
    Byte(u8),
    /// A string or a symbol between bars that does not end.
    #[error("what starts here does not end")]
    Unclosed,
    /// Another token than can stand there.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What can stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The solver reports an error.
    #[error("the solver reports: {0}")]
    Solver(String),
    /// A value for something that was not asked for.
    #[error("there is no word `{0}` in the question")]
    UnknownName(String),
    /// A second value for a word.
    #[error("a second value for `{0}`")]
    Duplicate(String),
    /// The answer ends without a value for a word.
    #[error("the answer has no value for `{0}`")]
    Missing(String),
    /// A value of another width.
    #[error("a value of {found} bits for `{name}`, which has {width}")]
    Width {
        /// The word.
        name: String,
        /// The width of the value.
        found: usize,
        /// The width of the word.
        width: usize,
    },
    /// A number with more bits than it says.
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

    pub(super) fn at(self, place: Place) -> AnswerError {
        AnswerError::At { place, problem: self }
    }
}

/// Reads what a solver printed for a script that asks for these words.
///
/// After `sat` come the values, `((own #x0f) (opp #b00110000) ...)`, or a model, `((define-fun own () (_ BitVec 8) ...)
/// ...)`, with or without the word `model`; a value is `#x...`, `#b...` or `(_ bvN W)`. In a list of values each word
/// stands once; a model has each chosen word once, and other definitions in it are passed over. After `unsat` and
/// `unknown` there may be one `(error "...")`, for scripts ask for values whatever the verdict; values after `unknown`
/// are those of an unfinished search and are dropped. An error before the verdict is one here too: Z3 goes on after it
/// with what it has understood of the script.
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
/// [`AnswerError`] with the place and the reason.
pub fn parse_values(text: &[u8], words: &[ExpectedWord<'_>]) -> Result<SolverAnswer, AnswerError> {
    if text.len() > SIZE_LIMIT {
        return Err(AnswerError::TooLong(text.len()));
    }
    Reader::new(text, words).answer()
}

/// As much of a text as fits into a message, on one line.
pub(super) fn shortened(text: &str) -> String {
    let more = if text.chars().nth(60).is_some() { "..." } else { "" };
    text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).chain(more.chars()).collect()
}
