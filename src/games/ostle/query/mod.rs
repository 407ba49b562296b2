//! The questions about Ostle, a file each.
//!
//! - `mobility`: `ostle.mobility`, positions with a number of legal moves. `win`: `ostle.win`, positions that are won soon.
//! - `state`: a position that a question is about. `witness`: a position that answers one.

mod mobility;
mod state;
mod win;
mod witness;

pub use mobility::{MOBILITY, OstleMobility};
pub use state::{OstleState, StateError};
pub use win::OstleWin;
pub use witness::{OstleFirstMove, OstleWitness};

#[cfg(test)]
mod tests;
