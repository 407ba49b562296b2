//! SMT-LIB texts given to an external solver: z3 agrees with `CaDiCaL`, computes every operator as machine words do,
//! and refutes that the clauses of an operator or a rule ever differ from its text.
//!
//! The executable is named by `CERTAMEN_Z3`; otherwise `z3` from the path is used, or the one that `.ci/solvers`
//! installs. If there is none, the tests say so and check nothing; if `CI` is set, they fail.
//!
//! What it does not show: an `unsat` of z3 comes without a proof.

mod bounds;
mod emitted;
mod machine_words;
mod operators;
