//! SMT-LIB texts given to a solver that is not ours: z3 finds what `CaDiCaL` finds, takes every operator of words for
//! what machine words compute, and refutes that the clauses of an operator or a rule ever say anything else than its text.
//!
//! The executable is named by `CERTAMEN_Z3`; else `z3` from the path is taken, else the one that `.ci/solvers`
//! installs. Where there is none, the tests say so and check nothing; where `CI` is set, they fail.
//!
//! What it does not show: an `unsat` of z3 comes without a proof.

mod bounds;
mod emitted;
mod machine_words;
mod operators;
#[path = "../support"]
mod support {
    pub(crate) mod random;
    pub(crate) mod z3;
}
