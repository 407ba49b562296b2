//! Retrograde engines: they solve games whose positions can be numbered, backwards from their ends, into tables.
//!
//! - [`positions`]: the engine for most games. A game implements [`positions::Game`], and [`positions::Solver`] solves
//!   it.
//! - [`states`]: the engine for a game whose moves also depend on the last move, because that move may forbid one. A
//!   game implements [`states::Game`]. [`states::solve()`] builds its tables in a directory ([`states::Store`]),
//!   [`states::Tables`] reads them, [`states::audit()`] checks them, and [`states::forward`] searches from the start.
//! - [`numbering`]: numbers for sets of pieces on squares, up to the symmetries of a board. [`ruled`]: solves every
//!   game made of rules over words with the engine [`positions`].
//! - [`table`]: what both engines keep on disk.
//! - [`subject`]: one object for every solvable game, with a method for each verb.
//!
//! No game is named here.

pub mod numbering;
pub mod positions;
pub mod ruled;
pub mod states;
pub mod subject;
pub mod table;
