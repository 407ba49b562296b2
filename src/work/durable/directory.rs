//! A directory with a manifest, at most one writer, and any number of readers.

use super::sweep::{is_temporary, sweep};
use super::{Pending, WorkError, if_present, lock, read, sealed, sync_directory, write, write_json};
use crate::stop::Stop;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The file that describes a directory: JSON with the members `format` and `version`, and others that its type defines.
///
/// ```
/// use certamen_work::Stop;
/// use certamen_work::durable::{Access, Directory, Manifest, Wait};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Solved { format: String, version: u32, subject: String }
///
/// impl Manifest for Solved {
///     const FILE: &'static str = "solved.json";
///     const FORMAT: &'static str = "example-solved";
///     const VERSION: u32 = 1;
///     const HOLDS: &'static str = "a solved game";
///     fn subject(&self) -> String { self.subject.clone() }
/// }
///
/// # let temporary = tempfile::tempdir()?;
/// # let path = temporary.path().join("nim");
/// let manifest = |subject: &str| Solved {
///     format: Solved::FORMAT.to_owned(), version: Solved::VERSION, subject: subject.to_owned(),
/// };
/// let stop = Stop::new();
/// let (writer, _) = Directory::open(&path, manifest("nim"), Access::Write(Wait::No), &stop)?;
/// writer.write("3.table", b"won")?;
/// // A second writer is refused, a reader is not.
/// assert!(Directory::open(&path, manifest("nim"), Access::Write(Wait::No), &stop).is_err());
/// assert!(Directory::open(&path, manifest("nim"), Access::Read, &stop).is_ok());
/// assert!(Directory::open(&path, manifest("chess"), Access::Read, &stop).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Manifest: Serialize + DeserializeOwned {
    /// The file name of the manifest.
    const FILE: &'static str;
    /// Its member `format`.
    const FORMAT: &'static str;
    /// Its member `version`, as this program writes it.
    const VERSION: u32;
    /// A phrase for what the directory holds, such as "a solved game".
    const HOLDS: &'static str;
    /// Whether the file has a checksum (see [`sealed`](super::sealed)).
    const SEALED: bool = false;
    /// The largest manifest that is read, in bytes.
    const LIMIT: u64 = 1 << 24;

    /// What exactly the directory holds, as a text for users: the game, its size, its rules. Directories with equal
    /// subjects are treated as the same.
    fn subject(&self) -> String;

    /// Whether this program can read files of this version.
    fn reads(version: u32) -> bool {
        version == Self::VERSION
    }

    /// Whether a file of this name may exist in a directory that has no manifest yet. Files with temporary names may
    /// always exist.
    fn may_precede(_name: &str) -> bool {
        false
    }
}

/// The purpose for which a directory is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading. There is no lock, because a file gets its final name only when it is complete.
    Read,
    /// Writing, with an exclusive lock.
    Write(Wait),
}

/// What a writer does while another process writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Fail with [`WorkError::Held`].
    No,
    /// Wait until the other process has finished, or until a request to stop.
    Yes,
}

/// An open directory with a manifest. Dropping it releases a writer's lock.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// The open directory, with its lock.
    _lock: Option<File>,
}

/// The members of every manifest.
#[derive(Deserialize)]
struct ManifestHeader {
    format: String,
    version: u32,
}

impl Directory {
    /// Opens a directory and returns its manifest. Opening it for writing creates a missing directory, and writes the
    /// expected manifest into an empty one. It also removes the unfinished files of killed processes.
    ///
    /// # Errors
    /// [`WorkError`] if the directory holds something else, or another format, version or subject; if another process
    /// writes there; or if the manifest cannot be read.
    pub fn open<M: Manifest>(
        path: &Path,
        expected: M,
        access: Access,
        stop: &Stop,
    ) -> Result<(Self, M), WorkError> {
        let lock = match access {
            Access::Read => None,
            Access::Write(wait) => {
                fs::create_dir_all(path).map_err(WorkError::at(path))?;
                lock::hold(path, wait == Wait::Yes, stop)?
            }
        };
        let directory = Self { path: path.to_owned(), _lock: lock };
        let manifest = match (directory.manifest(&expected), access) {
            (Err(error), Access::Write(_)) if error.is_missing() => directory.begin(expected)?,
            (found, _) => found?,
        };
        if access != Access::Read {
            sweep(path)?;
        }
        Ok((directory, manifest))
    }

    /// Reads the manifest. Its subject has to be the expected one.
    fn manifest<M: Manifest>(&self, expected: &M) -> Result<M, WorkError> {
        let path = self.file(M::FILE);
        let text = read(&path, M::LIMIT)?;
        let parse = |error: serde_json::Error| WorkError::damaged(&path, error.to_string());
        let head: ManifestHeader = serde_json::from_slice(&text).map_err(parse)?;
        if head.format != M::FORMAT {
            let reason = format!(
                "has format {}, not {}: it does not hold {}",
                shown(&head.format),
                M::FORMAT,
                M::HOLDS
            );
            return Err(WorkError::other(&self.path, reason));
        }
        if !M::reads(head.version) {
            let (found, read) = (head.version, M::VERSION);
            let reason = format!("has version {found} of {}, this program reads {read}", M::FORMAT);
            return Err(WorkError::other(&self.path, reason));
        }
        let found: M = if M::SEALED {
            sealed::unseal(&path, &text)?
        } else {
            serde_json::from_slice(&text).map_err(parse)?
        };
        let (subject, wanted) = (found.subject(), expected.subject());
        if subject != wanted {
            return Err(WorkError::other(&self.path, format!("holds {}, not {wanted}", shown(&subject))));
        }
        Ok(found)
    }

    /// Writes the first manifest, if the directory is empty.
    fn begin<M: Manifest>(&self, manifest: M) -> Result<M, WorkError> {
        let is_foreign = |name: &String| !is_temporary(name) && !M::may_precede(name);
        if self.names()?.iter().any(is_foreign) {
            return Err(WorkError::other(&self.path, format!("holds something else than {}", M::HOLDS)));
        }
        self.write_manifest(&manifest)?;
        Ok(manifest)
    }

    /// Replaces the manifest.
    ///
    /// # Errors
    /// [`WorkError::Io`]. The earlier manifest is then unchanged.
    pub fn write_manifest<M: Manifest>(&self, manifest: &M) -> Result<(), WorkError> {
        let path = self.file(M::FILE);
        if M::SEALED { sealed::write_sealed(&path, manifest) } else { write_json(&path, manifest) }
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in the directory.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The names of the directory's entries, in order.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn names(&self) -> Result<Vec<String>, WorkError> {
        let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
        let names: io::Result<Vec<String>> =
            fs::read_dir(&self.path).and_then(|list| list.map(name).collect());
        let mut names = names.map_err(WorkError::at(&self.path))?;
        names.sort_unstable();
        Ok(names)
    }

    /// Writes a file. It gets its final name when it is complete.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), WorkError> {
        write(&self.file(name), bytes)
    }

    /// Begins a file in the directory. It gets its final name when it is complete, and is removed if it is dropped
    /// before.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn pending(&self) -> Result<Pending, WorkError> {
        Pending::inside(&self.path)
    }

    /// Removes a file if it exists.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn remove(&self, name: &str) -> Result<(), WorkError> {
        let path = self.file(name);
        if_present(fs::remove_file(&path).map_err(WorkError::at(&path)))?;
        sync_directory(&self.path)
    }
}

/// A text from a file, quoted for an error message: of bounded length and without control characters.
fn shown(text: &str) -> String {
    const LONGEST: usize = 200;
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
    let visible = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let ending = if end < text.len() { "..." } else { "" };
    text[..end].chars().map(visible).chain(ending.chars()).collect()
}
