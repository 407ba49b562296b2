//! The sidecar of a DIMACS file: which literal is which bit of which word.
//!
//! A JSON object with a format tag and a version, the question (from which the formula can be made again), the identity
//! of the CNF, and for each named word its bits, by names such as `own[a1]`. A bit is a literal of the CNF (negative if
//! a negation carries it) or, if it cannot vary, `true` or `false`.
//!
//! A word is `chosen` if the solver chooses it. Other words follow from the chosen ones. If definitions are written in
//! the needed direction only, the literals of these may be false although the bit is set, so readers compute them
//! again.

use crate::clausify::{BitValue, Clausified, Encoding};
use encodings::board::Layout;
use encodings::statement::Named;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The tag that a map starts with.
pub const FORMAT: &str = "certamen-map";
/// The version that this code reads and writes.
pub const VERSION: u32 = 1;
/// The largest map that is read, in bytes.
pub const SIZE_LIMIT: usize = 64 << 20;

/// Which CNF a map belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CnfIdentity {
    /// The number of variables.
    pub variables: u32,
    /// The number of clauses.
    pub clauses: usize,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

/// One bit: a literal as DIMACS writes it, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MappedBit {
    /// A constant.
    Constant(bool),
    /// A literal, never 0.
    Literal(i32),
}

/// A named word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MappedWord {
    /// The name, such as `own`.
    pub name: String,
    /// The number of files of the board whose squares the bits stand for.
    pub files: usize,
    /// The number of ranks of that board.
    pub ranks: usize,
    /// Whether the solver chooses the word.
    pub chosen: bool,
    /// The bits by name, a1 first.
    pub bits: IndexMap<String, MappedBit>,
}

/// A map, with a question of type `Q`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariableMap<Q> {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The question.
    pub question: Q,
    /// How the circuit became clauses.
    pub encoding: Encoding,
    /// The CNF in which the literals occur.
    pub cnf: CnfIdentity,
    /// The words.
    pub words: Vec<MappedWord>,
}

/// Why a text is not a usable map.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// Too long.
    #[error("the map has {0} bytes: at most {SIZE_LIMIT} are read")]
    TooLong(usize),
    /// Not the JSON of a map.
    #[error("not a map: {0}")]
    Malformed(#[from] serde_json::Error),
    /// Another format or version.
    #[error(
        "a file of format `{format}`, version {version}: this program reads `{FORMAT}`, version {VERSION}"
    )]
    Version {
        /// The tag found.
        format: String,
        /// The version found.
        version: u32,
    },
    /// A word whose bits are not those of its board.
    #[error("word `{word}`: {reason}")]
    Word {
        /// The name of the word.
        word: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The map lacks a word that the question needs.
    #[error("the map has no word `{0}`")]
    MissingWord(String),
    /// The answer gives no value to a bit of a chosen word.
    #[error("the answer gives no value to variable {variable}, which is `{bit}`")]
    Unassigned {
        /// The variable.
        variable: u32,
        /// The name of the bit.
        bit: String,
    },
}

/// The part of a map that shows its version, read before the rest is looked at.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// Whether a text claims to be a map of a format, of any version.
pub(crate) fn is_of_format(text: &[u8], format: &str) -> bool {
    serde_json::from_slice::<Header>(text).is_ok_and(|header| header.format == format)
}

/// Reads a map of a format and a version.
pub(crate) fn parse_map<M: DeserializeOwned>(text: &[u8], of: (&str, u32)) -> Result<M, MapError> {
    if text.len() > SIZE_LIMIT {
        return Err(MapError::TooLong(text.len()));
    }
    let Header { format, version } = serde_json::from_slice(text)?;
    if (format.as_str(), version) != of {
        return Err(MapError::Version { format, version });
    }
    Ok(serde_json::from_slice(text)?)
}

/// A map as text, with a final newline.
pub(crate) fn text_of_map(map: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(map)?;
    text.push('\n');
    Ok(text)
}

impl<Q> VariableMap<Q> {
    /// The map of a formula whose DIMACS file has this hash.
    pub fn new(question: Q, encoding: Encoding, clausified: &Clausified, sha256: String) -> Self {
        let cnf = CnfIdentity { variables: clausified.variables, clauses: clausified.cnf.len(), sha256 };
        let words = clausified.words.iter().map(mapped_word).collect();
        Self { format: FORMAT.to_owned(), version: VERSION, question, encoding, cnf, words }
    }

    /// The same map with the question converted, for example from JSON by a registry.
    ///
    /// # Errors
    /// The error of `read`.
    pub fn try_map<R, E>(self, read: impl FnOnce(Q) -> Result<R, E>) -> Result<VariableMap<R>, E> {
        let Self { format, version, question, encoding, cnf, words } = self;
        Ok(VariableMap { format, version, question: read(question)?, encoding, cnf, words })
    }
}

impl<Q: for<'de> Deserialize<'de>> VariableMap<Q> {
    /// Reads a map.
    ///
    /// # Errors
    /// [`MapError`] if the text is not a map of this version, or a word is incomplete or not within the CNF's
    /// variables.
    pub fn parse(text: &[u8]) -> Result<Self, MapError> {
        let map: Self = parse_map(text, (FORMAT, VERSION))?;
        for word in &map.words {
            check_word(word, map.cnf.variables)
                .map_err(|reason| MapError::Word { word: word.name.clone(), reason })?;
        }
        Ok(map)
    }
}

impl<Q: Serialize> VariableMap<Q> {
    /// The map as text, with a final newline.
    ///
    /// # Errors
    /// If the question cannot be written as JSON.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        text_of_map(self)
    }
}

impl<Q> VariableMap<Q> {
    /// The set bits of a word, given the values of variables (numbered from 1, as in DIMACS).
    ///
    /// # Errors
    /// [`MapError::MissingWord`], or [`MapError::Unassigned`] if a variable of the word has no value.
    pub fn read_word(&self, name: &str, value: impl Fn(u32) -> Option<bool>) -> Result<Vec<bool>, MapError> {
        let word = self.words.iter().find(|word| word.name == name);
        let word = word.ok_or_else(|| MapError::MissingWord(name.to_owned()))?;
        let read = |(bit, mapped): (&String, &MappedBit)| match *mapped {
            MappedBit::Constant(constant) => Ok(constant),
            MappedBit::Literal(literal) => {
                let variable = literal.unsigned_abs();
                let unassigned = || MapError::Unassigned { variable, bit: bit.clone() };
                value(variable).map(|value| value == (literal > 0)).ok_or_else(unassigned)
            }
        };
        word.bits.iter().map(read).collect()
    }
}

pub(crate) fn bit_names(name: &str, layout: Layout) -> impl Iterator<Item = String> {
    layout.all().map(move |square| {
        // A truth value has no square in its name.
        if layout == Layout::BIT { name.to_owned() } else { format!("{name}[{}]", layout.name(square)) }
    })
}

fn mapped_word(word: &Named<Vec<BitValue>>) -> MappedWord {
    let bits = word.word.iter().map(|value| match *value {
        BitValue::Constant(constant) => MappedBit::Constant(constant),
        BitValue::Literal(literal) => MappedBit::Literal(literal.to_ipasir()),
    });
    MappedWord {
        name: word.name.clone(),
        files: word.layout.files(),
        ranks: word.layout.ranks(),
        chosen: word.chosen,
        bits: bit_names(&word.name, word.layout).zip(bits).collect(),
    }
}

fn check_word(word: &MappedWord, variables: u32) -> Result<(), String> {
    let layout = Layout::new(word.files, word.ranks)
        .ok_or_else(|| format!("no board has {} files and {} ranks", word.files, word.ranks))?;
    if !bit_names(&word.name, layout).eq(word.bits.keys().cloned()) {
        return Err(format!("its bits are not the squares of a {layout} board, a1 first"));
    }
    for (bit, mapped) in &word.bits {
        match *mapped {
            MappedBit::Literal(literal) if literal == 0 || literal.unsigned_abs() > variables => {
                return Err(format!("`{bit}` is {literal}: the CNF has the variables 1 to {variables}"));
            }
            MappedBit::Literal(_) | MappedBit::Constant(_) => {}
        }
    }
    Ok(())
}
