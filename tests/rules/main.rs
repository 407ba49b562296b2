//! The rules of the games without their engines: machine words, the circuits and the naive games agree.
//!
//! These tests need only the crates `encodings` and `verify`, because `tests/mutants.sh` builds them for each wrong rule.

mod go;
mod ostle;
mod othello;
mod push_fight;
#[path = "../support"]
mod support {
    pub(crate) mod boards;
    pub(crate) mod compare;
    pub(crate) mod go;
    pub(crate) mod lanes;
    pub(crate) mod ostle;
    pub(crate) mod push_fight;
    pub(crate) mod random;
    pub(crate) mod simulate;
}
