//! Ostle for the retrograde engine.
//!
//! [`ranking`] numbers positions up to symmetry without gaps, [`game`] gives them to the engine, `steps` their moves
//! forwards and `arrivals` those backwards,
//! [`probe`] says what the tables have of a position, [`states`] what is forbidden there, [`census`] counts what is in
//! them, [`longest`] picks what takes the most plies, [`puzzles`] where only a sacrifice wins, [`comparison`] tells how two
//! readings of rule 8 differ. [`published`] has the figures of the publication. The rules are those of `encodings`, at
//! machine words.

mod arrivals;
pub mod census;
mod class;
pub mod comparison;
pub mod game;
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
pub use longest::{Decision, Longest};
pub use probe::Judged;
pub use puzzles::{Puzzle, Slip};
pub use ranking::{ClassSize, Ranked, Ranking};
pub use states::States;
