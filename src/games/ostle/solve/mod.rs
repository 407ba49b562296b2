//! Ostle for the retrograde engine.
//!
//! - [`ranking`]: numbers of positions up to symmetry, without gaps, which are found faster within a `frame`. [`game`]
//!   gives them to the engine. `steps` makes moves with numbers, and `arrivals` makes un-moves with numbers.
//! - [`probe`]: values of a position and its moves. [`states`]: the states of a position. [`line`](mod@line): checks
//!   lines of best play with the naive game.
//! - [`census`]: counts states by value. [`longest`]: the states that take the most plies. [`puzzles`]: positions in
//!   which only a sacrifice wins. [`comparison`]: differences between two readings of rule 8. [`published`]: the
//!   figures of the publication.
//! - [`refute`]: has a solver check samples of a table.
//!
//! The rules are those of `encodings`, with machine words.

mod arrivals;
pub mod census;
mod class;
pub mod comparison;
mod frame;
pub mod game;
pub mod line;
pub mod longest;
mod numbers;
pub mod probe;
pub mod published;
pub mod puzzles;
pub mod ranking;
pub mod refute;
mod signature;
pub mod states;
mod steps;
mod subsets;
mod symmetry;

pub use census::Census;
pub use comparison::{Comparison, Wdl};
pub use game::{OstleGame, Rule, layer_name};
pub use line::{LineError, check_line};
pub use longest::{Decision, LongestStates};
pub use probe::{Probe, RatedMove};
pub use puzzles::{Puzzle, Slip};
pub use ranking::{ClassSize, RankedPosition, Ranking};
pub use states::States;
