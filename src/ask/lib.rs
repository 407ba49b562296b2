//! Questions about games: their traits, the forms in which they are emitted, how they are solved, and how answers are
//! verified.
//!
//! - [`query`], [`listed`], [`system`]: the open traits of questions. [`witness`]: the trait of answers.
//! - [`question`]: a question of any type. [`abilities`]: what some questions can do and others cannot.
//! - [`kind`], [`flag`], [`registry`]: questions by name, made from flags or read from JSON. [`error`]: why that fails.
//! - [`sample`]: a small question, for examples. [`solution`]: what was judged to be an answer. [`schema`]: JSON Schemas.
//! - [`emission`]: a question as clauses, DIMACS text and map. [`named_files`]: a question as SMT-LIB, BTOR2 or AIGER,
//!   and how answers are read.
//! - [`solve`]: the embedded solver. [`solvers`]: external programs, [`installed`]: where they are. [`optimum`]: answers of
//!   optimisers.
//! - [`enumerate`]: all answers, one after the other. [`known_answers`]: those that are known before the
//!   list is made. [`cube`]: a question split into jobs, and how their answers are
//!   composed.

pub mod abilities;
mod cases;
mod clauses;
pub mod cube;
pub mod emission;
pub mod enumerate;
pub mod error;
mod event;
pub mod expansion;
pub mod flag;
pub mod installed;
pub mod kind;
pub mod known_answers;
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
pub mod schema;
pub mod seek;
mod segments;
pub mod solution;
pub mod solve;
pub mod solvers;
pub mod system;
pub mod witness;
