//! What happens in longer work, for progress reports.

use crate::question::Question;
use crate::witness::AnyWitness;
use cnf_out::solver::Statistics;
use std::fmt;

/// An event of longer work, for progress reports.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// This question is asked next.
    Asking(&'a Question),
    /// The solver found a witness.
    Found(&'a AnyWitness, &'a Statistics),
    /// A strategy that only finds, such as a native search, found a witness.
    Recorded(&'a AnyWitness),
    /// The question was refuted.
    Refuted(&'a Question, &'a Statistics),
}

impl fmt::Debug for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asking(question) => write!(f, "Asking({question})"),
            Self::Found(witness, _) => write!(f, "Found({witness})"),
            Self::Recorded(witness) => write!(f, "Recorded({witness})"),
            Self::Refuted(question, _) => write!(f, "Refuted({question})"),
        }
    }
}
