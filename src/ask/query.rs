//! The open traits that the author of a question implements.
//!
//! A [`Query`] is a question with all its parameters. It states itself to any sink (a circuit, terms). It reads a
//! solver's choice of words as a witness. And it verifies witnesses, by the naive game if the game has one: a model is
//! not believed only because a solver found it. Abilities that only some queries have are traits of their own
//! ([`Bounded`], [`Listed`](crate::listed::Listed)), and [`Query::abilities`] lists them.

use crate::abilities::Abilities;
use crate::error::QuestionError;
use crate::objective::{Extreme, Objective};
use crate::witness::{Witness, WitnessError};
use cnf_out::map::MapError;
use cnf_out::solver::chain::Cube;
use encodings::circuit::Circuit;
use encodings::statement::{CircuitStatement, Formula, Script, Statement, TermStatement};
use encodings::term::Terms;
use serde::Serialize;
use std::fmt;

/// Returns the bits of a named word, as a solver chose them.
pub type ReadWord<'a> = &'a dyn Fn(&str) -> Result<Vec<bool>, MapError>;

/// The name of the file with the rules of a game, in directories that are about a game file.
pub const RULES_FILE: &str = "rules.game";

/// A question with all its parameters.
///
/// `Display` writes the query as a command line. Serde writes its parameters; maps and certificates store them together
/// with the name.
///
/// # Examples
/// [`SetBits`](crate::sample::SetBits) is a complete question. Like any question, it can be a circuit or terms, and it
/// verifies witnesses:
/// ```
/// use certamen_ask::query::Query;
/// use certamen_ask::sample::SetBits;
/// use certamen_ask::witness::TextWitness;
///
/// let question = SetBits { at_least: 3 };
/// assert_eq!(question.formula().words.len(), 1);
/// assert!(question.verify(&TextWitness::new("0111")).is_ok());
/// assert!(question.verify(&TextWitness::new("0011")).is_err());
/// ```
pub trait Query: Clone + fmt::Debug + fmt::Display + PartialEq + Serialize + Send + Sync + 'static {
    /// The type of its answers: usually a position.
    type Witness: Witness;

    /// The name: the game or puzzle, a dot, and what is asked, such as `othello.mobility`.
    const NAME: &'static str;

    /// The name. Override it if values of the type have different names.
    fn name(&self) -> &str {
        Self::NAME
    }

    /// States the question to any sink.
    fn state<S: Statement>(&self, statement: &mut S);

    /// Reads a solver's choice of words.
    ///
    /// # Errors
    /// [`WitnessError`] if a word is missing, or if the words are not a position of the game.
    fn read(&self, words: ReadWord<'_>) -> Result<Self::Witness, WitnessError>;

    /// Checks that a witness answers the question. Everything is counted anew, by the naive game if the game has one.
    ///
    /// # Errors
    /// [`WitnessError`] with the first reason why the witness is not valid.
    fn verify(&self, witness: &Self::Witness) -> Result<(), WitnessError>;

    /// Adds what follows from a witness and is not stored with it, such as a picture.
    fn complete(&self, witness: Self::Witness) -> Self::Witness {
        witness
    }

    /// Validates the parameters: a file may contain any numbers.
    ///
    /// # Errors
    /// [`QuestionError`]
    fn validate(&self) -> Result<(), QuestionError> {
        Ok(())
    }

    /// The same question with or without symmetry breaking. This does not change the answer.
    #[must_use]
    fn with_symmetry_breaking(self, _breaks: bool) -> Self {
        self
    }

    /// Whether the formula is a relaxation: SAT proves nothing, UNSAT does. For example, the last steps of a game may
    /// satisfy the formula although no game ends with them.
    fn is_relaxed(&self) -> bool {
        false
    }

    /// Whether [`Query::verify`] decides whether a witness is an answer. By default it does where the formula is no
    /// relaxation: what a relaxation leaves out, such as the beginning of a game, is not in its witness either.
    fn verifies_answers(&self) -> bool {
        !self.is_relaxed()
    }

    /// The names of the words whose values make up a position. Two answers that are counted or listed differ in one of
    /// these words. If the list is empty, all words that the solver chooses count.
    fn position(&self) -> &[&'static str] {
        &[]
    }

    /// How a refutation is divided, if it is easier in parts.
    fn refutation_parts(&self) -> Option<&dyn RefutationParts> {
        None
    }

    /// For a question that asks for the largest or the smallest value of a number, and has no bound on it: the condition
    /// that can be asked instead where no bound is carried.
    fn lacks_bound(&self) -> Option<String> {
        None
    }

    /// Whether [`Query::verify`] shares no code with [`Query::state`]. If it does share code, every answer says that
    /// there was no second opinion.
    fn has_second_opinion(&self) -> bool {
        true
    }

    /// The text of the file that states the rules, if one does: certificates hold it as [`RULES_FILE`].
    fn rules_file(&self) -> Option<&str> {
        None
    }

    /// The abilities of this type of queries.
    fn abilities() -> Abilities<Self> {
        Abilities::none()
    }

    /// Reads a solver's choice and verifies it against the question.
    ///
    /// # Errors
    /// [`WitnessError`] if a word is missing, or if the position does not answer the question.
    fn interpret(&self, words: ReadWord<'_>) -> Result<Self::Witness, WitnessError> {
        let witness = self.read(words)?;
        self.verify(&witness)?;
        Ok(witness)
    }

    /// The question as a circuit.
    fn formula(&self) -> Formula {
        let circuit = Circuit::new();
        let mut statement = CircuitStatement::new(&circuit);
        self.state(&mut statement);
        statement.finish()
    }

    /// The question as word-level terms.
    fn script(&self) -> Script {
        let terms = Terms::new();
        let mut statement = TermStatement::new(&terms);
        self.state(&mut statement);
        statement.finish()
    }
}

/// The ability to be bounded. The query asks for at least `k` of an objective; the largest `k` that has an answer is
/// the bound.
///
/// # Examples
/// ```
/// use certamen_ask::query::Bounded;
/// use certamen_ask::sample::{BITS, SetBits};
///
/// let question = SetBits { at_least: 1 }.with_bound(BITS, 4);
/// assert_eq!(question.bound(BITS), 4);
/// ```
pub trait Bounded: Query {
    /// The objectives that can be bounded, each with the parameter that is its bound. The first is the default. Empty if
    /// this value of the type has none.
    fn bounds(&mut self) -> Vec<(Objective, &mut u32)>;

    /// The names of the words whose set bits together are the number of the first objective. Empty where that number is
    /// not a count of bits; `MaxSAT` and pseudo-Boolean formats then cannot state it.
    fn counted(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The objectives that can be bounded.
    fn objectives(&self) -> Vec<Objective> {
        self.clone().bounds().into_iter().map(|(objective, _)| objective).collect()
    }

    /// The same question with another bound on the objective.
    #[must_use]
    fn with_bound(mut self, objective: Objective, bound: u32) -> Self {
        if let Some((_, given)) = self.bounds().into_iter().find(|(known, _)| *known == objective) {
            *given = bound;
        }
        self
    }

    /// The bound on the objective in this question; 0 if it has no such objective.
    fn bound(&self, objective: Objective) -> u32 {
        let mut query = self.clone();
        let bounds = query.bounds();
        bounds.into_iter().find(|(known, _)| *known == objective).map_or(0, |(_, bound)| *bound)
    }

    /// What a bound means as a largest or smallest value, for people.
    fn extreme(&self, _: Objective, bound: u32) -> Extreme {
        Extreme::Maximum(i64::from(bound))
    }

    /// The number of the objective that a witness has.
    fn measure(&self, objective: Objective, witness: &Self::Witness) -> u32;
}

/// How the refutation of a query is divided into parts.
pub trait RefutationParts {
    /// The names of the cuts of the question, if it has segments: the words that connect what is stated before them with
    /// what is stated after them. A refutation then goes from segment to segment
    /// ([`Chain`](cnf_out::solver::chain::Chain)).
    fn cuts(&self) -> Vec<Vec<String>>;

    /// Why nothing leads to these values of a cut, if the rules say it more shortly than a solver finds it: cubes that no cut
    /// has, at least one of which holds for the values. `cut` has the words of the cut in the order of
    /// [`RefutationParts::cuts`], and [`Setting::word`](cnf_out::solver::chain::Setting) counts them.
    ///
    /// The cubes are proved for one cut after the other before they are used, so each step must preserve that no cut has
    /// one of them, together. Cubes that cannot be proved cost time and change no answer.
    fn excluded(&self, cut: &[Vec<bool>]) -> Vec<Cube>;

    /// The names of words that have exactly one bit each, such as the squares of the last moves, if a refutation is easier
    /// case by case: the first of them splits first
    /// ([`Gaps::split_by_cases`](cnf_out::solver::Gaps::split_by_cases)). A question with cuts has none.
    fn cases(&self) -> Vec<String>;
}
