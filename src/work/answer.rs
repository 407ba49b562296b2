//! The answer of a command: one value, printed as text or as JSON.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt;
use std::process::ExitCode;

/// The result of a command, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The claim holds: 0.
    Holds,
    /// The claim does not hold: 1.
    DoesNotHold,
    /// A limit or an interrupt ended the work: 3.
    Undecided,
    /// There is a solution: 10, as in the SAT competition.
    Satisfiable,
    /// There is no solution: 20.
    Unsatisfiable,
    /// A limit or an interrupt ended a solver: 0, as in the SAT competition.
    Unknown,
}

impl Outcome {
    /// The word of the SAT competition for it.
    pub const fn status(self) -> &'static str {
        match self {
            Self::Satisfiable => "SATISFIABLE",
            Self::Unsatisfiable => "UNSATISFIABLE",
            _ => "UNKNOWN",
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Holds | Outcome::Unknown => 0,
            Outcome::DoesNotHold => 1,
            Outcome::Undecided => 3,
            Outcome::Satisfiable => 10,
            Outcome::Unsatisfiable => 20,
        })
    }
}

/// The answer of a command, as text and as JSON, and what it means for the exit code.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// As text.
    pub text: String,
    /// As JSON.
    pub object: Value,
    /// Whether what was asked holds.
    pub outcome: Outcome,
}

/// The answer that a request to stop ended the work.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Undecided {
    /// Nothing is decided.
    Undecided,
}

impl Answer {
    /// An answer with this outcome.
    pub fn new(outcome: Outcome, text: impl Into<String>, object: impl Serialize) -> Self {
        Self { text: text.into(), object: json!(object), outcome }
    }

    /// The answer that what was asked holds.
    pub fn holds(text: impl Into<String>, object: impl Serialize) -> Self {
        Self::new(Outcome::Holds, text, object)
    }

    /// The answer that what was asked does not hold.
    pub fn fails(text: impl Into<String>, object: impl Serialize) -> Self {
        Self::new(Outcome::DoesNotHold, text, object)
    }

    /// A limit ended the work.
    pub fn undecided(text: impl Into<String>, object: impl Serialize) -> Self {
        Self::new(Outcome::Undecided, text, object)
    }

    /// The answer to a claim that was checked.
    pub fn judged(holds: bool, text: impl Into<String>, object: impl Serialize) -> Self {
        if holds { Self::holds(text, object) } else { Self::fails(text, object) }
    }

    /// A request to stop ended the work.
    pub fn interrupted() -> Self {
        Self::undecided("undecided (interrupted)\n", Undecided::Undecided)
    }

    /// A request to stop ended the work, which the same command continues.
    pub fn resumable(object: impl Serialize) -> Self {
        Self::undecided("undecided (interrupted): the same command continues\n", object)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.object.serialize(serializer)
    }
}
