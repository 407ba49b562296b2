//! The lexer of answers.

use super::answer_error::{AnswerError, AnswerPlace, Problem};
use super::symbol::is_simple;

/// A token of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A symbol or a literal, unchanged.
    Plain(&'t str),
    /// A symbol between bars, without them.
    Barred(&'t str),
    /// A string, without its quotes; a quote inside is still doubled.
    Text(&'t str),
    /// The end of the answer.
    End,
}

/// Bytes with a position, read as tokens. Nothing recurses, so parentheses may nest to any depth.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    rest: &'t [u8],
    place: AnswerPlace,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { rest: text, place: AnswerPlace { line: 1, column: 1 } }
    }

    /// Takes the next token, and where it starts.
    pub(super) fn next(&mut self) -> Result<(Token<'t>, AnswerPlace), AnswerError> {
        self.skip_blanks();
        let place = self.place;
        let token = match self.rest.first() {
            None => Token::End,
            Some(b'(') => self.single(Token::Open),
            Some(b')') => self.single(Token::Close),
            Some(b'|') => Token::Barred(self.enclosed(b'|', place)?),
            Some(b'"') => Token::Text(self.string(place)?),
            Some(_) => Token::Plain(self.plain(place)?),
        };
        Ok((token, place))
    }

    /// The next token, without taking it.
    pub(super) fn peek(&self) -> Result<(Token<'t>, AnswerPlace), AnswerError> {
        self.clone().next()
    }

    /// Skips blanks, and comments up to the end of their line.
    fn skip_blanks(&mut self) {
        while let Some(&byte) = self.rest.first() {
            let blanks = match byte {
                b' ' | b'\t' | b'\r' | b'\n' => 1,
                b';' => self.length(|byte| byte != b'\n'),
                _ => return,
            };
            self.advance(blanks);
        }
    }

    fn single(&mut self, token: Token<'t>) -> Token<'t> {
        self.advance(1);
        token
    }

    fn plain(&mut self, place: AnswerPlace) -> Result<&'t str, AnswerError> {
        let length = self.length(|byte| is_simple(byte) || byte == b'#' || byte == b':');
        if length == 0 {
            return Err(Problem::Byte(self.rest[0]).at(place));
        }
        self.text(length)
    }

    /// The text between a byte here and its next occurrence.
    fn enclosed(&mut self, delimiter: u8, start: AnswerPlace) -> Result<&'t str, AnswerError> {
        self.advance(1);
        let length = self.length(|byte| byte != delimiter);
        if length == self.rest.len() {
            return Err(Problem::Unclosed.at(start));
        }
        let inside = self.text(length)?;
        self.advance(1);
        Ok(inside)
    }

    /// Reads a string. A doubled quote does not end it.
    fn string(&mut self, start: AnswerPlace) -> Result<&'t str, AnswerError> {
        let before = self.clone();
        let mut length = 0;
        loop {
            length += self.enclosed(b'"', start)?.len() + 2;
            if self.rest.first() != Some(&b'"') {
                return before.text_of(1, length - 1);
            }
        }
    }

    /// Takes the next bytes as text.
    fn text(&mut self, length: usize) -> Result<&'t str, AnswerError> {
        let text = self.text_of(0, length)?;
        self.advance(length);
        Ok(text)
    }

    fn text_of(&self, start: usize, end: usize) -> Result<&'t str, AnswerError> {
        let bytes = &self.rest[start..end];
        std::str::from_utf8(bytes).map_err(|error| {
            let mut there = self.clone();
            there.advance(start + error.valid_up_to());
            Problem::Byte(bytes[error.valid_up_to()]).at(there.place)
        })
    }

    /// The number of next bytes that satisfy `fits`.
    fn length(&self, fits: impl Fn(u8) -> bool) -> usize {
        self.rest.iter().position(|&byte| !fits(byte)).unwrap_or(self.rest.len())
    }

    fn advance(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at(length);
        for &byte in passed {
            if byte == b'\n' {
                self.place = AnswerPlace { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
    }
}

impl Problem {
    pub(super) fn unexpected(expected: &'static str, token: Token<'_>) -> Self {
        let found = match token {
            Token::Open => "`(`".to_owned(),
            Token::Close => "`)`".to_owned(),
            Token::Plain(text) | Token::Barred(text) => format!("`{}`", shortened(text)),
            Token::Text(text) => format!("the string \"{}\"", shortened(text)),
            Token::End => "the end of the answer".to_owned(),
        };
        Self::Expected { expected, found }
    }
}

/// The beginning of a text that fits into a message, on one line.
pub(super) fn shortened(text: &str) -> String {
    let more = if text.chars().nth(60).is_some() { "..." } else { "" };
    text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).chain(more.chars()).collect()
}
