//! The directory of a count: what is known, and the values to go on from.
//!
//! ```text
//! count.json        the board, the residues known so far, and where the count stands
//! values-B-C-P.bin  the values of all states: batch B of residues, column C, before pass P
//! ```
//!
//! Idea: `count.json` is replaced only when the values that it names are complete and on the disk, and older values are
//! removed after that. So a count that is killed goes on from the last checkpoint. One process at a time writes here
//! ([`Directory`]); whoever finds the wanted residues there only reads them.
//!
//! What the directory is believed for: all of `count.json` (residues, sums and place) is under its SHA-256, the values
//! are under a sum that `count.json` has, and each number is at most 3^(points). A changed byte in any file is refused.
//! This does not show who made the files: somebody who computes the sums anew can write any number.

use super::error::CountError;
use super::spill::{ValueFile, WORD};
use certamen_work::durable::{self, Access, Directory, Pending, Wait, WorkError};
use certamen_work::stop::Stop;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

#[cfg(test)]
mod tests;

const MANIFEST: &str = "count.json";
const FORMAT: &str = "certamen-count";
const VERSION: u32 = 2;
/// The version without a checksum.
const UNSEALED: u32 = 1;
const QUERY: &str = "go.positions";
/// What the names of values begin with.
const VALUES: &str = "values-";

/// Where a batch of residues stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    /// How many columns are complete.
    pub(super) column: usize,
    /// How many passes of the next column are complete.
    pub(super) pass: usize,
}

/// A batch of residues that is under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Batch {
    /// How many residues are carried at once.
    pub(super) residues: usize,
    pub(super) place: Place,
    /// The counts so far, column by column: their residues.
    pub(super) sums: Vec<Vec<u64>>,
    /// The [`Checksum`] of all values.
    checksum: Checksum,
}

/// What `count.json` holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    format: String,
    version: u32,
    query: String,
    height: usize,
    width: usize,
    /// For each column, the residues of its count that are known.
    pub(super) known: Vec<Vec<u64>>,
    pub(super) batch: Option<Batch>,
}

/// The directory of a count.
#[derive(Debug)]
pub(super) struct Checkpoint {
    directory: Directory,
    pub(super) manifest: Manifest,
}

/// A sum over values that does not depend on their order. It differs whenever a single value differs: the mixing of a
/// value with its position is a permutation. Of several different values it misses one in 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checksum(u64);

impl Checksum {
    pub(super) fn add(&mut self, first: u64, values: &[u64]) {
        for (position, &value) in (first..).zip(values) {
            let mixed =
                (value ^ position.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
            self.0 = self.0.wrapping_add(mixed ^ mixed >> 32);
        }
    }
}

impl durable::Manifest for Manifest {
    const FILE: &'static str = MANIFEST;
    const FORMAT: &'static str = FORMAT;
    const VERSION: u32 = VERSION;
    const HOLDS: &'static str = "a count";
    const SEALED: bool = true;

    fn subject(&self) -> String {
        format!("{}, height {}, width {}", self.query, self.height, self.width)
    }

    /// The version without a checksum is read to say so; its numbers are not believed.
    fn reads(version: u32) -> bool {
        [UNSEALED, VERSION].contains(&version)
    }

    fn may_precede(name: &str) -> bool {
        name.starts_with(VALUES)
    }
}

impl Manifest {
    pub(super) fn new((height, width): (usize, usize)) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            query: QUERY.to_owned(),
            height,
            width,
            known: vec![Vec::new(); width],
            batch: None,
        }
    }

    /// How many residues of each count are known.
    pub(super) fn residues(&self) -> usize {
        self.known.first().map_or(0, Vec::len)
    }

    /// Whether the numbers fit each other and a count that takes `moduli` residues.
    fn is_consistent(&self, moduli: usize) -> bool {
        let known = self.residues();
        let is_even = self.known.len() == self.width && self.known.iter().all(|row| row.len() == known);
        is_even && known <= moduli && self.batch.as_ref().is_none_or(|it| it.fits(self.width, moduli - known))
    }
}

impl Batch {
    /// Whether this is part of a count of `width` columns that still takes `missing` residues.
    fn fits(&self, width: usize, missing: usize) -> bool {
        let Place { column, pass } = self.place;
        let recorded = column + usize::from(pass > 0);
        (1..=missing).contains(&self.residues)
            && column < width
            && [recorded, column + 1].contains(&self.sums.len())
            && self.sums.iter().all(|row| row.len() == self.residues)
    }
}

impl Checkpoint {
    /// Opens the directory of a count that takes `moduli` residues, or makes one of an empty or missing directory. Where
    /// the `wanted` residues are known it is only read, so that another process may write there.
    pub(super) fn open(
        path: &Path,
        sides: (usize, usize),
        (moduli, wanted): (usize, usize),
        stop: &Stop,
    ) -> Result<Self, CountError> {
        let is_complete = |directory: &Directory, manifest: &Manifest| {
            let has_leftovers = || directory.names().is_ok_and(|names| names != [MANIFEST]);
            manifest.residues() >= wanted && !has_leftovers()
        };
        let found = match Directory::open(path, Manifest::new(sides), Access::Read, stop) {
            Ok((directory, manifest)) if is_complete(&directory, &manifest) => Ok((directory, manifest)),
            // Whatever is wrong with what is there: opening it for writing gives the reason.
            _ => Directory::open(path, Manifest::new(sides), Access::Write(Wait::No), stop),
        };
        let (directory, manifest) = found.map_err(explained)?;
        if !manifest.is_consistent(moduli) {
            let reason = format!("{MANIFEST} is damaged: its numbers do not fit each other");
            return Err(CountError::checkpoint(path, reason));
        }
        let checkpoint = Self { directory, manifest };
        if checkpoint.manifest.batch.is_none() {
            checkpoint.remove_leftovers()?;
        }
        Ok(checkpoint)
    }

    /// Where the values of a place are.
    pub(super) fn values(&self, place: Place) -> PathBuf {
        self.directory.file(&self.values_name(place))
    }

    fn values_name(&self, Place { column, pass }: Place) -> String {
        format!("{VALUES}{}-{column}-{pass}.bin", self.manifest.residues())
    }

    /// A file for values, which takes its name when it is complete.
    pub(super) fn pending(&self) -> Result<Pending, CountError> {
        Ok(self.directory.pending()?)
    }

    /// The values to go on from. Their number and sum are those that were written.
    pub(super) fn reopen(&self, batch: &Batch, words: u64) -> Result<ValueFile, CountError> {
        let path = self.values(batch.place);
        let values = ValueFile::open(&path)?;
        if values.bytes()? != words * WORD || values.checksum()? != batch.checksum {
            return Err(CountError::checkpoint(
                &path,
                "is damaged: these are not the values that were written",
            ));
        }
        self.remove_leftovers()?;
        Ok(values)
    }

    /// Whether the count would go on from this place.
    pub(super) fn is_at(&self, place: Place) -> bool {
        self.manifest.batch.as_ref().is_some_and(|batch| batch.place == place)
    }

    /// Makes a place the one to go on from. Its values are complete and on the disk.
    pub(super) fn stand(
        &mut self,
        residues: usize,
        place: Place,
        sums: &[Vec<u64>],
        checksum: Checksum,
    ) -> Result<(), CountError> {
        self.manifest.batch = Some(Batch { residues, place, sums: sums.to_vec(), checksum });
        self.write()
    }

    /// Keeps the residues of a batch that is complete.
    pub(super) fn keep(&mut self, sums: &[Vec<u64>]) -> Result<(), CountError> {
        for (known, sums) in self.manifest.known.iter_mut().zip(sums) {
            known.extend(sums);
        }
        self.manifest.batch = None;
        self.write()
    }

    fn write(&self) -> Result<(), CountError> {
        self.directory.write_manifest(&self.manifest)?;
        self.remove_leftovers()
    }

    /// Removes all values but those to go on from.
    fn remove_leftovers(&self) -> Result<(), CountError> {
        let kept = self.manifest.batch.as_ref().map(|batch| self.values_name(batch.place));
        for name in self.directory.names()? {
            if name.starts_with(VALUES) && Some(&name) != kept.as_ref() {
                self.directory.remove(&name)?;
            }
        }
        Ok(())
    }
}

/// A manifest that cannot be read may be damaged or that of something else.
fn explained(error: WorkError) -> CountError {
    match error {
        WorkError::Damaged { path, reason } => {
            CountError::checkpoint(&path, format!("not that of a count, or damaged: {reason}"))
        }
        other => other.into(),
    }
}
