//! Files that take their name when they are complete.
//!
//! A temporary file is private by default. These become ordinary files, with the permissions that the umask leaves.

use std::io;
use std::path::Path;
use tempfile::NamedTempFile;

/// What the temporary names start with.
pub(crate) const PREFIX: &str = ".certamen-";

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
    builder.tempfile_in(directory)
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
}
