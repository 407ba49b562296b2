//! Hamiltonian cycles of the game graph of Go, by SAT.
//!
//! Is there a game through all legal positions? There is if G(m, n) without the empty board has a Hamiltonian cycle: it is
//! broken before a position of one stone and the empty board put there. Stronger, and half the size: a cycle on which
//! each position lies opposite the one with the colours exchanged (Tromp and Farnebäck, "Combinatorics of Go", 2009,
//! section 7, who find those of 1x3 to 1x7 as tours of a travelling salesman).
//!
//! - [`classes`]: positions up to colour, the arcs between them, and which arcs exchange the colours. A colour-symmetric
//!   cycle is a Hamiltonian cycle of the classes with an odd number of such arcs;
//! - [`formula`]: one arc leaves each class and one enters it;
//! - [`cover`]: the disjoint cycles that a model is, and [`cut`], what refutes them;
//! - [`search`]: ask, cut, ask again, until one cycle is left or the formula has no model; [`refutation`] is the proof of
//!   the latter;
//! - [`game`]: the game that a cycle opens into, replayed by the naive rules.
//!
//! The cuts make the formula as it is needed: T. Soh, D. Le Berre, S. Roussel, M. Banbara, N. Tamura, "Incremental
//! SAT-based method with native Boolean cardinality handling for the Hamiltonian cycle problem", JELIA 2014.

pub mod classes;
pub mod cover;
pub mod cut;
pub mod formula;
pub mod game;
pub mod refutation;
pub mod search;
