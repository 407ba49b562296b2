//! Why a text is not the answer of a solver.

use std::fmt;

/// The longest answer that is read, in bytes.
pub const SIZE_LIMIT: usize = 16 << 20;

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
    pub(super) fn at(self, place: AnswerPlace) -> AnswerError {
        AnswerError::At { place, problem: self }
    }
}
