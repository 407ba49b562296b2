//! The parameters of questions and games as flags: what there are, and what was given.
//!
//! A [`Flag`] describes one, without a word about how command lines are parsed; [`Given`] holds the values. A query
//! reads them itself, or leaves it to serde: `--at-least 5` becomes the field `at_least` with the number 5.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

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
    /// What its value is.
    pub value: FlagValue,
    /// What it means, for the help.
    pub help: &'static str,
    /// Whether it has to be given.
    pub is_required: bool,
    /// Another flag that has to be given with it.
    pub requires: Option<&'static str>,
    /// Another flag that must not be given with it.
    pub conflicts: Option<&'static str>,
}

/// What the value of a flag is. The texts are the names under which the help shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagValue {
    /// There is none: the flag is given or not.
    Switch,
    /// A number from 0 to 2^32 - 1.
    Number(&'static str),
    /// A text, which may begin with a dash.
    Text(&'static str),
    /// One of these texts, each with its help.
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

    /// A flag with one of some texts.
    pub const fn choice(
        name: &'static str,
        value: &'static str,
        choices: &'static [(&'static str, &'static str)],
        help: &'static str,
    ) -> Self {
        Self::new(name, FlagValue::Choice(value, choices), help)
    }

    /// The flag has to be given.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// The flag wants another one beside it.
    #[must_use]
    pub const fn requires(self, other: &'static str) -> Self {
        Self { requires: Some(other), ..self }
    }

    /// The flag excludes another one.
    #[must_use]
    pub const fn conflicts_with(self, other: &'static str) -> Self {
        Self { conflicts: Some(other), ..self }
    }
}

/// The value of a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    values: BTreeMap<String, GivenValue>,
}

impl Given {
    /// No flag.
    pub fn new() -> Self {
        Self::default()
    }

    /// These flags and a switch.
    #[must_use]
    pub fn with_switch(mut self, name: &str) -> Self {
        self.values.insert(name.to_owned(), GivenValue::Switch);
        self
    }

    /// These flags and one with a number.
    #[must_use]
    pub fn with_number(mut self, name: &str, number: u32) -> Self {
        self.values.insert(name.to_owned(), GivenValue::Number(number));
        self
    }

    /// These flags and one with a text.
    #[must_use]
    pub fn with_text(mut self, name: &str, text: &str) -> Self {
        self.values.insert(name.to_owned(), GivenValue::Text(text.to_owned()));
        self
    }

    /// Whether the flag was given.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The number that was given.
    pub fn number(&self, name: &str) -> Option<u32> {
        match self.values.get(name) {
            Some(GivenValue::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The text that was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.values.get(name) {
            Some(GivenValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The text that was given, as a value that serde reads from such a text: a unit variant of an enumeration, for
    /// example.
    ///
    /// # Errors
    /// Why the text is not one of them.
    pub fn parsed<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, String> {
        let read = |text: &str| {
            serde_json::from_value(Value::String(text.to_owned()))
                .map_err(|error| format!("--{name} {text}: {error}"))
        };
        self.text(name).map(read).transpose()
    }

    /// A value that serde reads from the flags: `--at-least 5` is the field `at_least`, a switch that is given is `true`.
    /// Fields that are no flags, or may be left out, need `#[serde(default)]`.
    ///
    /// # Errors
    /// What is missing or wrong, in words.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, String> {
        let field = |(name, value): (&String, &GivenValue)| {
            let value = match value {
                GivenValue::Switch => Value::Bool(true),
                GivenValue::Number(number) => Value::from(*number),
                GivenValue::Text(text) => Value::String(text.clone()),
            };
            (name.replace('-', "_"), value)
        };
        let fields: Map<String, Value> = self.values.iter().map(field).collect();
        serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())
    }
}
