//! The language of questions: generated questions by four evaluators, games, and the command line.

mod breakthrough;
mod claims;
mod command_line;
mod every_position;
mod forced;
mod game_files;
mod game_texts;
mod games;
mod generated;
mod generator;
mod longer_forms;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the example is a program, and its main function is not called here"
)]
#[path = "../../examples/own_game/src/main.rs"]
mod own_game;
mod program;
mod readers;
mod same_rules;
mod strategies;
#[path = "../support"]
mod support {
    pub(crate) mod random;
    pub(crate) mod seal;
    pub(crate) mod z3;
}
mod symmetries;
mod unusual_rules;
mod values;
