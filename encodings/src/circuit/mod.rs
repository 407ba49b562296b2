//! The circuit: a hash-consed graph of AND, XOR, MUX and majority gates over named inputs.
//!
//! A gate is made once (structural hashing), constants fold, and local rules simplify a gate by looking at the operands
//! of its operands (`rewrite`). So shifts, copies and constants cost nothing, and a rule written as a loop becomes the
//! same chain of gates as one drawn by hand. Nothing here names a game or a clause.
//!
//! [`Graph`] is the plain data structure; [`Circuit`] shares one graph among the words of a formula, so that words
//! are `Copy` values with operators like those of the machine.

mod graph;
mod rewrite;
mod simulate;
mod word;

pub use graph::{Gate, Graph, NodeId, Signal};
pub use simulate::Simulation;
pub use word::{Circuit, CircuitBit, CircuitCount, CircuitWord};
