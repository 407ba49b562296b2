//! Tests that clauses mean the same as the circuit and its requirements.
//!
//! Random circuits of at most eight inputs: under each assignment of the inputs the clauses are satisfiable if and only
//! if the requirements hold in simulation. With definitions in both directions there is then exactly one model.
//!
//! What it does not show: that larger circuits are translated correctly. Other tests do that for the rules of the
//! games.

mod cardinality;
mod circuits;
mod diagrams;
mod recipe;
