//! The progress of a group on disk: files that a later run of the same command continues from.
//!
//! ```text
//! 3-2.plies.looked-0     the positions that have been looked at, and their moves, in parts
//! 3-2.plies.turned       all moves, backwards
//! 3-2.plies.state        how far values have been passed on: the state of every position
//! 3-2.plies.sweep        the same if moves are made again
//! 3-2.plies.direct       the same if moves are numbers
//! 3-2.plies.disk         the same if values are on disk
//! 3-2.plies.window-0     the values of the first numbers, if values are on disk
//! ```
//!
//! Each file has checksums ([`crate::table::sealed`]) and is named after the first layer of its group. A file gets its
//! name when it is complete, so a killed run leaves the last complete ones. They are removed when the tables of the
//! group are written. A run that solves the group in another way does not read them.

use super::error::RetroError;
use super::groups::Group;
use super::store::Store;
use super::value::Kind;
use crate::table::sealed::{Header, SealedReader, SealedWriter};
use crate::table::{Monitor, SolverProgress, TableError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The number of bytes in a block.
const BLOCK: usize = 1 << 16;

/// The files of a group.
pub(super) struct Checkpoint<'a> {
    store: &'a Store,
    group: &'a Group,
    kind: Kind,
    /// The beginning of the names of its files.
    stem: String,
    interval: Duration,
    saved: Cell<Instant>,
    /// Whether there may be files of the group.
    has_files: Cell<bool>,
}

/// A run that solves a group.
pub(super) struct Run<'r, 'f> {
    /// The files of the group. `None` if nothing is kept.
    pub(super) files: Option<&'r Checkpoint<'f>>,
    pub(super) monitor: Monitor<'r>,
}

impl Run<'_, '_> {
    /// Requires that no stop has been requested. If one has, or if an interval has passed, a checkpoint is written before.
    pub(super) fn proceed(
        &mut self,
        save: impl FnOnce(&Checkpoint<'_>) -> Result<(), RetroError>,
    ) -> Result<(), RetroError> {
        let stopped = self.monitor.proceed();
        if let Some(files) = self.files
            && (stopped.is_err() || files.is_due())
        {
            save(files)?;
            files.saved.set(Instant::now());
            self.report(SolverProgress::Saved);
        }
        Ok(stopped?)
    }

    /// Reports progress.
    pub(super) fn report(&mut self, now: SolverProgress<'_>) {
        self.monitor.report(now);
    }

    /// The file that an earlier run left, with its cursor.
    pub(super) fn earlier<C: DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<Option<(C, CheckpointReader)>, RetroError> {
        self.files.map_or(Ok(None), |files| files.read_if_present(name))
    }

    /// Reports that the work goes on from an earlier run.
    pub(super) fn resumed(&mut self, group: &Group, done: u64) {
        self.report(SolverProgress::Resumed { name: &group.name, done, total: group.size });
    }
}

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content<C> {
    group: String,
    kind: Kind,
    numbers: u64,
    cursor: C,
}

impl<'a> Checkpoint<'a> {
    /// The files of a group whose first layer has the name `first`, in a directory that had these `names` when the run
    /// began.
    pub(super) fn new(
        (store, names): (&'a Store, &[String]),
        group: &'a Group,
        first: &str,
        kind: Kind,
        interval: Duration,
    ) -> Self {
        let stem = format!("{first}.{kind}.");
        let has_files = Cell::new(names.iter().any(|name| is_own(&stem, name)));
        Self { store, group, kind, stem, interval, saved: Cell::new(Instant::now()), has_files }
    }

    /// Whether the interval has passed since the last file.
    fn is_due(&self) -> bool {
        self.saved.get().elapsed() >= self.interval
    }

    fn path(&self, name: &str) -> PathBuf {
        self.store.file(&format!("{}{name}", self.stem))
    }

    /// The number of numbers of the group.
    pub(super) fn numbers(&self) -> u64 {
        self.group.size
    }

    /// Whether there is a file of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.path(name).is_file()
    }

    /// Begins a file of this number of bytes.
    pub(super) fn write<C: Serialize>(
        &self,
        name: &str,
        cursor: &C,
        bytes: u64,
    ) -> Result<SealedWriter, RetroError> {
        self.has_files.set(true);
        let (group, kind, numbers) = (self.group.name.clone(), self.kind, self.group.size);
        let content = Content { group, kind, numbers, cursor };
        let header = Header { subject: self.store.subject().to_owned(), content, bytes, block: BLOCK as u32 };
        Ok(SealedWriter::create(&self.path(name), &header)?)
    }

    /// Opens a file, and returns its cursor.
    pub(super) fn read<C: DeserializeOwned>(&self, name: &str) -> Result<(C, CheckpointReader), RetroError> {
        let path = self.path(name);
        let (reader, header) = SealedReader::open::<Content<C>>(&path)?;
        let Content { group, kind, numbers, cursor } = header.content;
        let is_own = group == self.group.name && kind == self.kind && numbers == self.group.size;
        if header.subject != self.store.subject() || !is_own {
            let reason = format!("is the checkpoint of group {group} of {}", header.subject);
            return Err(TableError::Other { path, reason }.into());
        }
        Ok((cursor, CheckpointReader { reader, path, buffer: Vec::new(), block: None, place: 0 }))
    }

    /// Opens a file if it exists.
    pub(super) fn read_if_present<C: DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<Option<(C, CheckpointReader)>, RetroError> {
        if self.has(name) { self.read(name).map(Some) } else { Ok(None) }
    }

    /// Removes all files of the group, if a run has left any.
    pub(super) fn remove_all(&self) -> Result<(), RetroError> {
        if self.has_files.take() {
            self.store.remove(&|name| is_own(&self.stem, name))?;
        }
        Ok(())
    }
}

/// Whether a file is a checkpoint of the group whose names begin in this way.
fn is_own(stem: &str, name: &str) -> bool {
    let Some(rest) = name.strip_prefix(stem) else { return false };
    let is_numbered = |name: &str| {
        rest.strip_prefix(name).is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
    };
    ["turned", "state", "sweep", "direct", "disk"].contains(&rest)
        || is_numbered("looked-")
        || is_numbered("window-")
}

/// A file that is read, in any order, with one block in memory.
#[derive(Debug)]
pub(super) struct CheckpointReader {
    reader: SealedReader,
    path: PathBuf,
    buffer: Vec<u8>,
    /// The block in the buffer.
    block: Option<u64>,
    /// The place of the next bytes in order.
    place: u64,
}

impl CheckpointReader {
    /// The bytes at a place, which have to lie in one block.
    #[inline]
    pub(super) fn at<const BYTES: usize>(&mut self, place: u64) -> Result<[u8; BYTES], RetroError> {
        let block = place / BLOCK as u64;
        if self.block != Some(block) {
            if block >= self.reader.blocks() {
                return Err(self.short());
            }
            self.reader.read(block, &mut self.buffer)?;
            self.block = Some(block);
        }
        let first = (place % BLOCK as u64) as usize;
        match self.buffer.get(first..first + BYTES).and_then(|bytes| bytes.try_into().ok()) {
            Some(bytes) => Ok(bytes),
            None => Err(self.short()),
        }
    }

    /// The next bytes, which may lie in two blocks.
    pub(super) fn next<const BYTES: usize>(&mut self) -> Result<[u8; BYTES], RetroError> {
        let place = self.place;
        self.place += BYTES as u64;
        if place % BLOCK as u64 + BYTES as u64 <= BLOCK as u64 {
            return self.at(place);
        }
        let mut bytes = [0; BYTES];
        for (place, byte) in (place..).zip(&mut bytes) {
            [*byte] = self.at(place)?;
        }
        Ok(bytes)
    }

    /// The error that the file does not have what its header promises.
    fn short(&self) -> RetroError {
        let reason = "it is shorter than its header says".to_owned();
        TableError::Damaged { path: self.path.clone(), reason }.into()
    }
}
