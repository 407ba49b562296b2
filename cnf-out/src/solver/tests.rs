//! The embedded solver against brute force and against a naive proof checker.

mod cadical;
mod chains;
mod environment;
mod formulas;
mod fuzz;
mod gaps;
mod limits;
mod lrat_checker;
mod proofs;
mod reached;
mod trimmed;
mod writer;
