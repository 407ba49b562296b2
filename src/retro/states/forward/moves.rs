//! The moves of a search from the start: which are made, and how a game gives them.

use crate::states::game::{Game, Place};
use crate::states::store::Store;
use crate::states::value::MoveIndex;
use std::fmt;

/// Which moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveSelection {
    /// Only moves that are not forbidden.
    Allowed,
    /// Forbidden moves too; states still differ by their forbidden moves. This reproduces the publication's table 3,
    /// although its algorithm says otherwise.
    All,
}

impl fmt::Display for MoveSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allowed => "allowed",
            Self::All => "all",
        })
    }
}

/// A move forwards, to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForwardMove {
    /// The move's number.
    pub by: MoveIndex,
    /// The position to which it leads.
    pub to: Place,
    /// The move that is forbidden there (the least of its images if symmetries fix the position); [`MoveIndex::NONE`]
    /// if none is.
    pub forbidden: MoveIndex,
}

/// A game whose states can be searched from the start.
pub trait Forward: Game {
    /// The position at the start, where no move is forbidden.
    fn start(&self) -> Place;
    /// Adds every move of a position that leads to a layer in the set `into`.
    fn steps(&self, from: Place, into: u64, found: &mut Vec<ForwardMove>);
}

/// The search as one line, which files contain.
pub(super) fn subject(store: &Store, made: MoveSelection) -> String {
    format!("{}, distances by {made} moves", store.subject())
}
