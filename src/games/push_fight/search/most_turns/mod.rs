//! The greatest number of legal turns of a position: found by climbing, and proved by a search of all positions.

mod climb;
mod leaps;
mod search;
mod subset;

pub use climb::{CLIMBS, many_turns, turn_count};
pub use search::{Camp, Most, camps, most_turns};
