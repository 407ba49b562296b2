//! Answers by type: what was judged to be an answer, and what only satisfies a formula.
//!
//! Idea: [`Question::verify`] alone makes a [`VerifiedAnswer`], and it refuses questions whose witnesses cannot be judged
//! ([`Query::verifies_answers`](crate::query::Query::verifies_answers)): a witness of the last steps of a game does not
//! show the game. All that is reported as found, possible or reached is of this type. A model of a formula is a
//! [`Solution`], which may be less.

use crate::listed::ListEntry;
use crate::query::ReadWord;
use crate::question::{ListedQuestion, Question};
use crate::witness::{AnyWitness, WitnessError};
use serde::{Serialize, Serializer};
use std::ops::Deref;

/// A witness that was judged to be an answer to the question. Its JSON is that of the witness.
///
/// # Examples
/// ```
/// use certamen_ask::question::Question;
/// use certamen_ask::sample::SetBits;
/// use certamen_ask::witness::{AnyWitness, TextWitness};
///
/// let question = Question::from(SetBits { at_least: 3 });
/// let word = |text: &str| AnyWitness::new("sample", TextWitness::new(text));
/// assert_eq!(question.verify(word("0111"))?.position(), "0111");
/// assert!(question.verify(word("0011")).is_err());
/// # Ok::<(), certamen_ask::witness::WitnessError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct VerifiedAnswer(AnyWitness);

impl VerifiedAnswer {
    /// A witness that a [`System`](crate::system::System) has judged: it has no relaxations.
    pub(crate) const fn of_system(witness: AnyWitness) -> Self {
        Self(witness)
    }

    /// The witness alone.
    pub fn into_witness(self) -> AnyWitness {
        self.0
    }
}

impl Deref for VerifiedAnswer {
    type Target = AnyWitness;

    fn deref(&self) -> &AnyWitness {
        &self.0
    }
}

/// What a model of a question's formula is. Its JSON is that of the witness.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// An answer.
    Answer(VerifiedAnswer),
    /// What satisfies a relaxation. It need not be an answer.
    Relaxed(AnyWitness),
}

impl Solution {
    /// The remark on what satisfies a relaxation.
    pub const RELAXED: &'static str = "a model of a relaxation, which need not be an answer";

    /// The answer.
    ///
    /// # Errors
    /// [`WitnessError::Relaxed`] if it need not be one.
    pub fn answer(self) -> Result<VerifiedAnswer, WitnessError> {
        match self {
            Self::Answer(answer) => Ok(answer),
            Self::Relaxed(_) => Err(WitnessError::Relaxed),
        }
    }

    /// The position, with no word about what it shows.
    pub fn witness(&self) -> &AnyWitness {
        let (Self::Answer(VerifiedAnswer(witness)) | Self::Relaxed(witness)) = self;
        witness
    }

    /// What has to be said with it, if it need not be an answer.
    pub const fn remark(&self) -> Option<&'static str> {
        match self {
            Self::Answer(_) => None,
            Self::Relaxed(_) => Some(Self::RELAXED),
        }
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.witness().serialize(serializer)
    }
}

impl Question {
    /// Judges a witness: see [`Query::verify`](crate::query::Query::verify).
    ///
    /// # Errors
    /// [`WitnessError`], also if the witness belongs to another game, or if witnesses of the question cannot be judged.
    pub fn verify(&self, witness: AnyWitness) -> Result<VerifiedAnswer, WitnessError> {
        self.solution(witness)?.answer()
    }

    /// Compares a witness with the question, and says whether that makes it an answer.
    ///
    /// # Errors
    /// [`WitnessError`], also if the witness belongs to another game.
    pub fn solution(&self, witness: AnyWitness) -> Result<Solution, WitnessError> {
        self.compare(&witness)?;
        let is_judged = self.verifies_answers();
        Ok(if is_judged { Solution::Answer(VerifiedAnswer(witness)) } else { Solution::Relaxed(witness) })
    }

    /// Reads a solver's choice of words, and compares it with the question.
    ///
    /// # Errors
    /// [`WitnessError`]
    pub fn interpret(&self, words: ReadWord<'_>) -> Result<Solution, WitnessError> {
        self.solution(self.read(words)?)
    }
}

impl ListedQuestion {
    /// What an entry of a list describes, which was judged. In the list of a relaxation that has one, it is what satisfies
    /// the formula.
    ///
    /// # Errors
    /// [`WitnessError`]
    pub fn verify_entry(&self, entry: &ListEntry) -> Result<Solution, WitnessError> {
        let solution = self.question().solution(self.witness_of_entry(entry)?)?;
        if self.lists_more() { Ok(solution) } else { solution.answer().map(Solution::Answer) }
    }
}
