//! Retrograde engines: they solve games whose positions can be numbered, backwards from their ends, into tables.
//!
//! - [`positions`]: the engine for most games. A game implements [`positions::Game`], and [`positions::Solver`] solves
//!   it.
//! - [`engine`]: the engine for a game whose moves also depend on the last move, because that move may forbid one. A
//!   game implements [`engine::Game`]. [`engine::solve()`] builds its tables in a directory ([`engine::Store`]),
//!   [`engine::Tables`] reads them, [`engine::audit()`] checks them, and [`engine::forward`] searches from the start.
//! - [`numbering`]: numbers for sets of pieces on squares, up to the symmetries of a board. [`ruled`]: solves every
//!   game made of rules over words with the engine [`positions`].
//! - [`kept_audit`]: the checkpoint of an audit.
//! - [`subject`]: solvable games by name, and the queries to their tables, as the verbs use them.
//!
//! No game is named here.

pub mod engine;
pub mod kept_audit;
pub mod numbering;
pub mod positions;
mod progress;
pub mod ruled;
mod solved;
pub mod subject;
