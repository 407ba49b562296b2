//! Native searches for Othello: all positions with a number of discs, and whether a position is reachable.
//!
//! Idea: a disc is never taken away, so positions fall into layers by the number of discs, and each layer depends only
//! on the one before. [`layer`] computes layers forwards from the start and counts their content. [`backward`] goes
//! backwards from a position through the moves that may have led to it ([`unmove`]) until it meets the layers or has
//! nothing left to try. [`anneal`] finds positions with many legal moves from which to go backwards.
//!
//! The searches work on [`State`]s: the discs as the mover sees them, and the colour of the mover. A pass is not a step
//! of its own. In a layer the player to move has a move, unless neither player has one and the game is over.
//!
//! Symmetry: Othello has the eight symmetries of the board, but the start has only the four that fix its diagonals; the
//! other four exchange its colours. So layers store classes under all eight, each with its routes ([`class`]): whether
//! it occurs in games from the start, from the mirrored start, or from both, and with which colour to move. Nothing is
//! lost: from the routes of its class follows the answer for each single position.
//!
//! The rules are those of `encodings`, with machine words. Source of the backward search, of its pruning by
//! connectedness and of the number of positions with 15 discs to test against: H. Takizawa, The maximum number of
//! legal moves of Othello in reachable positions is 33.

pub mod anneal;
pub mod any_order;
pub mod backward;
mod beam;
pub mod census;
pub mod class;
pub mod layer;
pub mod limits;
mod memo;
pub mod progress;
pub mod shape;
pub mod sieve;
pub mod state;
mod symmetry;
pub mod transcript;
pub mod unmove;

pub use anneal::{Origin, TargetPositions, Turns, Walks};
pub use any_order::{AnyOrder, AnyOrderGame};
pub use backward::{Answer, Target, Verdict};
pub use census::{ByPlayer, Census, SideCensus};
pub use class::{Class, Routes, by_turns};
pub use layer::{Budget, ForwardLayers, Layer, LayerError};
pub use limits::{Limit, SearchLimits};
pub use progress::{SearchProgress, Watch, unwatched};
pub use state::State;
pub use transcript::{Ply, Transcript};
