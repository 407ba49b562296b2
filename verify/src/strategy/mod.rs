//! Strategies as certificates: what a player answers to everything, checked by the naive game alone.
//!
//! Idea: a strategy has one ply for each position of its owner that its own plies can lead to. The checker goes through
//! the lines once. In each it plays the ply, and then every reply of the opponent; the position after it must be in the
//! strategy as well (a demand), or an end that the claim allows, or one from which a ply of the owner leads to such an
//! end at once. `wins` and `holds` have the number of plies that are
//! left, so that no cycle of positions can hold a claim up; `keeps` is a set that its owner never leaves. A position
//! stands for its images under the symmetries of the header. Each image is checked in itself: a false symmetry can only
//! make the check fail.
//!
//! Files: `header` (what is claimed), `symmetry` (images of positions), `lines` (reads the compressed text), `demands`
//! (positions that the strategy must have), `check` (goes through the lines), `lookup` (finds the demands),
//! `judge` (what the naive game says), `read` (the lines without a check), `error`.
//!
//! Cost: for each line and image the plies of one position and all replies to it. Demands are kept sorted in bounded
//! memory; when that is full, the parts of the file with these positions are read once more. Beside that a bit for each
//! line, and the first position of every 4,096th line.
//!
//! Does not show: that there is no shorter win, or that the naive rules are those of the game.

mod check;
mod demands;
mod error;
mod header;
mod judge;
mod lines;
mod lookup;
mod read;
mod symmetry;

pub use check::{Checked, check};
pub use error::StrategyError;
pub use header::{Claim, Header, Owner, read_header};
pub use lines::Watch;
pub use read::{TakeLine, read_lines};

use crate::naive::Naive;
use std::io::{Read, Seek};
use std::num::NonZero;

/// What can be read from any place.
pub trait ReadSeek: Read + Seek {}

impl<F: Read + Seek> ReadSeek for F {}

/// A game by whose naive rules strategies are checked, whatever its positions are.
pub trait StrategyReferee {
    /// Checks a strategy; see [`check`].
    ///
    /// # Errors
    /// [`StrategyError`]
    fn check_strategy(
        &self,
        file: &mut dyn ReadSeek,
        threads: NonZero<usize>,
        watch: &mut Watch<'_>,
    ) -> Result<Checked, StrategyError>;
}

impl<N: Naive + Sync> StrategyReferee for N {
    fn check_strategy(
        &self,
        file: &mut dyn ReadSeek,
        threads: NonZero<usize>,
        watch: &mut Watch<'_>,
    ) -> Result<Checked, StrategyError> {
        check(self, file, threads, watch)
    }
}

#[cfg(test)]
mod tests;
