//! The operators of words: compared with their definitions and shortcuts, and with an external solver.

mod between;
mod operators;
mod smt;
#[path = "../support"]
mod support {
    pub(crate) mod miter;
    pub(crate) mod random;
    pub(crate) mod z3;
}
