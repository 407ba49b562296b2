//! Everything that leaves: a formula as clauses or terms, the map that reads answers back, and solvers.
//!
//! - [`clausify`]: circuit to clauses, cardinality by rustsat's encodings.
//! - [`dimacs`]: clauses as text. [`map`]: what their variables mean; [`name_map`]: of files that have names.
//! - [`smtlib`], [`btor2`]: terms as text. [`aiger`]: the circuit as ANDs and inverters.
//! - [`wcnf`], [`opb`]: clauses with something to be made as large as it can be.
//! - [`solver`]: the embedded CaDiCaL, with LRAT proofs.
//! - [`decision_diagram`]: how many answers there are.

pub mod aiger;
pub mod btor2;
pub mod clausify;
pub mod decision_diagram;
pub mod dimacs;
pub mod map;
pub mod name_map;
pub mod opb;
pub mod smtlib;
pub mod solver;
pub mod wcnf;
