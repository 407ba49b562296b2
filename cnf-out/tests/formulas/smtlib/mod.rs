//! SMT-LIB without a solver: golden texts, texts that an interpreter reads back, and answers.

#![allow(clippy::unwrap_used, reason = "what is not as a helper expects it is to end the test")]

mod answers;
mod interpreter;
mod texts;
