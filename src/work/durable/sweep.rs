//! Removing what killed processes have left.

use super::lock::{self, Lock};
use super::{PREFIX, WorkError};
use std::fs;
use std::path::Path;

/// The number of random characters of a temporary name.
pub(super) const RANDOM: usize = 6;

/// Removes the unfinished files and directories that ended processes have left in a directory.
///
/// What another process is writing stays, however old or new it is. Where there are no locks, everything stays.
///
/// # Errors
/// [`WorkError::Io`] where the directory cannot be read. What cannot be removed stays.
pub fn sweep(directory: &Path) -> Result<(), WorkError> {
    let here = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    for entry in fs::read_dir(here).map_err(WorkError::at(here))? {
        let entry = entry.map_err(WorkError::at(here))?;
        if is_temporary(&entry.file_name().to_string_lossy()) {
            remove_abandoned(&entry.path());
        }
    }
    Ok(())
}

/// Whether a name is one of those that are being written, or were when their process was killed.
pub(super) fn is_temporary(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Whether a directory is named as drafts are. Removing a directory of the user's would be worse than leaving one.
fn is_draft(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let random = name.strip_prefix(PREFIX).unwrap_or_default();
    random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Removes a file or directory that nobody holds. It is locked while it is removed, so that nobody can begin to hold it.
fn remove_abandoned(path: &Path) {
    let Ok(file) = lock::open_at_once(path, false) else { return };
    let Ok(metadata) = file.metadata() else { return };
    if lock::try_lock(&file) != Lock::Taken || !lock::is_named(path, &file) {
        return;
    }
    // Another process may sweep at the same time; what neither can remove stays.
    if metadata.is_dir() && is_draft(path) {
        let _ = fs::remove_dir_all(path);
    } else if metadata.is_file() {
        let _ = fs::remove_file(path);
    }
}
