//! The directory of a count: the known residues, and the values from which the count continues.
//!
//! ```text
//! count.json        the board, the residues known so far, and where the count stands
//! values-B-C-P.bin  the values of all states: batch B of residues, column C, before pass P
//! ```
//!
//! Idea: `count.json` is replaced only when the values that it names are complete and on the disk, and older values are
//! removed after that. So a count that is killed continues from the last checkpoint. One process at a time writes here
//! ([`Directory`]); a process that finds the wanted residues there only reads them.
//!
//! What the checksums protect: `count.json` (residues, sums and place) has a SHA-256 of its content, and a checksum of
//! the values; each number must be at most 3^(points). A changed byte in any file is refused. This does not show who
//! made the files: anyone who recomputes the checksums can write any number.

use super::error::CountError;
use super::residue::Modulus;
use super::settings::Settings;
use super::spill::{Checksum, ValueFile, WORD};
use certamen_work::durable::{self, Access, Directory, Pending, WorkError};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

#[cfg(test)]
mod tests;

const MANIFEST: &str = "count.json";
const FORMAT: &str = "certamen-count";
const VERSION: u32 = 3;
/// The version that had values in another order. Its residues are good, its values cannot be continued.
const ROWS: u32 = 2;
/// The version without a checksum.
const UNSEALED: u32 = 1;
const QUERY: &str = "go.positions";
/// The prefix of the names of files with values.
const VALUES: &str = "values-";

/// A place in the work on a batch of residues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BatchPlace {
    /// The number of complete columns.
    pub(super) column: usize,
    /// The number of complete passes of the next column.
    pub(super) pass: usize,
}

/// A batch of residues in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Batch {
    /// The number of residues that are computed together.
    pub(super) residues: usize,
    pub(super) place: BatchPlace,
    /// The residues of the counts so far, column by column.
    pub(super) sums: Vec<Vec<u64>>,
    /// The [`Checksum`] of all values.
    checksum: Checksum,
}

/// The content of `count.json`.
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
    /// The moduli of the residues, if they are not the first ones of the count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moduli: Option<Vec<u64>>,
}

/// The directory of a count.
#[derive(Debug)]
pub(super) struct Checkpoint {
    directory: Directory,
    pub(super) manifest: Manifest,
}

impl durable::Manifest for Manifest {
    const FILE: &'static str = MANIFEST;
    const FORMAT: &'static str = FORMAT;
    const VERSION: u32 = VERSION;
    const HOLDS: &'static str = "a count";
    const SEALED: bool = true;

    fn subject(&self) -> String {
        let Self { query, height, width, moduli, .. } = self;
        match moduli {
            None => format!("{query}, height {height}, width {width}"),
            Some(moduli) => format!("{query}, height {height}, width {width}, modulo {moduli:?}"),
        }
    }

    /// The version without a checksum is read only to report it; its numbers are not used. Of the version after it, known
    /// residues are.
    fn reads(version: u32) -> bool {
        [UNSEALED, ROWS, VERSION].contains(&version)
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
            moduli: None,
        }
    }

    /// The same for these residues only.
    fn with_moduli(self, moduli: &[Modulus]) -> Self {
        Self { moduli: Some(moduli.iter().map(|modulus| modulus.value()).collect()), ..self }
    }

    /// The number of known residues of each count.
    pub(super) fn residues(&self) -> usize {
        self.known.first().map_or(0, Vec::len)
    }

    /// Whether the numbers fit each other and a count that needs `moduli` residues.
    fn is_consistent(&self, moduli: usize) -> bool {
        let known = self.residues();
        let is_even = self.known.len() == self.width && self.known.iter().all(|row| row.len() == known);
        is_even && known <= moduli && self.batch.as_ref().is_none_or(|it| it.fits(self.width, moduli - known))
    }
}

impl Batch {
    /// Whether this is part of a count of `width` columns that still needs `missing` residues.
    fn fits(&self, width: usize, missing: usize) -> bool {
        let BatchPlace { column, pass } = self.place;
        let recorded = column + usize::from(pass > 0);
        (1..=missing).contains(&self.residues)
            && column < width
            && [recorded, column + 1].contains(&self.sums.len())
            && self.sums.iter().all(|row| row.len() == self.residues)
    }
}

impl Checkpoint {
    /// Opens the directory of a count that needs `moduli` residues, or creates one in an empty or missing directory. If
    /// the `wanted` residues are known it is only read, so that another process may write there.
    pub(super) fn open(
        path: &Path,
        sides: (usize, usize),
        needed: (usize, usize),
        settings: &Settings<'_>,
    ) -> Result<Self, CountError> {
        Self::with(path, || Manifest::new(sides), needed, settings)
    }

    /// The same for these residues only, whatever others a count needs.
    pub(super) fn of_moduli(
        path: &Path,
        sides: (usize, usize),
        moduli: &[Modulus],
        settings: &Settings<'_>,
    ) -> Result<Self, CountError> {
        let count = moduli.len();
        Self::with(path, || Manifest::new(sides).with_moduli(moduli), (count, count), settings)
    }

    fn with(
        path: &Path,
        expected: impl Fn() -> Manifest,
        (moduli, wanted): (usize, usize),
        Settings { wait, stop, .. }: &Settings<'_>,
    ) -> Result<Self, CountError> {
        let is_complete = |directory: &Directory, manifest: &Manifest| {
            let has_leftovers = || directory.names().is_ok_and(|names| names != [MANIFEST]);
            manifest.residues() >= wanted && !has_leftovers()
        };
        let found = match Directory::open(path, expected(), Access::Read, stop) {
            Ok((directory, manifest)) if is_complete(&directory, &manifest) => Ok((directory, manifest)),
            // If it cannot be read or is not complete, opening it for writing continues it or gives the reason.
            _ => Directory::open(path, expected(), Access::Write(*wait), stop),
        };
        let (directory, manifest) = found.map_err(explained)?;
        if !manifest.is_consistent(moduli) {
            let reason = format!("{MANIFEST} is damaged: its numbers do not fit each other");
            return Err(CountError::checkpoint(path, reason));
        }
        if manifest.version < VERSION && manifest.batch.is_some() {
            let reason =
                "has values of an earlier version, which cannot be continued; remove it to count again";
            return Err(CountError::checkpoint(path, reason));
        }
        let mut checkpoint = Self { directory, manifest };
        checkpoint.manifest.version = VERSION;
        if checkpoint.manifest.batch.is_none() {
            checkpoint.remove_leftovers()?;
        }
        Ok(checkpoint)
    }

    /// The path of the values of a place.
    pub(super) fn values(&self, place: BatchPlace) -> PathBuf {
        self.directory.file(&self.values_name(place))
    }

    fn values_name(&self, BatchPlace { column, pass }: BatchPlace) -> String {
        format!("{VALUES}{}-{column}-{pass}.bin", self.manifest.residues())
    }

    /// A file for values, which gets its name when it is complete.
    pub(super) fn pending(&self) -> Result<Pending, CountError> {
        Ok(self.directory.pending()?)
    }

    /// Opens the values of a batch. Their number and checksum must be those that were written.
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

    /// Whether the count would continue from this place.
    pub(super) fn is_at(&self, place: BatchPlace) -> bool {
        self.manifest.batch.as_ref().is_some_and(|batch| batch.place == place)
    }

    /// Makes this the place from which the count continues. Its values are complete and on the disk.
    pub(super) fn stand(
        &mut self,
        residues: usize,
        place: BatchPlace,
        sums: &[Vec<u64>],
        checksum: Checksum,
    ) -> Result<(), CountError> {
        self.manifest.batch = Some(Batch { residues, place, sums: sums.to_vec(), checksum });
        self.write()
    }

    /// Records the residues of a complete batch.
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

    /// Removes all values except those from which the count continues.
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

/// A manifest that cannot be read may be damaged, or belong to another program.
fn explained(error: WorkError) -> CountError {
    match error {
        WorkError::Damaged { path, reason } => {
            CountError::checkpoint(&path, format!("not the file of a count, or damaged: {reason}"))
        }
        other => other.into(),
    }
}
