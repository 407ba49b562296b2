//! Numbers in chunks, a task for each, and what the outputs of tasks say at their beginnings.

use certamen_campaign::{CampaignDirectory, CampaignError, TaskId, part};
use certamen_retro::positions::NumberSet;
use certamen_work::parallel::held;
use certamen_work::{Failure, amount};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;

/// The numbers from 0 on in chunks of about equal size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chunks {
    /// The number of numbers.
    pub(super) size: u64,
    /// The number of chunks.
    pub(super) count: usize,
}

impl Chunks {
    /// The numbers of a chunk.
    pub(super) fn chunk(self, chunk: usize) -> Range<u64> {
        part(&(0..self.size), chunk as u64, self.count as u64)
    }

    /// The chunk of a number.
    pub(super) fn chunk_of(self, number: u64) -> usize {
        let guess = (u128::from(number) * self.count as u128 / u128::from(self.size.max(1))) as usize;
        // Chunks begin at numbers that are rounded down.
        if guess + 1 < self.count && number >= self.chunk(guess).end { guess + 1 } else { guess }
    }

    /// The chunks with numbers of a range that is not empty.
    pub(super) fn overlapping(self, range: &Range<u64>) -> Range<usize> {
        self.chunk_of(range.start)..self.chunk_of(range.end.saturating_sub(1)) + 1
    }
}

/// The numbers of a window, for a memory limit in bytes: as many as this number of sets can have beside some bytes.
pub(super) fn window(size: u64, memory: u64, beside: u64, sets: u64) -> Result<u64, Failure> {
    let divisor = NumberSet::divisor();
    let least = beside + sets * NumberSet::bytes(divisor);
    if memory < least {
        let needed = amount::size(least);
        return Err(format!("--memory {memory}: a task needs at least {needed}; more tasks need less").into());
    }
    let most = (memory - beside).saturating_sub(sets * NumberSet::bytes(0)).saturating_mul(8) / sets;
    Ok((most / divisor * divisor).clamp(divisor, size.div_ceil(divisor).max(1) * divisor))
}

/// A number of 8 bytes, the lowest first, by its place among those at the beginning of an output.
pub(super) fn number_at(head: &[u8], place: usize) -> Option<u64> {
    let bytes = head.get(8 * place..8 * place + 8)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

/// What the heads of outputs say together. Each is read once, without a look at its checksum.
#[derive(Debug)]
pub(super) struct HeadSums<T>(Mutex<HashMap<TaskId, (usize, T)>>);

impl<T> Default for HeadSums<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Copy + Default> HeadSums<T> {
    /// The sum over some tasks of a stage, whose heads have this number of bytes. `None` if an output is missing. `add` returns
    /// `None` for a head that is impossible.
    pub(super) fn sum(
        &self,
        place: &CampaignDirectory,
        (stage, tasks): (usize, Range<usize>),
        bytes: usize,
        add: impl Fn(T, &[u8]) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let mut known = held(&self.0);
        let first = TaskId { stage, index: tasks.start };
        let (next, sum) = known.entry(first).or_insert((tasks.start, T::default()));
        while *next < tasks.end {
            let at = TaskId { stage, index: *next };
            let Some(head) = place.head(at, bytes)? else { return Ok(None) };
            let wrong = || CampaignError::wrong(place.name_of(at), "its head is impossible");
            *sum = add(*sum, &head).ok_or_else(wrong)?;
            *next += 1;
        }
        Ok(Some(*sum))
    }
}
