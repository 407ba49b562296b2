//! Files and directories that stay intact when the process is killed.
//!
//! - [`Pending`]: a file that gets its final name when it is complete. [`write()`] and [`write_json`] write short
//!   files.
//! - [`Draft`]: a directory that gets its final name when it is complete.
//! - [`Directory`]: a directory with a [`Manifest`], at most one writer, and any number of readers.
//! - [`sealed`]: JSON files with a checksum.
//! - [`read`] and [`open`]: read regular files only, up to a size limit.
//! - [`sweep`]: removes the unfinished files of killed processes.
//!
//! Idea: an unfinished file has a temporary name that begins with [`PREFIX`], and an exclusive lock (`flock`). The
//! system releases the lock when the process ends, in whatever way. So if a file with a temporary name can be locked,
//! nobody is writing it, whatever its age. [`sweep`] removes such files, and holds the lock meanwhile. A new file gets
//! its lock just after its name. A sweep in between removes the file or makes the lock fail. So after locking, the
//! writer checks that the name still belongs to this file, and otherwise starts again with another name. At the end,
//! the file is synced and renamed, and the directory is synced. Readers see either the earlier file or the complete new
//! one.
//!
//! On file systems without locks (and on Windows, where locks also stop readers), unfinished files are not removed, and
//! two writers are not kept apart.
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

pub use crate::error::{Holder, WaitEnded, WorkError};
pub use directory::{Access, Directory, Manifest, Wait};
pub use draft::Draft;
#[cfg(feature = "cli")]
pub(crate) use lock::open_at_once;
#[cfg(all(unix, feature = "cli"))]
pub(crate) use lock::open_to_write_at_once;
pub use pending::Pending;
pub use sealed::{read_sealed, write_sealed};
pub use sweep::sweep;

use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// The first characters of temporary names.
pub const PREFIX: &str = ".certamen-";

/// Writes a file. It gets its final name when it is complete.
///
/// # Errors
/// [`WorkError::Io`]. No partial file is left behind.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), WorkError> {
    let mut file = Pending::beside(path)?;
    file.write_all(bytes).map_err(WorkError::at(path))?;
    file.persist(path)
}

/// Writes an object as indented JSON with a newline at the end.
///
/// # Errors
/// [`WorkError::Io`]. No partial file is left behind.
pub fn write_json(path: &Path, object: &impl Serialize) -> Result<(), WorkError> {
    let mut text = serde_json::to_vec_pretty(object).map_err(io::Error::from).map_err(WorkError::at(path))?;
    text.push(b'\n');
    write(path, &text)
}

/// Opens a regular file for reading. A pipe or device of that name is an error and does not block.
///
/// # Errors
/// [`WorkError::Io`], [`WorkError::NotAFile`]
pub fn open(path: &Path) -> Result<File, WorkError> {
    regular(path, lock::open_at_once(path, true))
}

/// Opens a regular file for reading and writing, and creates it if it is missing. Its bytes stay. A pipe or device of that
/// name is an error and does not block.
///
/// # Errors
/// [`WorkError::Io`], [`WorkError::NotAFile`]
pub fn open_to_change(path: &Path) -> Result<File, WorkError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    regular(path, lock::open_at_once_with(options.read(true), path, true))
}

fn regular(path: &Path, opened: io::Result<File>) -> Result<File, WorkError> {
    let file = opened.map_err(WorkError::at(path))?;
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
        // The file may grow while it is read.
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(WorkError::at(path))?;
    }
    if length.max(bytes.len() as u64) > limit {
        return Err(WorkError::TooLong { path: path.to_owned(), limit });
    }
    Ok(bytes)
}

/// Turns the error for a missing file into `None`.
///
/// # Errors
/// All other errors.
pub fn if_present<T>(result: Result<T, WorkError>) -> Result<Option<T>, WorkError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The directory that contains a path.
fn parent_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Makes the names in a directory durable. A directory that cannot be read is not synced.
fn sync_directory(directory: &Path) -> Result<(), WorkError> {
    let Ok(file) = lock::open_at_once(directory, true) else { return Ok(()) };
    match file.sync_all() {
        // Some file systems cannot sync directories.
        Err(error) if !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Err(WorkError::at(directory)(error))
        }
        _ => Ok(()),
    }
}
