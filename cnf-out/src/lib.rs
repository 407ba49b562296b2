//! Everything that leaves: a formula as clauses or terms, the map that reads answers back, and solvers.
//!
//! - [`clausify`]: circuit to clauses, cardinality by rustsat's encodings.
//! - [`solver`]: the embedded CaDiCaL, with LRAT proofs.

pub mod clausify;
pub mod solver;
