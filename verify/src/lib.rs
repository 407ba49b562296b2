//! The second opinion.
//!
//! Naive games by arrays and loops, replay of records, and checkers of models and proofs. This crate depends on
//! nothing else of the project: it exchanges text (notation, DIMACS, LRAT), so that a fault in the rules or in the
//! encoder cannot hide itself here.

mod coordinates;
pub mod dimacs;
pub mod drat;
pub mod go;
pub mod lrat;
pub mod model;
pub mod naive;
pub mod ostle;
pub mod othello;
mod place;
pub mod proof_form;
pub mod push_fight;
