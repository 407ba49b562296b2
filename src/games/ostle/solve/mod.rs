//! Ostle for the retrograde engine.
//!
//! - [`ranking`]: numbers of positions up to symmetry, without gaps. [`game`] gives them to the engine, `steps` their moves
//!   forwards and `arrivals` those backwards.
//! - [`probe`]: what the tables have of a position. [`states`]: what is forbidden there. [`line`](mod@line): lines of best
//!   play, held against the naive game.
//! - [`census`]: numbers of states by their value. [`longest`]: states that take the most plies. [`puzzles`]: positions
//!   where only a sacrifice wins. [`comparison`]: how two readings of rule 8 differ. [`published`]: the figures of the
//!   publication.
//! - [`refute`]: samples of a table put to a solver.
//!
//! The rules are those of `encodings`, at machine words.

mod arrivals;
pub mod census;
mod class;
pub mod comparison;
pub mod game;
pub mod line;
pub mod longest;
pub mod probe;
pub mod published;
pub mod puzzles;
pub mod ranking;
pub mod refute;
pub mod states;
mod steps;
mod subsets;
mod symmetry;

pub use census::Census;
pub use comparison::{Comparison, Wdl};
pub use game::{OstleGame, Rule};
pub use line::{LineError, check_line};
pub use longest::{Decision, Longest};
pub use probe::{Judged, Probe};
pub use puzzles::{Puzzle, Slip};
pub use ranking::{ClassSize, Ranked, Ranking};
pub use states::States;

#[cfg(test)]
mod tests;
