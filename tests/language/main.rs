//! The language of questions: generated questions by four evaluators, and the command line.

#[path = "../support/asked.rs"]
#[allow(dead_code)]
mod asked;
mod command_line;
mod generated;
mod generator;
#[path = "../support/random.rs"]
mod random;
mod symmetries;
#[path = "../support/z3.rs"]
#[allow(dead_code)]
mod z3;
