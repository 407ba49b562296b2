//! `retro.json`: the file that says which solved game a directory holds, for both engines.

use certamen_work::durable::{self, Access, Directory, Manifest, WorkError};
use certamen_work::stop::Stop;
use serde::{Deserialize, Serialize};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::marker::PhantomData;
use std::path::Path;

/// The number of bytes at the end of a table that identify it.
const END: u64 = 1 << 12;

/// The name of the file, and the most bytes of it.
const FILE: &str = "retro.json";
const LIMIT: u64 = 1 << 16;
/// The engines by the names in their directories: for positions, and for states.
pub(crate) const POSITIONS: &str = "certamen-retro-positions";
pub(crate) const STATES: &str = "certamen-retro";
const FORMATS: [&str; 2] = [POSITIONS, STATES];

/// The name of an engine in its directories.
pub(crate) trait Engine {
    /// The member `format` of the manifest.
    const FORMAT: &'static str;
    /// A phrase for what a directory holds.
    const HOLDS: &'static str;
}

/// `retro.json`.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
struct Solved<E> {
    format: String,
    version: u32,
    subject: String,
    #[serde(skip)]
    engine: PhantomData<fn() -> E>,
}

impl<E: Engine> Manifest for Solved<E> {
    const FILE: &'static str = FILE;
    const FORMAT: &'static str = E::FORMAT;
    const VERSION: u32 = 1;
    const HOLDS: &'static str = E::HOLDS;
    const LIMIT: u64 = LIMIT;

    fn subject(&self) -> String {
        self.subject.clone()
    }
}

/// Opens the directory of a game that an engine solves.
pub(crate) fn open<E: Engine>(
    path: &Path,
    subject: &str,
    access: Access,
    stop: &Stop,
) -> Result<Directory, WorkError> {
    let (format, version) = (E::FORMAT.to_owned(), Solved::<E>::VERSION);
    let expected = Solved::<E> { format, version, subject: subject.to_owned(), engine: PhantomData };
    Directory::open(path, expected, access, stop).map(|(directory, _)| directory)
}

/// Writes the manifest into an empty directory that the caller holds.
pub(crate) fn begin<E: Engine>(path: &Path, subject: &str) -> Result<(), WorkError> {
    let (format, version) = (E::FORMAT.to_owned(), Solved::<E>::VERSION);
    let manifest = Solved::<E> { format, version, subject: subject.to_owned(), engine: PhantomData };
    durable::write_json(&path.join(Solved::<E>::FILE), &manifest)
}

/// Whether a directory says that it holds a solved game.
pub(crate) fn is_begun<E: Engine>(directory: &Path) -> bool {
    directory.join(Solved::<E>::FILE).exists()
}

/// The subject that a directory claims to hold, whichever engine solved it. `None` if it holds no solved game.
///
/// # Errors
/// [`WorkError`] if it cannot be read.
pub fn held(directory: &Path) -> Result<Option<String>, WorkError> {
    /// `retro.json` of either engine.
    #[derive(Deserialize)]
    struct Any {
        format: String,
        subject: String,
    }
    let found = durable::if_present(durable::read(&directory.join(FILE), LIMIT))?;
    let found = found.and_then(|text| serde_json::from_slice::<Any>(&text).ok());
    Ok(found.filter(|found| FORMATS.contains(&found.format.as_str())).map(|found| found.subject))
}

/// The names of the files of a directory that are tables, each with its length and the checksum of its end: enough to
/// notice that a table has been replaced. It does not show a change in the middle of a table; its blocks have
/// checksums for that.
pub(crate) fn tables(
    directory: &Directory,
    is_table: impl Fn(&str) -> bool,
) -> Result<Vec<(String, u64, u32)>, WorkError> {
    let of = |name: String| {
        let path = directory.file(&name);
        let mut file = durable::open(&path)?;
        let length = file.metadata().map_err(WorkError::at(&path))?.len();
        let mut end = Vec::new();
        let begin = length.saturating_sub(END);
        let read = file.seek(SeekFrom::Start(begin)).and_then(|_| file.read_to_end(&mut end));
        read.map_err(WorkError::at(&path))?;
        Ok((name, length, crc32fast::hash(&end)))
    };
    directory.names()?.into_iter().filter(|name| is_table(name)).map(of).collect()
}
