//! Files of the command line: `-` is standard input or output, and nothing is left half written.

use anyhow::{Context, bail};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The path that stands for standard input or output.
fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a whole file, or standard input, of at most `limit` bytes.
pub(super) fn read(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let name = if is_dash(path) { "standard input".to_owned() } else { path.display().to_string() };
    let result = if is_dash(path) {
        io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
    };
    result.with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > limit {
        bail!("{name} has more than {limit} bytes");
    }
    Ok(bytes)
}

/// Reads a whole file, or standard input, as UTF-8.
pub(super) fn read_text(path: &Path, limit: u64) -> anyhow::Result<String> {
    String::from_utf8(read(path, limit)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{}: byte {} is not UTF-8", path.display(), place + 1)
    })
}

/// Writes a whole file under a temporary name and renames it, or writes to standard output.
pub(super) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if is_dash(path) {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    let mut pending = PendingFile::create(path)?;
    pending.file().write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
    pending.keep()
}

/// A file that takes its name when it is complete.
#[derive(Debug)]
pub(super) struct PendingFile<'p> {
    path: &'p Path,
    temporary: tempfile::NamedTempFile,
}

impl<'p> PendingFile<'p> {
    pub(super) fn create(path: &'p Path) -> anyhow::Result<Self> {
        let directory = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".certamen-");
        // A temporary file is private by default; this one becomes an ordinary file.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let temporary = builder.tempfile_in(directory);
        let temporary = temporary.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path, temporary })
    }

    pub(super) fn file(&mut self) -> &mut File {
        self.temporary.as_file_mut()
    }

    pub(super) fn keep(self) -> anyhow::Result<()> {
        let Self { path, temporary } = self;
        let synced = temporary.as_file().sync_all();
        synced.with_context(|| format!("cannot write {}", path.display()))?;
        temporary
            .persist(path)
            .map_err(|error| error.error)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(())
    }
}
