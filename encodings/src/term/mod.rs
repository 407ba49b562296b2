//! Word-level terms: the instance of [`Word`](crate::word::Word) that is not made of bits.
//!
//! A hash-consed graph of bit-vector terms and truth values. It prints as SMT-LIB `QF_BV` (in the crate that writes
//! files) and evaluates here, so that the rules are tested against something that never sees a single bit.

mod arena;
mod evaluate;
mod word;

pub use arena::{Node, Op, Sort, TermId};
pub use evaluate::Value;
pub use word::{TermBit, TermCount, TermWord, Terms};
