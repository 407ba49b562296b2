//! Solving a game whose states can forbid a move: values with plies for every position, backwards from the end.
//!
//! Of the two engines this is the one for games in which the last move may forbid a move. Its entries take three bytes,
//! and moves need numbers. It has limits: 64 layers of 2^32 - 2^16 - 1 positions, two to 31 moves in each position, 255
//! plies. A game beyond a limit is refused with an error before a table is written. All other games use the engine
//! [`positions`](crate::positions), which does not have these limits.
//!
//! A [`game::Game`] numbers its positions and knows its moves backwards and forwards; everything else is here.
//! [`value`] is the entry of a position in a table, which has the values of all its states; a state is a position and the
//! move that is forbidden there, if any. [`mod@solve`] computes entries, one group of layers after the other; it can be
//! interrupted and killed. [`store`] is the directory of tables, [`table`] one table, [`resident`] tables in memory;
//! [`mod@repair`] removes damaged files, [`mod@audit`] derives tables again.
//! [`forward`] is the search from the start.

pub mod audit;
mod byte_set;
mod cell;
mod checkpoint;
pub mod forward;
pub mod game;
mod layers_below;
mod marks;
mod memory;
mod move_buckets;
mod move_set;
pub mod repair;
pub mod resident;
mod run;
pub mod solve;
pub mod store;
mod sweep;
mod swept;
pub mod table;
#[cfg(test)]
mod tests;
pub mod value;

pub use crate::table::{Monitor, SolverProgress, TableError};
pub use audit::{Audit, Disagreement, audit};
pub use forward::{Distances, Forward, ForwardMove, MoveSelection};
pub use game::{Arrival, Departure, Destination, Forbidden, Game, Group, LayerShape, MoveList, Place};
pub use move_set::MoveSet;
pub use repair::repair;
pub use resident::{Resident, ResidentLayers};
pub use solve::{RunOutcome, solve};
pub use store::{CompleteTables, OpenTables, Store, Tables};
pub use table::Table;
pub use value::{Entry, MoveIndex, Value};
