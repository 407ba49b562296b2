//! The directory of a count: what is known, and the values to go on from.
//!
//! ```text
//! count.json        the board, the residues known so far, and where the count stands
//! values-B-C-P.bin  the values of all states: batch B of residues, column C, before pass P
//! ```
//!
//! `count.json` is replaced only when the values that it names are complete and on the disk, and older values are
//! removed after that. So a count that is killed goes on from the last checkpoint.

use super::error::CountError;
use super::spill::ValueFile;
use crate::unfinished;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const MANIFEST: &str = "count.json";
const FORMAT: &str = "certamen-count";
const VERSION: u32 = 1;
/// What the names of values and of temporary files begin with.
const OURS: [&str; 2] = ["values-", unfinished::PREFIX];
/// A manifest is small.
const LONGEST_MANIFEST: u64 = 1 << 24;

/// Where a batch of residues stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    /// How many columns are complete.
    pub(super) column: usize,
    /// How many passes of the next one are.
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
    /// The sum over all values, position by position, as [`Checksum`] has it.
    checksum: u64,
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
    directory: PathBuf,
    pub(super) manifest: Manifest,
}

/// A sum over values that does not depend on the order in which they come.
#[derive(Clone, Copy, Debug, Default)]
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

impl Manifest {
    pub(super) fn new((height, width): (usize, usize)) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            query: "go.positions".to_owned(),
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

    /// Why this is not where a count of that board stands, if it is not.
    fn fault(&self, expected: &Self, moduli: usize) -> Option<String> {
        if (&self.format, self.version) != (&expected.format, expected.version) {
            return Some(format!("{MANIFEST} has format {}, version {}", self.format, self.version));
        }
        if (&self.query, self.height, self.width) != (&expected.query, expected.height, expected.width) {
            let (query, height, width) = (&self.query, self.height, self.width);
            return Some(format!("holds another count: {query}, height {height}, width {width}"));
        }
        let known = self.residues();
        let is_even = self.known.len() == self.width && self.known.iter().all(|row| row.len() == known);
        let fits = known <= moduli
            && self.batch.as_ref().is_none_or(|batch| {
                let recorded = batch.place.column + usize::from(batch.place.pass > 0);
                (1..=moduli - known).contains(&batch.residues)
                    && batch.place.column < self.width
                    && (batch.sums.len() == recorded || batch.sums.len() == batch.place.column + 1)
                    && batch.sums.iter().all(|row| row.len() == batch.residues)
            });
        (!is_even || !fits).then(|| format!("{MANIFEST} is damaged: its numbers do not fit each other"))
    }
}

impl Checkpoint {
    /// Opens the directory of a count that takes so many moduli, or makes one of an empty or missing directory.
    pub(super) fn open(
        directory: &Path,
        (height, width): (usize, usize),
        moduli: usize,
    ) -> Result<Self, CountError> {
        fs::create_dir_all(directory).map_err(CountError::at(directory))?;
        let expected = Manifest::new((height, width));
        let path = directory.join(MANIFEST);
        let damaged = |reason| CountError::checkpoint(directory, reason);
        let manifest = match fs::metadata(&path) {
            Ok(metadata) if metadata.len() > LONGEST_MANIFEST => {
                return Err(damaged(format!("{MANIFEST} is not that of a count: it is too long")));
            }
            Ok(_) => {
                let text = fs::read(&path).map_err(CountError::at(&path))?;
                let manifest: Manifest = serde_json::from_slice(&text)
                    .map_err(|error| damaged(format!("{MANIFEST} is not that of a count: {error}")))?;
                if let Some(fault) = manifest.fault(&expected, moduli) {
                    return Err(damaged(fault));
                }
                manifest
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut names = fs::read_dir(directory).map_err(CountError::at(directory))?;
                let is_ours = |name: &str| OURS.iter().any(|ours| name.starts_with(ours));
                if names.any(|entry| entry.is_ok_and(|entry| !is_ours(&entry.file_name().to_string_lossy())))
                {
                    return Err(damaged("holds something else than a count".to_owned()));
                }
                expected
            }
            Err(source) => return Err(CountError::Io { path, source }),
        };
        let checkpoint = Self { directory: directory.to_owned(), manifest };
        if checkpoint.manifest.batch.is_none() {
            checkpoint.remove_leftovers()?;
        }
        Ok(checkpoint)
    }

    /// The name of the values of a place.
    pub(super) fn values(&self, place: Place) -> PathBuf {
        let (batch, Place { column, pass }) = (self.manifest.residues(), place);
        self.directory.join(format!("values-{batch}-{column}-{pass}.bin"))
    }

    /// The values to go on from; their number and sum are as they were.
    pub(super) fn reopen(&self, batch: &Batch, words: u64) -> Result<ValueFile, CountError> {
        let path = self.values(batch.place);
        let values = ValueFile::open(&path)?;
        let mut checksum = Checksum::default();
        if values.words()? == words {
            values.portions(|first, values| {
                checksum.add(first, &values);
                Ok(())
            })?;
        }
        if values.words()? != words || checksum.0 != batch.checksum {
            return Err(CountError::checkpoint(
                &path,
                "is damaged: these are not the values that were written",
            ));
        }
        // Not before: a damaged manifest may name values that do not exist, and those that do are still wanted.
        self.remove_leftovers()?;
        Ok(values)
    }

    /// Makes a place the one to go on from. Its values are complete.
    pub(super) fn stand(
        &mut self,
        residues: usize,
        place: Place,
        sums: &[Vec<u64>],
        checksum: Checksum,
    ) -> Result<(), CountError> {
        let batch = Batch { residues, place, sums: sums.to_vec(), checksum: checksum.0 };
        self.manifest.batch = Some(batch);
        self.write()?;
        self.remove_leftovers()
    }

    /// Keeps the residues of a batch that is complete.
    pub(super) fn keep(&mut self, sums: &[Vec<u64>]) -> Result<(), CountError> {
        for (known, sums) in self.manifest.known.iter_mut().zip(sums) {
            known.extend(sums);
        }
        self.manifest.batch = None;
        self.write()?;
        self.remove_leftovers()
    }

    fn write(&self) -> Result<(), CountError> {
        let path = self.directory.join(MANIFEST);
        let at = || CountError::at(&path);
        let text = serde_json::to_string_pretty(&self.manifest).map_err(io::Error::from).map_err(at())?;
        let mut file = unfinished::file_in(&self.directory).map_err(at())?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all());
        written.map_err(at())?;
        file.persist(&path).map_err(|error| at()(error.error))?;
        Ok(())
    }

    /// Removes all values but those to go on from.
    pub(super) fn remove_leftovers(&self) -> Result<(), CountError> {
        let kept = self.manifest.batch.as_ref().map(|batch| self.values(batch.place));
        for entry in fs::read_dir(&self.directory).map_err(CountError::at(&self.directory))? {
            let path = entry.map_err(CountError::at(&self.directory))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if OURS.iter().any(|ours| name.starts_with(ours)) && Some(&path) != kept.as_ref() {
                fs::remove_file(&path).map_err(CountError::at(&path))?;
            }
        }
        Ok(())
    }
}
