//! Solving a game whose states can forbid a move: values with plies for every position, backwards from the end.
//!
//! Of the two engines this is the one for games where a move may be forbidden by the move before. It pays for that with
//! an entry of three bytes and a number for each move, and it has limits, each of which is an error before a table is
//! written: 64 layers of 2^32 - 2^16 - 1 positions, two to 31 moves in each position, 255 plies. Every other game goes to
//! [`positions`](crate::positions), which has none of these.
//!
//! A [`game::Game`] numbers its positions and knows its moves backwards and forwards; everything else is here.
//! [`value`] is what a table holds of a position: enough for each of its states, where a state is a position with, maybe,
//! one forbidden move. [`mod@solve`] computes it, layer group by layer group; it can be interrupted and killed. [`store`] is
//! the directory of tables, [`table`] one of them, [`resident`] some in memory; [`mod@repair`] removes what is damaged,
//! [`mod@audit`] derives tables anew.
//! [`forward`] is the search from the start. `sealed` has the checksums.

pub mod audit;
mod below;
mod cell;
mod checkpoint;
pub mod error;
#[cfg(test)]
mod example;
pub mod forward;
pub mod game;
mod memory;
mod move_set;
mod noted;
pub mod repair;
pub mod resident;
pub(crate) mod sealed;
pub mod solve;
pub mod store;
mod sweep;
pub mod table;
#[cfg(test)]
mod tests;
pub mod value;

pub use audit::{Audit, Disagreement, audit};
pub use error::TableError;
pub use forward::{Distances, Forward, ForwardMove, Made};
pub use game::{Arrival, Departure, Destination, Forbidden, Game, Group, LayerShape, Opening, Place};
pub use move_set::MoveSet;
pub use repair::repair;
pub use resident::Resident;
pub use solve::{Ended, Progress, solve};
pub use store::{Store, Tables};
pub use table::Table;
pub use value::{Entry, MoveIndex, Value};
