//! The question about Go, and the position that answers it.

pub(crate) mod language;
mod strings;
mod witness;

pub use strings::GoStrings;
pub use witness::{GoWitness, STRINGS};

#[cfg(test)]
mod tests;
