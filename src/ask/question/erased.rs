//! The methods of a query behind a trait object. [`Query`] itself is generic over words, so it cannot be a trait
//! object.

use super::{BoundedQuestion, Question, subject_of};
use crate::abilities::Abilities;
use crate::error::QuestionError;
use crate::listed::{LineForm, ListEntry, Listed, Representative};
use crate::objective::{Extreme, Objective};
use crate::query::{Bounded, Query, ReadWord, RefutationParts};
use crate::witness::{AnyWitness, WitnessError};
use encodings::statement::{Formula, Script};
use serde::Serialize;
use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

/// The methods of a query of any type.
pub(crate) trait AnyQuestion: fmt::Debug + fmt::Display + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn tagged(&self) -> Box<dyn erased_serde::Serialize + '_>;
    fn name(&self) -> &str;
    fn validate(&self) -> Result<(), QuestionError>;
    fn with_symmetry_breaking(&self, breaks: bool) -> Question;
    fn is_relaxed(&self) -> bool;
    fn verifies_answers(&self) -> bool;
    fn position(&self) -> &[&'static str];
    fn refutation_parts(&self) -> Option<&dyn RefutationParts>;
    fn has_second_opinion(&self) -> bool;
    fn lacks_bound(&self) -> Option<String>;
    fn rules_file(&self) -> Option<&str>;
    fn read(&self, words: ReadWord<'_>) -> Result<AnyWitness, WitnessError>;
    fn verify(&self, witness: &AnyWitness) -> Result<(), WitnessError>;
    fn witness(&self, value: serde_json::Value) -> Result<AnyWitness, WitnessError>;
    fn formula(&self) -> Formula;
    fn script(&self) -> Script;
    fn bounded(self: Arc<Self>) -> Option<Arc<dyn AnyBounded>>;
    fn listed(self: Arc<Self>) -> Option<Arc<dyn AnyListed>>;
    fn ability(&self, ability: TypeId) -> Option<Box<dyn Any>>;
}

/// The methods of a bounded query of any type.
pub(crate) trait AnyBounded: AnyQuestion {
    fn objectives(&self) -> Vec<Objective>;
    fn counted(&self) -> Vec<&'static str>;
    fn with_bound(&self, objective: Objective, bound: u32) -> BoundedQuestion;
    fn bound(&self, objective: Objective) -> u32;
    fn extreme(&self, objective: Objective, bound: u32) -> Extreme;
    fn measure(&self, objective: Objective, witness: &AnyWitness) -> Result<u32, WitnessError>;
}

/// The methods of a listed query of any type.
pub(crate) trait AnyListed: AnyQuestion {
    fn line_form(&self) -> LineForm;
    fn evidence(&self, witness: &AnyWitness) -> Option<String>;
    fn witness_of_entry(&self, entry: &ListEntry) -> Result<AnyWitness, WitnessError>;
    fn images(&self, line: &str) -> Vec<String>;
    fn representative(&self) -> Representative;
    fn lists_more(&self) -> bool;
    fn symmetries(&self) -> Option<String>;
    fn first_of_its_class(&self, line: &str) -> Option<String>;
    fn is_first_of_its_class(&self, line: &str) -> bool;
}

/// The parameters of a query, after its name.
#[derive(Serialize)]
struct TaggedQuery<'q, Q> {
    query: &'q str,
    #[serde(flatten)]
    parameters: &'q Q,
}

impl<Q: Query> AnyQuestion for Q {
    fn any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Q>() == Some(self)
    }

    fn tagged(&self) -> Box<dyn erased_serde::Serialize + '_> {
        Box::new(TaggedQuery { query: Query::name(self), parameters: self })
    }

    fn name(&self) -> &str {
        Query::name(self)
    }

    fn validate(&self) -> Result<(), QuestionError> {
        Query::validate(self)
    }

    fn with_symmetry_breaking(&self, breaks: bool) -> Question {
        Query::with_symmetry_breaking(self.clone(), breaks).into()
    }

    fn is_relaxed(&self) -> bool {
        Query::is_relaxed(self)
    }

    fn verifies_answers(&self) -> bool {
        Query::verifies_answers(self)
    }

    fn position(&self) -> &[&'static str] {
        Query::position(self)
    }

    fn refutation_parts(&self) -> Option<&dyn RefutationParts> {
        Query::refutation_parts(self)
    }

    fn has_second_opinion(&self) -> bool {
        Query::has_second_opinion(self)
    }

    fn lacks_bound(&self) -> Option<String> {
        Query::lacks_bound(self)
    }

    fn rules_file(&self) -> Option<&str> {
        Query::rules_file(self)
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
    fn objectives(&self) -> Vec<Objective> {
        Bounded::objectives(self)
    }

    fn counted(&self) -> Vec<&'static str> {
        Bounded::counted(self)
    }

    fn with_bound(&self, objective: Objective, bound: u32) -> BoundedQuestion {
        Bounded::with_bound(self.clone(), objective, bound).into()
    }

    fn bound(&self, objective: Objective) -> u32 {
        Bounded::bound(self, objective)
    }

    fn extreme(&self, objective: Objective, bound: u32) -> Extreme {
        Bounded::extreme(self, objective, bound)
    }

    fn measure(&self, objective: Objective, witness: &AnyWitness) -> Result<u32, WitnessError> {
        Ok(Bounded::measure(self, objective, witness.expect()?))
    }
}

impl<Q: Listed> AnyListed for Q {
    fn line_form(&self) -> LineForm {
        Listed::line_form(self)
    }

    fn evidence(&self, witness: &AnyWitness) -> Option<String> {
        Listed::evidence(self, witness.downcast()?).map(str::to_owned)
    }

    fn witness_of_entry(&self, entry: &ListEntry) -> Result<AnyWitness, WitnessError> {
        Listed::witness_of_entry(self, entry).map(|witness| found(self, witness))
    }

    fn images(&self, line: &str) -> Vec<String> {
        Listed::images(self, line)
    }

    fn representative(&self) -> Representative {
        Listed::representative(self)
    }

    fn lists_more(&self) -> bool {
        Listed::lists_more(self)
    }

    fn symmetries(&self) -> Option<String> {
        Listed::symmetries(self)
    }

    fn first_of_its_class(&self, line: &str) -> Option<String> {
        Listed::first_of_its_class(self, line)
    }

    fn is_first_of_its_class(&self, line: &str) -> bool {
        Listed::is_first_of_its_class(self, line)
    }
}

/// A witness under the name of the query's game.
fn found<Q: Query>(query: &Q, witness: Q::Witness) -> AnyWitness {
    AnyWitness::new(subject_of(Query::name(query)), witness)
}

/// The methods and traits that the three handles have in common.
macro_rules! handle {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            /// Writes the question as a command line.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(&self.0, f)
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.0.equals(other.0.any())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                erased_serde::serialize(&*self.0.tagged(), serializer)
            }
        }
    };
}
pub(super) use handle;

/// The methods that the handles of questions with an ability have in common. The parameters are the trait of the
/// ability and the method that asks a question for the ability.
macro_rules! handle_of_ability {
    ($name:ident, $ability:ident, $find:ident) => {
        impl $name {
            /// The question itself.
            pub fn question(&self) -> Question {
                Question(self.0.clone())
            }

            /// The same question with or without symmetry breaking.
            #[must_use]
            pub fn with_symmetry_breaking(&self, breaks: bool) -> Self {
                // The new question has the same type, and therefore the same ability.
                self.question().with_symmetry_breaking(breaks).$find().unwrap_or_else(|| self.clone())
            }
        }

        impl<Q: $ability> From<Q> for $name {
            fn from(query: Q) -> Self {
                Self(Arc::new(query))
            }
        }

        impl From<$name> for Question {
            fn from(question: $name) -> Self {
                Self(question.0)
            }
        }

        handle!($name);
    };
}
pub(super) use handle_of_ability;
