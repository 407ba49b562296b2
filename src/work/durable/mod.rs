//! Files and directories that survive a kill.
//!
//! - [`Pending`]: a file that takes its name when it is complete. [`write()`] and [`write_json`] for short ones.
//! - [`Draft`]: a directory that takes its name when it is complete.
//! - [`Directory`]: a directory with a [`Manifest`], one writer at a time, and any number of readers.
//! - [`sealed`]: JSON files with a checksum.
//! - [`read`] and [`open`]: regular files only, of a bounded size.
//! - [`sweep`]: removes what killed processes have left.
//!
//! Idea: what is being written has a temporary name, which begins with [`PREFIX`], and an exclusive lock (`flock`) on it.
//! The system drops the lock with the process, however it ends. So nothing under a temporary name that can be locked is
//! being written, whatever its age: [`sweep`] removes it, and holds the lock while it does. A file gets its lock just
//! after its name; a sweep in between removes it or makes the lock fail, so the writer looks after locking whether the
//! name still is this file, and if not begins with another name. At the end the file is synced, renamed and the
//! directory synced: a reader sees the earlier file or the complete new one.
//!
//! Where a file system has no locks (and on Windows, where they bind readers), leftovers stay and writers do not exclude
//! each other.
//!
//! Source: flock(2), rename(2); Pillai et al., "All File Systems Are Not Created Equal", OSDI 2014, for the syncs.

mod directory;
mod draft;
mod lock;
mod pending;
pub mod sealed;
mod sweep;
#[cfg(test)]
mod tests;

pub use crate::error::{Holder, WorkError};
pub use directory::{Access, Directory, Manifest, Wait};
pub use draft::Draft;
pub use pending::Pending;
pub use sealed::{read_sealed, write_sealed};
pub use sweep::sweep;

use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// What the temporary names begin with.
pub const PREFIX: &str = ".certamen-";

/// Writes a file, which takes its name when it is complete.
///
/// # Errors
/// [`WorkError::Io`]; nothing is half written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), WorkError> {
    let mut file = Pending::beside(path)?;
    file.write_all(bytes).map_err(WorkError::at(path))?;
    file.persist(path)
}

/// Writes an object as indented JSON with a newline at the end.
///
/// # Errors
/// [`WorkError::Io`]; nothing is half written.
pub fn write_json(path: &Path, object: &impl Serialize) -> Result<(), WorkError> {
    let mut text = serde_json::to_vec_pretty(object).map_err(io::Error::from).map_err(WorkError::at(path))?;
    text.push(b'\n');
    write(path, &text)
}

/// Opens a regular file to read it. A pipe or device of that name does not block and is an error.
///
/// # Errors
/// [`WorkError::Io`], [`WorkError::NotAFile`]
pub fn open(path: &Path) -> Result<File, WorkError> {
    let file = lock::open_at_once(path, true).map_err(WorkError::at(path))?;
    let metadata = file.metadata().map_err(WorkError::at(path))?;
    if metadata.is_file() { Ok(file) } else { Err(WorkError::NotAFile { path: path.to_owned() }) }
}

/// Reads a whole regular file of at most `limit` bytes.
///
/// # Errors
/// [`WorkError::Io`], [`WorkError::NotAFile`], [`WorkError::TooLong`]
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, WorkError> {
    let file = open(path)?;
    let length = file.metadata().map_err(WorkError::at(path))?.len();
    let mut bytes = Vec::new();
    if length <= limit {
        // It may grow while it is read.
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(WorkError::at(path))?;
    }
    if length.max(bytes.len() as u64) > limit {
        return Err(WorkError::TooLong { path: path.to_owned(), limit });
    }
    Ok(bytes)
}

/// What was read, or nothing where there is no such file.
///
/// # Errors
/// All others.
pub fn if_present<T>(result: Result<T, WorkError>) -> Result<Option<T>, WorkError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The directory that a path is in.
fn parent_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Makes the names in a directory durable. A directory that may not be read is not synced.
fn sync_directory(directory: &Path) -> Result<(), WorkError> {
    let Ok(file) = File::open(directory) else { return Ok(()) };
    match file.sync_all() {
        // Not every file system can.
        Err(error) if !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Err(WorkError::at(directory)(error))
        }
        _ => Ok(()),
    }
}
