//! Why a text is not a game file.

/// Why a text is not a game file, with the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// What stands at a place is not what it should be.
    #[error("line {line}, character {at}: {reason}")]
    At {
        /// The line, from 1.
        line: usize,
        /// The character of the line, from 1.
        at: usize,
        /// What was expected.
        reason: String,
    },
    /// What the file lacks, or a limit.
    #[error("{0}")]
    Whole(String),
}

impl FileError {
    pub(super) const fn limit(reason: String) -> Self {
        Self::Whole(reason)
    }
}
