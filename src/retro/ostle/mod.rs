//! Ostle for the retrograde engine.
//!
//! [`ranking`] numbers positions up to symmetry without gaps, [`game`] gives the engine their moves in both directions,
//! [`probe`] says what the tables have of a position, [`census`] counts what is in them.
//! The rules are those of `encodings`, at machine words.

pub mod census;
pub mod game;
pub mod probe;
pub mod ranking;
mod subsets;
mod symmetry;

pub use census::Census;
pub use game::{OstleGame, Rule};
pub use probe::Judged;
pub use ranking::{ClassSize, Ranked, Ranking};
