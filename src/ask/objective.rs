//! Objectives: the numbers that questions bound.

use serde::{Serialize, Serializer};
use std::fmt;

/// A number that each position has, such as its number of legal moves, of empty squares, or of strings.
///
/// # Examples
/// ```
/// use certamen_ask::objective::Objective;
/// const MOBILITY: Objective = Objective::new("mobility", "legal moves");
/// assert_eq!(MOBILITY.to_string(), "mobility");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    name: &'static str,
    noun: &'static str,
}

impl Objective {
    /// An objective: its name, for the command line and certificates, and a noun for what is counted.
    pub const fn new(name: &'static str, noun: &'static str) -> Self {
        Self { name, noun }
    }

    /// The name, such as `mobility`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// A noun for what is counted, such as `legal moves`.
    pub const fn noun(self) -> &'static str {
        self.noun
    }

    /// A number with the noun, such as `34 legal moves`; only the number if the noun is empty.
    pub fn of(self, number: impl fmt::Display) -> String {
        if self.noun.is_empty() { number.to_string() } else { format!("{number} {}", self.noun) }
    }
}

/// The largest or the smallest value of a number, as a question states it.
///
/// # Examples
/// ```
/// use certamen_ask::objective::Extreme;
///
/// assert_eq!(Extreme::Maximum(34).to_string(), "maximum 34");
/// assert_eq!(Extreme::Minimum(13).beyond(), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The largest value.
    Maximum(i64),
    /// The smallest value.
    Minimum(i64),
}

impl Extreme {
    /// The value.
    pub const fn value(self) -> i64 {
        match self {
            Self::Maximum(value) | Self::Minimum(value) => value,
        }
    }

    /// The next value that is impossible.
    pub const fn beyond(self) -> i64 {
        match self {
            Self::Maximum(value) => value + 1,
            Self::Minimum(value) => value - 1,
        }
    }
}

impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Maximum(value) => write!(f, "maximum {value}"),
            Self::Minimum(value) => write!(f, "minimum {value}"),
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Serialize for Objective {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}
