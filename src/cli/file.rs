//! Files of the command line: `-` is standard input or output, and nothing is left half written.
//!
//! A file is written under a temporary name beside its place and renamed when it is complete. What is not a plain file
//! (a device, a pipe) is written to as it is: renaming would put a file in its place.

use crate::unfinished;
use anyhow::{Context, bail};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Whether the path stands for standard input or output.
pub(super) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What a file that is read is called in complaints.
pub(super) fn name_of(path: &Path) -> String {
    if is_dash(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a whole file, or standard input, of at most `limit` bytes.
pub(super) fn read(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let name = name_of(path);
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
        anyhow::anyhow!("{}: byte {} is not UTF-8", name_of(path), place + 1)
    })
}

/// Writes a whole file, or to standard output.
pub(super) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_all(&[(path, bytes)])
}

/// Writes whole files, or to standard output; no file takes its name before all are complete.
pub(super) fn write_all(files: &[(&Path, &[u8])]) -> anyhow::Result<()> {
    let mut pending = Vec::new();
    for &(path, bytes) in files {
        if is_dash(path) {
            continue;
        }
        let mut file = PendingFile::create(path)?;
        file.file().write_all(bytes).with_context(|| cannot_write(path))?;
        pending.push(file);
    }
    for (_, bytes) in files.iter().filter(|(path, _)| is_dash(path)) {
        write_out(bytes)?;
    }
    pending.into_iter().try_for_each(PendingFile::keep)
}

/// Writes to standard output.
pub(super) fn write_out(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write standard output")
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// A file that takes its name when it is complete.
#[derive(Debug)]
pub(super) struct PendingFile {
    path: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A temporary name, and the name that the file takes.
    Beside(tempfile::NamedTempFile, PathBuf),
    /// A device or a pipe.
    Direct(File),
}

impl PendingFile {
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        let place = Place::of(path).with_context(|| cannot_write(path))?;
        Ok(Self { path: path.to_owned(), place })
    }

    pub(super) fn file(&mut self) -> &mut File {
        match &mut self.place {
            Place::Beside(temporary, _) => temporary.as_file_mut(),
            Place::Direct(file) => file,
        }
    }

    pub(super) fn keep(self) -> anyhow::Result<()> {
        let Place::Beside(temporary, target) = self.place else {
            return Ok(());
        };
        let synced = temporary.as_file().sync_all();
        let kept = synced.and_then(|()| temporary.persist(target).map_err(|error| error.error));
        kept.with_context(|| cannot_write(&self.path))?;
        Ok(())
    }
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Self::beside(fs::canonicalize(path)?),
            // That of a directory fails, and says why.
            Ok(_) => Ok(Self::Direct(OpenOptions::new().write(true).open(path)?)),
            Err(_) => Self::beside(path.to_owned()),
        }
    }

    fn beside(target: PathBuf) -> io::Result<Self> {
        let directory = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        Ok(Self::Beside(unfinished::file_in(directory)?, target))
    }
}
