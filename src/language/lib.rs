//! A language of questions: one line over the words that a game shows.
//!
//! ```text
//! count(legal) >= 35
//! max count(empty) where count(legal) >= 33
//! max count(flips(m)) for m in legal
//! all m in legal: none(after(m).legal)
//! ```
//!
//! Idea: [`syntax`] reads the text as a tree, a checker gives every part a type, and the result becomes a small program
//! over words, which is evaluated in machine words, as a circuit and as terms. [`Asked`] is the question as a query,
//! which every verb takes; [`LanguageKind`] makes it from a text and the flags of a game. `verify::language` reads the
//! same text with an independent reader, and judges every answer.
//!
//! `docs/language.md` has the grammar and the meaning.

mod asked;
mod check;
mod classes;
mod condition;
mod error;
mod games_to;
mod kind;
mod meaning;
mod predicate;
mod program;
mod reachable;
mod squares;
mod strategy;
mod subject;
mod symmetry;
pub mod syntax;
mod twin;
mod vocabulary;
mod witness;

pub use asked::{Asked, Explanation, Symmetries, require};
pub use condition::{AnyCondition, Condition, ConditionError, Match, Unconfirmed};
pub use error::{DEPTH_LIMIT, LanguageError, NUMBER_LIMIT, Reason, SIZE_LIMIT, TEXT_LIMIT, UNROLLED_LIMIT};
pub use games_to::GamesTo;
pub use kind::{AnySubject, EXPLAIN, LanguageKind, Put};
pub use predicate::Predicate;
pub use subject::{Pictures, Subject};
pub use twin::{Naively, Twin, ply_of};
pub use vocabulary::{ShownWord, Vocabulary};
pub use witness::AskedWitness;
