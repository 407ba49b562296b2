//! Othello: games as formulas, the searches, other formulations of the rules, symmetry breaking, and the commands
//! `reach` and `profile`.

mod annealed;
mod anywhere;
mod archive;
mod composed;
mod games;
mod layers;
mod miter;
mod profile;
mod questions;
mod reach;
mod reach_command;
mod searched;
mod solved;
mod strategies;
#[path = "../support"]
mod support {
    pub(crate) mod boards;
    pub(crate) mod miter;
    pub(crate) mod random;
}
mod symmetry;
mod table;
