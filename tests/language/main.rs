//! The language of questions: generated questions by four evaluators, games, and the command line.

#[path = "../support/asked.rs"]
#[allow(dead_code)]
mod asked;
mod command_line;
mod every_position;
mod games;
mod generated;
mod generator;
#[path = "../../examples/own_game/src/main.rs"]
#[allow(dead_code, unreachable_pub)]
mod own_game;
#[path = "../support/random.rs"]
mod random;
mod readers;
mod strategies;
mod symmetries;
#[path = "../support/z3.rs"]
#[allow(dead_code)]
mod z3;
