//! Push Fight searched natively: positions solved on demand, and the first phases of the whole solution.
//!
//! From the bottom up: `lane` pushes by table, `component` says where pieces reach, `arrangement` gives the
//! arrangements after up to two moves, [`turns`] the positions one turn on and back. `win` answers whether a turn wins,
//! without making one, and `threat` remembers why. `decide` says whether positions are won or lost within `k` turns,
//! with the `reply` that served last and a `table`; [`solve()`] does so on all cores and gives a line. [`phase`]
//! classifies ranges of indexes as far as positions can be classified one by one, and [`checkpoint`] keeps its
//! progress. [`most_turns()`] finds the positions with the most turns.
//!
//! Everything is generic over the board, so that tests compare the same code on small boards with the rules of
//! `encodings`, exhaustively (`tests/push_fight/native.rs`). Source of the phases and of the values to test against:
//! the repository `maksverver/pushfight`, the public solution, by sweeps over 401,567,166,000 positions.

mod arrangement;
pub mod checkpoint;
mod component;
mod decide;
mod lane;
mod most_turns;
pub mod phase;
mod reply;
pub mod solve;
mod table;
mod threat;
pub mod turns;
mod win;

pub use checkpoint::{Checkpoint, Task};
pub use most_turns::{CLIMBS, Camp, Most, camps, many_turns, most_turns, turn_count};
pub use phase::{Phase, Tally};
pub use solve::{Limits, Solution, Value, refutations, solve};
pub use turns::{is_stuck, perft, predecessors, successors, turn_between, winning};
