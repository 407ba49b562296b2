//! Finds positions in a strategy, and notes which of its lines are needed.

use super::StrategyError;
use super::demands::{Demand, Demands};
use super::header::{Claim, Header};
use super::lines::{Entry, Lines, StreamStart, Watch};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::io::{Read, Seek};

/// The least number of lines between two places that are remembered.
const PLACES: u64 = 1 << 12;
/// The number of lines after which somebody is asked whether to go on.
pub(super) const WATCHED: u64 = 1 << 15;

/// A strategy whose form has been looked at.
pub(super) struct Lookup<'f, F> {
    file: &'f RefCell<F>,
    claim: Claim,
    /// The number of lines of the header.
    header_lines: u64,
    entries: u64,
    places: Vec<Place>,
    /// A bit for each entry: whether a demand has reached it.
    reached: Vec<u64>,
}

/// A stream that begins with an entry, or the first stream.
struct Place {
    start: StreamStart,
    /// The number of lines before the stream.
    before: u64,
    /// Its first position.
    first: String,
}

impl<'f, F: Read + Seek> Lookup<'f, F> {
    /// Reads all lines behind the header once: their form, their order and their number.
    pub(super) fn scan(
        file: &'f RefCell<F>,
        mut lines: Lines<'f, F>,
        header: &Header,
        watch: &mut Watch<'_>,
    ) -> Result<Self, StrategyError> {
        let (header_lines, mut entries) = (lines.number(), 0);
        let mut places: Vec<Place> = Vec::new();
        loop {
            let before = lines.number();
            match lines.entry(header.claim != Claim::Keeps)? {
                None => break,
                Some((Entry { position, .. }, start)) => {
                    let is_far = places.last().is_none_or(|last| before >= last.before + PLACES);
                    let place = if entries == 0 {
                        Some((StreamStart::FIRST, 0))
                    } else {
                        start.map(|start| (start, before))
                    };
                    if is_far && let Some((start, before)) = place {
                        places.push(Place { start, before, first: position.to_owned() });
                    }
                }
            }
            entries += 1;
            if entries > header.positions {
                let reason = format!("a line more than the {} of the header", header.positions);
                return Err(StrategyError::refused(before + 1, reason));
            }
            if entries % WATCHED == 0 && !watch(0) {
                return Err(StrategyError::Stopped);
            }
        }
        if entries != header.positions {
            let reason = format!("{entries} positions, not {} as in the header", header.positions);
            return Err(StrategyError::refused(None, reason));
        }
        let reached = vec![0; entries.div_ceil(64) as usize];
        Ok(Lookup { file, claim: header.claim, header_lines, entries, places, reached })
    }

    /// The entries from the first one on.
    pub(super) fn lines(&self) -> Result<Lines<'f, F>, StrategyError> {
        self.lines_from(StreamStart::FIRST, 0)
    }

    fn lines_from(&self, start: StreamStart, before: u64) -> Result<Lines<'f, F>, StrategyError> {
        let mut lines = Lines::from(self.file, start, before);
        for _ in before..self.header_lines {
            lines.text()?;
        }
        Ok(lines)
    }

    /// Looks for sorted demands. The numbers of those that the strategy does not have.
    pub(super) fn find(&mut self, demands: &Demands) -> Result<Vec<usize>, StrategyError> {
        let mut missing = Vec::new();
        let mut reader: Option<EntryReader<'f, F>> = None;
        for (index, demand) in demands.iter().enumerate() {
            let after = self.places.partition_point(|place| place.first.as_str() <= demand.position);
            let Some(place) = after.checked_sub(1).and_then(|index| self.places.get(index)) else {
                missing.push(index);
                continue;
            };
            let mut found = match reader.take() {
                Some(reader) if reader.lines.number() > place.before => reader,
                _ => EntryReader::new(self.lines_from(place.start, place.before)?),
            };
            if found.seek(demand.position, self.claim != Claim::Keeps)? {
                self.meet(demand, found.lines.number(), found.left)?;
            } else {
                missing.push(index);
            }
            reader = Some(found);
        }
        Ok(missing)
    }

    /// A demand reaches an entry.
    fn meet(&mut self, demand: Demand<'_>, line: u64, left: u32) -> Result<(), StrategyError> {
        let Demand { position, left: needed } = demand;
        match self.claim {
            Claim::Wins { .. } if left > needed => {
                let reason = format!("{left} plies left, but {position} is reached with at most {needed}");
                return Err(StrategyError::refused(line, reason));
            }
            // Nothing more is claimed there, so that the entry is not needed.
            Claim::Holds { .. } if needed == 0 => return Ok(()),
            Claim::Holds { .. } if left < needed => {
                let reason = format!("holds {left} plies, but {position} is reached with {needed} to hold");
                return Err(StrategyError::refused(line, reason));
            }
            _ => {}
        }
        let entry = line.saturating_sub(self.header_lines + 1);
        if let Some(bits) = self.reached.get_mut((entry / 64) as usize) {
            *bits |= 1 << (entry % 64);
        }
        Ok(())
    }

    /// Requires that each entry has been reached.
    pub(super) fn require_all_reached(&self) -> Result<(), StrategyError> {
        let is_reached = |entry: u64| self.reached[(entry / 64) as usize] >> (entry % 64) & 1 == 1;
        match (0..self.entries).find(|&entry| !is_reached(entry)) {
            Some(entry) => {
                let reason = "the strategy never leads to this position";
                Err(StrategyError::refused(self.header_lines + entry + 1, reason))
            }
            None => Ok(()),
        }
    }
}

/// Entries in their order, with the last one that has been read.
struct EntryReader<'f, F: Read + Seek> {
    lines: Lines<'f, F>,
    position: String,
    left: u32,
    is_over: bool,
}

impl<'f, F: Read + Seek> EntryReader<'f, F> {
    fn new(lines: Lines<'f, F>) -> Self {
        EntryReader { lines, position: String::new(), left: 0, is_over: false }
    }

    /// Goes on to the first entry that does not come before a position. Whether it is that of the position.
    fn seek(&mut self, wanted: &str, has_number: bool) -> Result<bool, StrategyError> {
        loop {
            match self.position.as_str().cmp(wanted) {
                Ordering::Equal => return Ok(!self.is_over),
                Ordering::Greater => return Ok(false),
                Ordering::Less if self.is_over => return Ok(false),
                Ordering::Less => match self.lines.entry(has_number)? {
                    Some((entry, _)) => {
                        self.position.clear();
                        self.position.push_str(entry.position);
                        self.left = entry.left.unwrap_or(0);
                    }
                    None => self.is_over = true,
                },
            }
        }
    }
}
