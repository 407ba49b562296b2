//! A directory that gets its final name when it is complete.

use super::sweep::RANDOM;
use super::{PREFIX, WorkError, lock, parent_of, sweep, sync_directory};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A directory with a temporary name and a lock. It is removed if it is dropped before it gets its final name.
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
    // Fields are dropped in order: the directory is removed before the lock is released.
    directory: TempDir,
    destination: PathBuf,
    /// The open directory, with its lock.
    _lock: Option<File>,
}

impl Draft {
    /// Makes an empty directory beside its destination, and the directories above. Drafts that killed processes left
    /// there are removed.
    ///
    /// # Errors
    /// [`WorkError::Io`]
    pub fn beside(destination: &Path) -> Result<Self, WorkError> {
        let parent = parent_of(destination);
        fs::create_dir_all(parent).map_err(WorkError::at(parent))?;
        // A directory that can be written but not read is not swept.
        let _ = sweep(parent);
        let (directory, lock) = make(parent).map_err(WorkError::at(parent))?;
        Ok(Self { directory, destination: destination.to_owned(), _lock: lock })
    }

    /// The path of the draft.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The final path.
    pub fn destination(&self) -> &Path {
        &self.destination
    }

    /// Renames the directory to its destination, once all its files are on disk. An existing directory is removed. If
    /// the system can exchange two names, the destination exists at every moment.
    ///
    /// # Errors
    /// [`WorkError::Io`]. The draft is then removed, and an existing directory stays.
    pub fn persist(self) -> Result<(), WorkError> {
        self.persist_by(place)
    }

    /// The same, but whatever has the name by now stays.
    ///
    /// # Errors
    /// [`WorkError::Io`], also if something has the name. The draft is then removed.
    pub fn persist_new(self) -> Result<(), WorkError> {
        self.persist_by(place_new)
    }

    fn persist_by(self, place: fn(TempDir, &Path) -> io::Result<()>) -> Result<(), WorkError> {
        sync_tree(self.path())?;
        place(self.directory, &self.destination).map_err(WorkError::at(&self.destination))?;
        sync_directory(parent_of(&self.destination))
    }
}

/// Gives a directory a name that nothing has.
fn place_new(draft: TempDir, destination: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        renameat_with(CWD, draft.path(), CWD, destination, RenameFlags::NOREPLACE)?;
    }
    // This system cannot do both at once.
    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    {
        if fs::symlink_metadata(destination).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        fs::rename(draft.path(), destination)?;
    }
    let _ = draft.keep();
    Ok(())
}

/// Gives a directory its final name. If another process creates or removes a directory of that name at the same time,
/// this tries again.
fn place(draft: TempDir, destination: &Path) -> io::Result<()> {
    const ATTEMPTS: usize = 16;
    for _ in 0..ATTEMPTS {
        match fs::rename(draft.path(), destination) {
            Ok(()) => {
                // The draft has its final name now, so nothing must be removed under the old one.
                let _ = draft.keep();
                return Ok(());
            }
            Err(error) if fs::symlink_metadata(destination).is_err() => return Err(error),
            // Another directory has the name.
            Err(_) => {}
        }
        match exchange(draft.path(), destination) {
            // The replaced directory has the temporary name now, and is removed with it.
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            // The system cannot exchange names.
            Err(_) => return replace(draft, destination),
        }
    }
    Err(io::Error::other("another process is writing there"))
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

/// Exchanges two names in one step.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// This system cannot exchange names.
#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Replaces a directory in two steps.
fn replace(draft: TempDir, destination: &Path) -> io::Result<()> {
    let (old, _lock) = make(parent_of(destination))?;
    fs::rename(destination, old.path())?;
    if let Err(error) = fs::rename(draft.path(), destination) {
        // The old directory is moved back. If even that fails, it keeps its temporary name.
        let _ = fs::rename(old.keep(), destination);
        return Err(error);
    }
    let _ = draft.keep();
    Ok(())
}

/// Makes all files of a directory, and their names, durable.
fn sync_tree(directory: &Path) -> Result<(), WorkError> {
    /// The most files that are written to the disk one by one.
    #[cfg(target_os = "linux")]
    const FEW: usize = 100;
    // More are written together with all others of the file system. Each is still asked for below, which says what failed.
    #[cfg(target_os = "linux")]
    if fs::read_dir(directory).is_ok_and(|entries| entries.count() > FEW) {
        let _ = lock::open_at_once(directory, true).map(rustix::fs::syncfs);
    }
    for entry in fs::read_dir(directory).map_err(WorkError::at(directory))? {
        let entry = entry.map_err(WorkError::at(directory))?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(WorkError::at(directory))?);
        if kind.is_dir() {
            sync_tree(&path)?;
        } else if kind.is_file() {
            super::open(&path)?.sync_all().map_err(WorkError::at(&path))?;
        }
    }
    sync_directory(directory)
}
