//! Books of ACL2 for what was found about a game file: its rules as functions, and the theorem.
//!
//! Idea: the meaning of a file on a board, and of a question, are trees of operations on sets of squares. Each operation is a
//! function of a general book, so that the tree is written as it stands; what a solver has to refute follows by rules that
//! are proved once (`verify/theorems`). The books are the same byte for byte each time.
//!
//! Does not show: anything. A book is a text until ACL2 has certified it.

mod book;
mod expression;
mod fact;
mod form;
mod games;
mod replies;
mod rules;
mod statement;
#[cfg(test)]
mod tests;

use crate::game_file::GameFile;
use crate::meaning::{Bit, Meaning};
use book::StatementBook;
use encodings::board::Mask;
use encodings::rules::Rules;
use fact::SIZE_LIMIT;
pub use fact::{TheoremError, TheoremFact};
use games::never_book;
use replies::reply_book;
pub(crate) use replies::{KindReply, Replies};
use rules::rules_book;
use statement::statement_book;

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
    fn books(&self, fact: &TheoremFact) -> Result<TheoremBooks, TheoremError>;
}

/// The kind asks about the rules of a game file, so that theorems are written about them.
#[derive(Clone, Copy, Debug)]
pub struct TheoremKind;

/// The writer of a question.
pub type TheoremAbility = Box<dyn TheoremWriter>;

/// What a book is about.
pub(crate) enum Subject<'s> {
    /// A question, what was found, and how a line is read as the squares of each word.
    Question(&'s Meaning, &'s TheoremFact, &'s dyn Fn(&str) -> Result<Vec<Mask>, TheoremError>),
    /// No game leads to a condition; what each ply keeps.
    Never([&'s Bit; 2]),
    /// The start is lost by replies.
    Lost(Replies<'s>),
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
        Subject::Question(question, fact, read) => {
            statement_book(&meaning, &game.loops, (asked, question), fact, *read)?
        }
        Subject::Never(conditions) => never_book(&meaning, &game.loops, asked, *conditions)?,
        Subject::Lost(replies) => reply_book(&meaning, &game.loops, asked, replies)?,
    };
    if game.text.len().max(theorem.len()) > SIZE_LIMIT {
        return Err(TheoremError::Large);
    }
    let names = theorems.iter().flat_map(|name| ["theorem ", name, "\n"]).collect();
    let files = [
        (format!("{}.game", file.name()), text.to_owned()),
        ("game.lisp".to_owned(), game.text),
        ("theorem.lisp".to_owned(), theorem),
        ("theorems.txt".to_owned(), names),
    ];
    Ok(TheoremBooks { files: files.into(), theorems })
}
