//! Questions about games: what can be asked, how it leaves, who answers, and what of the answer is believed.
//!
//! - [`query`], [`listed`], [`system`]: the open traits of questions. [`witness`]: of answers.
//! - [`question`]: a question of any type. [`abilities`]: what some can do and others cannot.
//! - [`kind`], [`flag`], [`registry`]: questions by name, made of flags or read from JSON.
//! - [`sample`]: a small question, for examples.
//! - [`emission`]: a question as clauses, DIMACS text and map. [`named_files`]: as SMT-LIB, BTOR2 or AIGER, and back.
//! - [`solve`]: the embedded solver. [`solvers`]: programs. [`optimum`]: answers of optimisers.
//! - [`enumerate`]: all answers, one after the other. [`cube`]: a question as many jobs, and their answers as one.

pub mod abilities;
pub mod cube;
pub mod emission;
pub mod enumerate;
pub mod flag;
pub mod kind;
#[cfg(feature = "z3")]
pub mod libz3;
pub mod listed;
pub mod named_files;
pub mod objective;
pub mod optimum;
pub mod query;
pub mod question;
pub mod read;
pub mod registry;
pub mod sample;
pub mod solve;
pub mod solvers;
mod staged;
pub mod symmetry;
pub mod system;
pub mod witness;
