//! Files of the command line: `-` is standard input or output, and nothing is left half written.
//!
//! A file is written under a temporary name beside its place and renamed when it is complete. What is not a plain file
//! (a device, a pipe) is written to as it is: renaming would put a file in its place.

use crate::durable::{self, Pending};
use crate::error::WorkError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Why a file of the command line cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read {name}")]
    Read {
        /// The file, or standard input.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// It is larger than what is read.
    #[error("{name} has more than {limit} bytes")]
    TooLong {
        /// The file, or standard input.
        name: String,
        /// The limit.
        limit: u64,
    },
    /// It is not text.
    #[error("{name}: byte {place} is not UTF-8")]
    NotText {
        /// The file, or standard input.
        name: String,
        /// The first byte that is not, counted from 1.
        place: usize,
    },
    /// It cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Standard output cannot be written.
    #[error("cannot write standard output")]
    StandardOutput(#[source] io::Error),
    /// An answer cannot be written as JSON.
    #[error("cannot write the answer as JSON")]
    Json(#[from] serde_json::Error),
}

/// Whether the path stands for standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a file that is read, as complaints have it.
pub fn name_of(path: &Path) -> String {
    if is_dash(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a whole file, or standard input, of at most `limit` bytes.
///
/// # Errors
/// [`FileError`]
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let result = if is_dash(path) {
        io::stdin().lock().take(limit.saturating_add(1)).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes))
    };
    let name = || name_of(path);
    result.map_err(|source| FileError::Read { name: name(), source })?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLong { name: name(), limit });
    }
    Ok(bytes)
}

/// Reads a whole file, or standard input, as UTF-8.
///
/// # Errors
/// [`FileError`]
pub fn read_text(path: &Path, limit: u64) -> Result<String, FileError> {
    String::from_utf8(read(path, limit)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        FileError::NotText { name: name_of(path), place }
    })
}

/// Writes a whole file, or to standard output.
///
/// # Errors
/// [`FileError`]; nothing is half written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_all(&[(path, bytes)])
}

/// Writes whole files, or to standard output; no file takes its name before all are complete.
///
/// # Errors
/// [`FileError`]; nothing is half written.
pub fn write_all(files: &[(&Path, &[u8])]) -> Result<(), FileError> {
    let mut pending = Vec::new();
    for &(path, bytes) in files {
        if is_dash(path) {
            continue;
        }
        let mut file = PendingFile::create(path)?;
        file.file().write_all(bytes).map_err(at(path))?;
        pending.push(file);
    }
    for (_, bytes) in files.iter().filter(|(path, _)| is_dash(path)) {
        write_out(bytes)?;
    }
    pending.into_iter().try_for_each(PendingFile::keep)
}

/// Writes to standard output.
///
/// # Errors
/// [`FileError::StandardOutput`]
pub fn write_out(bytes: &[u8]) -> Result<(), FileError> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(FileError::StandardOutput)
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> FileError {
    let path = path.to_owned();
    move |source| FileError::Write { path, source }
}

/// A file that takes its name when it is complete.
#[derive(Debug)]
pub struct PendingFile {
    path: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A temporary name, and the name that the file takes.
    Beside(Pending, PathBuf),
    /// A device or a pipe.
    Direct(File),
}

impl PendingFile {
    /// Begins a file. What killed processes have left unfinished beside it is removed.
    ///
    /// # Errors
    /// [`FileError::Write`]
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let place = Place::of(path).map_err(at(path))?;
        Ok(Self { path: path.to_owned(), place })
    }

    /// The file, to write into it.
    pub fn file(&mut self) -> &mut File {
        match &mut self.place {
            Place::Beside(temporary, _) => temporary.file_mut(),
            Place::Direct(file) => file,
        }
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// [`FileError::Write`]
    pub fn keep(self) -> Result<(), FileError> {
        match self.place {
            Place::Beside(temporary, target) => {
                temporary.persist(&target).map_err(reason).map_err(at(&self.path))
            }
            Place::Direct(_) => Ok(()),
        }
    }
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Self::beside(fs::canonicalize(path)?),
            // That of a directory fails, and says why.
            Ok(_) => Ok(Self::Direct(OpenOptions::new().write(true).open(path)?)),
            Err(_) => Self::beside(path.to_owned()),
        }
    }

    fn beside(target: PathBuf) -> io::Result<Self> {
        // A directory that may be written but not read is not swept.
        let _ = target.parent().map(durable::sweep);
        Ok(Self::Beside(Pending::beside(&target).map_err(reason)?, target))
    }
}

/// The reason of the system, without the path, which the error has already.
fn reason(error: WorkError) -> io::Error {
    match error {
        WorkError::Io { source, .. } => source,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durable::PREFIX;
    use tempfile::TempDir;

    #[test]
    fn no_file_takes_its_name_before_all_are_complete() {
        let directory = TempDir::new().unwrap();
        let (good, bad) = (directory.path().join("good"), directory.path().join("missing/bad"));
        let error = write_all(&[(&good, b"whole"), (&bad, b"whole")]).unwrap_err();
        assert_eq!(error.to_string(), format!("cannot write {}", bad.display()));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
        write(&good, b"whole").unwrap();
        assert_eq!(read_text(&good, 5).unwrap(), "whole");
        assert_eq!(
            read(&good, 4).unwrap_err().to_string(),
            format!("{} has more than 4 bytes", good.display())
        );
        write(&good, b"a\xff").unwrap();
        assert!(read_text(&good, 5).unwrap_err().to_string().ends_with("byte 2 is not UTF-8"));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_and_leftovers_go() {
        let directory = TempDir::new().unwrap();
        let place = |name: &str| directory.path().join(name);
        fs::write(place("target"), "old").unwrap();
        std::os::unix::fs::symlink(place("target"), place("link")).unwrap();
        fs::write(place(&format!("{PREFIX}left")), "half").unwrap();
        write(&place("link"), b"new").unwrap();
        assert!(fs::symlink_metadata(place("link")).unwrap().is_symlink());
        assert_eq!(fs::read(place("target")).unwrap(), b"new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(write(directory.path(), b"").is_err());
    }
}
