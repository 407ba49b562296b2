//! Files of records. Each record is replayed as it is read, so the memory depends on the longest record, not on the
//! file.

use crate::game::{PlayError, ReplayReport};
use certamen_work::stop::{Stop, is_interrupted};
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, BufRead, Read};

/// The longest line of a file of records, in bytes.
pub const LINE_LIMIT: u64 = 16 << 20;

/// An open file of records.
///
/// # Examples
/// ```
/// use certamen_ask::flag::Given;
/// use certamen_play::{Game, RecordFile, RecordStatus, RuledGame};
/// use certamen_work::Stop;
/// use encodings::othello::rules::Othello;
///
/// let table = RuledGame::new("Othello on 4x4").alone(Othello::<4>).table(&Given::new())?;
/// let mut reader: &[u8] = b"# two\nb1 a1\nd4\n";
/// let mut file = RecordFile { name: "games.txt", extension: Some("txt"), reader: &mut reader };
/// let mut legal = Vec::new();
/// let list = table.replay_file(None, &mut file, &Stop::new(), &mut |report| legal.push(report.status))?;
/// assert_eq!((list, legal), ("records", vec![RecordStatus::Legal, RecordStatus::Illegal]));
/// # Ok::<(), certamen_play::PlayError>(())
/// ```
pub struct RecordFile<'a> {
    /// Its name, for error messages.
    pub name: &'a str,
    /// The extension of its name without the dot, if it has one.
    pub extension: Option<&'a str>,
    /// Its contents.
    pub reader: &'a mut dyn BufRead,
}

impl fmt::Debug for RecordFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, extension, reader: _ } = self;
        f.debug_struct("RecordFile").field("name", name).field("extension", extension).finish_non_exhaustive()
    }
}

/// The status of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordStatus {
    /// It is legal.
    Legal,
    /// It is not legal.
    Illegal,
    /// It cannot be read.
    Unreadable,
}

/// The result of replaying one record of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordReport {
    /// What is known of the record.
    pub status: RecordStatus,
    /// The name under which JSON lists the reports of this file.
    pub list: &'static str,
    /// One or more lines, each ended by a newline; for a record that cannot be read the error.
    pub text: String,
    /// The same as JSON.
    pub object: Value,
}

impl RecordFile<'_> {
    /// Converts an error of reading: the file cannot be read, or a request to stop ended the reading.
    pub fn unreadable(&self, error: &io::Error) -> PlayError {
        if is_interrupted(error) {
            PlayError::Stopped
        } else {
            PlayError::File(format!("cannot read {}: {error}", self.name))
        }
    }

    fn wrong(&self, reason: impl fmt::Display) -> PlayError {
        PlayError::File(format!("{}: {reason}", self.name))
    }
}

/// The records of a text, one on each line, with their line numbers. Blank lines and lines that begin with `#` are
/// comments.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, record)| !record.is_empty() && !record.starts_with('#'))
}

/// The lines of a file, one at a time.
#[derive(Default)]
struct Lines {
    /// The number of the line, from 1.
    number: usize,
    /// The number of bytes before the line.
    before: u64,
    line: Vec<u8>,
}

impl Lines {
    /// Reads a line. Returns false at the end of the file.
    fn read(&mut self, file: &mut RecordFile<'_>) -> Result<bool, PlayError> {
        self.before += self.line.len() as u64;
        self.number += 1;
        self.line.clear();
        let read = (&mut *file.reader).take(LINE_LIMIT + 1).read_until(b'\n', &mut self.line);
        read.map_err(|error| file.unreadable(&error))?;
        if self.line.len() as u64 > LINE_LIMIT {
            return Err(file.wrong(format!("line {} has more than {LINE_LIMIT} bytes", self.number)));
        }
        Ok(!self.line.is_empty())
    }

    /// The record in the line. `None` for a blank line or a comment.
    fn record(&self, file: &RecordFile<'_>) -> Result<Option<&str>, PlayError> {
        let line = match self.line.strip_prefix(b"\xef\xbb\xbf") {
            Some(line) if self.number == 1 => line,
            _ => &self.line,
        };
        // A comment may be in any encoding.
        if line.trim_ascii_start().starts_with(b"#") {
            return Ok(None);
        }
        let record = std::str::from_utf8(line).map_err(|error| {
            let place = self.before + (self.line.len() - line.len() + error.valid_up_to()) as u64 + 1;
            file.wrong(format!("byte {place} is not UTF-8"))
        })?;
        let record = record.trim();
        Ok((!record.is_empty() && !record.starts_with('#')).then_some(record))
    }
}

/// Replays one record for each line, and reports each before the next is read. A line that is not UTF-8 is reported as one
/// that cannot be read.
///
/// # Errors
/// [`PlayError`] if there is no record, or if the replay itself fails.
pub fn each_line(
    file: &mut RecordFile<'_>,
    stop: &Stop,
    report: &mut dyn FnMut(RecordReport),
    mut replay: impl FnMut(&str) -> Result<ReplayReport, PlayError>,
) -> Result<(), PlayError> {
    let mut is_empty = true;
    let mut lines = Lines::default();
    while lines.read(file)? {
        if stop.is_requested() {
            return Err(PlayError::Stopped);
        }
        let line = lines.number;
        let record = match lines.record(file) {
            Ok(None) => continue,
            Ok(Some(record)) => record,
            Err(error) => {
                is_empty = false;
                let (text, status) = (error.to_string(), RecordStatus::Unreadable);
                let object = json!({ "line": line, "unreadable": text });
                report(RecordReport { status, list: "records", text, object });
                continue;
            }
        };
        is_empty = false;
        let ReplayReport { is_legal, verdict, mut object, .. } = replay(record)?;
        if let Value::Object(members) = &mut object {
            members.insert("line".to_owned(), json!(line));
        }
        let status = if is_legal { RecordStatus::Legal } else { RecordStatus::Illegal };
        report(RecordReport { status, list: "records", text: format!("line {line}: {verdict}\n"), object });
    }
    if is_empty { Err(file.wrong("no record in it")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn reports(bytes: &[u8]) -> Result<Vec<String>, PlayError> {
        let mut reader = Cursor::new(bytes);
        let mut file = RecordFile { name: "games", extension: None, reader: &mut reader };
        let mut reports = Vec::new();
        let mut report = |report: RecordReport| reports.push(report.text);
        each_line(&mut file, &Stop::new(), &mut report, |record| {
            let verdict = record.to_owned();
            Ok(ReplayReport { is_legal: true, diagram: String::new(), verdict, object: json!({}) })
        })?;
        Ok(reports)
    }

    #[test]
    fn lines_are_records_or_comments() {
        let found = reports(b"\xef\xbb\xbf a \r\n\n# Z\xfcrich\n  # more\nb").unwrap();
        assert_eq!(found, ["line 1: a\n", "line 5: b\n"]);
        let wrong = |bytes: &[u8]| reports(bytes).unwrap_err().to_string();
        assert_eq!(wrong(b""), "games: no record in it");
        assert_eq!(wrong(b"\n#\n"), "games: no record in it");
        let found = reports(b"F5D6\n\xff\nC3").unwrap();
        assert_eq!(found, ["line 1: F5D6\n", "games: byte 6 is not UTF-8", "line 3: C3\n"]);
        assert_eq!(reports(b"\xef\xbb\xbfa\xff").unwrap(), ["games: byte 5 is not UTF-8"]);
        let long = vec![b'x'; LINE_LIMIT as usize + 1];
        assert_eq!(wrong(&long), format!("games: line 1 has more than {LINE_LIMIT} bytes"));
    }

    /// An endless file is answered record by record.
    #[test]
    fn each_record_is_reported_before_the_next_is_read() {
        struct Endless;
        impl Read for Endless {
            fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
                bytes[..2].copy_from_slice(b"a\n");
                Ok(2)
            }
        }
        let mut reader = io::BufReader::with_capacity(2, Endless);
        let mut file = RecordFile { name: "-", extension: None, reader: &mut reader };
        let stop = Stop::new();
        let mut count = 0;
        let mut report = |_| {
            count += 1;
            if count == 1000 {
                stop.request();
            }
        };
        let ended = each_line(&mut file, &stop, &mut report, |record| {
            let verdict = record.to_owned();
            Ok(ReplayReport { is_legal: true, diagram: String::new(), verdict, object: json!({}) })
        });
        assert_eq!((ended, count), (Err(PlayError::Stopped), 1000));
    }
}
