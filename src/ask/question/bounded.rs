//! A question of any type that can be bounded.

use super::Question;
use super::erased::{AnyBounded, handle, handle_of_ability};
use crate::objective::{Extreme, Objective};
use crate::query::Bounded;
use crate::witness::{AnyWitness, WitnessError};
use std::sync::Arc;

/// A question of any type that can be bounded.
///
/// # Examples
/// ```
/// use certamen_ask::question::BoundedQuestion;
/// use certamen_ask::sample::{BITS, SetBits};
///
/// let question = BoundedQuestion::from(SetBits { at_least: 1 });
/// assert_eq!(question.objective("bits"), Some(BITS));
/// assert_eq!(question.with_bound(BITS, 4).to_string(), "sample.bits --at-least 4");
/// ```
#[derive(Clone)]
pub struct BoundedQuestion(pub(super) Arc<dyn AnyBounded>);

impl BoundedQuestion {
    /// See [`Bounded::objectives`].
    pub fn objectives(&self) -> Vec<Objective> {
        self.0.objectives()
    }

    /// The objective of this name, if the question has one.
    pub fn objective(&self, name: &str) -> Option<Objective> {
        self.objectives().into_iter().find(|objective| objective.name() == name)
    }

    /// See [`Bounded::counted`].
    pub fn counted(&self) -> Vec<&'static str> {
        self.0.counted()
    }

    /// See [`Bounded::with_bound`].
    #[must_use]
    pub fn with_bound(&self, objective: Objective, bound: u32) -> Self {
        self.0.with_bound(objective, bound)
    }

    /// See [`Bounded::bound`].
    pub fn bound(&self, objective: Objective) -> u32 {
        self.0.bound(objective)
    }

    /// See [`Bounded::extreme`].
    pub fn extreme(&self, objective: Objective, bound: u32) -> Extreme {
        self.0.extreme(objective, bound)
    }

    /// See [`Bounded::measure`].
    ///
    /// # Errors
    /// [`WitnessError::Game`] if the witness has another type than the answers to this question.
    pub fn measure(&self, objective: Objective, witness: &AnyWitness) -> Result<u32, WitnessError> {
        self.0.measure(objective, witness)
    }
}

handle_of_ability!(BoundedQuestion, Bounded, bounded);
