//! Word-level terms: the instance of [`Word`](crate::word::Word) that is not made of bits.
//!
//! A hash-consed graph of bit-vector terms and truth values. The crate that writes files prints it as SMT-LIB `QF_BV`.
//! It is evaluated here, so that the rules are tested against an instance without single bits.

mod arena;
mod evaluate;
mod word;

pub use arena::{Node, Op, Sort, TermId};
pub use evaluate::TermValue;
pub use word::{TermBit, TermCount, TermWord, Terms};
