//! Queries: what is asked, of which game. A file for each.

pub mod othello_mobility;
