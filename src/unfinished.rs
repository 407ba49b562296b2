//! Files that take their name when they are complete.
//!
//! A temporary file is private by default. These become ordinary files, with the permissions that the umask leaves.
//!
//! A process that is killed leaves its file behind. Whoever writes one holds a lock on it, which the system gives up with
//! the process: so [`sweep`] knows what nobody will finish from what another process is writing.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;
use tempfile::NamedTempFile;

/// What the temporary names start with.
pub(crate) const PREFIX: &str = ".certamen-";

/// A file this old has its lock, if it will ever have one.
const SETTLED: Duration = Duration::from_secs(60);

/// A file in the directory with a name of its own, which is removed unless it is given another.
///
/// # Errors
/// That of the system.
pub(crate) fn file_in(directory: &Path) -> io::Result<NamedTempFile> {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(directory)?;
    // Where there are no locks, what is left behind stays; where locks bind (not on Unix), others could not write it.
    #[cfg(unix)]
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Removes the files that ended processes have left unfinished in a directory.
///
/// # Errors
/// That of the system, where the directory cannot be read. A file that cannot be removed stays.
pub(crate) fn sweep(directory: &Path) -> io::Result<()> {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_abandoned(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// Whether nobody is writing the file.
fn is_abandoned(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let age =
        file.metadata().ok().filter(fs::Metadata::is_file).and_then(|of| of.modified().ok()?.elapsed().ok());
    cfg!(unix) && age.is_some_and(|age| age > SETTLED) && file.try_lock().is_ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn files_are_as_readable_as_any_other() {
        let directory = tempfile::TempDir::new().unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
        let ordinary = directory.path().join("ordinary");
        std::fs::write(&ordinary, "").unwrap();
        let file = file_in(directory.path()).unwrap();
        assert_eq!(mode(file.path()), mode(&ordinary));
    }

    #[test]
    fn only_what_nobody_writes_is_swept() {
        let directory = tempfile::TempDir::new().unwrap();
        let old = std::time::SystemTime::now() - 2 * SETTLED;
        let left = |name: &str, is_old: bool| {
            let path = directory.path().join(name);
            let file = File::create(&path).unwrap();
            if is_old {
                file.set_modified(old).unwrap();
            }
            path
        };
        let (abandoned, fresh) = (left(".certamen-abandoned", true), left(".certamen-fresh", false));
        let foreign = left("foreign", true);
        let written = file_in(directory.path()).unwrap();
        written.as_file().set_modified(old).unwrap();
        sweep(directory.path()).unwrap();
        assert!(!abandoned.exists());
        assert!(fresh.exists() && foreign.exists() && written.path().exists());
    }
}
