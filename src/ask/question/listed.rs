//! A question of any type whose answers can be listed.

use super::Question;
use super::erased::{AnyListed, handle, handle_of_ability};
use crate::error::QuestionError;
use crate::listed::{LineForm, ListEntry, Listed, Representative};
use crate::witness::{AnyWitness, WitnessError};
use std::sync::Arc;

/// A question of any type whose answers can be listed.
///
/// # Examples
/// ```
/// use certamen_ask::listed::ListEntry;
/// use certamen_ask::question::ListedQuestion;
/// use certamen_ask::sample::SetBits;
///
/// let question = ListedQuestion::from(SetBits { at_least: 1 });
/// assert_eq!(question.verify_entry(&ListEntry::from("0110"))?.witness().position(), "0110");
/// assert!(question.is_first_of_its_class("0001") && !question.is_first_of_its_class("0100"));
/// # Ok::<(), certamen_ask::witness::WitnessError>(())
/// ```
#[derive(Clone)]
pub struct ListedQuestion(pub(super) Arc<dyn AnyListed>);

impl ListedQuestion {
    /// See [`Listed::line_form`].
    pub fn line_form(&self) -> LineForm {
        self.0.line_form()
    }

    /// See [`Listed::evidence`].
    pub fn evidence(&self, witness: &AnyWitness) -> Option<String> {
        self.0.evidence(witness)
    }

    /// See [`Listed::witness_of_entry`].
    ///
    /// # Errors
    /// [`WitnessError`]
    pub fn witness_of_entry(&self, entry: &ListEntry) -> Result<AnyWitness, WitnessError> {
        self.0.witness_of_entry(entry)
    }

    /// See [`Listed::images`].
    pub fn images(&self, line: &str) -> Vec<String> {
        self.0.images(line)
    }

    /// See [`Listed::representative`].
    pub fn representative(&self) -> Representative {
        self.0.representative()
    }

    /// See [`Listed::lists_more`].
    pub fn lists_more(&self) -> bool {
        self.0.lists_more()
    }

    /// Checks that the question has a list.
    ///
    /// # Errors
    /// [`QuestionError::Refused`] for a relaxation, unless its list is one of all that satisfies its formula.
    pub fn require_list(&self) -> Result<(), QuestionError> {
        if self.lists_more() { Ok(()) } else { self.question().require_decidable() }
    }

    /// See [`Listed::symmetries`].
    pub fn symmetries(&self) -> Option<String> {
        self.0.symmetries()
    }

    /// See [`Listed::first_of_its_class`].
    pub fn first_of_its_class(&self, line: &str) -> Option<String> {
        self.0.first_of_its_class(line)
    }

    /// See [`Listed::is_first_of_its_class`].
    pub fn is_first_of_its_class(&self, line: &str) -> bool {
        self.0.is_first_of_its_class(line)
    }
}

handle_of_ability!(ListedQuestion, Listed, listed);
