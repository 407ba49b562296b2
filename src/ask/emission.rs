//! A question in the form in which it is emitted: its clauses, their DIMACS text, and the map that reads answers back.
//!
//! All code that needs a CNF takes it from here. So the CNF that is solved, the CNF that is written to a file, and the
//! CNF that a certificate is checked against are the same bytes.

use crate::clauses::model_value;
use crate::query::RefutationParts;
use crate::question::Question;
use crate::solution::Solution;
use crate::witness::WitnessError;
pub use certamen_work::digest::{hexadecimal, sha256, sha256_of};
use cnf_out::clausify::{BitValue, Clausified, Encoding, clausify};
use cnf_out::dimacs;
use cnf_out::map::{MapError, VariableMap};
use cnf_out::solver::chain::Plan;
use rustsat::types::{Assignment, Lit, Var};

/// A question as clauses.
///
/// # Examples
/// ```
/// use certamen_ask::emission::Emission;
/// use certamen_ask::question::Question;
/// use certamen_ask::sample::SetBits;
/// use cnf_out::clausify::Encoding;
///
/// let emission = Emission::new(&Question::from(SetBits { at_least: 4 }), Encoding::default());
/// assert!(emission.dimacs.starts_with(b"c certamen"));
/// let witness = emission.witness(|_| Some(true))?;
/// assert_eq!(witness.witness().position(), "1111");
/// # Ok::<(), certamen_ask::witness::WitnessError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Emission {
    /// The clauses.
    pub clausified: Clausified,
    /// The DIMACS file.
    pub dimacs: Vec<u8>,
    /// The sidecar map.
    pub map: VariableMap<Question>,
}

impl Emission {
    /// Writes a question as clauses. The same question and encoding give the same bytes.
    pub fn new(question: &Question, encoding: Encoding) -> Self {
        Self::of_clauses(question, encoding, clausify(&question.formula(), encoding))
    }

    /// Makes an emission from clauses of the question that exist already, maybe with further clauses added to them.
    pub fn of_clauses(question: &Question, encoding: Encoding, clausified: Clausified) -> Self {
        let mut text = Vec::new();
        let comments = [format!("certamen {}: {question}", env!("CARGO_PKG_VERSION"))];
        // Writing to a vector does not fail.
        let _ = dimacs::write(&clausified, &comments, &mut text);
        let map = VariableMap::new(question.clone(), encoding, &clausified, sha256(&text));
        Self { clausified, dimacs: text, map }
    }

    /// The segments of the question, if it has segments.
    pub fn plan(&self) -> Option<Plan> {
        let cuts = self.cuts();
        if cuts.is_empty() {
            return None;
        }
        let variables = |cut: &Vec<Vec<BitValue>>| {
            cut.iter().flatten().filter_map(|bit| bit.literal()).map(Lit::var).collect()
        };
        let cuts: Vec<Vec<Var>> = cuts.iter().map(variables).collect();
        Plan::new(&self.clausified.cnf, self.clausified.variables, &cuts)
    }

    /// The words of the question's cuts.
    pub fn cuts(&self) -> Vec<Vec<Vec<BitValue>>> {
        let bits = |name: &String| self.word(name).unwrap_or_default().to_vec();
        let cut = |names: Vec<String>| names.iter().map(bits).collect();
        self.map.question.refutation_parts().into_iter().flat_map(RefutationParts::cuts).map(cut).collect()
    }

    /// The choices by which a refutation goes case by case: see [`RefutationParts::cases`].
    pub fn cases(&self) -> Vec<Vec<Lit>> {
        let words = self.map.question.refutation_parts().into_iter().flat_map(RefutationParts::cases);
        let choices = words.map(|word| self.literals(&word));
        choices.filter(|choice| !choice.is_empty()).collect()
    }

    /// The bits of the word with this name.
    fn word(&self, name: &str) -> Option<&[BitValue]> {
        let named = self.clausified.words.iter().find(|word| word.name == name);
        named.map(|word| word.word.as_slice())
    }

    /// The literals of the word with this name.
    fn literals(&self, name: &str) -> Vec<Lit> {
        let bits = self.word(name).into_iter().flatten();
        bits.filter_map(|bit| bit.literal()).collect()
    }

    /// Reads the values of variables (numbered from 1) as a solution of the emitted question. The naive game replays its
    /// witness.
    ///
    /// # Errors
    /// [`WitnessError`] if values are missing, or if the position does not answer the question.
    pub fn witness(&self, value: impl Fn(u32) -> Option<bool>) -> Result<Solution, WitnessError> {
        self.map
            .question
            .interpret(&|name: &str| -> Result<Vec<bool>, MapError> { self.map.read_word(name, &value) })
    }

    /// Like [`Emission::witness`], for a model of the embedded solver. A variable that no clause mentions has no value
    /// in the model. Any value would do; it is read as false.
    ///
    /// # Errors
    /// [`WitnessError`] if the position does not answer the question.
    pub fn witness_of_model(&self, model: &Assignment) -> Result<Solution, WitnessError> {
        self.witness(|variable| Some(model_value(model, variable) == Some(true)))
    }
}
