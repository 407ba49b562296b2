//! Books of ACL2 for what was found about a game file: its rules as functions, and the theorem.
//!
//! Idea: the meaning of a file on a board, and of a question, are trees of operations on sets of squares. Each operation is a function
//! of a general book, so that the tree is written as it stands; what a solver has to refute follows by rules that are proved
//! once (`verify/theorems`). The books are the same byte for byte each time.
//!
//! Does not show: anything. A book is a text until ACL2 has certified it.

mod expression;
mod form;
#[cfg(test)]
mod lisp;
mod rules;
mod statement;
#[cfg(test)]
mod tests;

use crate::game_file::{FileError, GameFile};
use crate::meaning::Meaning;
use encodings::board::Mask;
use rules::rules_book;
use statement::{StatementBook, statement_book};

/// The largest book, in bytes.
const SIZE_LIMIT: usize = 1 << 20;

/// What was found about a question; a position is a line, or the squares of its words.
#[derive(Clone, Debug)]
pub enum TheoremFact<P> {
    /// The largest or smallest value, and a position that has it.
    Extreme {
        /// The value.
        value: i64,
        /// The position.
        position: P,
    },
    /// No position meets the condition.
    Refuted,
}

/// Why there is no book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TheoremError {
    /// The rules are not those of a game file.
    #[error("a theorem needs the rules of a game file, and those of {0} are written in Rust")]
    NoFile(String),
    /// Something that the books do not say.
    #[error("a theorem about {0} is not built")]
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

/// The books of a theorem, which `verify/theorems/certify` certifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheoremBooks {
    /// The files by name, each with its text.
    pub files: Vec<(String, String)>,
    /// The names of the theorems.
    pub theorems: Vec<String>,
}

/// Writes the books of a question and of what was found about it: an ability of questions of the language.
pub trait TheoremWriter {
    /// # Errors
    /// [`TheoremError`]
    fn books(&self, fact: &TheoremFact<&str>) -> Result<TheoremBooks, TheoremError>;
}

/// The kind asks about the rules of a game file, so that theorems are written about them.
#[derive(Clone, Copy, Debug)]
pub struct TheoremKind;

/// The writer of a question.
pub type TheoremAbility = Box<dyn TheoremWriter>;

/// Writes the books of a question about the rules of a file on a board.
///
/// # Errors
/// [`TheoremError`]
pub(crate) fn books(
    (text, board): (&str, &str),
    question: (&str, &Meaning),
    fact: &TheoremFact<Vec<Mask>>,
) -> Result<TheoremBooks, TheoremError> {
    let file = GameFile::read(text)?;
    let meaning = file.meaning(board)?;
    let game = rules_book(&file, &meaning)?;
    let StatementBook { text: theorem, theorems } = statement_book(&meaning, &game.loops, question, fact)?;
    if game.text.len().max(theorem.len()) > SIZE_LIMIT {
        return Err(TheoremError::Large);
    }
    let names = theorems.iter().map(|name| format!("theorem {name}\n")).collect();
    let files = [
        (format!("{}.game", file.name()), text.to_owned()),
        ("game.lisp".to_owned(), game.text),
        ("theorem.lisp".to_owned(), theorem),
        ("theorems.txt".to_owned(), names),
    ];
    Ok(TheoremBooks { files: files.into(), theorems })
}
