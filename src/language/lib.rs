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
//! over words, which is evaluated in machine words, as a circuit and as terms. [`LanguageQuestion`] is the question as a query,
//! which every verb takes; [`LanguageKind`] makes it from a text and the flags of a game. `verify::language` reads the
//! same text with an independent reader, and judges every answer.
//!
//! `docs/language.md` has the grammar and the meaning.

mod any_subject;
pub mod bddl;
mod check;
mod claim_reader;
mod classes;
mod condition;
mod error;
mod expansion;
mod forced;
pub mod game_file;
mod game_question;
mod kind;
mod meaning;
mod naive_judge;
mod named;
mod named_kind;
mod predicate;
mod program;
mod question;
mod reachable;
mod squares;
mod strategy;
mod subject;
mod symmetry;
pub mod syntax;
mod theorem;
mod vocabulary;
mod witness;

pub use any_subject::{AnySubject, PartialClaim, PartialQuestion};
pub use condition::{AnyCondition, Condition, ConditionError, Match, UnconfirmedMatch};
pub use error::{
    DEPTH_LIMIT, FORCED_PLIES_LIMIT, LanguageError, NUMBER_LIMIT, Reason, SIZE_LIMIT, TEXT_LIMIT,
    UNROLLED_LIMIT,
};
pub use game_question::GameQuestion;
pub use kind::{EXPLAIN, LanguageKind};
pub use naive_judge::{NaiveJudge, Twin, ply_of};
pub use named::{MOBILITY, NamedSentence};
pub use named_kind::NamedKind;
pub use predicate::Predicate;
pub use question::{Explanation, LanguageQuestion, Symmetries, require};
pub use subject::{Facts, Renderer, Subject};
pub use theorem::{TheoremAbility, TheoremBooks, TheoremError, TheoremFact, TheoremKind, TheoremWriter};
pub use vocabulary::{Vocabulary, VocabularyEntry};
pub use witness::LanguageWitness;
