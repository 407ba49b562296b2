//! A retrograde engine: games whose positions can be numbered, solved backwards from their ends into tables.
//!
//! A game implements [`engine::Game`]; [`engine::solve()`] builds its tables in a directory ([`engine::Store`]),
//! [`engine::Tables`] reads them, [`engine::audit()`] checks them, and [`engine::forward`] searches from the start. No
//! game is named here.

pub mod engine;
