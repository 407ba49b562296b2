//! The questions about Ostle.
//!
//! - `language`: the questions of the language, and `ostle.mobility`, which is one of them. `win`: `ostle.win`, positions
//!   that are won within `k` plies.
//! - `state`: a position in a question. `witness`: a position that answers a question.

pub(crate) mod language;
mod state;
mod win;
mod witness;

pub use state::{OstleState, StateError};
pub use win::OstleWin;
pub use witness::{OstleFirstMove, OstleWitness};
