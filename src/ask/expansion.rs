//! Questions whose clauses are made complete as far as they are needed (counterexample-guided expansion).
//!
//! Idea: the clauses say less than the question. A model that is no answer ([`WitnessError::Spurious`]) leads to the same
//! question with clauses that exclude it, and so on, until a model is an answer or there is no model. A refutation of clauses
//! that say less is a refutation of the question.
//!
//! A round makes clauses and asks a solver that writes no proof ([`Question::settle`]); only what has no model there is
//! refuted with a proof.
//!
//! Does not end by itself in a fixed number of rounds: each round excludes a position, and in practice many.

use crate::clauses::{AskError, model_value};
use crate::question::Question;
use crate::seek::{ModelOutcome, seek_model};
use crate::solution::Solution;
use crate::witness::WitnessError;
use certamen_work::limits::Limits;
use cnf_out::clausify::{Encoding, clausify};
use cnf_out::map::VariableMap;
use cnf_out::solver::Statistics;
use rustsat::types::Assignment;

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

/// The conflicts of one round, after which the solver that writes a proof is asked.
const CONFLICTS: u32 = 50_000;

/// An answer that was found without a proof of anything.
#[derive(Debug)]
pub struct SettledAnswer {
    /// The model of the question's clauses in the default encoding.
    pub model: Assignment,
    /// What it is.
    pub solution: Solution,
    /// The work of the last round.
    pub statistics: Statistics,
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

    /// Adds clauses until a model is an answer, which is returned. `None` if there is no model, or at a limit; that is not
    /// proved. Also `None`, at once, if its clauses are all that it says.
    ///
    /// # Errors
    /// [`AskError`], also if there are no clauses that exclude a model.
    pub fn settle(&mut self, limits: &Limits) -> Result<Option<SettledAnswer>, AskError> {
        let encoding = Encoding::default();
        while self.is_expandable() && !limits.is_over() {
            let clausified = clausify(&self.formula(), encoding);
            let (outcome, statistics) = seek_model(&clausified.cnf, Some(CONFLICTS), limits)?;
            let ModelOutcome::Model(model) = outcome else { return Ok(None) };
            let map = VariableMap::new(self.clone(), encoding, &clausified, String::new());
            let value = |variable| Some(model_value(&model, variable) == Some(true));
            match self.interpret(&|name: &str| map.read_word(name, value)) {
                Ok(solution) => return Ok(Some(SettledAnswer { model, solution, statistics })),
                Err(error) => match self.expanded_for(&error) {
                    Some(expanded) => *self = expanded?,
                    None => return Err(error.into()),
                },
            }
        }
        Ok(None)
    }

    /// Asks a question again and again, each time with clauses that exclude the last model that was no answer.
    ///
    /// # Errors
    /// That of `ask`, or [`AskError::Witness`] if there are no such clauses.
    pub fn expanding<T>(
        &mut self,
        mut ask: impl FnMut(&mut Self) -> Result<T, AskError>,
    ) -> Result<T, AskError> {
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
