//! Native searches beyond what a layer stores: the greatest mobility with more discs ([`DeepSearch`]), passes with more discs
//! ([`PassSearch`]) and the games after them ([`OddGames`]), and good games for every number of discs ([`forward`]).
//!
//! The layers, classes and ways back to the start are those of [`certamen_othello::search`].

mod deep;
mod directions;
pub mod forward;
mod last;
mod mobility_bound;
mod odd;
mod pass_bound;
mod passing;

pub use deep::{DeepSearch, Deepest};
pub use odd::OddGames;
pub use passing::{PassPositions, PassSearch};
