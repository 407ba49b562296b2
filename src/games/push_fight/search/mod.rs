//! Native searches for Push Fight: the values of single positions, and the position with the most turns.
//!
//! From the bottom up: `lane` pushes by table, `component` finds the squares that pieces reach, `arrangement` lists the
//! arrangements after up to two moves, [`turns`] the positions one turn forwards and backwards. `win` tests whether a
//! turn wins, without making one, and `threat` remembers why. `decide` decides whether positions are won or lost within
//! `k` turns, with the recently useful `reply` and a `table`; [`solve()`] does so on all cores and returns a line.
//! [`many_turns`] climbs to a position with many turns.
//!
//! Everything is generic over the board, so that tests compare the same code exhaustively with the rules of `encodings`
//! on small boards (`tests/push_fight/native.rs`). Source of the values to test against: the repository
//! `maksverver/pushfight`, the public solution, by sweeps over 401,567,166,000 positions.

mod arrangement;
mod climb;
mod component;
mod decide;
mod lane;
mod reply;
pub mod solve;
mod table;
mod threat;
pub mod turns;
mod win;

pub use climb::{CLIMBS, many_turns, turn_count};
pub use lane::Bits;
pub use solve::{Progress, SearchLimits, Solution, TurnValue, refutations, solve, solve_watched};
pub use turns::{is_stuck, perft, predecessors, successors, turn_between, winning};
