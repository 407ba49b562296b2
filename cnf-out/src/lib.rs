//! Everything that leaves: a formula as clauses or terms, the map that reads answers back, and solvers.
//!
//! - [`clausify`]: circuit to clauses, cardinality by rustsat's encodings.
//! - [`dimacs`]: clauses as text. [`map`]: what their variables mean.
//! - [`smtlib`]: terms as text.
//! - [`solver`]: the embedded CaDiCaL, with LRAT proofs.

pub mod clausify;
pub mod dimacs;
pub mod map;
pub mod smtlib;
pub mod solver;
