//! Formats of files of records.
//!
//! A format reads a file record by record, so that memory depends on the longest record and not on the file, and it
//! says which file it is from the first bytes. It writes what it can hold, and names what it cannot.

use crate::encoding::Encoding;
use crate::location::FileLocation;
use crate::record::{Place, Record};
use certamen_work::stop::is_interrupted;
use std::fmt;
use std::io::{self, BufRead, Write};

/// Why the rest of a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Io(io::Error),
    /// A request to stop.
    #[error("interrupted")]
    Stopped,
    /// It is known to be something else, of this name.
    #[error("this is {0}, which is not read")]
    Foreign(&'static str),
    /// It is not what it seems to be.
    #[error("{0}")]
    Wrong(String),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        if is_interrupted(&error) { Self::Stopped } else { Self::Io(error) }
    }
}

impl Unreadable {
    /// An error with its place and its reason.
    pub fn at(place: impl fmt::Display, reason: impl fmt::Display) -> Self {
        Self::Wrong(format!("{place}: {reason}"))
    }
}

/// A record that cannot be read, while those after it can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRecord {
    /// Its place.
    pub place: Place,
    /// Why it cannot be read, with the byte or the property.
    pub reason: String,
}

/// An entry of a file of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordEntry {
    /// A record.
    Record(Record),
    /// A record that cannot be read.
    Broken(BrokenRecord),
}

impl RecordEntry {
    /// What was read at a place, or why it cannot be read.
    pub fn new(place: Place, read: Result<Record, String>) -> Self {
        match read {
            Ok(record) => Self::Record(record),
            Err(reason) => Self::Broken(BrokenRecord { place, reason }),
        }
    }
}

/// An open file of records.
pub struct OpenFile {
    /// Its name, for messages.
    pub name: String,
    /// Its location. A format may find other files beside it.
    pub location: FileLocation,
    /// The encoding of its text, if the user names it.
    pub encoding: Option<&'static Encoding>,
    /// Its contents.
    pub reader: Box<dyn BufRead + Send>,
}

impl fmt::Debug for OpenFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenFile")
            .field("name", &self.name)
            .field("location", &self.location)
            .finish_non_exhaustive()
    }
}

/// What a format recognises a file by, before it is read: the first bytes that are available at once, and its extension.
#[derive(Clone, Copy, Debug)]
pub struct FileHead<'a> {
    /// The first bytes. The file has no more than these if there are fewer than [`FileHead::LENGTH`] and it is not a pipe.
    pub bytes: &'a [u8],
    /// The extension of its name, in lower case.
    pub extension: &'a str,
}

impl<'a> FileHead<'a> {
    /// The number of bytes that are looked at.
    pub const LENGTH: usize = 4096;

    /// The bytes behind a byte order mark and blanks.
    pub fn text(&self) -> &'a [u8] {
        self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(self.bytes).trim_ascii_start()
    }
}

/// The records of a file, one after the other.
pub trait RecordReader: Send {
    /// The next record; `None` at the end.
    ///
    /// # Errors
    /// [`Unreadable`] if nothing after this place can be read.
    fn next(&mut self) -> Result<Option<RecordEntry>, Unreadable>;

    /// Whether the file itself says that it has no record.
    fn says_none(&self) -> bool {
        false
    }
}

/// A format of files of records.
pub trait Format: Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// The extensions of its files, in lower case.
    fn extensions(&self) -> &'static [&'static str];

    /// The extensions of files beside them, in lower case, in which this format finds what its files leave out.
    fn beside(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the first bytes show that a file has this format.
    fn recognises(&self, head: FileHead<'_>) -> bool;

    /// Begins to read a file.
    ///
    /// # Errors
    /// [`Unreadable`] if its beginning is not one of this format.
    fn read(&self, file: OpenFile) -> Result<Box<dyn RecordReader>, Unreadable>;

    /// Begins to write a file.
    fn writer(&self) -> Box<dyn RecordWriter>;
}

/// Why a format cannot hold a record at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotRepresentable(pub String);

/// A record as text, and the names of what the format does not hold of it.
pub type WriteResult = Result<(String, Vec<&'static str>), NotRepresentable>;

/// What remains to be done at the end of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTrailer {
    /// Bytes that replace as many at the beginning of the file. Empty if there are none.
    pub head: Vec<u8>,
    /// Files beside it: their extension, and what is in them.
    pub beside: Vec<(&'static str, Vec<u8>)>,
    /// What the file as a whole could not hold.
    pub lost: Vec<&'static str>,
}

/// Writes records one after the other.
pub trait RecordWriter {
    /// Writes a record. Returns what of it the format cannot hold.
    ///
    /// # Errors
    /// [`NotRepresentable`] if the format cannot hold the record at all; then nothing has been written. Errors of `out` are
    /// returned as they are.
    fn add(
        &mut self,
        record: &Record,
        out: &mut dyn Write,
    ) -> io::Result<Result<Vec<&'static str>, NotRepresentable>>;

    /// Whether the file has to be one whose beginning can be replaced.
    fn needs_file(&self) -> bool {
        false
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Those of `out`.
    fn finish(self: Box<Self>, _out: &mut dyn Write) -> io::Result<FileTrailer> {
        Ok(FileTrailer::default())
    }
}

/// Writes each record as text that a function makes, with the end of a line behind it.
#[derive(Clone, Copy, Debug)]
pub struct TextWriter<F>(pub F);

impl<F: Fn(&Record) -> WriteResult> RecordWriter for TextWriter<F> {
    fn add(
        &mut self,
        record: &Record,
        out: &mut dyn Write,
    ) -> io::Result<Result<Vec<&'static str>, NotRepresentable>> {
        Ok(match (self.0)(record) {
            Ok((text, lost)) => {
                writeln!(out, "{text}")?;
                Ok(lost)
            }
            Err(cannot) => Err(cannot),
        })
    }
}
