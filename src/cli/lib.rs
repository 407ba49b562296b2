//! The command line: a file for each verb. No file here names a game.
//!
//! An [`App`] knows games, kinds of questions and tasks, which its program registers; the verbs work on whatever there
//! is. Verb first, then the subject (a game, or a question such as `GAME.NOUN`), then flags: those of the verb and
//! those of the subject.
//!
//! Answers go to standard output, progress and diagnostics to standard error; `--json` gives every answer as one JSON
//! object. Exit codes: 0 when what was asked holds, 1 when it does not, 2 for bad usage or unreadable input, 3 when a
//! limit or an interrupt ended the work undecided; `solve` has those of the SAT competition, 10, 20 and 0.

mod app;
mod archive;
mod ask;
mod campaign;
mod check;

mod convert;
mod count;
mod cube;
mod decode;
mod emit;
mod enumerate;
mod examples;
mod family;
mod flags;
mod forced_win;
mod game_files;
mod game_verb;
mod games;
mod parse;
mod perft;
mod process;
mod processor;
mod profile;
mod program_verdict;
mod programs;
mod prove;
mod question_or_file;
mod question_verb;
mod reach;
mod registration;
mod replay;
mod retro;
mod rules_check;
mod run_cube;
mod schema;
mod shell;
mod show;
mod solve;
mod solve_file;
mod solve_position;
mod solvers;
mod strategies;
mod theorem;
mod tree;
mod usage_error;
mod verb;
mod verdict;
mod version;

pub use app::{App, BoxedFile, ProgramVerb};
pub use rules_check::check_rules;

#[cfg(test)]
mod tests;
