//! The first phases of the public solution over ranges of indexes, which can be distributed.
//!
//! Phase 0 finds the positions that are won at once. Phase 1 also finds those that are lost: the player to move cannot
//! push, or the opponent wins at once after every turn. Further phases cannot classify positions one by one, because
//! their classes depend on the whole phase before.
//!
//! Idea: neighbouring indexes are neighbouring positions, so a turn that refuted one often refutes the next; each
//! thread keeps such turns from block to block. Cost on one core: `docs/notebook/push-fight.md`.

use super::decide::{Ended, Search, Watch};
use super::table::Table;
use super::turns::is_stuck;
use certamen_work::stop::Stop;
use encodings::push_fight::board::Board;
use encodings::push_fight::index::{Index, Indexes};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// How far positions are classified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum Phase {
    /// Wins at once, and positions without a legal turn.
    Zero,
    /// Also positions that are lost to the next turn of the opponent.
    One,
}

impl From<Phase> for u8 {
    fn from(phase: Phase) -> Self {
        phase as Self
    }
}

impl TryFrom<u8> for Phase {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            0 => Ok(Self::Zero),
            1 => Ok(Self::One),
            _ => Err(format!("no phase {number}: only 0 and 1 stand alone")),
        }
    }
}

/// The class of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Not decided by the phase.
    Open,
    /// Lost.
    Lost,
    /// Won.
    Won,
}

/// The number of positions of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Positions not decided by the phase.
    pub undecided: u64,
    /// Lost positions.
    pub losses: u64,
    /// Won positions.
    pub wins: u64,
}

impl Tally {
    /// The number of positions counted.
    pub const fn total(self) -> u64 {
        self.undecided + self.losses + self.wins
    }

    fn with(mut self, class: Class) -> Self {
        match class {
            Class::Open => self.undecided += 1,
            Class::Lost => self.losses += 1,
            Class::Won => self.wins += 1,
        }
        self
    }

    /// Both counts together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            undecided: self.undecided + other.undecided,
            losses: self.losses + other.losses,
            wins: self.wins + other.wins,
        }
    }
}

/// The number of positions that a thread classifies at a time.
const BLOCK: u64 = 20_000;

/// Classifies the positions of a range on all cores and counts them; `None` if a stop was requested.
pub fn classify<B: Board>(
    indexes: &Indexes<B>,
    phase: Phase,
    range: Range<u64>,
    stop: &Stop,
) -> Option<Tally> {
    let positions = AtomicU64::new(0);
    let watch = Watch { deadline: None, stop, is_moot: AtomicBool::new(false), positions: &positions };
    // Neither phase looks as far ahead as the results in the table.
    let table = Table::new(0);
    let blocks = range.end.saturating_sub(range.start).div_ceil(BLOCK);
    (0..blocks)
        .into_par_iter()
        .map_init(
            || Search::<B>::new(&table, &watch),
            |search, block| {
                let start = range.start + block * BLOCK;
                let block = start..range.end.min(start + BLOCK);
                block.map(Index).try_fold(Tally::default(), |tally, index| {
                    let class = classified(search, indexes, phase, index).ok()?;
                    Some(class.map_or(tally, |class| tally.with(class)))
                })
            },
        )
        .try_fold(Tally::default, |sum, tally| Some(sum.plus(tally?)))
        .try_reduce(Tally::default, |one, other| Some(one.plus(other)))
}

/// The class of the position with an index, if there is one.
fn classified<B: Board>(
    search: &mut Search<'_, '_, B>,
    indexes: &Indexes<B>,
    phase: Phase,
    index: Index,
) -> Result<Option<Class>, Ended> {
    let Some(position) = indexes.position(index) else { return Ok(None) };
    let pieces = position.pieces();
    search.count()?;
    Ok(Some(if search.wins_at_once(&pieces, 0) {
        Class::Won
    } else if phase == Phase::One && search.loses(&pieces, 1, 0)?
        || phase == Phase::Zero && is_stuck(position)
    {
        Class::Lost
    } else {
        Class::Open
    }))
}
