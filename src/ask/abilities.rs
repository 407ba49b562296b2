//! Abilities: what some questions can do and others cannot, looked up at run time.
//!
//! Each ability is a trait of its own, such as [`Bounded`]. A query lists its abilities in [`Query::abilities`], and
//! the compiler checks there that the query implements them. A caller asks a [`Question`](crate::question::Question)
//! for an ability and gets `Some` or `None`, so no method has to answer "unsupported". Crates that depend on this one
//! can add abilities ([`Abilities::with`]): the ability to prove a bound, for example.

use crate::listed::Listed;
use crate::query::{Bounded, Query};
use crate::question::{AnyBounded, AnyListed};
use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

type QueryAbility<Q> = Box<dyn Fn(&Q) -> Box<dyn Any>>;
type KindAbility = Box<dyn Fn() -> Box<dyn Any>>;
type AsBounded<Q> = fn(Arc<Q>) -> Arc<dyn AnyBounded>;
type AsListed<Q> = fn(Arc<Q>) -> Arc<dyn AnyListed>;

/// The abilities that a type of queries has.
///
/// # Examples
/// A crate above this one adds an ability, and finds it by its type:
/// ```
/// use certamen_ask::abilities::Abilities;
/// use certamen_ask::query::{Query, ReadWord};
/// use certamen_ask::question::Question;
/// use certamen_ask::sample::SetBits;
/// use certamen_ask::witness::{TextWitness, WitnessError};
/// use encodings::statement::Statement;
/// use serde::Serialize;
///
/// /// How hard a question is thought to be.
/// struct Hardness(u32);
///
/// #[derive(Clone, Debug, PartialEq, Serialize)]
/// struct Rated(SetBits);
///
/// impl Query for Rated {
///     type Witness = TextWitness;
///     const NAME: &'static str = "sample.rated";
///
///     fn abilities() -> Abilities<Self> {
///         Abilities::none().with(|query: &Self| Hardness(query.0.at_least))
///     }
///     # fn state<S: Statement>(&self, statement: &mut S) { self.0.state(statement) }
///     # fn read(&self, words: ReadWord<'_>) -> Result<TextWitness, WitnessError> { self.0.read(words) }
///     # fn verify(&self, witness: &TextWitness) -> Result<(), WitnessError> { self.0.verify(witness) }
/// }
/// # impl std::fmt::Display for Rated {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
/// # }
///
/// let question = Question::from(Rated(SetBits { at_least: 3 }));
/// assert!(question.ability::<Hardness>().is_some_and(|hardness| hardness.0 == 3));
/// assert!(question.bounded().is_none());
/// ```
pub struct Abilities<Q> {
    pub(crate) bounded: Option<AsBounded<Q>>,
    pub(crate) listed: Option<AsListed<Q>>,
    pub(crate) is_optimised: bool,
    others: Vec<(TypeId, QueryAbility<Q>)>,
    offers: Vec<(TypeId, KindAbility)>,
}

impl<Q: Query> Abilities<Q> {
    /// No ability beyond the methods of [`Query`].
    pub const fn none() -> Self {
        Self { bounded: None, listed: None, is_optimised: false, others: Vec::new(), offers: Vec::new() }
    }

    /// Adds the ability to be bounded.
    #[must_use]
    pub fn bounded(self) -> Self
    where
        Q: Bounded,
    {
        Self { bounded: Some(|query| query), ..self }
    }

    /// Adds the ability to be bounded, where the number of the first objective is a count of bits
    /// ([`Bounded::counted`]).
    #[must_use]
    pub fn optimised(self) -> Self
    where
        Q: Bounded,
    {
        Self { is_optimised: true, ..self.bounded() }
    }

    /// Adds the ability to list all answers.
    #[must_use]
    pub fn listed(self) -> Self
    where
        Q: Listed,
    {
        Self { listed: Some(|query| query), ..self }
    }

    /// Adds an ability of type `T` to each query. A crate above this one asks for it by that type
    /// ([`Question::ability`](crate::question::Question::ability)).
    #[must_use]
    pub fn with<T: 'static>(mut self, give: impl Fn(&Q) -> T + 'static) -> Self {
        self.others.push((TypeId::of::<T>(), Box::new(move |query| Box::new(give(query)))));
        self
    }

    /// Adds an ability of type `T` to the kind of the query. It can be used before any question is made. A crate above
    /// this one asks for it by that type ([`Kind::offer`](crate::kind::Kind::offer)).
    #[must_use]
    pub fn offering<T: 'static>(mut self, offer: impl Fn() -> T + 'static) -> Self {
        self.offers.push((TypeId::of::<T>(), Box::new(move || Box::new(offer()))));
        self
    }

    /// The kind's ability of this type, if it has one.
    pub(crate) fn offer(&self, ability: TypeId) -> Option<Box<dyn Any>> {
        self.offers.iter().find(|(known, _)| *known == ability).map(|(_, offer)| offer())
    }

    /// The query's ability of this type, if it has one.
    pub(crate) fn give(&self, query: &Q, ability: TypeId) -> Option<Box<dyn Any>> {
        self.others.iter().find(|(known, _)| *known == ability).map(|(_, give)| give(query))
    }
}

impl<Q> fmt::Debug for Abilities<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Abilities")
            .field("bounded", &self.bounded.is_some())
            .field("listed", &self.listed.is_some())
            .field("others", &self.others.len())
            .finish_non_exhaustive()
    }
}
