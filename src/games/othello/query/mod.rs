//! The question `othello.mobility`: how many legal moves a position can have.
//!
//! - [`mobility`]: for any position. [`reach`]: for reachable positions. [`play`]: as a transition system.
//! - [`witness`]: the positions that answer it.

mod flags;
pub(crate) mod language;
pub mod mobility;
pub mod play;
pub mod reach;
pub mod witness;

pub use mobility::{EMPTIES, MOBILITY, OthelloMobility};
pub use play::OthelloPlay;
pub use reach::{Alternating, LastSteps, Reach, ToMove, WholeGame};
pub use witness::{Mover, OthelloWitness, Refusal};
