//! AIGER 1.9: writes a question or a transition system as a graph of ANDs and inverters, and reads witnesses.
//!
//! A question is a graph without latches. Its one output is the conjunction of the requirements, so an input that makes
//! it true is an answer. A transition system has a latch for each bit of state and one *bad state* property. The gates
//! of the circuit are lowered to ANDs, and bounds on numbers of bits to adder trees. Inputs and latches have the names
//! that the map of a DIMACS file gives them, such as `own[a1]`; unused inputs are written as well. The same graph gives
//! the same bytes.
//!
//! Source: A. Biere, K. Heljanko and S. Wieringa, "AIGER 1.9 and beyond", FMV report 11/2 (2011).
//!
//! Cost: 3 ANDs for an XOR or a MUX, 4 for a majority; linear in what the property and the next state depend on.
//!
//! What it does not show: a witness that is read here is only a solver's claim; replay it before you believe it.

mod graph;
mod lower;
mod witness;
mod write;

pub use graph::{AndGate, Edge, Graph, Latch, Property};
pub use lower::{of_formula, of_transition};
pub use witness::{SIZE_LIMIT, Witness, WitnessError, parse_witness};
pub use write::{write_ascii, write_binary};
