//! SMT-LIB 2.6, logic `QF_BV`: writes a script of word-level terms, and reads solvers' answers to it.
//!
//! [`write()`] declares the words that the solver chooses and defines those that follow from them, all under their own
//! names, so that people can read the text and add to it. A term that is used once is written where it is used. A term
//! that is used more often, or whose text is long, becomes a definition `t0`, `t1`, ... of its own. So lines stay short
//! and parentheses shallow however large the script is, and nothing is written twice. Only terms that a requirement or
//! a named word needs are written. The same script gives the same bytes.
//!
//! [`parse_values`] reads answers strictly: the verdict, then the requested values or a whole model, each word once and
//! with its width. Anything else is an error with its position.
//!
//! Source: C. Barrett, P. Fontaine and C. Tinelli, "The SMT-LIB Standard, Version 2.6" (2017), and the theory
//! `FixedSizeBitVectors`. Formats of answers: Z3 5.4, cvc5 1.4, Bitwuzla 0.9.
//!
//! Cost: time and text are linear in the terms that are needed.
//!
//! What it does not show: a verdict read here is a solver's claim, without a proof. Replay the values before you
//! believe them.

mod answer;
mod answer_error;
mod cursor;
mod reader;
mod symbol;
mod write;

pub use answer::{ExpectedWord, Model, SolverAnswer, expected_words};
pub use answer_error::{AnswerError, AnswerPlace, Problem, SIZE_LIMIT};
pub use reader::parse_values;
pub use symbol::{NAME_LIMIT, NameError, quoted};
pub use write::{WriteError, write, write_commented};
