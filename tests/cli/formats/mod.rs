//! Files are given to external tools, which must agree with `CaDiCaL`; and their answers are read back.
//!
//! The tools come from the path or from the directory into which `.ci/solvers` installs them. If one is missing, a test
//! says what it could not check; if `CI` is set, it fails.

mod aiger;
mod btor2;
mod counters;
#[cfg(unix)]
mod installed;
mod optimum;
mod quantified;
mod readme;
mod smt;
mod solvers;
