//! Reads the lines of a strategy: one or several xz streams, one behind the other.

use super::StrategyError;
use lzma_rust2::XzReader;
use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

/// Is told how many lines have been checked so far, and says whether to go on.
pub type Watch<'w> = dyn FnMut(u64) -> bool + 'w;

/// The longest line, in bytes.
const LINE_LIMIT: usize = 1 << 16;
/// The memory for a stream, in kibibytes: the strongest preset of the usual program needs half of it.
const MEMORY_LIMIT: u32 = 1 << 17;
/// The number of bytes that are read at a time.
const BUFFER: usize = 1 << 16;

/// A position of the owner, the ply there, and the number of plies that are left; no number in a set that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<'l> {
    pub(super) position: &'l str,
    pub(super) ply: &'l str,
    pub(super) left: Option<u32>,
}

/// Where a stream begins, in bytes of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StreamStart(u64);

impl StreamStart {
    /// The beginning of the file.
    pub(super) const FIRST: StreamStart = StreamStart(0);
}

/// The lines of a file from the beginning of a stream on.
pub(super) struct Lines<'f, F: Read + Seek> {
    text: BufReader<Streams<'f, F>>,
    /// The number of bytes of text before the next line.
    at: u64,
    /// The number of the last line, from 1.
    number: u64,
    line: Vec<u8>,
    /// The position of the last entry.
    previous: Vec<u8>,
    /// The stream that begins with the last line, if one does.
    start: Option<StreamStart>,
}

impl<'f, F: Read + Seek> Lines<'f, F> {
    /// The lines from the beginning of a stream on, before which there are so many lines.
    pub(super) fn from(file: &'f RefCell<F>, start: StreamStart, before: u64) -> Self {
        let packed = BufReader::with_capacity(BUFFER, Cursor { file, at: start.0 });
        let streams = Streams { state: State::Between(packed), given: 0, last: None };
        Lines {
            text: BufReader::with_capacity(BUFFER, streams),
            at: 0,
            number: before,
            line: Vec::new(),
            previous: Vec::new(),
            start: None,
        }
    }

    /// The number of the last line, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The next line without its end.
    pub(super) fn text(&mut self) -> Result<Option<&str>, StrategyError> {
        self.line.clear();
        let before = self.number;
        let damaged = |error| StrategyError::File { line: before, error };
        if self.text.fill_buf().map_err(damaged)?.is_empty() {
            return Ok(None);
        }
        self.start = self.text.get_ref().last.filter(|(at, _)| *at == self.at).map(|(_, start)| start);
        let mut limited = (&mut self.text).take(LINE_LIMIT as u64 + 1);
        let length = limited.read_until(b'\n', &mut self.line).map_err(damaged)?;
        (self.number, self.at) = (before + 1, self.at + length as u64);
        let fault = |reason: &str| Err(StrategyError::form(before + 1, reason));
        if self.line.pop() != Some(b'\n') {
            let is_long = length > LINE_LIMIT;
            return fault(if is_long { "the line is too long" } else { "the last line has no end" });
        }
        if self.line.contains(&b'\r') {
            return fault("a carriage return");
        }
        match std::str::from_utf8(&self.line) {
            Ok(line) => Ok(Some(line)),
            Err(_) => fault("this is not UTF-8"),
        }
    }

    /// The next entry, and the stream that begins with it, if one does. Entries stand in the order of their positions, byte by
    /// byte.
    pub(super) fn entry(
        &mut self,
        has_number: bool,
    ) -> Result<Option<(Entry<'_>, Option<StreamStart>)>, StrategyError> {
        if self.text()?.is_none() {
            return Ok(None);
        }
        let (number_of_line, expected) = (self.number, if has_number { 3 } else { 2 });
        // The line is UTF-8: it has just been read.
        let line = std::str::from_utf8(&self.line).unwrap_or_default();
        let mut parts = line.splitn(expected, '\t');
        let (position, ply) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let left = parts.next();
        let count = left.and_then(number::<u32>);
        if position.is_empty() || ply.is_empty() || ply.contains('\t') || count.is_some() != has_number {
            let reason = if has_number {
                "expected a position, a ply and a number of plies, with tabs between"
            } else {
                "expected a position and a ply, with a tab between"
            };
            return Err(StrategyError::form(number_of_line, reason));
        }
        if !self.previous.is_empty() && position.as_bytes() <= self.previous.as_slice() {
            let reason = "its position does not come after that of the line before";
            return Err(StrategyError::refused(number_of_line, reason));
        }
        self.previous.clear();
        self.previous.extend_from_slice(position.as_bytes());
        Ok(Some((Entry { position, ply, left: count }, self.start)))
    }
}

/// One of several readers of a file, with a place of its own.
struct Cursor<'f, F> {
    file: &'f RefCell<F>,
    at: u64,
}

impl<F: Read + Seek> Read for Cursor<'_, F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.borrow_mut();
        file.seek(SeekFrom::Start(self.at))?;
        let length = file.read(bytes)?;
        self.at += length as u64;
        Ok(length)
    }
}

type Packed<'f, F> = BufReader<Cursor<'f, F>>;

/// The text of streams, one behind the other. Each reading gives text of one stream only.
struct Streams<'f, F: Read + Seek> {
    state: State<'f, F>,
    /// The number of bytes of text that have been read.
    given: u64,
    /// The number of bytes of text before the last stream that has been begun, and where it begins.
    last: Option<(u64, StreamStart)>,
}

enum State<'f, F: Read + Seek> {
    Between(Packed<'f, F>),
    Inside(Box<XzReader<Packed<'f, F>>>),
    Over,
}

impl<F: Read + Seek> Read for Streams<'_, F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            // After an error there is no more to read.
            match std::mem::replace(&mut self.state, State::Over) {
                State::Inside(mut stream) => {
                    let length = stream.read(bytes)?;
                    if length > 0 || bytes.is_empty() {
                        self.given += length as u64;
                        self.state = State::Inside(stream);
                        return Ok(length);
                    }
                    self.state = State::Between(stream.into_inner());
                }
                State::Between(mut packed) => {
                    if self.last.is_some() && !skip_padding(&mut packed)? {
                        return Ok(0);
                    }
                    let start = packed.get_ref().at - packed.buffer().len() as u64;
                    self.last = Some((self.given, StreamStart(start)));
                    let stream = XzReader::new_mem_limit(packed, false, MEMORY_LIMIT);
                    self.state = State::Inside(Box::new(stream));
                }
                State::Over => return Ok(0),
            }
        }
    }
}

/// Skips the zeros between two streams, four or a multiple. Whether a stream follows.
fn skip_padding(packed: &mut impl BufRead) -> io::Result<bool> {
    let mut zeros = 0;
    loop {
        let bytes = packed.fill_buf()?;
        let (found, length) = (bytes.iter().take_while(|byte| **byte == 0).count(), bytes.len());
        packed.consume(found);
        zeros += found;
        if found < length || length == 0 {
            if zeros % 4 != 0 {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "zeros behind a stream"));
            }
            return Ok(length > 0);
        }
    }
}

/// A number as it is written: without a sign, zeros in front, or blanks.
pub(super) fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}
