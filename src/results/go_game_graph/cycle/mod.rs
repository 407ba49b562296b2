//! Hamiltonian cycles of the game graph of Go, by SAT.
//!
//! Is there a game through all legal positions? There is, if G(m, n) without the empty board has a Hamiltonian cycle:
//! open it before a position of one stone, and insert the empty board. A stronger property with a formula of half the
//! size is a cycle on which each position lies opposite the one with the colours exchanged (Tromp and Farnebäck,
//! "Combinatorics of Go", 2009, section 7, who find those of 1x3 to 1x7 as tours of a travelling salesman).
//!
//! - [`classes`]: positions up to colour, the arcs between them, and which arcs exchange the colours. A
//!   colour-symmetric cycle is a Hamiltonian cycle of the classes with an odd number of such arcs;
//! - [`formula`]: exactly one arc leaves each class and one enters it;
//! - [`cover`]: the disjoint cycles of a model, and [`subtour`], which excludes them;
//! - [`matching`]: a cover without a solver, and [`exchange`]: fewer cycles from a cover, by local search;
//! - [`search`]: if that does not succeed, ask, exchange, cut, and ask again, until there is a single cycle or
//!   no model; [`refutation`] proves the latter;
//! - [`game`]: the game that results from opening the cycle, replayed by the naive rules.
//!
//! Cuts are added to the formula when they are needed, as in T. Soh, D. Le Berre, S. Roussel, M. Banbara, N. Tamura,
//! "Incremental SAT-based method with native Boolean cardinality handling for the Hamiltonian cycle problem", JELIA
//! 2014.

mod arc;
pub mod classes;
pub mod cover;
pub mod exchange;
pub mod formula;
pub mod game;
pub mod matching;
pub mod refutation;
pub mod search;
pub mod subtour;
