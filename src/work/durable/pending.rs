//! A file that gets its final name when it is complete.

use super::sweep::RANDOM;
use super::{PREFIX, WorkError, lock, parent_of, sync_directory};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// A file with a temporary name and a lock. It is removed if it is dropped before it gets its final name.
///
/// It has the permissions that the umask allows, like any other file.
///
/// ```
/// use certamen_work::durable::Pending;
/// use std::io::Write;
/// # let directory = tempfile::tempdir()?;
/// let path = directory.path().join("answer.txt");
/// let mut file = Pending::beside(&path)?;
/// file.write_all(b"34")?;
/// assert!(!path.exists());
/// file.persist(&path)?;
/// assert_eq!(std::fs::read(&path)?, b"34");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pending {
    file: NamedTempFile,
}

impl Pending {
    /// A new file in the directory of `path`, for a file that will be renamed to `path`.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn beside(path: &Path) -> Result<Self, WorkError> {
        Self::make(parent_of(path)).map_err(WorkError::at(path))
    }

    /// A new file in a directory.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn inside(directory: &Path) -> Result<Self, WorkError> {
        let here = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        Self::make(here).map_err(WorkError::at(directory))
    }

    fn make(directory: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).rand_bytes(RANDOM);
        // With the permissions of any other file. The crate would use stricter ones.
        let create = |path: &Path| OpenOptions::new().read(true).write(true).create_new(true).open(path);
        loop {
            let file = builder.make_in(directory, create)?;
            if lock::claim(file.as_file(), file.path()) {
                return Ok(Self { file });
            }
        }
    }

    /// The file.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// The file, for writing.
    pub fn file_mut(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Its temporary name.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The same file opened once more, with its own position. The lock stays with the first handle.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn reopen(&self) -> io::Result<File> {
        self.file.reopen()
    }

    /// The same, without what was written to the file before.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn reopen_empty(&self) -> io::Result<File> {
        let file = self.reopen()?;
        file.set_len(0)?;
        Ok(file)
    }

    /// Gives the file its final name in the same directory, once the file is on disk. An existing file of that name is
    /// replaced.
    ///
    /// # Errors
    /// [`WorkError::Io`]. The new file is then removed, and an existing file stays.
    pub fn persist(self, path: &Path) -> Result<(), WorkError> {
        self.file.as_file().sync_all().map_err(WorkError::at(path))?;
        self.file.persist(path).map_err(|error| WorkError::at(path)(error.error))?;
        sync_directory(parent_of(path))
    }

    /// The same, but whatever has the name by now stays: of two processes, one gets the name, also without locks. The lock
    /// lasts as long as the file that is returned.
    ///
    /// # Errors
    /// [`WorkError::Io`], of the kind [`io::ErrorKind::AlreadyExists`] if something has the name. The new file is then removed.
    pub fn persist_new(self, path: &Path) -> Result<File, WorkError> {
        self.file.as_file().sync_all().map_err(WorkError::at(path))?;
        let file = self.file.persist_noclobber(path).map_err(|error| WorkError::at(path)(error.error))?;
        sync_directory(parent_of(path))?;
        Ok(file)
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

impl Read for Pending {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.as_file_mut().read(bytes)
    }
}

impl Seek for Pending {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.file.as_file_mut().seek(place)
    }
}
