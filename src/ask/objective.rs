//! What a bound is a bound on.

use serde::{Serialize, Serializer};
use std::fmt;

/// A number that a position has: the number of legal moves, of empty squares, of strings.
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
    /// An objective with the name that the command line and certificates use, and what is counted, in words.
    pub const fn new(name: &'static str, noun: &'static str) -> Self {
        Self { name, noun }
    }

    /// The name, such as `mobility`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// What is counted, in words, such as `legal moves`.
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
