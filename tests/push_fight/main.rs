//! Push Fight: rules, engine, queries and commands, compared with each other and with the public solution.

#[path = "../support"]
#[allow(dead_code, reason = "other tests use more of it")]
mod support {
    pub(crate) mod asked;
    pub(crate) mod push_fight;
    pub(crate) mod random;
}

mod answers;
mod cli;
mod facts;
mod native;
mod stuck;
mod turns;
mod win;
mod words;
