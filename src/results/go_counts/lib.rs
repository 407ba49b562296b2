//! Exact counts of the legal positions of Go, and results derived from them.
//!
//! A published result, reproduced. After Tromp and Farnebäck, "Combinatorics of Go" (2009), section 4: a board is filled point by
//! point, column by column, and only the border of the filled part matters, a state of one point for each row. The number of
//! states grows by a factor of about 4.5 with each row. A board of m x n takes m(n - 1) passes over all states.
//!
//! What is different here, and why it is fast:
//!
//! - a state is never written down. It is the number of a pair of half borders (`halves`), so there are no keys, no
//!   hashing and no sorting, and memory is needed for the values only;
//! - the effect of a point is tabulated for one half and applied to all states with that half (`phase`);
//! - completions are counted instead of beginnings, so sums are gathered ([`engine`]);
//! - several residues modulo primes near 2^64 are computed together ([`residue`]) and combined ([`chinese`]);
//! - values are in one array and are replaced in place (`tiles`, `sweep`), by sums in vectors (`sums`);
//! - values that exceed the memory stay on disk, where rows are read in place (`spill`).
//!
//! [`states`] is the explicit method, for comparison. [`valid`] counts states without listing them. [`run`] is the
//! whole count with its checkpoints (`checkpoint`), and [`plan`] its cost. [`recurrence`] derives recurrences, growth,
//! constants and estimates from counts. `commands`, with the feature `cli`, has the commands: `count go.positions`, also as a
//! campaign, and `recurrence go.positions`.

mod batch;
mod checkpoint;
pub mod chinese;
pub mod engine;
pub mod error;
mod first;
mod halves;
mod interface;
mod memory;
mod patterns;
mod phase;
pub mod plan;
pub mod point;
pub mod recurrence;
pub mod residue;
pub mod run;
mod settings;
mod spill;
pub mod states;
pub mod strip;
mod sums;
mod sweep;
#[cfg(feature = "cli")]
mod tasks;
mod tiles;
mod turn;
pub mod valid;

#[cfg(feature = "cli")]
pub use tasks::{campaigns, commands};

#[cfg(test)]
mod tests;
