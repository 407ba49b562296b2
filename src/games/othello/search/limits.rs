//! The limits of a backward search, and the counter that checks them.

use super::progress::{SearchProgress, Watch};
use std::time::{Duration, Instant};

/// When a search gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// After this many positions have been expanded.
    pub positions: Option<u64>,
    /// After this time.
    pub time: Option<Duration>,
    /// The number of bytes for recorded failures. Fewer bytes make the search slower, but not less conclusive.
    pub memo_bytes: usize,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { positions: None, time: None, memo_bytes: 1 << 28 }
    }
}

/// What ended a search without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// The number of positions.
    #[error("the limit of {0} positions is reached")]
    Positions(u64),
    /// The time.
    #[error("the time limit of {0:?} is reached")]
    Time(Duration),
    /// The caller's watch.
    #[error("stopped on request")]
    Interrupted,
}

/// How many positions are expanded between two looks at the clock.
const ROUND: u64 = 1 << 6;

/// Counts the work of a search and checks its limits.
pub(super) struct Meter<'a, 'w> {
    limits: SearchLimits,
    started: Instant,
    watch: &'a mut Watch<'w>,
    pub(super) positions: u64,
    pub(super) lookups: u64,
}

impl<'a, 'w> Meter<'a, 'w> {
    pub(super) fn new(limits: SearchLimits, watch: &'a mut Watch<'w>) -> Self {
        Self { limits, started: Instant::now(), watch, positions: 0, lookups: 0 }
    }

    /// Counts an expanded position, and regularly checks the limits.
    pub(super) fn count(&mut self) -> Result<(), Limit> {
        if let Some(limit) = self.limits.positions.filter(|&limit| self.positions >= limit) {
            return Err(Limit::Positions(limit));
        }
        self.positions += 1;
        if !self.positions.is_multiple_of(ROUND) {
            return Ok(());
        }
        if let Some(limit) = self.limits.time.filter(|&limit| self.started.elapsed() > limit) {
            return Err(Limit::Time(limit));
        }
        let proceed = (self.watch)(SearchProgress::Search { positions: self.positions });
        if proceed.is_break() { Err(Limit::Interrupted) } else { Ok(()) }
    }
}
