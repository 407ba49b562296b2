//! The sidecar of a formula with quantifiers: which variables are the bits of which choice, and what its numbers mean.
//!
//! A JSON object with a format tag and a version, the question, the identity of the file, and its blocks.

use crate::map::{MapError, is_of_format, parse_map, text_of_map};
use crate::name_map::FileIdentity;
use encodings::quantified::{Choice, QuantifiedFormula, Quantifier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The tag that such a map starts with.
pub const FORMAT: &str = "certamen-choices";
/// The version that this code reads and writes.
pub const VERSION: u32 = 1;

/// A block of choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MappedBlock {
    /// Whether the opponent makes these choices: the variables are universal.
    pub universal: bool,
    /// The choices.
    pub choices: Vec<MappedChoice>,
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MappedChoice {
    /// Its name.
    pub name: String,
    /// The variables of the bits of its number, the lowest bit first.
    pub variables: Vec<u32>,
    /// The values by their numbers.
    pub values: Vec<String>,
}

/// A map, with a question of type `Q`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoiceMap<Q> {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The question.
    pub question: Q,
    /// The file that asks the question.
    pub file: FileIdentity,
    /// The blocks, the outermost first.
    pub blocks: Vec<MappedBlock>,
}

/// Whether a text claims to be such a map, of any version.
pub fn is_choice_map(text: &[u8]) -> bool {
    is_of_format(text, FORMAT)
}

impl MappedBlock {
    pub(super) const fn quantifier(&self) -> Quantifier {
        if self.universal { Quantifier::ForAll } else { Quantifier::Exists }
    }
}

impl<Q> ChoiceMap<Q> {
    /// The map of a file.
    pub fn new(question: Q, file: FileIdentity, blocks: Vec<MappedBlock>) -> Self {
        Self { format: FORMAT.to_owned(), version: VERSION, question, file, blocks }
    }
}

impl<Q: for<'de> Deserialize<'de>> ChoiceMap<Q> {
    /// Reads a map.
    ///
    /// # Errors
    /// [`MapError`] if the text is not a map of this version.
    pub fn parse(text: &[u8]) -> Result<Self, MapError> {
        parse_map(text, (FORMAT, VERSION))
    }
}

impl<Q: Serialize> ChoiceMap<Q> {
    /// The map as text, with a final newline.
    ///
    /// # Errors
    /// If the question cannot be written as JSON.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        text_of_map(self)
    }
}

/// The blocks of a formula, given the variables of each choice by its name.
pub(super) fn mapped(formula: &QuantifiedFormula, variables: &dyn Fn(&str) -> Vec<u32>) -> Vec<MappedBlock> {
    let choice = |choice: &Choice| MappedChoice {
        name: choice.name.clone(),
        variables: variables(&choice.name),
        values: choice.values.clone(),
    };
    let blocks = formula.blocks.iter();
    let block = blocks.map(|block| MappedBlock {
        universal: block.quantifier == Quantifier::ForAll,
        choices: block.choices.iter().map(choice).collect(),
    });
    block.collect()
}
