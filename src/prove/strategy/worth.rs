//! What the answers of a strategy are worth.

use std::fmt;

/// Which answers of a strategy hold for the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It is the question itself: both answers count.
    Exact,
    /// A relaxation: that it has no answer counts.
    Refutes,
    /// A restriction: an answer counts.
    Finds,
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exact => "exact",
            Self::Refutes => "a relaxation, which can only refute",
            Self::Finds => "a restriction, which can only find",
        })
    }
}
