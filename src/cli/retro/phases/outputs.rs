//! What tasks have decided, read from their outputs.
//!
//! The output of a task begins with the number of members of each of its sets, 8 bytes each: in phase 0 three sets (numbers
//! without positions, lost, won), in later phases one. The sets follow. What `back` stages find has no counts, as it is
//! written window by window.

use super::super::chunks::{Chunks, HeadSums, number_at, read_sets};
use certamen_campaign::{CampaignDirectory, CampaignError, TaskId};
use certamen_retro::positions::{CodeSource, NumberSet, RetroError};
use certamen_work::Failure;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

/// The code of a draw, as of what nothing has decided.
const DRAW: u16 = 0;

/// The name of a stage.
pub(super) fn name(stage: usize) -> String {
    let plies = plies_of(stage);
    if stage > 0 && stage % 2 == 1 { format!("back-{plies:03}") } else { format!("plies-{plies:03}") }
}

/// A set that phases need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhaseSet {
    /// The numbers without positions.
    Nothing,
    /// The numbers that are known after this phase: without positions, or decided.
    Known(u16),
    /// What is decided in exactly this number of plies: losses if it is even, wins if it is odd.
    Decided(u16),
    /// The wins in at most this number of plies.
    Won(u16),
    /// The numbers from which a move leads to what was decided one ply earlier.
    Before(u16),
}

impl PhaseSet {
    /// The sets that it consists of: the stages whose outputs have them, and their places there.
    fn parts(self) -> Vec<(usize, Range<usize>)> {
        match self {
            Self::Nothing => vec![(0, 0..1)],
            Self::Known(0) => vec![(0, 0..3)],
            Self::Known(last) => {
                [(0, 0..3)].into_iter().chain((1..=last).map(|plies| (stage_of(plies), 0..1))).collect()
            }
            Self::Decided(0) => vec![(0, 1..2)],
            Self::Decided(1) => vec![(0, 2..3), (stage_of(1), 0..1)],
            Self::Decided(plies) => vec![(stage_of(plies), 0..1)],
            Self::Won(most) => (1..=most).step_by(2).flat_map(|plies| Self::Decided(plies).parts()).collect(),
            Self::Before(plies) => vec![(stage_of(plies) - 1, 0..1)],
        }
    }
}

/// The members of the sets of a phase over all chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) nothing: u64,
    pub(super) lost: u64,
    pub(super) won: u64,
}

impl Counts {
    pub(super) fn all(self) -> u64 {
        self.nothing.saturating_add(self.lost).saturating_add(self.won)
    }

    /// The counts with those of an output of a phase.
    pub(super) fn with(self, plies: u16, head: &[u8]) -> Option<Self> {
        let first = number_at(head, 0)?;
        let (nothing, lost, won) = match plies {
            0 => (first, number_at(head, 1)?, number_at(head, 2)?),
            _ if plies.is_multiple_of(2) => (0, first, 0),
            _ => (0, 0, first),
        };
        Some(Self {
            nothing: self.nothing.saturating_add(nothing),
            lost: self.lost.saturating_add(lost),
            won: self.won.saturating_add(won),
        })
    }
}

/// The outputs of a campaign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outputs<'a> {
    pub(super) place: &'a CampaignDirectory,
    pub(super) chunks: Chunks,
    /// The counts of each phase.
    pub(super) counted: &'a HeadSums<Counts>,
}

/// The number of the stage that finds the values of this number of plies.
pub(super) const fn stage_of(plies: u16) -> usize {
    2 * plies as usize
}

/// The plies of the values that a stage finds, or prepares to find.
pub(super) const fn plies_of(stage: usize) -> u16 {
    stage.div_ceil(2) as u16
}

/// The number of sets whose members the outputs of a stage count.
const fn counted_sets(stage: usize) -> usize {
    match stage {
        0 => 3,
        _ if stage % 2 == 1 => 0,
        _ => 1,
    }
}

impl Outputs<'_> {
    /// The counts of a phase, if all its outputs are there.
    pub(super) fn counts(&self, plies: u16) -> Result<Option<Counts>, Failure> {
        let stage = stage_of(plies);
        let add = |counts: Counts, head: &[u8]| counts.with(plies, head);
        self.counted.sum(self.place, (stage, 0..self.chunks.count), 8 * counted_sets(stage), add)
    }

    /// The members of a set in a window.
    pub(super) fn load(&self, wanted: PhaseSet, window: Range<u64>) -> Result<NumberSet, Failure> {
        // Moves backwards lead to the numbers of all chunks.
        let is_everywhere = matches!(wanted, PhaseSet::Before(_));
        let tasks = if is_everywhere { 0..self.chunks.count } else { self.chunks.overlapping(&window) };
        let (mut set, parts) = (NumberSet::new(window), wanted.parts());
        for index in tasks {
            for (stage, places) in &parts {
                let at = TaskId { stage: *stage, index };
                let counted = counted_sets(*stage);
                let read =
                    read_sets(&mut self.place.output(at)?, (counted, counted.max(1)), |place, output| {
                        NumberSet::read(output, places.contains(&place).then_some(&mut set))
                    });
                read.map_err(|error| format!("{}: {error}", self.place.output_path(at).display()))?;
            }
        }
        Ok(set)
    }
}

/// Writes the counts of sets and then the sets.
pub(super) fn write(sets: &[&NumberSet], output: &mut dyn Write) -> io::Result<()> {
    for set in sets {
        output.write_all(&set.len().to_le_bytes())?;
    }
    sets.iter().try_for_each(|set| set.write(output))
}

/// The codes of the table, chunk by chunk, and the number of values by their plies.
pub(super) struct PhaseCodes<'a> {
    pub(super) outputs: Outputs<'a>,
    /// The phase after which nothing changes.
    pub(super) last: u16,
    pub(super) counts: BTreeMap<u16, u64>,
    /// The number of draws.
    pub(super) drawn: u64,
}

impl CodeSource for PhaseCodes<'_> {
    fn block(&mut self, _: u32, rank: u64, codes: &mut Vec<u16>) -> Result<u64, RetroError> {
        let Outputs { chunks, .. } = self.outputs;
        let task = chunks.chunk_of(rank);
        let chunk = chunks.chunk(task);
        codes.clear();
        codes.resize((chunk.end - chunk.start) as usize, 0);
        let load = |wanted| self.outputs.load(wanted, chunk.clone()).map_err(RetroError::Game);
        let mut are_apart = load(PhaseSet::Nothing)?.put_codes(None, codes);
        for plies in 0..=self.last {
            let decided = load(PhaseSet::Decided(plies))?;
            are_apart &= decided.put_codes(Some(plies), codes);
            *self.counts.entry(plies).or_default() += decided.len();
        }
        self.drawn += codes.iter().filter(|&&code| code == DRAW).count() as u64;
        if !are_apart {
            let task = format!("task {task} of all phases");
            return Err(RetroError::Game(CampaignError::wrong(task, "a number has two values").into()));
        }
        Ok(chunk.start)
    }
}
