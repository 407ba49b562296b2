//! The language of questions: generated questions by four evaluators, games, and the command line.

mod breakthrough;
mod command_line;
mod every_position;
mod game_files;
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
mod readers;
mod strategies;
#[path = "../support"]
mod support {
    #[allow(dead_code, reason = "these tests need only some kinds of miters")]
    pub(crate) mod miter;
    pub(crate) mod random;
    pub(crate) mod z3;
}
mod symmetries;
