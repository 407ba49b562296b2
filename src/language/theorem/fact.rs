//! What was found about a question, and why there is no book about it.

use crate::game_file::FileError;

/// What no book says, as errors name it.
pub(super) const CHOSEN: &str = "moves that are chosen, and positions after them";

/// The largest book, in bytes.
pub(super) const SIZE_LIMIT: usize = 1 << 20;

/// What was found about a question. A position is a line.
#[derive(Clone, Debug)]
pub enum TheoremFact {
    /// The largest or smallest value, and a position that has it.
    Extreme {
        /// The value.
        value: i64,
        /// The position.
        position: String,
    },
    /// These positions meet the condition, and no others.
    All(Vec<String>),
    /// The claim about games of every length holds.
    Kept,
}

/// Why there is no book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TheoremError {
    /// The rules are not those of a game file.
    #[error("a theorem needs the rules of a game file, and those of {0} are written in Rust")]
    NoFile(String),
    /// Something that the books do not say.
    #[error("theorems about {0} are not supported")]
    Unsupported(&'static str),
    /// The fact is about another kind of question.
    #[error("the fact does not answer the question")]
    OtherFact,
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The position cannot be read.
    #[error("the position: {0}")]
    Position(String),
    /// A book is too large.
    #[error("a book of more than {SIZE_LIMIT} bytes")]
    Large,
}
