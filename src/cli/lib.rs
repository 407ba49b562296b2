//! The command line: a file or a directory for each verb, and in `frame` what is around them. No file here names a game.
//!
//! An [`App`] knows games, kinds of questions and tasks, which its program registers; the verbs work on whatever there
//! is. Verb first, then the subject (a game, or a question such as `GAME.NOUN`), then flags: those of the verb and
//! those of the subject.
//!
//! Answers go to standard output, progress and diagnostics to standard error; `--json` gives every answer as one JSON
//! object. Exit codes: 0 when what was asked holds, 1 when it does not, 2 for bad usage or unreadable input, 3 when a
//! limit or an interrupt ended the work undecided; `solve` has those of the SAT competition, 10, 20 and 0.

mod archive;
mod ask;
mod campaign;
mod check;
mod completions;
mod convert;
mod count;
mod cube;
mod decode;
mod emit;
mod enumerate;
mod family;
mod forced_win;
mod frame;
mod games;
mod perft;
mod profile;
mod prove;
mod reach;
mod replay;
mod retro;
mod run_cube;
mod schema;
mod show;
mod solve;
mod solve_position;
mod solvers;
mod theorem;
mod value_certificate;

pub use frame::app::{App, BoxedFile, ProgramVerb};
pub use frame::rules_check::check_rules;

#[cfg(test)]
mod tests;
