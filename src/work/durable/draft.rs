//! A directory that takes its name when it is complete.

use super::sweep::RANDOM;
use super::{PREFIX, WorkError, lock, parent_of, sweep, sync_directory};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A directory with a temporary name and a lock, which is removed unless it takes its place.
///
/// ```
/// use certamen_work::durable::Draft;
/// # let directory = tempfile::tempdir()?;
/// let destination = directory.path().join("certificate");
/// let draft = Draft::beside(&destination)?;
/// std::fs::write(draft.path().join("certificate.json"), "{}")?;
/// draft.persist()?;
/// assert!(destination.join("certificate.json").is_file());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Draft {
    // Removed before the lock is given up.
    directory: TempDir,
    destination: PathBuf,
    /// The open directory, with its lock.
    _lock: Option<File>,
}

impl Draft {
    /// Makes an empty directory beside its destination, and the directories above. Drafts that killed processes have
    /// left there are removed.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn beside(destination: &Path) -> Result<Self, WorkError> {
        let parent = parent_of(destination);
        fs::create_dir_all(parent).map_err(WorkError::at(parent))?;
        // A directory that may be written but not read is not swept.
        let _ = sweep(parent);
        let (directory, lock) = make(parent).map_err(WorkError::at(parent))?;
        Ok(Self { directory, destination: destination.to_owned(), _lock: lock })
    }

    /// Where the draft is.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Where it will be.
    pub fn destination(&self) -> &Path {
        &self.destination
    }

    /// Puts the directory in its place, once all of it is on the disk. A directory that was there is removed; where the
    /// system can exchange two names there is no moment at which neither is there.
    ///
    /// # Errors
    /// [`WorkError::Io`]; then the draft is removed, and what was at its place stays.
    pub fn persist(self) -> Result<(), WorkError> {
        sync_tree(self.path())?;
        let at = || WorkError::at(&self.destination);
        if fs::symlink_metadata(&self.destination).is_err() {
            fs::rename(self.path(), &self.destination).map_err(at())?;
            // It has its final name: nothing is to be removed under the old one.
            let _ = self.directory.keep();
        } else if exchange(self.path(), &self.destination).is_ok() {
            // What was there has the temporary name now, and goes with it.
            drop(self.directory);
        } else {
            replace(self.directory, &self.destination).map_err(at())?;
        }
        sync_directory(parent_of(&self.destination))
    }
}

fn make(parent: &Path) -> io::Result<(TempDir, Option<File>)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    loop {
        let directory = builder.tempdir_in(parent)?;
        if !cfg!(unix) {
            return Ok((directory, None));
        }
        let Ok(lock) = lock::open_at_once(directory.path(), false) else { continue };
        if lock::claim(&lock, directory.path()) {
            return Ok((directory, Some(lock)));
        }
    }
}

/// Exchanges two names at once.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Not every system can.
#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Puts a directory in place of another one in two steps.
fn replace(draft: TempDir, destination: &Path) -> io::Result<()> {
    let (old, _lock) = make(parent_of(destination))?;
    fs::rename(destination, old.path())?;
    if let Err(error) = fs::rename(draft.path(), destination) {
        // What was there goes back; where even that fails it keeps its temporary name.
        let _ = fs::rename(old.keep(), destination);
        return Err(error);
    }
    let _ = draft.keep();
    Ok(())
}

/// Makes all files of a directory, and their names, durable.
fn sync_tree(directory: &Path) -> Result<(), WorkError> {
    for entry in fs::read_dir(directory).map_err(WorkError::at(directory))? {
        let entry = entry.map_err(WorkError::at(directory))?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(WorkError::at(directory))?);
        if kind.is_dir() {
            sync_tree(&path)?;
        } else if kind.is_file() {
            File::open(&path).and_then(|file| file.sync_all()).map_err(WorkError::at(&path))?;
        }
    }
    sync_directory(directory)
}
