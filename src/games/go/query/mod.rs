//! The question about Go, and the position that answers it.

mod strings;
mod witness;

pub use strings::{GoStrings, STRINGS};
pub use witness::GoWitness;

#[cfg(test)]
mod tests;
