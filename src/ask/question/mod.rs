//! A question of any type. Maps and certificates hold it, and every verb of the command line asks it.
//!
//! [`Query`] is generic over words, so it cannot be a trait object. [`Question`] holds a query of any type, and offers
//! its circuit, its terms and its other methods. Its JSON is an object whose first member is the question's name; a
//! [`Registry`](crate::registry::Registry) reads it back.

mod bounded;
mod erased;
mod listed;

pub use bounded::BoundedQuestion;
pub(crate) use erased::{AnyBounded, AnyListed};
pub use listed::ListedQuestion;

use crate::error::QuestionError;
use crate::query::{Query, ReadWord, RefutationParts};
use crate::witness::{AnyWitness, WitnessError};
use encodings::statement::{Formula, Script};
use erased::{AnyQuestion, handle};
use std::any::TypeId;
use std::sync::Arc;

/// A question of any type.
///
/// # Examples
/// ```
/// use certamen_ask::question::Question;
/// use certamen_ask::sample::SetBits;
///
/// let question = Question::from(SetBits { at_least: 3 });
/// assert_eq!((question.name(), question.subject()), ("sample.bits", "sample"));
/// assert_eq!(question.to_string(), "sample.bits --at-least 3");
/// assert!(question.bounded().is_some() && question.listed().is_some());
/// assert_eq!(question.downcast::<SetBits>(), Some(&SetBits { at_least: 3 }));
/// ```
#[derive(Clone)]
pub struct Question(Arc<dyn AnyQuestion>);

/// The game or puzzle that a question is about: the part of its name before the dot.
pub fn subject_of(name: &str) -> &str {
    name.split_once('.').map_or(name, |(subject, _)| subject)
}

impl Question {
    /// The name, such as `othello.mobility`.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The game or puzzle that it is about, such as `othello`.
    pub fn subject(&self) -> &str {
        subject_of(self.name())
    }

    /// The query, if it is of type `Q`.
    pub fn downcast<Q: Query>(&self) -> Option<&Q> {
        self.0.any().downcast_ref()
    }

    /// See [`Query::validate`].
    ///
    /// # Errors
    /// [`QuestionError`]
    pub fn validate(&self) -> Result<(), QuestionError> {
        self.0.validate()
    }

    /// See [`Query::with_symmetry_breaking`].
    #[must_use]
    pub fn with_symmetry_breaking(&self, breaks: bool) -> Self {
        self.0.with_symmetry_breaking(breaks)
    }

    /// See [`Query::is_relaxed`].
    pub fn is_relaxed(&self) -> bool {
        self.0.is_relaxed()
    }

    /// See [`Query::verifies_answers`].
    pub fn verifies_answers(&self) -> bool {
        self.0.verifies_answers()
    }

    /// Checks that every model of the formula is an answer: so answers may be listed or counted, and a model shows that
    /// a bound is reached.
    ///
    /// # Errors
    /// [`QuestionError::Refused`] for a relaxation.
    pub fn require_exact(&self) -> Result<(), QuestionError> {
        self.require_whole()?;
        if self.is_relaxed() {
            let reason = "this is a relaxation (as with --last-steps): what satisfies its formula need not be an answer, \
                          so answers are not listed or counted, and have no exact bound";
            return Err(QuestionError::Refused(format!("{self}: {reason}")));
        }
        Ok(())
    }

    /// Checks that every model which counts is an answer, also if its clauses are completed as they are needed: so a model
    /// shows that a bound is reached, and answers may be listed.
    ///
    /// # Errors
    /// [`QuestionError::Refused`] for a relaxation whose witnesses cannot be judged.
    pub fn require_decidable(&self) -> Result<(), QuestionError> {
        if self.is_expandable() && self.verifies_answers() { Ok(()) } else { self.require_exact() }
    }

    /// Checks that the clauses are all that the question says, so that they are worth something by themselves.
    ///
    /// # Errors
    /// [`QuestionError::Refused`] if they are completed as they are needed.
    pub fn require_whole(&self) -> Result<(), QuestionError> {
        if self.is_expandable() {
            let reason = "`won in` and `lost in` are no fixed clauses: replies are added as they are needed; ask by \
                          solve, enumerate or prove";
            return Err(QuestionError::Refused(format!("{self}: {reason}")));
        }
        Ok(())
    }

    /// The names of the words whose values make up a position, given the question's formula.
    pub fn position(&self, formula: &Formula) -> Vec<String> {
        let named: Vec<String> = self.0.position().iter().map(|&name| name.to_owned()).collect();
        if !named.is_empty() {
            return named;
        }
        formula.words.iter().filter(|word| word.chosen).map(|word| word.name.clone()).collect()
    }

    /// See [`Query::refutation_parts`].
    pub fn refutation_parts(&self) -> Option<&dyn RefutationParts> {
        self.0.refutation_parts()
    }

    /// Whether a refutation goes case by case: see [`RefutationParts::cases`].
    pub fn has_cases(&self) -> bool {
        self.refutation_parts().is_some_and(|parts| !parts.cases().is_empty())
    }

    /// See [`Query::has_second_opinion`].
    pub fn has_second_opinion(&self) -> bool {
        self.0.has_second_opinion()
    }

    /// See [`Query::rules_file`].
    pub fn rules_file(&self) -> Option<&str> {
        self.0.rules_file()
    }

    /// See [`Query::lacks_bound`].
    pub fn lacks_bound(&self) -> Option<String> {
        self.0.lacks_bound()
    }

    /// See [`Query::read`].
    ///
    /// # Errors
    /// [`WitnessError`]
    pub fn read(&self, words: ReadWord<'_>) -> Result<AnyWitness, WitnessError> {
        self.0.read(words)
    }

    /// See [`Query::verify`]. What that shows is the business of [`Question::solution`].
    pub(crate) fn compare(&self, witness: &AnyWitness) -> Result<(), WitnessError> {
        self.0.verify(witness)
    }

    /// Reads a witness from JSON, without verifying it.
    ///
    /// # Errors
    /// [`WitnessError`] if it is not a witness of this question's game.
    pub fn witness(&self, value: serde_json::Value) -> Result<AnyWitness, WitnessError> {
        self.0.witness(value)
    }

    /// The question as a circuit.
    pub fn formula(&self) -> Formula {
        self.0.formula()
    }

    /// The question as word-level terms.
    pub fn script(&self) -> Script {
        self.0.script()
    }

    /// The question with the ability to be bounded, if it has that ability.
    pub fn bounded(&self) -> Option<BoundedQuestion> {
        self.0.clone().bounded().map(BoundedQuestion)
    }

    /// The question with the ability to list its answers, if it has that ability.
    pub fn listed(&self) -> Option<ListedQuestion> {
        self.0.clone().listed().map(ListedQuestion)
    }

    /// The question's ability of type `T`, if it has one ([`Abilities::with`](crate::abilities::Abilities::with)).
    pub fn ability<T: 'static>(&self) -> Option<T> {
        self.0.ability(TypeId::of::<T>())?.downcast().ok().map(|ability| *ability)
    }
}

impl<Q: Query> From<Q> for Question {
    fn from(query: Q) -> Self {
        Self(Arc::new(query))
    }
}

handle!(Question);
