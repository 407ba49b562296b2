//! Values of states in a file, row after row, for counts that exceed the memory.
//!
//! A row of a step is computed from a few rows, each of them consecutive in the file, so nothing has to be sorted or
//! merged: the rows are read in place. A turn takes values from all parts of the file. It computes as many target rows
//! at a time as fit into memory, and reads the whole source once for each such portion.
//!
//! Numbers are in the form of [`crate::sums`], little-endian, of 8 bytes.

use super::engine::{Engine, Pass, Side};
use super::error::CountError;
use super::halves::HalfId;
use super::phase::Layout;
use super::sums::{StoredResidue, Sums, Values, of_states, of_states_mut};
use super::sweep::gather;
use certamen_work::durable::{self, Pending};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Values in a file.
#[derive(Debug)]
pub(super) struct ValueFile {
    path: PathBuf,
    file: File,
}

/// Bytes of a number.
pub(super) const WORD: u64 = 8;
/// The number of values that are read or written together when a whole file is processed.
pub(super) const PORTION: usize = 1 << 17;

impl ValueFile {
    pub(super) fn create(path: &Path) -> Result<Self, CountError> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path);
        Ok(Self { path: path.to_owned(), file: file.map_err(CountError::at(path))? })
    }

    pub(super) fn open(path: &Path) -> Result<Self, CountError> {
        Ok(Self { path: path.to_owned(), file: durable::open(path)? })
    }

    /// A file that will get this name when it is complete.
    pub(super) fn pending(pending: &Pending, path: &Path) -> Result<Self, CountError> {
        let file = pending.reopen().map_err(CountError::at(path))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// The length in bytes.
    pub(super) fn bytes(&self) -> Result<u64, CountError> {
        Ok(self.file.metadata().map_err(CountError::at(&self.path))?.len())
    }

    pub(super) fn read(&self, first: u64, words: usize) -> Result<Vec<StoredResidue>, CountError> {
        let mut bytes = vec![0; words * WORD as usize];
        read_at(&self.file, first * WORD, &mut bytes).map_err(CountError::at(&self.path))?;
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, StoredResidue::from_le_bytes);
        Ok(bytes.chunks_exact(WORD as usize).map(number).collect())
    }

    pub(super) fn write(&self, first: u64, values: &[StoredResidue]) -> Result<(), CountError> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        write_at(&self.file, first * WORD, &bytes).map_err(CountError::at(&self.path))
    }

    /// Calls `each` with consecutive portions of the whole file, and the index of their first number.
    pub(super) fn portions(
        &self,
        mut each: impl FnMut(u64, Vec<StoredResidue>) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let words = self.bytes()? / WORD;
        for first in (0..words).step_by(PORTION) {
            each(first, self.read(first, (words - first).min(PORTION as u64) as usize)?)?;
        }
        Ok(())
    }

    /// The checksum of all values.
    pub(super) fn checksum(&self) -> Result<Checksum, CountError> {
        let mut checksum = Checksum::default();
        self.portions(|first, values| {
            checksum.add(first, &values);
            Ok(())
        })?;
        Ok(checksum)
    }

    /// Returns when the values would survive a power failure.
    pub(super) fn sync(&self) -> Result<(), CountError> {
        self.file.sync_all().map_err(CountError::at(&self.path))
    }
}

/// A sum over values that does not depend on their order. It always changes if a single value changes, because mixing a
/// value with its position is a permutation. If several values change, it misses this with probability 2^-64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checksum(u64);

impl Checksum {
    pub(super) fn add(&mut self, first: u64, values: &[StoredResidue]) {
        for (position, &value) in (first..).zip(values) {
            let mixed = (value as u64 ^ position.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                .wrapping_mul(0xd6e8_feb8_6659_fd93);
            self.0 = self.0.wrapping_add(mixed ^ mixed >> 32);
        }
    }
}

#[cfg(unix)]
fn read_at(file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(unix)]
fn write_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

/// Other systems have one position for each file, so threads take turns.
#[cfg(not(unix))]
static POSITION: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[cfg(not(unix))]
fn read_at(mut file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    let _turn = POSITION.lock();
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}

#[cfg(not(unix))]
fn write_at(mut file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};
    let _turn = POSITION.lock();
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// A pass from file to file.
#[derive(Debug)]
pub(super) struct FilePass<'a, const R: usize> {
    pub(super) engine: &'a Engine,
    pub(super) sums: Sums<R>,
    pub(super) source: &'a ValueFile,
    pub(super) target: &'a ValueFile,
    /// Bytes of values to hold at one time.
    pub(super) memory: u64,
    pub(super) stop: &'a Stop,
}

impl<const R: usize> FilePass<'_, R> {
    /// Makes the pass. If it is stopped, the target is incomplete.
    pub(super) fn make(&self, pass: Pass) -> Result<(), CountError> {
        match pass {
            Pass::Step(side, placed) => self.step(side, placed),
            Pass::Turn(side, placed) => self.turn(side, placed),
        }
    }

    fn step(&self, side: Side, placed: usize) -> Result<(), CountError> {
        let threads = rayon::current_num_threads() as u64;
        // A quarter for the results of a task, the rest for the rows from which they are computed.
        let states = self.memory / (threads * 4 * WORD * R as u64);
        let parts = self.engine.target(Pass::Step(side, placed)).parts(states.min(1 << 20));
        parts.into_par_iter().try_for_each(|part| self.step_part(side, placed, &part, states as usize * 3))
    }

    fn step_part(
        &self,
        side: Side,
        placed: usize,
        part: &Range<HalfId>,
        cached_states: usize,
    ) -> Result<(), CountError> {
        let pass = Pass::Step(side, placed);
        let (from, to) = (self.engine.source(pass), self.engine.target(pass));
        let rows = to.rows(part);
        let mut values = vec![0; (rows.end - rows.start) as usize * R];
        let mut left = &mut values[..];
        let mut terms: Vec<Values<R>> = Vec::new();
        let mut cache = Cache { rows: FxHashMap::default(), states: 0, most: cached_states };
        for rest in part.clone() {
            if self.stop.is_requested() {
                return Ok(());
            }
            let states = to.row(rest);
            let (row, after) = left.split_at_mut((states.end - states.start) as usize * R);
            left = after;
            if row.is_empty() {
                continue;
            }
            let phase = self.engine.phase(side);
            let changed = phase.changed(placed, rest).map(|(rest, _)| rest);
            cache.hold::<R>(changed.chain([rest]), from, self.source)?;
            terms.clear();
            terms.push(Sums::<R>::ZERO);
            terms.extend_from_slice(of_states(&cache.rows[&rest]));
            for (rest, changed) in phase.changed(placed, rest) {
                let places = phase.windows(placed + 1).places(phase.rests.group(rest), changed.bundle);
                let row = &of_states::<R>(&cache.rows[&rest])[places];
                terms.extend(changed.places.iter().map(|&place| row[place as usize]));
            }
            let windows = phase.windows(placed).members(phase.rests.group(rest));
            for (targets, values) in phase.targets(placed, windows).iter().zip(of_states_mut::<R>(row)) {
                *values = gather(*targets, &self.sums, &terms);
            }
        }
        self.target.write(rows.start * R as u64, &values)
    }

    fn turn(&self, side: Side, placed: usize) -> Result<(), CountError> {
        let (phase, turn, other, there) = self.engine.turning(side);
        let (layout, from) = (phase.layout(placed), other.layout(there));
        let by_rest = turn.by_rest(from.rests());
        let states = (self.memory / 2 / (WORD * R as u64)).max(1);
        let threads = rayon::current_num_threads() as u64;
        for portion in layout.parts(states) {
            let rows = layout.rows(&portion);
            let mut values = vec![0; (rows.end - rows.start) as usize * R];
            let parts = layout.parts_of(&portion, (rows.end - rows.start) / threads);
            for block in from.parts(states / 2) {
                if self.stop.is_requested() {
                    return Ok(());
                }
                let read = from.rows(&block);
                let source = self.source.read(read.start * R as u64, (read.end - read.start) as usize * R)?;
                let mut tasks = Vec::new();
                let mut left = &mut values[..];
                for part in &parts {
                    let rows = layout.rows(part);
                    let (here, after) = left.split_at_mut((rows.end - rows.start) as usize * R);
                    left = after;
                    tasks.push((part, here));
                }
                tasks.into_par_iter().for_each(|(part, target)| {
                    self.turn_block((side, placed), (&block, &source), &by_rest, part, target);
                });
            }
            self.target.write(rows.start * R as u64, &values)?;
        }
        Ok(())
    }

    /// Copies the values that target rows take from a block of source rows.
    fn turn_block(
        &self,
        (side, placed): (Side, usize),
        (block, source): (&Range<HalfId>, &[StoredResidue]),
        by_rest: &[Vec<(HalfId, bool)>],
        part: &Range<HalfId>,
        target: &mut [StoredResidue],
    ) {
        let (phase, turn, other, there) = self.engine.turning(side);
        let (layout, from) = (phase.layout(placed), other.layout(there));
        let windows = phase.windows(placed);
        let (read, written) = (from.rows(block).start, layout.row(part.start).start);
        for row in block.clone() {
            let first = (from.row(row).start - read) as usize;
            for &(window, exchange) in &by_rest[row as usize] {
                let members = phase.rests.members(windows.group(window));
                let place_in_row = windows.place(window) as usize;
                for rest in members.start.max(part.start)..members.end.min(part.end) {
                    let place = turn.places(rest)[turn.seam(window)];
                    if place.exchange == exchange {
                        let from = (first + place.place as usize) * R;
                        let to = ((layout.row(rest).start - written) as usize + place_in_row) * R;
                        target[to..to + R].copy_from_slice(&source[from..from + R]);
                    }
                }
            }
        }
    }
}

/// Rows that have been read and are likely to be needed again for the next rows.
struct Cache {
    rows: FxHashMap<HalfId, Vec<StoredResidue>>,
    states: usize,
    most: usize,
}

impl Cache {
    /// Reads the rows that are missing. If the cache is too large already, it is emptied first.
    fn hold<const R: usize>(
        &mut self,
        needed: impl Iterator<Item = HalfId>,
        layout: &Layout,
        file: &ValueFile,
    ) -> Result<(), CountError> {
        if self.states > self.most {
            self.rows.clear();
            self.states = 0;
        }
        for rest in needed {
            if let Entry::Vacant(vacant) = self.rows.entry(rest) {
                let row = layout.row(rest);
                let states = (row.end - row.start) as usize;
                vacant.insert(file.read(row.start * R as u64, states * R)?);
                self.states += states;
            }
        }
        Ok(())
    }
}
