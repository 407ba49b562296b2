//! The question `othello.mobility`: how many legal moves a position can have.
//!
//! - [`mobility`]: for any position. [`reach`]: for reachable positions, as ends of whole games ([`whole_game`]) or of last
//!   steps ([`last_steps`]). [`play`]: as a transition system.
//! - [`witness`]: the positions that answer it.

mod flags;
pub(crate) mod language;
pub mod last_steps;
pub mod mobility;
pub mod play;
pub mod reach;
pub mod whole_game;
pub mod witness;

pub use last_steps::LastSteps;
pub use mobility::{EMPTIES, MOBILITY, OthelloMobility};
pub use play::OthelloPlay;
pub use reach::{Reach, ToMove};
pub use whole_game::{Alternating, WholeGame};
pub use witness::{Mover, OthelloWitness, Refusal};
