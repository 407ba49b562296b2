//! Solves a game whose moves are numbers phase by phase, over chunks of its numbers: for many machines.
//!
//! Idea: a phase finds the values of one number of plies. It needs nothing but sets of numbers that earlier phases have
//! decided, so that chunks can be done anywhere and in any order. Phase 0 looks at each number alone. An odd phase finds
//! wins: open positions with a move to a loss of the phase before. An even phase finds losses: open positions whose moves
//! all lead to wins. The phases end when an even one finds nothing. Which open positions are looked at does not change
//! what is found: all of them ([`PhaseWay::Forwards`]), or those from which a move leads to what was decided in the
//! phase before, found by un-moves ([`PhaseWay::Backwards`]).
//!
//! Memory: a bit for each number of the sets that moves lead to. If they do not fit, they are looked at window by window:
//! moves are made again for each window by the positions that are not ruled out yet.
//!
//! Source: the phases of the repository `maksverver/pushfight`; backward induction (K. Thompson, 1986).
//! Values and tables are those of [`direct`](super::direct); tests compare them byte by byte.

mod set;
mod steps;

pub use set::NumberSet;
pub(super) use steps::Steps;

use super::direct::{self, Chunks, NumberMistake};
use super::divided::DividedSolver;
use super::error::RetroError;
use super::open_group::pieces;
use super::plan::samples;
use super::value::narrow;
use certamen_work::stop::Stop;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::time::Instant;

/// The numbers between two looks for a request to stop.
const STEP: u64 = 1 << 12;
/// The number of samples for an estimate.
const SAMPLES: u64 = 1000;
/// The runs of numbers that are looked at alone for an estimate, and the length of a run.
const RUNS: u64 = 16;
const RUN: u64 = 256;

/// Which open positions a phase looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PhaseWay {
    /// All.
    Forwards,
    /// Those from which a move leads to what the phase before decided.
    Backwards,
}

/// The numbers that are known without looking at others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownNumbers {
    /// Those without a position.
    pub nothing: NumberSet,
    /// Those in which the game is over.
    pub lost: NumberSet,
    /// Those that a move wins at once.
    pub won: NumberSet,
}

/// What was counted in samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleCounts {
    /// The sampled numbers.
    pub numbers: u64,
    /// Those with a position.
    pub positions: u64,
    /// Those of them that are open after phase 0.
    pub open: u64,
    /// Those of them that are lost in 2 plies.
    pub lost: u64,
    /// The un-moves of all positions.
    pub unmoves: u64,
    /// The moves of the open ones.
    pub moves: u64,
    /// Of these, the moves up to the first that does not lead to a win at once.
    pub until: u64,
}

impl SampleCounts {
    /// The cost of phase `plies` in one of the ways, counted in moves: by the number of open positions, and by that of
    /// positions that the phase before decided. Each of `tasks` reads what un-moves of all of them lead to.
    pub fn cost(&self, way: PhaseWay, plies: u16, open: u64, decided: u64, tasks: u64) -> f64 {
        let mean = |sum: u64, of: u64| sum as f64 / of.max(1) as f64;
        let each = if plies % 2 == 1 { mean(self.moves, self.open) } else { mean(self.until, self.open) };
        let all = open as f64 * each;
        match way {
            PhaseWay::Forwards => all,
            PhaseWay::Backwards => {
                let unmoves = decided as f64 * mean(self.unmoves, self.positions);
                let read = unmoves * tasks as f64 * READING;
                // Of a loss all moves are made after its un-moves, of a win none.
                let looked = if plies % 2 == 1 { 0.0 } else { all.min(unmoves * each) };
                unmoves + read + looked
            }
        }
    }
}

/// The time for reading a number of a set, as part of that for a move.
const READING: f64 = 0.05;

/// The seconds of samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseTimes {
    /// For looking at a number alone.
    pub alone: f64,
    /// For a move or an un-move.
    pub step: f64,
}

/// The greatest number of plies of a game that is solved by phases, and so the last phase.
pub const LAST_PHASE: u16 = narrow::MOST_PLIES;

impl DividedSolver<'_> {
    fn chunks(&self) -> Result<&dyn Chunks, RetroError> {
        let none = || RetroError::Rules(format!("{}: its moves are not numbers", self.game().subject()));
        self.solving().direct().ok_or_else(none)
    }

    /// Makes the moves of samples.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn tried(&self) -> Result<(SampleCounts, PhaseTimes), RetroError> {
        let chunks = self.chunks()?;
        let (size, mut looked) = (self.size()?, 0);
        let begun = Instant::now();
        for first in samples(size, RUNS) {
            let range = first..size.min(first + RUN);
            looked += range.end - range.start;
            chunks.known(range.clone(), &mut KnownNumbers::new(range));
        }
        let alone = begun.elapsed().as_secs_f64() / looked.max(1) as f64;
        let mut tried = SampleCounts::default();
        let begun = Instant::now();
        for number in samples(size, SAMPLES) {
            tried.numbers += 1;
            chunks.tried(number, &mut tried);
        }
        let step = begun.elapsed().as_secs_f64() / (tried.moves + tried.unmoves).max(1) as f64;
        Ok((tried, PhaseTimes { alone, step }))
    }

    /// Phase 0 of some numbers.
    ///
    /// # Errors
    /// [`RetroError`]
    pub fn known(&self, range: Range<u64>, stop: &Stop) -> Result<KnownNumbers, RetroError> {
        let (chunks, mut known) = (self.chunks()?, KnownNumbers::new(range.clone()));
        self.each(range, stop, |part| {
            chunks.known(part, &mut known);
            Ok(())
        })?;
        Ok(known)
    }

    /// Adds the numbers from which a move leads to a member of `decided`.
    ///
    /// # Errors
    /// [`RetroError`] if an un-move leads to no number.
    pub fn before(&self, decided: &NumberSet, into: &mut NumberSet, stop: &Stop) -> Result<(), RetroError> {
        let chunks = self.chunks()?;
        self.each(decided.range(), stop, |part| chunks.back(part, decided, into))
    }

    /// Adds the members of `open` to `won` from which a move leads to a member of `lost`.
    ///
    /// # Errors
    /// [`RetroError`] if a move leads to no number.
    pub fn reach(
        &self,
        open: &NumberSet,
        lost: &NumberSet,
        won: &mut NumberSet,
        stop: &Stop,
    ) -> Result<(), RetroError> {
        let chunks = self.chunks()?;
        self.each(open.range(), stop, |part| chunks.reach(part, open, lost, won))
    }

    /// Removes the members of `open` from which a move leads into the range of `wins`, but to no member of it. `nothing`
    /// are the numbers there that have no position.
    ///
    /// # Errors
    /// [`RetroError`] if a move leads to no number, or if a member has no move.
    pub fn retain(
        &self,
        open: &mut NumberSet,
        wins: &NumberSet,
        nothing: Option<&NumberSet>,
        stop: &Stop,
    ) -> Result<(), RetroError> {
        let chunks = self.chunks()?;
        self.each(open.range(), stop, |part| chunks.retain(part, open, wins, nothing))
    }

    /// Goes through a range in steps.
    fn each(
        &self,
        range: Range<u64>,
        stop: &Stop,
        mut of: impl FnMut(Range<u64>) -> Result<(), NumberMistake>,
    ) -> Result<(), RetroError> {
        for part in pieces(range, STEP) {
            stop.proceed()?;
            of(part).map_err(|mistake| direct::error(self.game(), &mistake))?;
        }
        Ok(())
    }

    /// The error that a game is not decided within [`LAST_PHASE`] plies, which names the first position of the last phase.
    pub fn too_long(&self, last: &NumberSet) -> RetroError {
        direct::too_long(self.game(), last.iter().next().unwrap_or_default())
    }
}

impl KnownNumbers {
    fn new(range: Range<u64>) -> Self {
        let empty = || NumberSet::new(range.clone());
        Self { nothing: empty(), lost: empty(), won: empty() }
    }
}
