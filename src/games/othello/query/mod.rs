//! The question `othello.mobility`: how many legal moves a position can have.
//!
//! - [`mobility`]: for any position. [`reachability`]: for reachable positions, as ends of whole games ([`whole_game`]) or of
//!   last steps ([`last_steps`]). [`play`]: as a transition system.
//! - [`witness`]: the positions that answer it.

mod flags;
pub(crate) mod language;
pub mod last_steps;
pub mod mobility;
pub mod play;
pub mod reachability;
pub mod whole_game;
pub mod witness;

pub use last_steps::LastSteps;
pub use mobility::{EMPTIES, MOBILITY, OthelloMobility};
pub use play::OthelloPlay;
pub use reachability::{Reachability, ToMove};
pub use whole_game::{Alternating, WholeGame};
pub use witness::{Mover, OthelloWitness, Refusal};
