//! The free space of a disk.
//!
//! What it does not show: that the space is still free later, or that a quota allows its use.
//!
//! Source: statvfs(3).

use std::path::Path;

/// The bytes that are free where a path is, or will be. `None` if the system does not report it.
///
/// ```
/// use certamen_work::disk::free;
/// let here = std::env::temp_dir();
/// assert_eq!(free(&here.join("not/there/yet")).is_some(), free(&here).is_some());
/// ```
#[cfg(unix)]
pub fn free(path: &Path) -> Option<u64> {
    let here = if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) };
    let found = here.ancestors().find_map(|path| rustix::fs::statvfs(path).ok())?;
    found.f_bavail.checked_mul(found.f_frsize)
}

/// Other systems report it in other ways.
#[cfg(not(unix))]
pub fn free(_: &Path) -> Option<u64> {
    None
}
