//! Games whose numbers are divided into chunks, a task of each stage for each chunk, and outputs that are sets of numbers.

use certamen_campaign::{CampaignDirectory, CampaignError, Output, Stage, TaskId, part};
use certamen_retro::positions::{DividedSolver, Kind, NumberSet, RetroError, pieces};
use certamen_retro::subject::DividedGame;
use certamen_work::parallel::held;
use certamen_work::{Failure, amount};
use clap::Args;
use std::collections::HashMap;
use std::io::{self, Read as _, Write};
use std::ops::Range;
use std::sync::Mutex;

/// The greatest number of tasks of a stage: so that all stages together have less than a million.
const MOST_TASKS: u64 = 1900;
/// The memory of a task by default.
pub(super) const MEMORY: u64 = 1 << 30;

/// The flags of a division into chunks.
#[derive(Args, Debug)]
pub(super) struct ChunkFlags {
    /// The number of tasks of a stage [default: by the number of numbers].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_TASKS))]
    tasks: Option<u64>,
    /// The memory of a task, such as 2G. What does not fit is done in windows, and moves are made again for each.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, default_value_t = MEMORY, hide_default_value = true)]
    pub(super) memory: u64,
}

impl ChunkFlags {
    /// The chunks of this many numbers; by default each has about `usual`.
    pub(super) fn chunks(&self, size: u64, usual: u64) -> Chunks {
        let tasks = self.tasks.unwrap_or_else(|| size.div_ceil(usual).clamp(1, MOST_TASKS));
        Chunks { size, count: tasks.clamp(1, size.max(1)) as usize }
    }
}

/// The numbers from 0 on in chunks of about equal size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chunks {
    /// The number of numbers.
    pub(super) size: u64,
    /// The number of chunks.
    pub(super) count: usize,
}

impl Chunks {
    /// The bytes of a set of all numbers of a chunk.
    pub(super) fn bytes(self) -> u64 {
        NumberSet::bytes(self.size.div_ceil(self.count as u64))
    }

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

/// A game whose numbers are divided into chunks.
pub(super) struct ChunkedGame {
    pub(super) game: Box<dyn DividedGame>,
    pub(super) chunks: Chunks,
    /// The memory of a task.
    pub(super) memory: u64,
    /// How many numbers that moves lead to are in memory at a time.
    pub(super) window: u64,
}

impl ChunkedGame {
    /// The game of a plan, whose first stage says how many chunks there are. `window` computes the window of some chunks,
    /// for this memory.
    pub(super) fn open(
        place: &CampaignDirectory,
        game: Box<dyn DividedGame>,
        memory: u64,
        window: impl FnOnce(Chunks, u64) -> Result<u64, Failure>,
    ) -> Result<Self, Failure> {
        let size = game.solver(Kind::Plies, memory).size()?;
        let count = place.plan().stages.first().map_or(0, Stage::count);
        let chunks = Chunks { size, count: count.clamp(1, size.clamp(1, MOST_TASKS) as usize) };
        Ok(Self { game, chunks, memory, window: window(chunks, memory)? })
    }

    pub(super) fn solver(&self) -> DividedSolver<'_> {
        self.game.solver(Kind::Plies, self.memory)
    }

    /// The windows of all numbers.
    pub(super) fn windows(&self) -> impl Iterator<Item = Range<u64>> {
        pieces(0..self.chunks.size, self.window)
    }

    /// Writes a set of all numbers, window by window. `fill` finds the members in a window.
    pub(super) fn write_windows(
        &self,
        output: &mut dyn Write,
        mut fill: impl FnMut(&mut NumberSet) -> Result<(), RetroError>,
    ) -> Result<(), Failure> {
        for window in self.windows() {
            let mut set = NumberSet::new(window);
            fill(&mut set)?;
            set.write_part(output)?;
        }
        Ok(NumberSet::write_end(output)?)
    }
}

/// Reads the numbers of members of some sets, 8 bytes each, and then these sets and others, `sets` in all, each by `read`,
/// which returns its number of members.
pub(super) fn read_sets(
    output: &mut Output,
    (counted, sets): (usize, usize),
    mut read: impl FnMut(usize, &mut Output) -> io::Result<u64>,
) -> io::Result<()> {
    let mut head = vec![0; 8 * counted];
    output.read_exact(&mut head)?;
    let wrong = |reason: &str| Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    for place in 0..sets {
        let found = read(place, output)?;
        if number_at(&head, place).is_some_and(|count| count != found) {
            return wrong("a set has another number of members than is said");
        }
    }
    if output.read(&mut [0])? > 0 { wrong("it goes on after its sets") } else { Ok(()) }
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
