//! Files of the command line: `-` is standard input or output, and no partial file is left behind.
//!
//! A file is written under a temporary name beside its destination and renamed when it is complete. A device or a pipe
//! is written directly, because renaming would replace it by a file.
//!
//! What is read may be compressed. A name that ends in `.gz`, `.bz2`, `.xz` or `.zst` asks for a compressed file: it is
//! compressed when it is complete, so that it can be written in any order until then.

use crate::compression::{Compression, plain};
use crate::durable::{self, Pending};
use crate::error::WorkError;
use crate::input::Input;
use crate::stop::Stop;
use crate::text::escaped;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Why a file of the command line cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("cannot read {name}")]
    Read {
        /// The file, or standard input.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// The file exceeds the size limit.
    #[error("{name} has more than {limit} bytes")]
    TooLong {
        /// The file, or standard input.
        name: String,
        /// The limit.
        limit: u64,
    },
    /// The file is not text.
    #[error("{name}: byte {place} is not UTF-8")]
    NotText {
        /// The file, or standard input.
        name: String,
        /// The position of the first invalid byte, from 1.
        place: usize,
    },
    /// The file cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Standard output cannot be written.
    #[error("cannot write standard output")]
    StandardOutput(#[source] io::Error),
    /// An answer cannot be written as JSON.
    #[error("cannot write the answer as JSON")]
    Json(#[from] serde_json::Error),
}

/// Whether the path stands for standard input or output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input file for error messages.
pub fn name_of(path: &Path) -> String {
    if is_dash(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// A path for a line of text: with its control characters escaped, so that no part of it looks like another line.
pub fn shown(path: &Path) -> String {
    escaped(&name_of(path)).into_owned()
}

/// Reads a whole file or standard input, of at most `limit` bytes. A compressed one is decompressed.
///
/// # Errors
/// [`FileError`], also if a request to stop comes before the end of the input.
pub fn read(path: &Path, limit: u64, stop: &Stop) -> Result<Vec<u8>, FileError> {
    let name = || name_of(path);
    let mut bytes = Vec::new();
    let input = Input::open(path, stop).and_then(plain);
    let result = input.and_then(|input| input.take(limit.saturating_add(1)).read_to_end(&mut bytes));
    result.map_err(|source| FileError::Read { name: name(), source })?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLong { name: name(), limit });
    }
    Ok(bytes)
}

/// Reads a whole file or standard input as UTF-8.
///
/// # Errors
/// [`FileError`], also if a request to stop comes before the end of the input.
pub fn read_text(path: &Path, limit: u64, stop: &Stop) -> Result<String, FileError> {
    text_of(path, read(path, limit, stop)?)
}

/// The text of a file whose bytes have been read.
///
/// # Errors
/// [`FileError::NotText`] if they are not UTF-8.
pub fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        FileError::NotText { name: name_of(path), place }
    })
}

/// Writes a whole file, or writes to standard output.
///
/// # Errors
/// [`FileError`]. No partial file is left behind.
pub fn write(path: &Path, bytes: &[u8], stop: &Stop) -> Result<(), FileError> {
    write_all(&[(path, bytes)], stop)
}

/// Writes whole files, or writes to standard output. Files get their final names only when all of them are complete.
///
/// # Errors
/// [`FileError`]. No partial file is left behind.
pub fn write_all(files: &[(&Path, &[u8])], stop: &Stop) -> Result<(), FileError> {
    let mut pending = Vec::new();
    for &(path, bytes) in files {
        if is_dash(path) {
            continue;
        }
        let mut file = PendingFile::create(path, stop)?;
        file.file().write_all(bytes).map_err(at(path))?;
        pending.push(file);
    }
    for (_, bytes) in files.iter().filter(|(path, _)| is_dash(path)) {
        write_out(bytes)?;
    }
    pending.into_iter().try_for_each(PendingFile::keep)
}

/// Checks that a file can be made there, before long work begins. A device or a pipe is not touched.
///
/// # Errors
/// [`FileError::Write`]
pub fn require_writable(path: &Path) -> Result<(), FileError> {
    let is_special = |found: fs::Metadata| !found.is_file() && !found.is_dir();
    let is_written_directly =
        fs::metadata(path).is_ok_and(is_special) && Compression::of_name(path).is_none();
    if is_dash(path) || is_written_directly {
        return Ok(());
    }
    Destination::new(path, &Stop::new()).map(drop).map_err(at(path))
}

/// Writes to standard output.
///
/// # Errors
/// [`FileError::StandardOutput`]
pub fn write_out(bytes: &[u8]) -> Result<(), FileError> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(FileError::StandardOutput)
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> FileError {
    let path = path.to_owned();
    move |source| FileError::Write { path, source }
}

/// A file that gets its final name when it is complete.
#[derive(Debug)]
pub struct PendingFile {
    path: PathBuf,
    place: Destination,
    stop: Stop,
}

#[derive(Debug)]
enum Destination {
    /// A file with a temporary name, and its final name.
    Beside(Pending, PathBuf),
    /// A device or a pipe.
    Direct(File),
}

impl PendingFile {
    /// Begins a file. Unfinished files of killed processes beside it are removed. A pipe is waited for until somebody
    /// reads it.
    ///
    /// # Errors
    /// [`FileError::Write`], also if a request to stop ends that wait.
    pub fn create(path: &Path, stop: &Stop) -> Result<Self, FileError> {
        let place = Destination::new(path, stop).map_err(at(path))?;
        Ok(Self { path: path.to_owned(), place, stop: stop.clone() })
    }

    /// The file, for writing.
    pub fn file(&mut self) -> &mut File {
        match &mut self.place {
            Destination::Beside(temporary, _) => temporary.file_mut(),
            Destination::Direct(file) => file,
        }
    }

    /// Gives the file its final name.
    ///
    /// # Errors
    /// [`FileError::Write`], also if a request to stop ends the compression of a file.
    pub fn keep(self) -> Result<(), FileError> {
        match self.place {
            Destination::Beside(temporary, target) => {
                let complete = match Compression::of_name(&self.path) {
                    Some(compression) => compress(&temporary, compression, &target, &self.stop),
                    None => Ok(temporary),
                };
                let kept = complete.and_then(|file| file.persist(&target).map_err(WorkError::into_io));
                kept.map_err(at(&self.path))
            }
            Destination::Direct(_) => Ok(()),
        }
    }
}

impl Destination {
    fn new(path: &Path, stop: &Stop) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Self::beside(fs::canonicalize(path)?),
            Ok(metadata) if !metadata.is_dir() && Compression::of_name(path).is_some() => {
                Err(io::Error::other("it is a device or a pipe: only a file can be compressed"))
            }
            // Opening a directory fails here with the reason.
            Ok(_) => Ok(Self::Direct(open_special(path, stop)?)),
            // A link to a missing file stays a link, and the file is made where the link points.
            Err(_) => Self::beside(linked(path)?),
        }
    }

    fn beside(target: PathBuf) -> io::Result<Self> {
        // A directory that can be written but not read is not swept.
        let _ = target.parent().map(durable::sweep);
        Ok(Self::Beside(Pending::beside(&target).map_err(WorkError::into_io)?, target))
    }
}

/// The same file, compressed.
fn compress(plain: &Pending, compression: Compression, target: &Path, stop: &Stop) -> io::Result<Pending> {
    let mut packed = Pending::beside(target).map_err(WorkError::into_io)?;
    let plain = Input::of_file(plain.reopen()?, stop)?;
    let length = plain.length().unwrap_or_default();
    compression.write(&mut io::BufReader::new(plain), length, io::BufWriter::new(packed.file_mut()))?;
    Ok(packed)
}

/// Opens a device or a pipe for writing. The system would wait without end for a pipe's reader, so this asks again and
/// again.
#[cfg(unix)]
fn open_special(path: &Path, stop: &Stop) -> io::Result<File> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use rustix::io::Errno;
    /// The time between two questions.
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(50);
    loop {
        match durable::open_to_write_at_once(path) {
            Ok(file) => {
                fcntl_setfl(&file, fcntl_getfl(&file)?.difference(OFlags::NONBLOCK))?;
                return Ok(file);
            }
            Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) && is_pipe(path) => {}
            Err(error) => return Err(error),
        }
        stop.proceed()?;
        std::thread::sleep(PAUSE);
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

#[cfg(not(unix))]
fn open_special(path: &Path, _: &Stop) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// The path that a chain of links leads to, whether a file exists there or not.
fn linked(path: &Path) -> io::Result<PathBuf> {
    /// The number of links that Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().map_or_else(|| target.clone(), |parent| parent.join(&target));
    }
    Err(io::Error::other("too many links"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durable::PREFIX;
    use tempfile::TempDir;

    #[test]
    fn no_file_gets_its_name_before_all_are_complete() {
        let (directory, stop) = (TempDir::new().unwrap(), Stop::new());
        let (good, bad) = (directory.path().join("good"), directory.path().join("missing/bad"));
        let error = write_all(&[(&good, b"whole"), (&bad, b"whole")], &stop).unwrap_err();
        assert_eq!(error.to_string(), format!("cannot write {}", bad.display()));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
        write(&good, b"whole", &stop).unwrap();
        assert_eq!(read_text(&good, 5, &stop).unwrap(), "whole");
        assert_eq!(
            read(&good, 4, &stop).unwrap_err().to_string(),
            format!("{} has more than 4 bytes", good.display())
        );
        write(&good, b"a\xff", &stop).unwrap();
        assert!(read_text(&good, 5, &stop).unwrap_err().to_string().ends_with("byte 2 is not UTF-8"));
    }

    #[test]
    fn a_name_asks_for_a_compressed_file() {
        let (directory, stop) = (TempDir::new().unwrap(), Stop::new());
        let text = "1 -2 0\n".repeat(1000);
        for (ending, compression) in Compression::ENDINGS {
            let path = directory.path().join(format!("a.cnf.{ending}"));
            write(&path, text.as_bytes(), &stop).unwrap();
            let packed = fs::read(&path).unwrap();
            assert!(Compression::detect(&packed) == Some(compression) && packed.len() < 400, "{ending}");
            assert_eq!(read_text(&path, text.len() as u64, &stop).unwrap(), text);
            assert!(matches!(read(&path, 6999, &stop), Err(FileError::TooLong { .. })));
            fs::write(&path, &packed[..packed.len() / 2]).unwrap();
            assert!(matches!(read(&path, 1 << 20, &stop), Err(FileError::Read { .. })), "{ending}");
        }
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), Compression::ENDINGS.len());
        let place = directory.path().join("directory.xz");
        fs::create_dir(&place).unwrap();
        assert!(require_writable(&place).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_are_kept_and_unfinished_files_removed() {
        let (directory, stop) = (TempDir::new().unwrap(), Stop::new());
        let place = |name: &str| directory.path().join(name);
        fs::write(place("target"), "old").unwrap();
        std::os::unix::fs::symlink(place("target"), place("link")).unwrap();
        fs::write(place(&format!("{PREFIX}left")), "half").unwrap();
        write(&place("link"), b"new", &stop).unwrap();
        assert!(fs::symlink_metadata(place("link")).unwrap().is_symlink());
        assert_eq!(fs::read(place("target")).unwrap(), b"new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
        // Links to a missing file: directly, through another link, and in a circle.
        std::os::unix::fs::symlink("later", place("to-later")).unwrap();
        std::os::unix::fs::symlink("to-later", place("twice")).unwrap();
        write(&place("twice"), b"first", &stop).unwrap();
        assert_eq!(fs::read(place("later")).unwrap(), b"first");
        for link in ["to-later", "twice"] {
            assert!(fs::symlink_metadata(place(link)).unwrap().is_symlink(), "{link}");
        }
        std::os::unix::fs::symlink("circle", place("circle")).unwrap();
        assert!(write(&place("circle"), b"", &stop).is_err());
        write(Path::new("/dev/null"), b"gone", &stop).unwrap();
        assert!(write(directory.path(), b"", &stop).is_err());
    }
}
