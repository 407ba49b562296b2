//! Books of ACL2 for what was found about a game file: its rules as functions, and the theorem.
//!
//! Idea: the meaning of a file on a board, and of a question, are trees of operations on sets of squares. Each operation is a function
//! of a general book, so that the tree is written as it stands; what a solver has to refute follows by rules that are proved
//! once (`verify/theorems`). The books are the same byte for byte each time.
//!
//! Does not show: anything. A book is a text until ACL2 has certified it.

mod book;
mod expression;
mod form;
mod games;
mod rules;
mod statement;
#[cfg(test)]
mod tests;

use crate::game_file::{FileError, GameFile};
use crate::meaning::{Bit, Meaning};
use book::StatementBook;
use encodings::board::Mask;
use encodings::rules::Rules;
use games::never_book;
use rules::rules_book;
use statement::statement_book;

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
    /// These positions meet the condition, and no others.
    All(Vec<P>),
    /// The claim about games of every length holds.
    Kept,
}

impl<P> TheoremFact<P> {
    /// The same with positions in another form.
    ///
    /// # Errors
    /// That of `change`.
    pub(crate) fn changed<Q, E>(&self, change: impl Fn(&P) -> Result<Q, E>) -> Result<TheoremFact<Q>, E> {
        Ok(match self {
            Self::Extreme { value, position } => {
                TheoremFact::Extreme { value: *value, position: change(position)? }
            }
            Self::All(positions) => TheoremFact::All(positions.iter().map(change).collect::<Result<_, E>>()?),
            Self::Kept => TheoremFact::Kept,
        })
    }
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
    fn books(&self, fact: &TheoremFact<String>) -> Result<TheoremBooks, TheoremError>;
}

/// The kind asks about the rules of a game file, so that theorems are written about them.
#[derive(Clone, Copy, Debug)]
pub struct TheoremKind;

/// The writer of a question.
pub type TheoremAbility = Box<dyn TheoremWriter>;

/// What a book is about.
pub(crate) enum Subject<'s> {
    /// A question, and what was found.
    Question(&'s Meaning, TheoremFact<Vec<Mask>>),
    /// No game leads to a condition; what each ply keeps.
    Never([&'s Bit; 2]),
}

/// Writes the books of what was asked about the rules of a file on a board.
///
/// # Errors
/// [`TheoremError`]
pub(crate) fn books<R: Rules>(
    rules: &R,
    asked: &str,
    subject: &Subject<'_>,
) -> Result<TheoremBooks, TheoremError> {
    let text = rules.rules_file().ok_or_else(|| TheoremError::NoFile(rules.name().to_owned()))?.text;
    let file = GameFile::read(text)?;
    let meaning = file.meaning(&rules.board_name())?;
    let game = rules_book(&file, &meaning)?;
    let StatementBook { text: theorem, theorems } = match subject {
        Subject::Question(question, fact) => statement_book(&meaning, &game.loops, (asked, question), fact)?,
        Subject::Never(conditions) => never_book(&meaning, &game.loops, asked, *conditions)?,
    };
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
