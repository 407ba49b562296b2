//! What tasks have decided, read from their outputs.
//!
//! The output of a task begins with the number of members of each of its sets, 8 bytes each: in phase 0 three sets (numbers
//! without positions, lost, won), in later phases one. The sets follow. What `back` stages find has no counts, as it is
//! written window by window.

use super::super::campaign::Numbering;
use super::name;
use certamen_campaign::{CampaignDirectory, Output, TaskId};
use certamen_retro::positions::{KnownNumbers, NumberSet, Phases};
use certamen_work::Failure;
use std::io::{self, Read, Write};
use std::ops::Range;

/// A set that phases need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhaseSet {
    /// The numbers without positions.
    Nothing,
    /// The losses in this number of plies.
    Lost(u16),
    /// The wins in at most this number of plies.
    Won(u16),
    /// The numbers from which a move leads to what was decided one ply earlier.
    Before(u16),
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
        self.nothing + self.lost + self.won
    }
}

/// The outputs of a campaign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outputs<'a> {
    pub(super) place: &'a CampaignDirectory,
    pub(super) numbers: Numbering,
}

/// The number of the stage that finds the values of this number of plies.
pub(super) const fn stage_of(plies: u16) -> usize {
    2 * plies as usize
}

/// The number of sets in the outputs of a phase.
const fn sets(plies: u16) -> usize {
    if plies == 0 { 3 } else { 1 }
}

impl Outputs<'_> {
    /// The counts of a phase, if all its outputs are there.
    pub(super) fn counts(&self, plies: u16) -> Result<Option<Counts>, Failure> {
        let mut counts = Counts::default();
        for index in 0..self.numbers.tasks as usize {
            let at = TaskId { stage: stage_of(plies), index };
            let Some(head) = self.place.head(at, 8 * sets(plies))? else { return Ok(None) };
            let mut members = head
                .chunks_exact(8)
                .map(|bytes| bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte)));
            let mut next = || members.next().unwrap_or_default();
            let (nothing, lost, won) = match plies {
                0 => (next(), next(), next()),
                _ if plies.is_multiple_of(2) => (0, next(), 0),
                _ => (0, 0, next()),
            };
            counts.nothing = counts.nothing.saturating_add(nothing);
            counts.lost = counts.lost.saturating_add(lost);
            counts.won = counts.won.saturating_add(won);
        }
        Ok(Some(counts))
    }

    /// Adds what was decided in a phase by a task: the sets of phase 0, or the same set whatever is asked.
    fn read(&self, plies: u16, task: u64, mut into: [Option<&mut NumberSet>; 3]) -> Result<(), Failure> {
        let mut output = self.place.output(&name(stage_of(plies)), task as usize)?;
        let result = read_sets(&mut output, sets(plies), &mut into);
        result.map_err(|error| malformed(&output, &error))
    }

    /// Adds the numbers that a task decided in a phase.
    pub(super) fn decided(&self, plies: u16, task: u64, into: &mut NumberSet) -> Result<(), Failure> {
        if plies > 0 {
            return self.read(plies, task, [Some(into), None, None]);
        }
        let KnownNumbers { nothing, lost, won } = self.known(task, &into.range())?;
        for set in [nothing, lost, won] {
            set.iter().for_each(|number| into.insert(number));
        }
        Ok(())
    }

    /// The sets of phase 0 of a task.
    pub(super) fn known(&self, task: u64, range: &Range<u64>) -> Result<KnownNumbers, Failure> {
        let empty = || NumberSet::new(range.clone());
        let mut known = KnownNumbers { nothing: empty(), lost: empty(), won: empty() };
        self.read(0, task, [Some(&mut known.nothing), Some(&mut known.lost), Some(&mut known.won)])?;
        Ok(known)
    }

    /// What a phase decided in a chunk that a turn back begins from: losses after an odd number of plies, wins after an
    /// even one.
    pub(super) fn last(&self, plies: u16, task: u64) -> Result<NumberSet, Failure> {
        let mut set = NumberSet::new(self.numbers.chunk(task));
        match plies {
            0 => self.read(0, task, [None, Some(&mut set), None])?,
            1 => {
                self.read(0, task, [None, None, Some(&mut set)])?;
                self.read(1, task, [Some(&mut set), None, None])?;
            }
            _ => self.read(plies, task, [Some(&mut set), None, None])?,
        }
        Ok(set)
    }

    /// The members of a set in a window.
    pub(super) fn load(&self, wanted: PhaseSet, window: Range<u64>) -> Result<NumberSet, Failure> {
        let mut set = NumberSet::new(window.clone());
        if let PhaseSet::Before(plies) = wanted {
            for task in 0..self.numbers.tasks {
                let mut output = self.place.output(&name(stage_of(plies) - 1), task as usize)?;
                let result = read_sets(&mut output, 0, &mut [Some(&mut set), None, None]);
                result.map_err(|error| malformed(&output, &error))?;
            }
            return Ok(set);
        }
        for task in self.numbers.tasks_of(&window) {
            match wanted {
                PhaseSet::Nothing => self.read(0, task, [Some(&mut set), None, None])?,
                PhaseSet::Lost(0) => self.read(0, task, [None, Some(&mut set), None])?,
                PhaseSet::Lost(plies) => self.read(plies, task, [Some(&mut set), None, None])?,
                PhaseSet::Won(most) => {
                    self.read(0, task, [None, None, Some(&mut set)])?;
                    for plies in (1..=most.min(Phases::MOST_PLIES)).step_by(2) {
                        self.read(plies, task, [Some(&mut set), None, None])?;
                    }
                }
                PhaseSet::Before(_) => {}
            }
        }
        Ok(set)
    }
}

/// Reads the counts and then the sets of an output; without counts, one set.
fn read_sets(output: &mut Output, counted: usize, into: &mut [Option<&mut NumberSet>; 3]) -> io::Result<()> {
    let mut members = vec![0; counted];
    for count in &mut members {
        let mut bytes = [0; 8];
        output.read_exact(&mut bytes)?;
        *count = u64::from_le_bytes(bytes);
    }
    let wrong = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, reason.to_owned());
    for (place, into) in into.iter_mut().take(counted.max(1)).enumerate() {
        let found = NumberSet::read(output, into.as_deref_mut())?;
        if members.get(place).is_some_and(|&count| count != found) {
            return Err(wrong("a set has another number of members than is said"));
        }
    }
    let mut rest = [0];
    if output.read(&mut rest)? > 0 { Err(wrong("it goes on after its sets")) } else { Ok(()) }
}

fn malformed(output: &Output, error: &io::Error) -> Failure {
    format!("{}: {error}", output.path().display()).into()
}

/// Writes the counts of sets and then the sets.
pub(super) fn write(sets: &[&NumberSet], output: &mut dyn Write) -> io::Result<()> {
    for set in sets {
        output.write_all(&set.len().to_le_bytes())?;
    }
    sets.iter().try_for_each(|set| set.write(output))
}
