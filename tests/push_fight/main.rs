//! Push Fight: rules, engine, queries and commands, compared with each other and with the public solution.

#[path = "../support"]
mod support {
    pub(crate) mod asked;
    pub(crate) mod push_fight;
    #[allow(dead_code, reason = "these tests need only some kinds of random numbers")]
    pub(crate) mod random;
    pub(crate) mod seal;
}

mod answers;
mod cli;
mod facts;
mod native;
mod play;
mod questions;
mod stuck;
mod tables;
mod turns;
mod win;
mod words;
