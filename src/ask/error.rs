//! Errors: why flags or parameters do not make a question.

use std::fmt;

/// Why flags or parameters do not make a question, a transition system, or an argument for a bound.
///
/// # Examples
/// ```
/// use certamen_ask::error::QuestionError;
///
/// let error = QuestionError::value("board", "5x5", "expected 4x4 or 8x8");
/// assert_eq!(error.to_string(), "--board 5x5: expected 4x4 or 8x8");
/// // A reason in the game's own words needs no variant.
/// assert_eq!(QuestionError::from("two kings".to_owned()), QuestionError::Refused("two kings".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// A flag that the question needs was not given.
    #[error("{question} needs --{flag}")]
    Missing {
        /// The name of the question.
        question: &'static str,
        /// The flag, followed by the name of its value.
        flag: &'static str,
    },
    /// A flag does not fit the others, or its value does not fit the board.
    #[error("--{flag}: {reason}")]
    Flag {
        /// The flag.
        flag: String,
        /// What is wrong.
        reason: String,
    },
    /// The value of a flag cannot be read, or is not one of its choices.
    #[error("--{flag} {value}: {reason}")]
    Value {
        /// The flag.
        flag: String,
        /// Its value.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The parameters do not fit the question: one is missing, unknown, or of the wrong type.
    #[error("{0}")]
    Parameters(String),
    /// A number exceeds what the board or the formula allows.
    #[error("{0}")]
    Limit(String),
    /// Another reason, stated by the game.
    #[error("{0}")]
    Refused(String),
}

impl QuestionError {
    /// An error about a flag.
    pub fn flag(flag: &str, reason: impl fmt::Display) -> Self {
        Self::Flag { flag: flag.to_owned(), reason: reason.to_string() }
    }

    /// An error about the value of a flag.
    pub fn value(flag: &str, value: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self::Value { flag: flag.to_owned(), value: value.to_string(), reason: reason.to_string() }
    }

    /// An error of the game's own type.
    pub fn refused(reason: impl fmt::Display) -> Self {
        Self::Refused(reason.to_string())
    }
}

impl From<serde_json::Error> for QuestionError {
    fn from(error: serde_json::Error) -> Self {
        Self::Parameters(error.to_string())
    }
}

impl From<String> for QuestionError {
    fn from(reason: String) -> Self {
        Self::Refused(reason)
    }
}
