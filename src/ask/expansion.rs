//! Questions whose clauses are made complete as far as they are needed (counterexample-guided expansion).
//!
//! Idea: the clauses say less than the question. A model that is no answer ([`WitnessError::Spurious`]) leads to the same
//! question with clauses that exclude it, and so on, until a model is an answer or there is none. A refutation of clauses
//! that say less is a refutation of the question.
//!
//! Does not end by itself in a fixed number of rounds: each round excludes a position, and in practice many.

use crate::clauses::AskError;
use crate::question::Question;
use crate::witness::WitnessError;

type Expand = Box<dyn Fn(&str) -> Result<Question, WitnessError>>;

/// How the clauses of a question are made stronger: an ability.
pub struct Expansion(Option<Expand>);

impl Expansion {
    /// `expand` gives the same question with clauses that exclude a position, which is no answer; not used unless the clauses of
    /// the question say less than it does.
    pub fn new(says_less: bool, expand: impl Fn(&str) -> Result<Question, WitnessError> + 'static) -> Self {
        Self(says_less.then(|| Box::new(expand) as Expand))
    }
}

impl std::fmt::Debug for Expansion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Expansion").field(&self.0.is_some()).finish()
    }
}

impl Question {
    /// Whether its clauses say less than it does, and are made stronger as needed.
    pub fn is_expandable(&self) -> bool {
        matches!(self.ability(), Some(Expansion(Some(_))))
    }

    /// The same question with clauses that exclude the position of [`WitnessError::Spurious`]. `None` for any other error,
    /// and if its clauses are all that it says.
    ///
    /// # Errors
    /// [`WitnessError`] if that takes too many replies, or too long a search.
    pub fn expanded_for(&self, error: &WitnessError) -> Option<Result<Self, WitnessError>> {
        let WitnessError::Spurious { position } = error else { return None };
        match self.ability() {
            Some(Expansion(Some(expand))) => Some(expand(position)),
            _ => None,
        }
    }

    /// Asks a question again and again, each time with clauses that exclude the last model that was no answer.
    ///
    /// # Errors
    /// That of `ask`, or [`AskError::Witness`] if there are no such clauses.
    pub fn expanding<T>(&mut self, mut ask: impl FnMut(&Self) -> Result<T, AskError>) -> Result<T, AskError> {
        loop {
            match ask(self) {
                Err(AskError::Witness(error)) => match self.expanded_for(&error) {
                    Some(expanded) => *self = expanded?,
                    None => return Err(error.into()),
                },
                other => return other,
            }
        }
    }
}
