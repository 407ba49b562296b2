//! (placeholder)

pub mod solver;
