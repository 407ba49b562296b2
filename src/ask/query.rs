//! What a question is to whoever writes one: the open traits.
//!
//! A [`Query`] is a question with all its parameters. It is stated once, to any sink (a circuit, terms), it reads a
//! solver's choice of words as a witness, and it holds a witness against itself, by the naive game where there is one: a
//! model is not believed because a solver found it. What only some queries offer is a trait of its own ([`Bounded`],
//! [`Listed`](crate::listed::Listed)), and [`Query::abilities`] names those that a query has.

use crate::abilities::Abilities;
use crate::objective::Objective;
use crate::witness::{Witness, WitnessError};
use cnf_out::map::MapError;
use encodings::circuit::Circuit;
use encodings::statement::{CircuitStatement, Formula, Script, Statement, TermStatement};
use encodings::term::Terms;
use serde::Serialize;
use std::fmt;

/// Gives the bits of a named word, as a solver chose them.
pub type ReadWord<'a> = &'a dyn Fn(&str) -> Result<Vec<bool>, MapError>;

/// A question with all its parameters.
///
/// `Display` writes it as one would ask it on the command line; serde writes its parameters, which maps and certificates
/// hold beside the name.
///
/// # Examples
/// [`SetBits`](crate::sample::SetBits) is a whole question. Any question is a circuit, terms, and a judge of witnesses:
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
    /// What answers it: a position, usually.
    type Witness: Witness;

    /// The name: the game or puzzle, a dot, what is asked, such as `othello.mobility`.
    const NAME: &'static str;

    /// The name, where it is not the same for all values of the type.
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

    /// Holds a witness against the question. Everything is counted anew, by the naive game where there is one.
    ///
    /// # Errors
    /// [`WitnessError`] with the first thing that is wrong.
    fn verify(&self, witness: &Self::Witness) -> Result<(), WitnessError>;

    /// Adds to a witness what follows from it and is not written with it, such as a picture.
    fn complete(&self, witness: Self::Witness) -> Self::Witness {
        witness
    }

    /// Whether the parameters make sense: what is read from a file may hold any numbers.
    ///
    /// # Errors
    /// What is wrong, in words.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }

    /// The same question with or without symmetry breaking. This does not change the answer.
    #[must_use]
    fn with_symmetry_breaking(self, _breaks: bool) -> Self {
        self
    }

    /// Whether the formula is a relaxation: SAT proves nothing, UNSAT does. The last steps of a game, for example, may
    /// belong to no game.
    fn is_relaxed(&self) -> bool {
        false
    }

    /// The names of the words whose values are a position. Answers are told apart by them when they are counted or
    /// listed. Where none is named, all words that the solver chooses are.
    fn position(&self) -> &'static [&'static str] {
        &[]
    }

    /// The names of the words between the stages of the question, if it has stages: all that connects what is stated
    /// before them with what is stated after them. A refutation then goes from stage to stage
    /// ([`Chain`](cnf_out::solver::chain::Chain)).
    fn cuts(&self) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Whether [`Query::verify`] rests on code that shares nothing with [`Query::state`]. Where it does not, every answer
    /// says that there was no second opinion.
    fn has_second_opinion(&self) -> bool {
        true
    }

    /// What this query can do beyond the rest.
    fn abilities() -> Abilities<Self> {
        Abilities::none()
    }

    /// Reads a solver's choice and holds it against the question.
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

/// The ability to be bounded: the query asks for at least so much of a number, and the largest such number is its bound.
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
    /// What its bounds can be on. The first is meant where none is named.
    fn objectives(&self) -> &'static [Objective];

    /// The names of the words whose set bits together are the number of the first objective. None where that number is
    /// not a count of bits: then `MaxSAT` and pseudo-Boolean formats cannot state it.
    fn counted(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The same question with another bound on the objective.
    #[must_use]
    fn with_bound(self, objective: Objective, bound: u32) -> Self;

    /// The bound that the question sets on the objective.
    fn bound(&self, objective: Objective) -> u32;

    /// How much of the objective a witness has.
    fn measure(&self, objective: Objective, witness: &Self::Witness) -> u32;
}
