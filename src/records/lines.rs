//! Lines of moves: one record a line, in the notation of the game. Every game has this format.

use crate::encoding::{DecodedText, Encoding, decode};
use crate::format::{
    FileHead, Format, NotRepresentable, OpenFile, RecordEntry, RecordReader, RecordWriter, TextWriter,
    Unreadable, WriteResult,
};
use crate::record::{Claim, Label, Place, Record};
use crate::text_place::{Remark, TextPlace, TextPlaces};
use std::io::{BufRead, Read};

/// The longest line of a file of records, in bytes.
pub const LINE_LIMIT: usize = 16 << 20;

/// The format `lines`. Blank lines and lines that begin with `#` are comments.
///
/// # Examples
/// ```
/// use certamen_records::{Format, Lines, Place, Record};
///
/// let capitals = Lines::written_by(|record| Ok((record.moves.to_uppercase(), Vec::new())));
/// let mut out = Vec::new();
/// let lost = capitals.writer().add(&Record::new(Place::Line(1), "a1 b2"), &mut out)?;
/// assert_eq!((out, lost), (b"A1 B2\n".to_vec(), Ok(Vec::new())));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    line: fn(&Record) -> WriteResult,
}

impl Lines {
    /// Lines that a game writes in its own way. `line` gives the moves of a record without an end of line.
    pub const fn written_by(line: fn(&Record) -> WriteResult) -> Self {
        Self { line }
    }
}

impl Default for Lines {
    /// Lines with the moves of a record as they are.
    fn default() -> Self {
        Self::written_by(as_it_is)
    }
}

/// The lines of a file, one at a time, each with its number.
///
/// # Examples
/// ```
/// use certamen_records::TextLines;
///
/// let mut lines = TextLines::new(Box::new(&b"\xef\xbb\xbfa\r\n\nb"[..]), None);
/// assert_eq!(lines.next()?, Some((1, "a".to_owned())));
/// assert_eq!(lines.next()?, Some((2, String::new())));
/// assert_eq!(lines.next()?, Some((3, "b".to_owned())));
/// assert_eq!(lines.next()?, None);
/// # Ok::<(), certamen_records::Unreadable>(())
/// ```
pub struct TextLines {
    reader: Box<dyn BufRead + Send>,
    encoding: Option<&'static Encoding>,
    number: u64,
    line: Vec<u8>,
    /// The remarks on how lines were read since the last call.
    pub remarks: Vec<Remark>,
}

impl std::fmt::Debug for TextLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextLines").field("number", &self.number).finish_non_exhaustive()
    }
}

impl TextLines {
    /// The lines of a text, and its encoding if the user names it.
    pub fn new(reader: Box<dyn BufRead + Send>, encoding: Option<&'static Encoding>) -> Self {
        Self { reader, encoding, number: 0, line: Vec::new(), remarks: Vec::new() }
    }

    /// The next line without its end, and its number from 1. If no encoding is named, a line that is not ASCII is
    /// remarked on.
    ///
    /// # Errors
    /// [`Unreadable`], also for a line of more than [`LINE_LIMIT`] bytes.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot return errors in this way")]
    pub fn next(&mut self) -> Result<Option<(u64, String)>, Unreadable> {
        self.number += 1;
        self.line.clear();
        (&mut self.reader).take(LINE_LIMIT as u64 + 1).read_until(b'\n', &mut self.line)?;
        if self.line.is_empty() {
            return Ok(None);
        }
        let place = Place::Line(self.number);
        if self.line.len() > LINE_LIMIT {
            return Err(Unreadable::at(place, format!("more than {LINE_LIMIT} bytes")));
        }
        let line = match self.line.strip_prefix(b"\xef\xbb\xbf") {
            Some(line) if self.number == 1 => {
                self.encoding = self.encoding.or(Some(encoding_rs::UTF_8));
                line
            }
            _ => &self.line,
        };
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let DecodedText { text, remark } = decode(line, self.encoding);
        if let Some((at, reason)) = remark {
            let first = TextPlace { line: self.number as usize, column: 1 };
            self.remarks.push(Remark { at: TextPlaces::new(&text, first).at(at), reason });
        }
        Ok(Some((self.number, text)))
    }
}

impl RecordReader for TextLines {
    fn next(&mut self) -> Result<Option<RecordEntry>, Unreadable> {
        while let Some((number, line)) = Self::next(self)? {
            let remarks = std::mem::take(&mut self.remarks);
            let record = line.trim();
            if record.is_empty() || record.starts_with('#') {
                continue;
            }
            let place = Place::Line(number);
            let read = if record.contains('\0') {
                Err("a NUL character: this is not a text".to_owned())
            } else if self.encoding.is_none() && std::str::from_utf8(&self.line).is_err() {
                Err("not UTF-8: --encoding NAME says what it is".to_owned())
            } else {
                Ok(Record { remarks, ..Record::new(place, record) })
            };
            return Ok(Some(RecordEntry::new(place, read)));
        }
        Ok(None)
    }
}

impl Format for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn about(&self) -> &'static str {
        "the moves of a game on each line, # for comments"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt", "lines"]
    }

    /// Any text can be lines of moves.
    fn recognises(&self, head: FileHead<'_>) -> bool {
        !head.bytes.contains(&0)
    }

    fn read(&self, file: OpenFile) -> Result<Box<dyn RecordReader>, Unreadable> {
        Ok(Box::new(TextLines::new(file.reader, file.encoding)))
    }

    fn writer(&self) -> Box<dyn RecordWriter> {
        let line = self.line;
        Box::new(TextWriter(move |record: &Record| {
            if record.start.is_some() {
                return Err(NotRepresentable("lines of moves begin at the start of the game".to_owned()));
            }
            let (line, lost) = line(record)?;
            if line.trim().is_empty() {
                return Err(NotRepresentable("a line of no moves would be a blank line".to_owned()));
            }
            Ok((line, lost))
        }))
    }
}

/// The moves of a record, and what it has besides.
#[expect(clippy::unnecessary_wraps, reason = "a writer of a format may refuse a record")]
fn as_it_is(record: &Record) -> WriteResult {
    let mut lost: Vec<&'static str> =
        Label::ALL.into_iter().filter(|&label| record.label(label).is_some()).map(Label::name).collect();
    lost.extend(record.claims.iter().map(Claim::name));
    if record.notes.iter().any(|note| !note.evaluation.is_empty()) {
        lost.push("evaluations");
    }
    if record.notes.iter().any(|note| !note.time.is_empty()) {
        lost.push("times of moves");
    }
    if record.ended_by.is_some() {
        lost.push("how the game ended");
    }
    Ok((record.moves.clone(), lost))
}
