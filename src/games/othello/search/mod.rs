//! Othello searched natively: every position with a number of discs, and whether a position can be reached at all.
//!
//! Idea: a disc is never taken away, so the positions of the game fall into layers by the number of discs, and a layer
//! is all that the next one depends on. [`layer`] computes layers forwards from the start and counts what is in them.
//! [`reach`] goes backwards from a position through the moves that may have led to it ([`unmove`]) until it meets the
//! layers or has nothing left to try.
//!
//! What is searched are [`State`]s: the discs as the mover sees them and the colour of the mover. A pass is no step of
//! its own. In a layer it is the turn of a player who has a move, unless neither has one and the game is over.
//!
//! Symmetry: Othello has the eight symmetries of the board, but the start has only the four that keep its diagonals;
//! the other four exchange its colours. Layers therefore hold classes under all eight, each with a note ([`class`])
//! whether it is met in games from the start, from the start seen in a mirror, or from both, and with which colour to
//! move. Nothing is lost: the note turns the class of a position back into an answer about that very position.
//!
//! The rules are those of `encodings`, at machine words. Source of the backward search, of its pruning by
//! connectedness and of the number of positions with 15 discs to test against: H. Takizawa, The maximum number of
//! legal moves of Othello in reachable positions is 33.

pub mod any_order;
mod beam;
pub mod census;
pub mod class;
pub mod forward;
pub mod layer;
pub mod limits;
mod memo;
pub mod progress;
pub mod reach;
pub mod record;
pub mod shape;
mod sieve;
pub mod state;
mod symmetry;
pub mod unmove;

pub use any_order::{AnyOrder, AnyOrderGame};
pub use census::{ByPlayer, Census, SideCensus};
pub use class::{Class, Routes};
pub use layer::{Budget, Layer, LayerError};
pub use limits::{Limit, Limits};
pub use progress::{Progress, Watch, unwatched};
pub use reach::{Answer, Reach, Target, Verdict};
pub use record::{Ply, Record};
pub use state::State;
