//! Why a strategy is not verified.

use thiserror::Error;

/// Why a strategy is not verified. Only [`StrategyError::Refused`] is a judgement about it. Lines are those of the text
/// without compression, from 1.
#[derive(Debug, Error)]
pub enum StrategyError {
    /// The file cannot be read, or its compression is damaged.
    #[error("after line {line}: {error}")]
    File {
        /// The number of lines before.
        line: u64,
        /// What is wrong.
        error: std::io::Error,
    },
    /// The text is not a strategy, or beyond a limit of the reader.
    #[error("line {line}: {reason}")]
    Form {
        /// The line.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// The strategy does not show what it claims.
    #[error("{}{reason}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
    Refused {
        /// The line, if one is wrong.
        line: Option<u64>,
        /// What is wrong.
        reason: String,
    },
    /// The naive game does not judge a position, so that the strategy is not judged either.
    #[error("the naive game does not judge {position}: {reason}")]
    NotJudged {
        /// The position.
        position: String,
        /// Why not.
        reason: String,
    },
    /// It was stopped.
    #[error("the check was stopped")]
    Stopped,
}

impl StrategyError {
    pub(super) fn form(line: u64, reason: impl Into<String>) -> StrategyError {
        StrategyError::Form { line, reason: reason.into() }
    }

    pub(super) fn refused(line: impl Into<Option<u64>>, reason: impl Into<String>) -> StrategyError {
        StrategyError::Refused { line: line.into(), reason: reason.into() }
    }

    pub(super) fn not_judged(position: &str, reason: impl Into<String>) -> StrategyError {
        StrategyError::NotJudged { position: position.to_owned(), reason: reason.into() }
    }
}
