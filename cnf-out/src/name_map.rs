//! The sidecar of a file that contains names: the question, from which the file can be made again.
//!
//! SMT-LIB and AIGER files contain the names of words, but do not say which game is meant, and an answer does not say
//! which file it answers. This sidecar does. It is a JSON object with a format tag and a version, the question, the
//! identity of the file, and the words by which an answer is read; for AIGER with the literal of each bit.

use crate::aiger::Edge;
use crate::map::{MapError, bit_names, is_of_format, parse_map, text_of_map};
use encodings::statement::Named;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The tag that a name map starts with.
pub const FORMAT: &str = "certamen-names";
/// The version that this code reads and writes.
pub const VERSION: u32 = 1;

/// Which file a name map belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileIdentity {
    /// The format, such as `smt2`.
    pub format: String,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

/// A word with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedWord {
    /// The name, such as `own`.
    pub name: String,
    /// The number of files of the board whose squares the bits stand for.
    pub files: usize,
    /// The number of ranks of that board.
    pub ranks: usize,
    /// Whether the solver chooses the word.
    pub chosen: bool,
    /// The literal of each bit in AIGER's numbering; 0 if the bit is always false.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub literals: IndexMap<String, u32>,
}

/// A name map, with a question of type `Q`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NameMap<Q> {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The question.
    pub question: Q,
    /// The file that asks the question.
    pub file: FileIdentity,
    /// The words.
    pub words: Vec<NamedWord>,
}

impl NamedWord {
    /// A word that a solver refers to by name.
    pub fn new<T>(word: &Named<T>) -> Self {
        let Named { name, layout, chosen, .. } = word;
        let (files, ranks) = (layout.files(), layout.ranks());
        Self { name: name.clone(), files, ranks, chosen: *chosen, literals: IndexMap::new() }
    }

    /// A word whose bits are AIGER literals.
    pub fn of_edges(word: &Named<Vec<Edge>>) -> Self {
        let literals = word.word.iter().copied().map(Edge::number);
        Self { literals: bit_names(&word.name, word.layout).zip(literals).collect(), ..Self::new(word) }
    }
}

/// Whether a text claims to be a name map, of any version.
pub fn is_name_map(text: &[u8]) -> bool {
    is_of_format(text, FORMAT)
}

impl<Q> NameMap<Q> {
    /// The map of a file.
    pub fn new(question: Q, file: FileIdentity, words: Vec<NamedWord>) -> Self {
        Self { format: FORMAT.to_owned(), version: VERSION, question, file, words }
    }

    /// The same map with the question converted, for example from JSON by a registry.
    ///
    /// # Errors
    /// The error of `read`.
    pub fn try_map<R, E>(self, read: impl FnOnce(Q) -> Result<R, E>) -> Result<NameMap<R>, E> {
        let Self { format, version, question, file, words } = self;
        Ok(NameMap { format, version, question: read(question)?, file, words })
    }
}

impl<Q: for<'de> Deserialize<'de>> NameMap<Q> {
    /// Reads a map.
    ///
    /// # Errors
    /// [`MapError`] if the text is not a map of this version.
    pub fn parse(text: &[u8]) -> Result<Self, MapError> {
        parse_map(text, (FORMAT, VERSION))
    }
}

impl<Q: Serialize> NameMap<Q> {
    /// The map as text, with a final newline.
    ///
    /// # Errors
    /// If the question cannot be written as JSON.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        text_of_map(self)
    }
}
