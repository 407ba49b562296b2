//! (placeholder)
pub mod board_size;
pub mod query;
