//! The registry: the list of kinds of questions that a program knows.
//!
//! A program registers its own kinds and those of this workspace in the same way. All code that reads a name (the
//! command line, a map, a certificate, a cube) looks it up here. An unknown name is an error that lists the known
//! names.

use crate::error::QuestionError;
use crate::kind::{Kind, KindAbilities, NamedQuery, kind};
use crate::named_files::FileQuestion;
use crate::question::{Question, subject_of};
use certamen_work::text::{did_you_mean, one_line};
use serde_json::{Map, Value};
use std::fmt;
use std::sync::Arc;

/// Why a name is not found, or why its parameters cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// No question of this name is registered.
    #[error("there is no question `{name}`: expected one of {}{}", known.join(", "),
            did_you_mean(name, known.iter().map(String::as_str)))]
    Unknown {
        /// The name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// A file is about a question that this program does not have: another program wrote it.
    #[error("this is about {0}, which this program does not have")]
    Foreign(String),
    /// The JSON has no name.
    #[error("the question has no name: expected an object with the member `query`")]
    Nameless,
    /// The parameters do not fit the question.
    #[error("{name}: {reason}")]
    Parameters {
        /// The name of the question.
        name: String,
        /// What is wrong.
        reason: QuestionError,
    },
    /// No registered question has this transition system.
    #[error("no registered question has this transition system: {0}")]
    System(String),
}

/// A registry: kinds of questions by name, in the order in which they were registered.
///
/// # Examples
/// ```
/// use certamen_ask::registry::Registry;
/// use certamen_ask::sample::SetBits;
///
/// let mut registry = Registry::new();
/// registry.add_question::<SetBits>();
/// let json = serde_json::json!({ "query": "sample.bits", "at_least": 3 });
/// assert_eq!(registry.question(json)?.to_string(), "sample.bits --at-least 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    kinds: Vec<Arc<dyn Kind>>,
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a kind of questions. It replaces a kind of the same name.
    pub fn add_kind(&mut self, kind: Arc<dyn Kind>) {
        self.kinds.retain(|known| known.name() != kind.name());
        self.kinds.push(kind);
    }

    /// Adds the kind of questions that is made from a type of queries.
    pub fn add_question<Q: NamedQuery>(&mut self) {
        self.add_kind(kind::<Q>());
    }

    /// The kinds of questions.
    pub fn kinds(&self) -> &[Arc<dyn Kind>] {
        &self.kinds
    }

    /// The kinds of questions about a game or puzzle.
    pub fn kinds_of<'r>(&'r self, subject: &'r str) -> impl Iterator<Item = &'r Arc<dyn Kind>> {
        self.kinds.iter().filter(move |kind| subject_of(kind.name()) == subject)
    }

    /// The kinds of questions that have an ability.
    pub fn able(&self, can: impl Fn(&KindAbilities) -> bool) -> impl Iterator<Item = &Arc<dyn Kind>> {
        self.kinds.iter().filter(move |kind| can(&kind.abilities()))
    }

    /// The kind of questions of this name.
    ///
    /// # Errors
    /// [`RegistryError::Unknown`]
    pub fn kind(&self, name: &str) -> Result<&Arc<dyn Kind>, RegistryError> {
        let unknown = || {
            let known = self.kinds.iter().map(|kind| kind.name().to_owned()).collect();
            RegistryError::Unknown { name: name.chars().take(80).collect(), known }
        };
        self.kinds.iter().find(|kind| kind.name() == name).ok_or_else(unknown)
    }

    /// Reads a question from JSON: an object with the member `query` and the parameters.
    ///
    /// # Errors
    /// [`RegistryError`]
    pub fn question(&self, value: Value) -> Result<Question, RegistryError> {
        let Value::Object(mut parameters) = value else { return Err(RegistryError::Nameless) };
        let Some(Value::String(name)) = parameters.remove("query") else {
            return Err(RegistryError::Nameless);
        };
        let question = self.kind(&name).map_err(|_| self.foreign(&name))?.parse(Value::Object(parameters));
        question.map_err(|reason| RegistryError::Parameters { name, reason })
    }

    /// The error about a question that is not registered: another game's, or another question about a game.
    fn foreign(&self, name: &str) -> RegistryError {
        let (name, subject) = (one_line(name), subject_of(name));
        RegistryError::Foreign(match self.kinds_of(subject).next() {
            Some(_) => format!("the question {name}"),
            None => format!("the game {}", subject_of(&name)),
        })
    }

    /// Reads the question of a file in one of the [`named_files`](crate::named_files) formats: a question or a
    /// transition system.
    ///
    /// # Errors
    /// [`RegistryError`]
    pub fn asked(&self, value: Value) -> Result<FileQuestion, RegistryError> {
        let Value::Object(mut members) = value else { return Err(RegistryError::Nameless) };
        if let Some(question) = only(&mut members, "question") {
            return self.question(question).map(FileQuestion::Question);
        }
        let parameters = only(&mut members, "transition-system").ok_or(RegistryError::Nameless)?;
        let mut reasons = Vec::new();
        for kind in &self.kinds {
            match kind.system().map(|system| system.parse(parameters.clone())) {
                Some(Ok(system)) => return Ok(FileQuestion::TransitionSystem(system)),
                Some(Err(reason)) => reasons.push(format!("{}: {reason}", kind.name())),
                None => {}
            }
        }
        Err(RegistryError::System(reasons.join("; ")))
    }
}

/// The member of this name, if the object has no other member.
fn only(members: &mut Map<String, Value>, name: &str) -> Option<Value> {
    if members.len() == 1 { members.remove(name) } else { None }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        f.debug_struct("Registry").field("kinds", &kinds).finish()
    }
}
