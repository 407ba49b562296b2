//! SMT-LIB 2.6, logic `QF_BV`: a script as word-level terms, and what solvers answer to it.
//!
//! [`write()`] declares the words that the solver chooses and defines those that follow from them, all under their own
//! names, so that the text can be read and added to by hand. A term that is used once stands where it is used; one that
//! is used more often, or whose text grows long, is a definition `t0`, `t1`, ... of its own: lines stay short and
//! parentheses shallow however large the script is, and nothing is written twice. Only what a requirement or a named
//! word needs is written. The same script gives the same bytes.
//!
//! [`parse_values`] reads answers strictly: the verdict, then the values asked for or a whole model, each word once and
//! with its width. Whatever else there is, is an error with its place.
//!
//! Source: C. Barrett, P. Fontaine and C. Tinelli, "The SMT-LIB Standard, Version 2.6" (2017), and the theory
//! `FixedSizeBitVectors`. Formats of answers: Z3 5.4, cvc5 1.4, Bitwuzla 0.9.
//!
//! Cost: linear, in time and text, in the terms that are needed.
//!
//! What it does not show: a verdict read here is the word of a solver, without a proof; values are to be replayed.

mod answer;
mod cursor;
mod reader;
mod symbol;
mod write;

pub use answer::{
    AnswerError, ExpectedWord, Model, Place, Problem, SIZE_LIMIT, SolverAnswer, expected_words, parse_values,
};
pub use symbol::{NAME_LIMIT, NameError, quoted};
pub use write::{WriteError, write, write_commented};
