//! Bytes with their places: the lexer shared by the readers of formulas and of answers.

use std::io::{self, BufRead, ErrorKind};

use thiserror::Error;

use crate::numbers::decimal;

/// A token at a place where a number may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    /// A decimal number.
    Number(i64),
    /// The end of the line; it has been consumed.
    LineEnd,
    /// The end of the file.
    FileEnd,
    /// A byte that begins no number; it has not been consumed.
    Other(u8),
}

/// A text that the formats do not allow, whatever its meaning.
#[derive(Debug, Error)]
pub(crate) enum Malformed {
    /// Reading failed.
    #[error("cannot read further")]
    Io(#[from] io::Error),
    /// The text is not a number, such as `-`, `007`, `-0` or `12x`.
    #[error("not a number")]
    Number,
    /// A comment that is not UTF-8.
    #[error("not UTF-8")]
    Utf8,
}

/// Reads bytes one after the other and knows the place of each. It keeps nothing of what it has read, so that lines may
/// be of any length.
#[derive(Debug)]
pub(crate) struct Cursor<R> {
    reader: R,
    line: u64,
    column: u64,
}

impl<R: BufRead> Cursor<R> {
    pub(crate) fn new(reader: R) -> Cursor<R> {
        Cursor { reader, line: 1, column: 1 }
    }

    /// The line of the next byte, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// The column of the next byte, from 1 and in bytes.
    pub(crate) fn column(&self) -> u64 {
        self.column
    }

    /// The next byte, without consuming it; `None` at the end.
    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.reader.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                // An interrupted read is not an error of the file.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Skips a byte order mark of UTF-8. No text that is read here has its first byte in another place.
    pub(crate) fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        for byte in *b"\xef\xbb\xbf" {
            if self.peek()? != Some(byte) {
                break;
            }
            self.reader.consume(1);
        }
        Ok(())
    }

    /// The bytes that are in memory, some of them if there are any at all.
    pub(crate) fn window(&mut self) -> io::Result<&[u8]> {
        self.peek()?;
        self.reader.fill_buf()
    }

    /// Consumes whole lines of the window: their bytes and their number.
    pub(crate) fn skip_lines(&mut self, bytes: usize, lines: u64) {
        self.reader.consume(bytes);
        self.line += lines;
    }

    /// Consumes the byte that [`Cursor::peek`] returned.
    pub(crate) fn bump(&mut self, byte: u8) {
        self.reader.consume(1);
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }

    /// Skips blanks, and a carriage return before a newline.
    pub(crate) fn skip_blanks(&mut self) -> io::Result<()> {
        while let Some(byte @ (b' ' | b'\t' | b'\r')) = self.peek()? {
            self.bump(byte);
        }
        Ok(())
    }

    /// Reads the next token, after blanks.
    pub(crate) fn token(&mut self) -> Result<Token, Malformed> {
        self.skip_blanks()?;
        match self.peek()? {
            None => Ok(Token::FileEnd),
            Some(b'\n') => {
                self.bump(b'\n');
                Ok(Token::LineEnd)
            }
            Some(b'-' | b'0'..=b'9') => self.number().map(Token::Number),
            Some(other) => Ok(Token::Other(other)),
        }
    }

    /// Reads a number up to the blank, newline or end after it. It has at most 18 digits and no leading zero.
    #[inline]
    fn number(&mut self) -> Result<i64, Malformed> {
        if let Some((number, length)) = quick(self.reader.fill_buf()?) {
            self.reader.consume(length);
            self.column += length as u64;
            return Ok(number);
        }
        self.digits()
    }

    /// Reads a number byte by byte.
    #[cold]
    fn digits(&mut self) -> Result<i64, Malformed> {
        const DIGITS: u32 = 18;
        let negative = self.peek()? == Some(b'-');
        if negative {
            self.bump(b'-');
        }
        let mut value = 0_i64;
        let mut digits = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek()? {
            let leading_zero = digits == 1 && value == 0;
            if digits == DIGITS || leading_zero {
                return Err(Malformed::Number);
            }
            value = value * 10 + i64::from(digit - b'0');
            digits += 1;
            self.bump(digit);
        }
        let closed = matches!(self.peek()?, None | Some(b' ' | b'\t' | b'\r' | b'\n'));
        if digits == 0 || !closed || (negative && value == 0) {
            return Err(Malformed::Number);
        }
        Ok(if negative { -value } else { value })
    }

    /// Reads a word of at most `limit` bytes, up to the blank, newline or end after it; `None` if it is longer.
    pub(crate) fn word(&mut self, limit: usize) -> io::Result<Option<Vec<u8>>> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek()? {
            if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                break;
            }
            if word.len() == limit {
                return Ok(None);
            }
            word.push(byte);
            self.bump(byte);
        }
        Ok(Some(word))
    }

    /// Skips the rest of a line, which must be UTF-8, and its newline.
    pub(crate) fn skip_comment(&mut self) -> Result<(), Malformed> {
        while let Some(byte) = self.peek()? {
            if byte.is_ascii() {
                self.bump(byte);
                if byte == b'\n' {
                    break;
                }
            } else {
                self.skip_character(byte)?;
            }
        }
        Ok(())
    }

    /// Skips one character of several bytes, the first of which is `lead`.
    fn skip_character(&mut self, lead: u8) -> Result<(), Malformed> {
        let length = match lead {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return Err(Malformed::Utf8),
        };
        let mut character = Vec::with_capacity(length);
        for _ in 0..length {
            // A newline is not part of a character, and must stay so that the line is counted.
            let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii()) else {
                return Err(Malformed::Utf8);
            };
            character.push(byte);
            self.bump(byte);
        }
        std::str::from_utf8(&character).map(|_| ()).map_err(|_| Malformed::Utf8)
    }
}

/// A number and its length in bytes, if it is written as usual and is not near the end of the window.
#[inline]
fn quick(window: &[u8]) -> Option<(i64, usize)> {
    let is_negative = *window.first()? == b'-';
    let (magnitude, closing, rest) = decimal(&window[usize::from(is_negative)..])?;
    let number = if is_negative { -(magnitude as i64) } else { magnitude as i64 };
    let is_usual = matches!(closing, b' ' | b'\n') && (magnitude != 0 || !is_negative);
    is_usual.then(|| (number, window.len() - rest.len() - 1))
}
