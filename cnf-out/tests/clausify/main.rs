//! Clauses mean what the circuit and its requirements mean.
//!
//! Random circuits of at most eight inputs: under each assignment of the inputs the clauses are satisfiable if and only
//! if simulation says that the requirements hold. In both directions there is then exactly one model.
//!
//! What it does not show: that larger circuits are treated alike. The rules of the games are, by other tests.

mod cardinality;
mod circuits;
mod diagrams;
mod recipe;
