//! Files given to tools that are not ours, which have to find in them what `CaDiCaL` finds; and their answers back.
//!
//! The tools come from the path or from where `.ci/solvers` installs them. Where one is missing a test says what it could
//! not check, and where `CI` is set it fails.

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
