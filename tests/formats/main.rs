//! Files are given to external tools, which must agree with `CaDiCaL`; and their answers are read back.
//!
//! The tools come from the path or from the directory into which `.ci/solvers` installs them. If one is missing, a test
//! says what it could not check; if `CI` is set, it fails.

#[path = "../cli/run.rs"]
mod run;

mod aiger;
mod btor2;
mod counters;
mod optimum;
mod readme;
mod smt;
mod solvers;
#[path = "../support/tools.rs"]
#[allow(dead_code, reason = "other tests need the other tools")]
mod tools;
