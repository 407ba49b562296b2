//! Reads user input, until a request to stop.
//!
//! Idea: a read from a pipe or a terminal returns when data is written. That may be never, and a signal does not end
//! the read. So before each read, the system is polled with a timeout to find out whether data is available. A pipe is
//! opened without waiting for its other end.
//!
//! Source: poll(2), fifo(7). On systems other than Unix, a read blocks as usual.

use crate::durable;
use crate::stop::Stop;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// An open file, pipe, device or standard input. After a request to stop, reads return an error.
///
/// ```
/// use certamen_work::{Stop, input::Input};
/// use certamen_work::stop::is_interrupted;
/// use std::io::Read;
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("record");
/// std::fs::write(&path, "F5D6")?;
/// let stop = Stop::new();
/// let mut input = Input::open(&path, &stop)?;
/// let mut text = String::new();
/// input.read_to_string(&mut text)?;
/// assert_eq!(text, "F5D6");
/// stop.request();
/// assert!(is_interrupted(&input.read(&mut [0]).unwrap_err()));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Input {
    file: File,
    stop: Stop,
    /// Whether a read may block until another process writes.
    may_wait: bool,
}

impl Input {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn open(path: &Path, stop: &Stop) -> io::Result<Self> {
        let file = if crate::file::is_dash(path) {
            crate::streams::require_input()?;
            standard()?
        } else {
            durable::open_at_once(path, true)?
        };
        Self::of_file(file, stop)
    }

    /// The same for a file that is open.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn of_file(file: File, stop: &Stop) -> io::Result<Self> {
        let may_wait = !file.metadata()?.is_file();
        Ok(Self { file, stop: stop.clone(), may_wait })
    }

    /// The length of a regular file.
    pub fn length(&self) -> Option<u64> {
        let metadata = self.file.metadata().ok().filter(std::fs::Metadata::is_file);
        metadata.map(|metadata| metadata.len())
    }

    /// Waits until data is available, or until the end of the input.
    fn wait(&self) -> io::Result<()> {
        loop {
            self.stop.proceed()?;
            if !self.may_wait || is_ready(&self.file)? {
                return Ok(());
            }
        }
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            self.wait()?;
            match self.file.read(bytes) {
                // Another process took the data first.
                Err(error) if self.may_wait && error.kind() == io::ErrorKind::WouldBlock => {}
                read => return read,
            }
        }
    }
}

/// Standard input without the buffer of the standard library. Data in that buffer would be invisible to poll.
#[cfg(unix)]
fn standard() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Standard input without the buffer of the standard library.
#[cfg(windows)]
fn standard() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdin().as_handle().try_clone_to_owned()?))
}

/// Whether data is available, or the input has ended. Waits for a short time.
#[cfg(unix)]
fn is_ready(file: &File) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    /// The longest time before a request to stop takes effect.
    const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
    match poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&PAUSE)) {
        Ok(ready) => Ok(ready > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// On other systems, the read itself blocks.
#[cfg(not(unix))]
fn is_ready(_: &File) -> io::Result<bool> {
    Ok(true)
}
