//! BTOR2: a question, or a transition system, as word-level terms with names.
//!
//! A question is a system without state. Its requirements are constraints and its bad state is the constant true, so
//! the bad state is reached at once if and only if the constraints can hold. Solvers that read BTOR2 without model
//! checking look at the constraints alone. A transition system has `state`, `init` and `next` for each word and one
//! `bad`. Words that are shown have their names on the lines that compute them. The same terms give the same bytes.
//!
//! Source: A. Niemetz, M. Preiner, C. Wolf and A. Biere, "Btor2, `BtorMC` and Boolector 3.0", CAV 2018.
//!
//! Cost: one line for each term that is needed, each sort, and each amount of a shift.

mod write;

pub use write::{NameError, write, write_transition};
