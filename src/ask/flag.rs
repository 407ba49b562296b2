//! The parameters of questions and games as flags: their descriptions, and the values that were given.
//!
//! A [`Flag`] describes one flag, independently of how command lines are parsed. [`Given`] holds the values. A query
//! reads the values itself or lets serde do it: `--at-least 5` becomes the field `at_least` with the number 5.

use crate::error::QuestionError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A flag of a question or of a game.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Flag;
/// const FLAGS: &[Flag] = &[
///     Flag::number("at-least", "K", "At least this many legal moves"),
///     Flag::switch("reachable", "Only positions that a game from the start reaches"),
///     Flag::choice("board", "BOARD", &[("3x3", ""), ("5x5", "")], "The board").required(),
/// ];
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The name without the dashes.
    pub name: &'static str,
    /// The type of its value.
    pub value: FlagValue,
    /// Its meaning, for the help text.
    pub help: &'static str,
    /// Whether the flag is required.
    pub is_required: bool,
    /// Another flag that is required with this one.
    pub requires: Option<&'static str>,
    /// Another flag that cannot be given with this one.
    pub conflicts: Option<&'static str>,
}

/// The type of a flag's value. The texts are the names under which the help shows the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagValue {
    /// No value: the flag is given or not.
    Switch,
    /// A number from 0 to 2^32 - 1.
    Number(&'static str),
    /// A text, which may begin with a dash.
    Text(&'static str),
    /// A text without a flag: it follows the name of the question. `@FILE` stands for the contents of a file.
    Positional(&'static str),
    /// The contents of a file, which the command line reads.
    File(&'static str),
    /// One of a list of texts. Each has its own help.
    Choice(&'static str, &'static [(&'static str, &'static str)]),
}

impl Flag {
    const fn new(name: &'static str, value: FlagValue, help: &'static str) -> Self {
        Self { name, value, help, is_required: false, requires: None, conflicts: None }
    }

    /// A flag without a value.
    pub const fn switch(name: &'static str, help: &'static str) -> Self {
        Self::new(name, FlagValue::Switch, help)
    }

    /// A flag with a number.
    pub const fn number(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::new(name, FlagValue::Number(value), help)
    }

    /// A flag with a text.
    pub const fn text(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::new(name, FlagValue::Text(value), help)
    }

    /// A text that is given without a flag.
    pub const fn positional(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::new(name, FlagValue::Positional(value), help).required()
    }

    /// A flag with the contents of a file.
    pub const fn file(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::new(name, FlagValue::File(value), help)
    }

    /// A flag whose value is one of a list of texts.
    pub const fn choice(
        name: &'static str,
        value: &'static str,
        choices: &'static [(&'static str, &'static str)],
        help: &'static str,
    ) -> Self {
        Self::new(name, FlagValue::Choice(value, choices), help)
    }

    /// Makes the flag required.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Makes the flag require another one.
    #[must_use]
    pub const fn requires(self, other: &'static str) -> Self {
        Self { requires: Some(other), ..self }
    }

    /// Makes the flag exclude another one.
    #[must_use]
    pub const fn conflicts_with(self, other: &'static str) -> Self {
        Self { conflicts: Some(other), ..self }
    }
}

/// The value of a flag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum GivenValue {
    Switch,
    Number(u32),
    Text(String),
}

/// The flags that were given, with their values.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// let given = Given::new().with_number("at-least", 5).with_text("board", "3x3");
/// assert_eq!(given.number("at-least"), Some(5));
/// assert_eq!(given.text("board"), Some("3x3"));
/// assert!(!given.has("reachable"));
/// ```
///
/// `Display` writes the flags as a command line has them, each after a blank. As JSON they are an object in which the
/// value of a switch is `null`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Given {
    values: BTreeMap<String, GivenValue>,
}

impl Given {
    /// No flag.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a switch.
    #[must_use]
    pub fn with_switch(mut self, name: &str) -> Self {
        self.values.insert(name.to_owned(), GivenValue::Switch);
        self
    }

    /// Adds a flag with a number.
    #[must_use]
    pub fn with_number(mut self, name: &str, number: u32) -> Self {
        self.values.insert(name.to_owned(), GivenValue::Number(number));
        self
    }

    /// Adds a flag with a text.
    #[must_use]
    pub fn with_text(mut self, name: &str, text: &str) -> Self {
        self.values.insert(name.to_owned(), GivenValue::Text(text.to_owned()));
        self
    }

    /// Adds the flags of another list.
    #[must_use]
    pub fn with_all(mut self, other: &Self) -> Self {
        self.values.extend(other.values.clone());
        self
    }

    /// Removes a flag.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.values.remove(name);
        self
    }

    /// Whether the flag was given.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The number of this flag, if it was given.
    pub fn number(&self, name: &str) -> Option<u32> {
        match self.values.get(name) {
            Some(GivenValue::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The text of this flag, if it was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.values.get(name) {
            Some(GivenValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The text of this flag, parsed by serde: as a unit variant of an enumeration, for example.
    ///
    /// # Errors
    /// [`QuestionError::Value`]
    pub fn parsed<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, QuestionError> {
        let read = |text: &str| {
            serde_json::from_value(Value::String(text.to_owned()))
                .map_err(|error| QuestionError::value(name, text, error))
        };
        self.text(name).map(read).transpose()
    }

    /// The text of this flag, parsed by [`FromStr`].
    ///
    /// # Errors
    /// [`QuestionError::Value`]
    pub fn read<T: FromStr<Err: fmt::Display>>(&self, name: &str) -> Result<Option<T>, QuestionError> {
        let read = |text: &str| text.parse().map_err(|error| QuestionError::value(name, text, error));
        self.text(name).map(read).transpose()
    }

    /// A value that serde reads from the flags: `--at-least 5` is the field `at_least`, a switch that is given is
    /// `true`. Fields that have no flag, and fields whose flag is optional, need `#[serde(default)]`.
    ///
    /// # Errors
    /// [`QuestionError::Parameters`]
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, QuestionError> {
        let field = |(name, value): (&String, &GivenValue)| {
            let value = match value {
                GivenValue::Switch => Value::Bool(true),
                GivenValue::Number(number) => Value::from(*number),
                GivenValue::Text(text) => Value::String(text.clone()),
            };
            (name.replace('-', "_"), value)
        };
        let fields: Map<String, Value> = self.values.iter().map(field).collect();
        Ok(serde_json::from_value(Value::Object(fields))?)
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.values {
            write!(f, " --{name}")?;
            match value {
                GivenValue::Switch => {}
                GivenValue::Number(number) => write!(f, " {number}")?,
                GivenValue::Text(text) => write!(f, " {text}")?,
            }
        }
        Ok(())
    }
}
