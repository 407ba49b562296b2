//! Many records: read one after the other, verified in parallel, reported in order.
//!
//! While a batch of records is verified on all cores, the next is read. So memory depends on the longest records of a
//! batch, and not on the file.

use crate::encoding::Encoding;
use crate::foreign::{foreign, is_utf16};
use crate::format::{BrokenRecord, FileHead, Format, OpenFile, RecordEntry, RecordReader, Unreadable};
use crate::record::Record;
use crate::source::{OpenOptions, extension};
use crate::verdict::{Judge, Verdict};
use certamen_work::Meter;
use certamen_work::stop::Stop;
use rayon::prelude::*;
use std::io::BufRead as _;
use std::path::PathBuf;

/// The number of records that are verified at a time.
const BATCH: usize = 2048;
/// A batch ends when its moves have this length, in bytes.
const BATCH_BYTES: usize = 8 << 20;
/// The least number of records that a thread takes at a time.
const AT_LEAST: usize = 16;

/// How files of records are read.
#[derive(Clone, Copy)]
pub struct ArchiveRun<'a> {
    /// The formats, the most particular ones first.
    pub formats: &'a [Box<dyn Format>],
    /// The only format that is allowed, by its name.
    pub wanted: Option<&'a str>,
    /// The encoding of texts, if the user names it.
    pub encoding: Option<&'static Encoding>,
    /// What verifies the records.
    pub judge: &'a dyn Judge,
    /// The request to stop.
    pub stop: &'a Stop,
    /// Counts the bytes of files that are read.
    pub meter: &'a Meter,
}

impl std::fmt::Debug for ArchiveRun<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArchiveRun").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}

/// What is reported.
pub enum Event<'e> {
    /// A file begins, which has this format.
    Begun(&'e str, &'e dyn Format),
    /// A record was verified.
    Judged(&'e str, &'e Record, &'e Verdict),
    /// A record of a file cannot be read.
    Broken(&'e str, &'e BrokenRecord),
    /// The rest of a file, or all of it, cannot be read.
    Unreadable(&'e str, &'e str),
}

impl std::fmt::Debug for Event<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Begun(file, format) => f.debug_tuple("Begun").field(file).field(&format.name()).finish(),
            Self::Judged(file, record, verdict) => {
                f.debug_tuple("Judged").field(file).field(record).field(verdict).finish()
            }
            Self::Broken(file, broken) => f.debug_tuple("Broken").field(file).field(broken).finish(),
            Self::Unreadable(file, reason) => f.debug_tuple("Unreadable").field(file).field(reason).finish(),
        }
    }
}

/// The format of a file.
///
/// # Errors
/// If no format recognises it, or if the wanted one is not known.
pub fn choose<'f>(
    formats: &'f [Box<dyn Format>],
    wanted: Option<&str>,
    file: &mut OpenFile,
) -> Result<&'f dyn Format, Unreadable> {
    let bytes = file.reader.fill_buf()?;
    let head =
        FileHead { bytes: bytes.get(..FileHead::LENGTH).unwrap_or(bytes), extension: &extension(&file.name) };
    let names = || formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
    if let Some(wanted) = wanted {
        let format = formats.iter().find(|format| format.name() == wanted);
        return format
            .map(|format| &**format)
            .ok_or_else(|| Unreadable::Wrong(format!("no format `{wanted}`: there is {}", names())));
    }
    if head.bytes.is_empty() {
        return Err(Unreadable::Wrong("no record in it".to_owned()));
    }
    let by_content = formats.iter().find(|format| format.recognises(head));
    let named = || formats.iter().find(|format| format.extensions().contains(&head.extension));
    // Any text can be lines of moves, so that the name of the file decides before the last format does.
    let is_last = by_content.is_none_or(|format| std::ptr::eq(format, formats.last().unwrap_or(format)));
    // What is known to be something else is no lines of moves, whatever its name.
    if let Some(name) = foreign(head).filter(|_| is_last || is_utf16(head.bytes)) {
        return Err(Unreadable::Foreign(name));
    }
    let format = if is_last { named().or(by_content) } else { by_content };
    format
        .map(|format| &**format)
        .ok_or_else(|| Unreadable::Wrong(format!("not a file of records: expected {}", names())))
}

/// Where records are read.
#[derive(Debug)]
pub enum Source {
    /// A file; `-` is standard input.
    Path(PathBuf),
    /// A file that has been opened.
    Opened(OpenFile),
}

/// Verifies the records of files, and reports each in order. Returns whether all was read: false if `see` ended it.
///
/// # Errors
/// [`Unreadable::Stopped`]. What else cannot be read is reported.
pub fn verify(
    run: ArchiveRun<'_>,
    sources: Vec<Source>,
    see: &mut dyn FnMut(Event<'_>) -> bool,
) -> Result<bool, Unreadable> {
    let mut stopped = false;
    let mut visit = |file: Result<OpenFile, (String, Unreadable)>| {
        let (name, ended) = match file {
            Ok(file) => (file.name.clone(), run.file(file, see)),
            Err((name, error)) => (name, Err(error)),
        };
        match ended {
            Ok(goes_on) => goes_on,
            Err(Unreadable::Stopped) => {
                stopped = true;
                false
            }
            Err(error) => see(Event::Unreadable(&name, &error.to_string())),
        }
    };
    let passed_over: Vec<&str> = run.formats.iter().flat_map(|format| format.beside()).copied().collect();
    let opening =
        OpenOptions { stop: run.stop, meter: run.meter, encoding: run.encoding, passed_over: &passed_over };
    for source in sources {
        let goes_on = match source {
            Source::Path(path) => opening.each(&path, &mut visit),
            Source::Opened(file) => opening.each_in(file, &mut visit),
        };
        if !goes_on {
            return if stopped { Err(Unreadable::Stopped) } else { Ok(false) };
        }
    }
    Ok(true)
}

/// Some records, and what ended the batch if not its length.
struct Batch {
    found: Vec<RecordEntry>,
    end: Option<Result<(), Unreadable>>,
}

impl ArchiveRun<'_> {
    fn file(self, mut file: OpenFile, see: &mut dyn FnMut(Event<'_>) -> bool) -> Result<bool, Unreadable> {
        let name = file.name.clone();
        let format = choose(self.formats, self.wanted, &mut file)?;
        if !see(Event::Begun(&name, format)) {
            return Ok(false);
        }
        let mut records = format.read(file)?;
        let says_none = records.says_none();
        let mut batch = self.batch(&mut *records);
        let mut is_empty = true;
        loop {
            let read_on = batch.end.is_none();
            let (next, verdicts) = rayon::join(
                || read_on.then(|| self.batch(&mut *records)),
                || {
                    let found = batch.found.par_iter().with_min_len(AT_LEAST);
                    found.map(|found| self.verdict(found)).collect::<Vec<_>>()
                },
            );
            is_empty &= batch.found.is_empty() && !(batch.end.is_some() && says_none);
            for (found, verdict) in batch.found.iter().zip(&verdicts) {
                let goes_on = match (found, verdict) {
                    (RecordEntry::Record(record), Some(verdict)) => {
                        see(Event::Judged(&name, record, verdict))
                    }
                    (RecordEntry::Broken(broken), _) => see(Event::Broken(&name, broken)),
                    (RecordEntry::Record(_), None) => return Err(Unreadable::Stopped),
                };
                if !goes_on {
                    return Ok(false);
                }
            }
            match (batch.end, next) {
                (Some(Err(error)), _) => return Err(error),
                (Some(Ok(())), _) | (None, None) if is_empty => {
                    return Err(Unreadable::Wrong("no record in it".to_owned()));
                }
                (Some(Ok(())), _) | (None, None) => return Ok(true),
                (None, Some(next)) => batch = next,
            }
        }
    }

    fn batch(self, records: &mut dyn RecordReader) -> Batch {
        let (mut found, mut bytes) = (Vec::new(), 0);
        while found.len() < BATCH && bytes < BATCH_BYTES {
            if self.stop.is_requested() {
                return Batch { found, end: Some(Err(Unreadable::Stopped)) };
            }
            match records.next() {
                Ok(Some(next)) => {
                    if let RecordEntry::Record(record) = &next {
                        bytes += record.moves.len();
                    }
                    found.push(next);
                }
                Ok(None) => return Batch { found, end: Some(Ok(())) },
                Err(error) => return Batch { found, end: Some(Err(error)) },
            }
        }
        Batch { found, end: None }
    }

    fn verdict(self, found: &RecordEntry) -> Option<Verdict> {
        match found {
            RecordEntry::Record(_) if self.stop.is_requested() => None,
            RecordEntry::Record(record) => Some(self.judge.judge(record)),
            RecordEntry::Broken(_) => None,
        }
    }
}
