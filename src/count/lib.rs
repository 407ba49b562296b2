//! Exact counts of legal positions of Go, what follows from them, and the game graph of small boards.
//!
//! After Tromp and Farnebäck, "Combinatorics of Go" (2009), section 4: a board is filled point by point, column by
//! column, and only the border of the filled part matters, a state of one point per row. The number of states grows by
//! about 4.5 with the height. A board of m x n takes m(n - 1) passes over all of them.
//!
//! What is different here, and why it is fast:
//!
//! - a state is never written down: it is the number of a pair of half borders (`halves`), so there are no keys, no
//!   hashing and no sorting, and the memory is that of the values;
//! - what a point does is tabled for one half and applied to all states with that half (`phase`);
//! - completions are counted instead of beginnings, so sums are gathered ([`engine`]);
//! - several residues modulo primes near 2^64 are carried at once ([`residue`]) and combined ([`chinese`]);
//! - values that exceed the memory stay on disk, where rows are read as they lie (`spill`).
//!
//! [`states`] is the explicit way, for comparison. [`valid`] counts states without listing them. [`run`] is the whole
//! count with its checkpoints (`checkpoint`), and [`plan`] its cost. [`recurrence`] takes the counts on: recurrences,
//! growth, constants, estimates. [`game_graph`] has positions as nodes and moves as edges.

mod batch;
pub mod board;
mod checkpoint;
pub mod chinese;
pub mod engine;
pub mod error;
mod first;
pub mod game_graph;
mod halves;
mod phase;
pub mod plan;
pub mod point;
pub mod recurrence;
pub mod residue;
pub mod run;
mod spill;
pub mod states;
pub mod strip;
mod turn;
pub mod valid;

#[cfg(test)]
mod tests;
