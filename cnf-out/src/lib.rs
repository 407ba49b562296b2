//! Output and answers: formulas as clauses or terms, the maps that read answers back, and solvers.
//!
//! - [`clausify`]: circuit to clauses, cardinality by rustsat's encodings.
//! - [`dimacs`]: clauses as text. [`map`]: what their variables mean; [`name_map`]: the same for files that have names.
//! - [`smtlib`], [`btor2`]: terms as text. [`aiger`]: the circuit as ANDs and inverters.
//! - [`qbf`]: formulas with quantifiers as text, and the answers to them.
//! - [`wcnf`], [`opb`]: clauses with an objective to maximize. [`shuffle`]: the same clauses in another order, under other names.
//! - [`solver`]: the embedded CaDiCaL, with LRAT proofs.
//! - [`decision_diagram`]: counts answers.

pub mod aiger;
pub mod btor2;
pub mod clausify;
pub mod decision_diagram;
pub mod dimacs;
pub mod map;
pub mod name_map;
pub mod opb;
pub mod qbf;
pub mod shuffle;
pub mod smtlib;
pub mod solver;
pub mod wcnf;
