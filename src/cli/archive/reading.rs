//! Progress while files of records are read.
//!
//! Idea: the length of a file on the disk is known, and so is how much of it has been read, also if it is compressed.
//! The estimate supposes that the rest takes as long as what has been read.

use certamen_records::Source;
use certamen_work::{Meter, Progress, Session, Stop};
use std::cell::{Cell, OnceCell};
use std::path::Path;
use std::time::{Duration, Instant};

/// Shorter files are read without a word.
const LARGE: u64 = 8 << 20;
/// The time between two looks at the clock's answer on a terminal.
const OFTEN: Duration = Duration::from_millis(200);
/// The time between two lines where there is no terminal.
const SELDOM: Duration = Duration::from_secs(10);

/// Files of records that are being read.
pub(crate) struct ArchiveReader<'s> {
    session: &'s Session,
    meter: Meter,
    begun: Instant,
    shown: Cell<Instant>,
    /// The length of all files, and what shows how much of it has been read; only for large files.
    large: OnceCell<(u64, Progress)>,
}

impl<'s> ArchiveReader<'s> {
    pub(crate) fn new(session: &'s Session) -> Self {
        let begun = Instant::now();
        let (meter, shown) = (Meter::default(), Cell::new(begun));
        Self { session, meter, begun, shown, large: OnceCell::new() }
    }

    /// Counts the bytes of files that are read.
    pub(crate) const fn meter(&self) -> &Meter {
        &self.meter
    }

    pub(crate) const fn stop(&self) -> &Stop {
        &self.session.stop
    }

    /// Begins to read these sources.
    pub(crate) fn begin(&self, sources: &[Source]) {
        let paths = sources.iter().filter_map(|source| match source {
            Source::Path(path) => Some(path.as_path()),
            Source::Opened(opened) => opened.location.path(),
        });
        self.measure(paths);
    }

    /// Begins to read these files. What is not a file of the disk has no length.
    pub(crate) fn measure<'p>(&self, paths: impl Iterator<Item = &'p Path>) {
        let files = paths.filter_map(|path| std::fs::metadata(path).ok()).filter(std::fs::Metadata::is_file);
        let length: u64 = files.map(|metadata| metadata.len()).sum();
        if length >= LARGE && self.large.get().is_none() {
            let progress = Progress::new(self.session);
            progress.measure("reading records", length);
            let _ = self.large.set((length, progress));
        }
    }

    /// Shows how much has been read, from time to time.
    pub(crate) fn show(&self) {
        let Some((length, progress)) = self.large.get() else { return };
        let pause = if progress.is_terminal() { OFTEN } else { SELDOM };
        if self.shown.get().elapsed() < pause {
            return;
        }
        self.shown.set(Instant::now());
        let read = self.meter.bytes();
        progress.advance(read);
        progress.line(&line(read, *length, self.begun.elapsed()));
    }
}

/// How much has been read, and an estimate of the rest.
fn line(read: u64, length: u64, elapsed: Duration) -> String {
    let done = read as f64 / length as f64;
    let left = elapsed.as_secs_f64() * (1.0 - done) / done;
    if (0.0..1e9).contains(&left) {
        format!("reading records: {:.0} % of {length} bytes, {left:.0} s left", done * 100.0)
    } else {
        format!("reading records: {:.0} % of {length} bytes", done * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_estimated() {
        let after = |read| line(read, 1000, Duration::from_secs(10));
        assert_eq!(after(250), "reading records: 25 % of 1000 bytes, 30 s left");
        assert_eq!(after(0), "reading records: 0 % of 1000 bytes");
        // A file that grows while it is read.
        assert_eq!(after(1100), "reading records: 110 % of 1000 bytes");
    }
}
