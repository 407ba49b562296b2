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
