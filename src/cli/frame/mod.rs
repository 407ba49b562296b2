//! What is around the verbs: the program and what it registers, the tree of all commands, flags, help, errors and exit codes.

pub(crate) mod app;
pub(crate) mod examples;
pub(crate) mod flags;
pub(crate) mod game_files;
pub(crate) mod game_verb;
pub(crate) mod parse;
pub(crate) mod process;
pub(crate) mod processor_build;
pub(crate) mod question_or_file;
pub(crate) mod question_verb;
pub(crate) mod registration;
pub(crate) mod rules_check;
pub(crate) mod tree;
pub(crate) mod usage_error;
pub(crate) mod verb;
pub(crate) mod verdict;
pub(crate) mod version;
