//! The second opinion.
//!
//! Naive games with arrays and loops, replay of records, and checkers of models and proofs. This crate depends on no
//! other part of the project and exchanges only text (notation, DIMACS, LRAT), so that it cannot share a mistake with
//! the rules or the encoder.

mod coordinates;
pub mod dimacs;
pub mod drat;
pub mod file_form;
pub mod game_file;
pub mod go;
pub mod language;
pub mod lrat;
pub mod model;
pub mod naive;
mod numbers;
pub mod ostle;
pub mod othello;
mod place;
pub mod proof_form;
pub mod push_fight;
mod record;
pub mod strategy;
pub mod sum;
