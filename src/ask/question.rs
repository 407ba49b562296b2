//! A question of any type: what maps and certificates hold, and every verb asks.
//!
//! Queries are generic over words, which no trait object can be. [`Question`] holds a query with its circuit and its
//! terms already chosen, and everything else asked through it. As JSON it is an object that begins with the question's
//! name; a [`Registry`](crate::registry::Registry) reads it back.

use crate::abilities::Abilities;
use crate::listed::{Entry, Line, Listed, Representative};
use crate::objective::Objective;
use crate::query::{Bounded, Query, ReadWord};
use crate::witness::{AnyWitness, WitnessError};
use encodings::statement::{Formula, Script};
use serde::{Serialize, Serializer};
use std::any::{Any, TypeId};
use std::fmt;
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

/// A question of any type that can be bounded.
#[derive(Clone)]
pub struct BoundedQuestion(Arc<dyn AnyBounded>);

/// A question of any type whose answers can be listed.
#[derive(Clone)]
pub struct ListedQuestion(Arc<dyn AnyListed>);

/// What a query of any type can do.
pub(crate) trait AnyQuestion: fmt::Debug + fmt::Display + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn tagged(&self) -> Box<dyn erased_serde::Serialize + '_>;
    fn name(&self) -> &str;
    fn validate(&self) -> Result<(), String>;
    fn with_symmetry_breaking(&self, breaks: bool) -> Question;
    fn is_relaxed(&self) -> bool;
    fn position(&self) -> &'static [&'static str];
    fn cuts(&self) -> Vec<Vec<String>>;
    fn has_second_opinion(&self) -> bool;
    fn read(&self, words: ReadWord<'_>) -> Result<AnyWitness, WitnessError>;
    fn verify(&self, witness: &AnyWitness) -> Result<(), WitnessError>;
    fn witness(&self, value: serde_json::Value) -> Result<AnyWitness, WitnessError>;
    fn formula(&self) -> Formula;
    fn script(&self) -> Script;
    fn bounded(self: Arc<Self>) -> Option<Arc<dyn AnyBounded>>;
    fn listed(self: Arc<Self>) -> Option<Arc<dyn AnyListed>>;
    fn ability(&self, ability: TypeId) -> Option<Box<dyn Any>>;
}

/// What a bounded query of any type can do.
pub(crate) trait AnyBounded: AnyQuestion {
    fn objectives(&self) -> &'static [Objective];
    fn counted(&self) -> Vec<&'static str>;
    fn with_bound(&self, objective: Objective, bound: u32) -> BoundedQuestion;
    fn bound(&self, objective: Objective) -> u32;
    fn measure(&self, objective: Objective, witness: &AnyWitness) -> Result<u32, WitnessError>;
}

/// What a listed query of any type can do.
pub(crate) trait AnyListed: AnyQuestion {
    fn line_form(&self) -> Line;
    fn evidence(&self, witness: &AnyWitness) -> Option<String>;
    fn witness_of_entry(&self, entry: &Entry) -> Result<AnyWitness, WitnessError>;
    fn images(&self, line: &str) -> Vec<String>;
    fn representative(&self) -> Representative;
    fn is_first_of_its_class(&self, line: &str) -> bool;
}

/// The parameters of a query behind its name.
#[derive(Serialize)]
struct Tagged<'q, Q> {
    query: &'q str,
    #[serde(flatten)]
    parameters: &'q Q,
}

/// The game or puzzle that a question is about: what stands before the dot of its name.
pub fn subject_of(name: &str) -> &str {
    name.split_once('.').map_or(name, |(subject, _)| subject)
}

impl<Q: Query> AnyQuestion for Q {
    fn any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Q>() == Some(self)
    }

    fn tagged(&self) -> Box<dyn erased_serde::Serialize + '_> {
        Box::new(Tagged { query: Query::name(self), parameters: self })
    }

    fn name(&self) -> &str {
        Query::name(self)
    }

    fn validate(&self) -> Result<(), String> {
        Query::validate(self)
    }

    fn with_symmetry_breaking(&self, breaks: bool) -> Question {
        Query::with_symmetry_breaking(self.clone(), breaks).into()
    }

    fn is_relaxed(&self) -> bool {
        Query::is_relaxed(self)
    }

    fn position(&self) -> &'static [&'static str] {
        Query::position(self)
    }

    fn cuts(&self) -> Vec<Vec<String>> {
        Query::cuts(self)
    }

    fn has_second_opinion(&self) -> bool {
        Query::has_second_opinion(self)
    }

    fn read(&self, words: ReadWord<'_>) -> Result<AnyWitness, WitnessError> {
        Query::read(self, words).map(|witness| found(self, witness))
    }

    fn verify(&self, witness: &AnyWitness) -> Result<(), WitnessError> {
        Query::verify(self, witness.expect()?)
    }

    fn witness(&self, value: serde_json::Value) -> Result<AnyWitness, WitnessError> {
        let subject = subject_of(Query::name(self));
        let witness = AnyWitness::parse::<Q::Witness>(subject, value)?;
        Ok(AnyWitness::new(subject, self.complete(witness.expect::<Q::Witness>()?.clone())))
    }

    fn formula(&self) -> Formula {
        Query::formula(self)
    }

    fn script(&self) -> Script {
        Query::script(self)
    }

    fn bounded(self: Arc<Self>) -> Option<Arc<dyn AnyBounded>> {
        Q::abilities().bounded.map(|bounded| bounded(self))
    }

    fn listed(self: Arc<Self>) -> Option<Arc<dyn AnyListed>> {
        Q::abilities().listed.map(|listed| listed(self))
    }

    fn ability(&self, ability: TypeId) -> Option<Box<dyn Any>> {
        let abilities: Abilities<Q> = Q::abilities();
        abilities.give(self, ability)
    }
}

impl<Q: Bounded> AnyBounded for Q {
    fn objectives(&self) -> &'static [Objective] {
        Bounded::objectives(self)
    }

    fn counted(&self) -> Vec<&'static str> {
        Bounded::counted(self)
    }

    fn with_bound(&self, objective: Objective, bound: u32) -> BoundedQuestion {
        BoundedQuestion(Arc::new(Bounded::with_bound(self.clone(), objective, bound)))
    }

    fn bound(&self, objective: Objective) -> u32 {
        Bounded::bound(self, objective)
    }

    fn measure(&self, objective: Objective, witness: &AnyWitness) -> Result<u32, WitnessError> {
        Ok(Bounded::measure(self, objective, witness.expect()?))
    }
}

impl<Q: Listed> AnyListed for Q {
    fn line_form(&self) -> Line {
        Listed::line_form(self)
    }

    fn evidence(&self, witness: &AnyWitness) -> Option<String> {
        Listed::evidence(self, witness.downcast()?).map(str::to_owned)
    }

    fn witness_of_entry(&self, entry: &Entry) -> Result<AnyWitness, WitnessError> {
        Listed::witness_of_entry(self, entry).map(|witness| found(self, witness))
    }

    fn images(&self, line: &str) -> Vec<String> {
        Listed::images(self, line)
    }

    fn representative(&self) -> Representative {
        Listed::representative(self)
    }

    fn is_first_of_its_class(&self, line: &str) -> bool {
        Listed::is_first_of_its_class(self, line)
    }
}

/// A witness under the name of the query's game.
fn found<Q: Query>(query: &Q, witness: Q::Witness) -> AnyWitness {
    AnyWitness::new(subject_of(Query::name(query)), witness)
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

    /// As [`Query::validate`].
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn validate(&self) -> Result<(), String> {
        self.0.validate()
    }

    /// As [`Query::with_symmetry_breaking`].
    #[must_use]
    pub fn with_symmetry_breaking(&self, breaks: bool) -> Self {
        self.0.with_symmetry_breaking(breaks)
    }

    /// As [`Query::is_relaxed`].
    pub fn is_relaxed(&self) -> bool {
        self.0.is_relaxed()
    }

    /// The names of the words whose values are a position, given the question's formula.
    pub fn position(&self, formula: &Formula) -> Vec<String> {
        let named: Vec<String> = self.0.position().iter().map(|&name| name.to_owned()).collect();
        if !named.is_empty() {
            return named;
        }
        formula.words.iter().filter(|word| word.chosen).map(|word| word.name.clone()).collect()
    }

    /// As [`Query::cuts`].
    pub fn cuts(&self) -> Vec<Vec<String>> {
        self.0.cuts()
    }

    /// As [`Query::has_second_opinion`].
    pub fn has_second_opinion(&self) -> bool {
        self.0.has_second_opinion()
    }

    /// As [`Query::read`].
    ///
    /// # Errors
    /// [`WitnessError`]
    pub fn read(&self, words: ReadWord<'_>) -> Result<AnyWitness, WitnessError> {
        self.0.read(words)
    }

    /// As [`Query::verify`].
    ///
    /// # Errors
    /// [`WitnessError`]; that the witness is one of another game is one.
    pub fn verify(&self, witness: &AnyWitness) -> Result<(), WitnessError> {
        self.0.verify(witness)
    }

    /// As [`Query::interpret`].
    ///
    /// # Errors
    /// [`WitnessError`]
    pub fn interpret(&self, words: ReadWord<'_>) -> Result<AnyWitness, WitnessError> {
        let witness = self.read(words)?;
        self.verify(&witness)?;
        Ok(witness)
    }

    /// Reads a witness from JSON. It is not held against the question yet.
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

    /// The question as one that can be bounded, if it can.
    pub fn bounded(&self) -> Option<BoundedQuestion> {
        self.0.clone().bounded().map(BoundedQuestion)
    }

    /// The question as one whose answers can be listed, if they can.
    pub fn listed(&self) -> Option<ListedQuestion> {
        self.0.clone().listed().map(ListedQuestion)
    }

    /// The ability of type `T`, if it has it ([`Abilities::with`]).
    pub fn ability<T: 'static>(&self) -> Option<T> {
        self.0.ability(TypeId::of::<T>())?.downcast().ok().map(|ability| *ability)
    }
}

impl BoundedQuestion {
    /// The question itself.
    pub fn question(&self) -> Question {
        Question(self.0.clone())
    }

    /// As [`Bounded::objectives`].
    pub fn objectives(&self) -> &'static [Objective] {
        self.0.objectives()
    }

    /// The objective of this name, if the question has one.
    pub fn objective(&self, name: &str) -> Option<Objective> {
        self.objectives().iter().copied().find(|objective| objective.name() == name)
    }

    /// As [`Bounded::counted`].
    pub fn counted(&self) -> Vec<&'static str> {
        self.0.counted()
    }

    /// As [`Bounded::with_bound`].
    #[must_use]
    pub fn with_bound(&self, objective: Objective, bound: u32) -> Self {
        self.0.with_bound(objective, bound)
    }

    /// The same question without symmetry breaking, or with it.
    #[must_use]
    pub fn with_symmetry_breaking(&self, breaks: bool) -> Self {
        let changed = self.question().with_symmetry_breaking(breaks);
        // It is of the same type, which can be bounded.
        changed.bounded().unwrap_or_else(|| self.clone())
    }

    /// As [`Bounded::bound`].
    pub fn bound(&self, objective: Objective) -> u32 {
        self.0.bound(objective)
    }

    /// As [`Bounded::measure`].
    ///
    /// # Errors
    /// [`WitnessError::Game`] if the witness is not one of this type of questions.
    pub fn measure(&self, objective: Objective, witness: &AnyWitness) -> Result<u32, WitnessError> {
        self.0.measure(objective, witness)
    }
}

impl ListedQuestion {
    /// The question itself.
    pub fn question(&self) -> Question {
        Question(self.0.clone())
    }

    /// The same question without symmetry breaking, or with it.
    #[must_use]
    pub fn with_symmetry_breaking(&self, breaks: bool) -> Self {
        let changed = self.question().with_symmetry_breaking(breaks);
        // It is of the same type, which can be listed.
        changed.listed().unwrap_or_else(|| self.clone())
    }

    /// As [`Listed::line_form`].
    pub fn line_form(&self) -> Line {
        self.0.line_form()
    }

    /// As [`Listed::evidence`].
    pub fn evidence(&self, witness: &AnyWitness) -> Option<String> {
        self.0.evidence(witness)
    }

    /// As [`Listed::witness_of_entry`].
    ///
    /// # Errors
    /// [`WitnessError`]
    pub fn witness_of_entry(&self, entry: &Entry) -> Result<AnyWitness, WitnessError> {
        self.0.witness_of_entry(entry)
    }

    /// As [`Listed::images`].
    pub fn images(&self, line: &str) -> Vec<String> {
        self.0.images(line)
    }

    /// As [`Listed::representative`].
    pub fn representative(&self) -> Representative {
        self.0.representative()
    }

    /// As [`Listed::is_first_of_its_class`].
    pub fn is_first_of_its_class(&self, line: &str) -> bool {
        self.0.is_first_of_its_class(line)
    }
}

impl<Q: Query> From<Q> for Question {
    fn from(query: Q) -> Self {
        Self(Arc::new(query))
    }
}

impl<Q: Bounded> From<Q> for BoundedQuestion {
    fn from(query: Q) -> Self {
        Self(Arc::new(query))
    }
}

impl<Q: Listed> From<Q> for ListedQuestion {
    fn from(query: Q) -> Self {
        Self(Arc::new(query))
    }
}

impl From<BoundedQuestion> for Question {
    fn from(question: BoundedQuestion) -> Self {
        Self(question.0)
    }
}

impl From<ListedQuestion> for Question {
    fn from(question: ListedQuestion) -> Self {
        Self(question.0)
    }
}

/// What the three kinds of handles have in common.
macro_rules! handle {
    ($name:ident) => {
        impl fmt::Display for $name {
            /// As one would ask it on the command line.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.0.equals(other.0.any())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                erased_serde::serialize(&*self.0.tagged(), serializer)
            }
        }
    };
}

handle!(Question);
handle!(BoundedQuestion);
handle!(ListedQuestion);
