//! The questions about Ostle, one file for each.
//!
//! - `mobility`: `ostle.mobility`, positions with at least `k` legal moves. `win`: `ostle.win`, positions that are won
//!   within `k` plies.
//! - `state`: a position in a question. `witness`: a position that answers a question.

pub(crate) mod language;
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
