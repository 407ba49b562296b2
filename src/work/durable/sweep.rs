//! Removes the unfinished files of killed processes.

use super::lock::{self, Lock};
use super::{PREFIX, WorkError};
use std::fs;
use std::path::Path;

/// The number of random characters of a temporary name.
pub(super) const RANDOM: usize = 6;

/// Removes the unfinished files and directories that ended processes left in a directory.
///
/// Files that another process is writing stay, whatever their age. On file systems without locks, everything stays.
///
/// # Errors
/// [`WorkError::Io`] if the directory cannot be read. An entry that cannot be removed stays, without an error.
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

/// Whether a name is a temporary name.
pub(super) fn is_temporary(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Whether a directory has the name of a draft. It is better to leave a draft than to remove a directory of the user.
fn is_draft(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let random = name.strip_prefix(PREFIX).unwrap_or_default();
    random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Removes a file or directory that nobody holds. It stays locked during the removal, so nobody can begin to hold it.
fn remove_abandoned(path: &Path) {
    let Ok(file) = lock::open_at_once(path, false) else { return };
    let Ok(metadata) = file.metadata() else { return };
    if lock::try_lock(&file) != Lock::Taken || !lock::is_named(path, &file) {
        return;
    }
    // Another process may sweep at the same time. What neither can remove stays.
    if metadata.is_dir() && is_draft(path) {
        let _ = fs::remove_dir_all(path);
    } else if metadata.is_file() {
        let _ = fs::remove_file(path);
    }
}
