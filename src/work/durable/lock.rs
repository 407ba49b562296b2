//! Locks on open files and directories. The system releases them when the process ends.

use super::WorkError;
use crate::error::{Holder, WaitEnded};
use crate::stop::Stop;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

/// The time that a waiting writer sleeps between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// The result of an attempt to lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    /// The lock is ours until the file is closed.
    Taken,
    /// Another open file has the lock.
    Held,
    /// The file system has no locks.
    Unsupported,
}

/// Tries to lock an open file or directory.
pub(super) fn try_lock(file: &File) -> Lock {
    // On other systems, locks also stop readers and writers.
    if !cfg!(unix) {
        return Lock::Unsupported;
    }
    match file.try_lock() {
        Ok(()) => Lock::Taken,
        Err(TryLockError::WouldBlock) => Lock::Held,
        Err(TryLockError::Error(_)) => Lock::Unsupported,
    }
}

/// Locks a file or directory that was just made under a temporary name. Returns false if a sweep was faster; the caller
/// then needs another name.
pub(super) fn claim(file: &File, path: &Path) -> bool {
    try_lock(file) != Lock::Held && is_named(path, file)
}

/// Whether the path still names the open file or directory.
pub(super) fn is_named(path: &Path, file: &File) -> bool {
    fs::symlink_metadata(path).and_then(|named| is_that_of(&named, file)).unwrap_or(false)
}

#[cfg(unix)]
fn is_that_of(named: &Metadata, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let opened = file.metadata()?;
    Ok((named.dev(), named.ino()) == (opened.dev(), opened.ino()))
}

/// On other systems, nobody removes a file that is being written.
#[cfg(not(unix))]
fn is_that_of(_: &Metadata, _: &File) -> io::Result<bool> {
    Ok(true)
}

/// Opens a file or directory for reading, without waiting for the other end of a pipe.
pub(crate) fn open_at_once(path: &Path, follows_links: bool) -> io::Result<File> {
    open_at_once_with(OpenOptions::new().read(true), path, follows_links)
}

/// Opens a device or a pipe for writing. A pipe that nobody reads is an error.
#[cfg(all(unix, feature = "cli"))]
pub(crate) fn open_to_write_at_once(path: &Path) -> io::Result<File> {
    open_at_once_with(OpenOptions::new().write(true), path, true)
}

/// The same with other options.
#[cfg(unix)]
pub(super) fn open_at_once_with(
    options: &mut OpenOptions,
    path: &Path,
    follows_links: bool,
) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let links = if follows_links { OFlags::empty() } else { OFlags::NOFOLLOW };
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY | links;
    options.custom_flags(flags.bits().cast_signed()).open(path)
}

/// Opens a file with these options.
#[cfg(not(unix))]
pub(super) fn open_at_once_with(options: &mut OpenOptions, path: &Path, _: bool) -> io::Result<File> {
    options.open(path)
}

/// Opens and locks a directory for one writer. If `waits` is set, waits for another writer. Returns `None` if there are
/// no locks.
pub(super) fn hold(path: &Path, waits: bool, stop: &Stop) -> Result<Option<File>, WorkError> {
    if !cfg!(unix) {
        return Ok(None);
    }
    let mut looks = 0;
    loop {
        let directory = open_at_once(path, true).map_err(WorkError::at(path))?;
        match try_lock(&directory) {
            Lock::Unsupported => return Ok(None),
            Lock::Taken => {
                // The directory may have been removed and made again during the wait.
                let named = fs::metadata(path).map_err(WorkError::at(path))?;
                if is_that_of(&named, &directory).map_err(WorkError::at(path))? {
                    return Ok(Some(directory));
                }
            }
            Lock::Held if waits => {}
            Lock::Held => {
                let holder = Holder { process: holder_of(&directory) };
                // If the list has no holder, the other process may have ended in between.
                looks += 1;
                if holder.process.is_none() && looks == 1 {
                    continue;
                }
                return Err(WorkError::Held { path: path.to_owned(), holder });
            }
        }
        if stop.is_requested() {
            return Err(WorkError::Interrupted { path: path.to_owned(), ended: WaitEnded });
        }
        std::thread::sleep(PAUSE);
    }
}

/// The process that holds the lock, as Linux lists it: `1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF`.
#[cfg(target_os = "linux")]
fn holder_of(file: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let metadata = file.metadata().ok()?;
    let (major, minor) = (rustix::fs::major(metadata.dev()), rustix::fs::minor(metadata.dev()));
    let place = format!("{major:02x}:{minor:02x}:{}", metadata.ino());
    let list = fs::read_to_string("/proc/locks").ok()?;
    let holder = list.lines().find_map(|line| {
        let mut fields = line.split_ascii_whitespace().skip(1);
        let is_lock = fields.next()? == "FLOCK";
        let process = fields.nth(2)?;
        (is_lock && fields.next()? == place).then_some(process)
    });
    holder?.parse().ok()
}

/// Other systems do not list locks.
#[cfg(not(target_os = "linux"))]
fn holder_of(_: &File) -> Option<u32> {
    None
}
