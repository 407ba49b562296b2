//! The question about Go, and the position that answers it.

pub(crate) mod language;
mod strings;
mod witness;

pub use strings::{GoStrings, STRINGS};
pub use witness::GoWitness;

#[cfg(test)]
mod tests;
