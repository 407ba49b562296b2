//! What some questions can do and others cannot, found at run time.
//!
//! An ability is a trait of its own. A query names those that it has in [`Query::abilities`], where the compiler checks
//! that it implements them; whoever holds a [`Question`](crate::question::Question) asks it for an ability and gets it or
//! nothing. So no method answers "unsupported". Rooms above this one add abilities of their own
//! ([`Abilities::with`]): a way to prove a bound, for example.

use crate::listed::Listed;
use crate::query::{Bounded, Query};
use crate::question::{AnyBounded, AnyListed};
use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

type Give<Q> = Box<dyn Fn(&Q) -> Box<dyn Any>>;
type Offer = Box<dyn Fn() -> Box<dyn Any>>;
type AsBounded<Q> = fn(Arc<Q>) -> Arc<dyn AnyBounded>;
type AsListed<Q> = fn(Arc<Q>) -> Arc<dyn AnyListed>;

/// The abilities of a type of queries.
///
/// # Examples
/// ```
/// # use certamen_ask::abilities::Abilities;
/// # use certamen_ask::query::{Bounded, Query};
/// # use certamen_ask::listed::Listed;
/// fn abilities<Q: Bounded + Listed>() -> Abilities<Q> {
///     Abilities::none().bounded().listed()
/// }
/// ```
pub struct Abilities<Q> {
    pub(crate) bounded: Option<AsBounded<Q>>,
    pub(crate) listed: Option<AsListed<Q>>,
    pub(crate) is_optimised: bool,
    others: Vec<(TypeId, Give<Q>)>,
    offers: Vec<(TypeId, Offer)>,
}

impl<Q: Query> Abilities<Q> {
    /// No ability beyond those of every query.
    pub const fn none() -> Self {
        Self { bounded: None, listed: None, is_optimised: false, others: Vec::new(), offers: Vec::new() }
    }

    /// It can be bounded.
    #[must_use]
    pub fn bounded(self) -> Self
    where
        Q: Bounded,
    {
        Self { bounded: Some(|query| query), ..self }
    }

    /// It can be bounded, and the number of its first objective is a count of bits ([`Bounded::counted`]).
    #[must_use]
    pub fn optimised(self) -> Self
    where
        Q: Bounded,
    {
        Self { is_optimised: true, ..self.bounded() }
    }

    /// Its answers can be listed.
    #[must_use]
    pub fn listed(self) -> Self
    where
        Q: Listed,
    {
        Self { listed: Some(|query| query), ..self }
    }

    /// It has the ability that a value of type `T` is; a later room asks for it by that type
    /// ([`Question::ability`](crate::question::Question::ability)).
    #[must_use]
    pub fn with<T: 'static>(mut self, give: impl Fn(&Q) -> T + 'static) -> Self {
        self.others.push((TypeId::of::<T>(), Box::new(move |query| Box::new(give(query)))));
        self
    }

    /// Its kind has the ability that a value of type `T` is, before any question is asked; a later room asks for it by
    /// that type ([`Kind::offer`](crate::kind::Kind::offer)).
    #[must_use]
    pub fn offering<T: 'static>(mut self, offer: impl Fn() -> T + 'static) -> Self {
        self.offers.push((TypeId::of::<T>(), Box::new(move || Box::new(offer()))));
        self
    }

    /// The ability of its kind of this type.
    pub(crate) fn offer(&self, ability: TypeId) -> Option<Box<dyn Any>> {
        self.offers.iter().find(|(known, _)| *known == ability).map(|(_, offer)| offer())
    }

    /// The ability of this type.
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
