//! Push Fight: rules, engine, queries and commands, held against each other and against the public solution.

#[path = "../support"]
#[allow(dead_code, reason = "other tests draw words too")]
mod support {
    pub(crate) mod asked;
    pub(crate) mod random;
}

mod answers;
mod cli;
mod facts;
mod native;
mod stuck;
mod turns;
mod win;
