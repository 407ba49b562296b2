//! Locks on open files and directories, which the system drops with the process.

use super::WorkError;
use crate::error::Holder;
use crate::stop::Stop;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How long a writer that waits for another one sleeps between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// What became of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    /// It is ours until the file is closed.
    Taken,
    /// Another open file has it.
    Held,
    /// There are no locks here.
    Unsupported,
}

/// Locks an open file or directory if nobody else has.
pub(super) fn try_lock(file: &File) -> Lock {
    // Elsewhere locks bind readers and writers.
    if !cfg!(unix) {
        return Lock::Unsupported;
    }
    match file.try_lock() {
        Ok(()) => Lock::Taken,
        Err(TryLockError::WouldBlock) => Lock::Held,
        Err(TryLockError::Error(_)) => Lock::Unsupported,
    }
}

/// Locks what was just made under a temporary name. Not if a sweep was quicker: then another name is needed.
pub(super) fn claim(file: &File, path: &Path) -> bool {
    try_lock(file) != Lock::Held && is_named(path, file)
}

/// Whether the path still is the name of the open file or directory.
pub(super) fn is_named(path: &Path, file: &File) -> bool {
    fs::symlink_metadata(path).and_then(|named| is_that_of(&named, file)).unwrap_or(false)
}

#[cfg(unix)]
fn is_that_of(named: &Metadata, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let opened = file.metadata()?;
    Ok((named.dev(), named.ino()) == (opened.dev(), opened.ino()))
}

/// Elsewhere nobody removes what is being written.
#[cfg(not(unix))]
fn is_that_of(_: &Metadata, _: &File) -> io::Result<bool> {
    Ok(true)
}

/// Opens a file or directory to read it, without waiting for the other end of a pipe.
#[cfg(unix)]
pub(super) fn open_at_once(path: &Path, follows_links: bool) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let links = if follows_links { OFlags::empty() } else { OFlags::NOFOLLOW };
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY | links;
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

/// Opens a file to read it.
#[cfg(not(unix))]
pub(super) fn open_at_once(path: &Path, _: bool) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

/// Opens and locks a directory for one writer, and waits for another one if `waits`. Nothing where there are no locks.
pub(super) fn hold(path: &Path, waits: bool, stop: &Stop) -> Result<Option<File>, WorkError> {
    if !cfg!(unix) {
        return Ok(None);
    }
    loop {
        let directory = open_at_once(path, true).map_err(WorkError::at(path))?;
        match try_lock(&directory) {
            Lock::Unsupported => return Ok(None),
            Lock::Taken => {
                // It may have been removed and made anew while we waited.
                let named = fs::metadata(path).map_err(WorkError::at(path))?;
                if is_that_of(&named, &directory).map_err(WorkError::at(path))? {
                    return Ok(Some(directory));
                }
            }
            Lock::Held if waits => {}
            Lock::Held => {
                let holder = Holder { process: holder_of(&directory) };
                return Err(WorkError::Held { path: path.to_owned(), holder });
            }
        }
        if stop.is_requested() {
            let source =
                io::Error::new(io::ErrorKind::Interrupted, "interrupted while another process wrote there");
            return Err(WorkError::Interrupted { path: path.to_owned(), source });
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

/// Other systems have no such list.
#[cfg(not(target_os = "linux"))]
fn holder_of(_: &File) -> Option<u32> {
    None
}
