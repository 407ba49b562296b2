//! Steps that are read as a whole: the usual form, within one chunk.
//!
//! Idea: nearly every step lies within a chunk and is written in the usual form. Its numbers are read without looking
//! for the end of the chunk, comments or malformed bytes. Everything else is left to the readers that take number after
//! number: a step that crosses the end of a chunk, a negative hint, further blanks, and all errors. They read the same
//! step from its start, so an error has the same place and reason either way.

use memchr::memchr;

use super::step::{Kind, StepStart};
use crate::numbers::{decimal, groups};

/// The rest of the chunk, by the form of the proof.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Window<'w> {
    Text(&'w [u8]),
    Binary(&'w [u8]),
}

impl<'w> Window<'w> {
    pub(super) fn bytes(self) -> &'w [u8] {
        let (Window::Text(bytes) | Window::Binary(bytes)) = self;
        bytes
    }

    /// The start of the window.
    pub(super) fn start(self, length: usize) -> Window<'w> {
        match self {
            Window::Text(bytes) => Window::Text(&bytes[..length]),
            Window::Binary(bytes) => Window::Binary(&bytes[..length]),
        }
    }
}

/// The number of bytes that must follow a step: no number is near the end of the window then.
pub(super) const MARGIN: usize = 16;

/// A step that is being read: its id, its literals, its hints, or the ids that it deletes. Whatever is not in the usual form is
/// [`None`].
pub(crate) trait WholeStep<'w>: Sized {
    /// Reads the start of a step; its number is not 0.
    fn open(window: &'w [u8]) -> Option<(StepStart<u64>, Self)>;

    /// Reads the start of a step of DRAT, which has one list only, and no ids.
    fn open_list(window: &'w [u8]) -> Option<(Kind, Self)>;

    /// Goes on within a step, where `rest` begins.
    fn resume(rest: &'w [u8]) -> Self;

    /// Reads twice the variable of a literal, plus one for the negation; 0 after the last one.
    fn literal(&mut self) -> Option<u64>;

    /// Reads a literal of the only list of a step; 0 after the last one, at the end of the step.
    fn last_literal(&mut self) -> Option<u64>;

    /// Reads a hint without a sign, or an id to be deleted; 0 after the last one, at the end of the step.
    fn hint(&mut self) -> Option<u64>;

    /// Goes to the end of the step without reading its hints.
    fn skip_hints(&mut self) -> Option<()>;

    /// The bytes after what has been read.
    fn rest(&self) -> &'w [u8];

    /// The bytes after the step, if there are enough that each number of the step can be read.
    fn close(&self) -> Option<&'w [u8]> {
        Some(self.rest()).filter(|rest| rest.len() >= MARGIN)
    }
}

/// A step of the text form: `ID LITERAL... 0 HINT... 0` or `LABEL d ID... 0`, with one blank between two numbers, and the end of
/// the line.
pub(crate) struct TextStep<'w>(&'w [u8]);

impl TextStep<'_> {
    /// Reads twice the magnitude of a number, plus one if it is negative, and the byte after it.
    #[inline(always)]
    fn signed(&mut self) -> Option<(u64, u8)> {
        let is_negative = *self.0.first()? == b'-';
        let (magnitude, closing, rest) = decimal(&self.0[usize::from(is_negative)..])?;
        self.0 = rest;
        Some((2 * magnitude + u64::from(is_negative), closing))
    }
}

impl<'w> WholeStep<'w> for TextStep<'w> {
    #[inline(always)]
    fn open(window: &'w [u8]) -> Option<(StepStart<u64>, Self)> {
        let (number @ 1.., b' ', rest) = decimal(window)? else { return None };
        Some(match rest.strip_prefix(b"d ") {
            Some(ids) => (StepStart::Deletion(Some(number)), TextStep(ids)),
            None => (StepStart::Addition(number), TextStep(rest)),
        })
    }

    #[inline(always)]
    fn open_list(window: &'w [u8]) -> Option<(Kind, Self)> {
        Some(match window.strip_prefix(b"d ") {
            Some(literals) => (Kind::Deletion, TextStep(literals)),
            None => (Kind::Addition, TextStep(window)),
        })
    }

    fn resume(rest: &'w [u8]) -> Self {
        TextStep(rest)
    }

    #[inline(always)]
    fn literal(&mut self) -> Option<u64> {
        let (literal, closing) = self.signed()?;
        (closing == b' ').then_some(literal)
    }

    #[inline(always)]
    fn last_literal(&mut self) -> Option<u64> {
        let (literal, closing) = self.signed()?;
        (closing == if literal == 0 { b'\n' } else { b' ' }).then_some(literal)
    }

    #[inline(always)]
    fn hint(&mut self) -> Option<u64> {
        let (hint, closing, rest) = decimal(self.0)?;
        self.0 = rest;
        (closing == if hint == 0 { b'\n' } else { b' ' }).then_some(hint)
    }

    #[inline(always)]
    fn skip_hints(&mut self) -> Option<()> {
        self.0 = &self.0[memchr(b'\n', self.0)? + 1..];
        Some(())
    }

    fn rest(&self) -> &'w [u8] {
        self.0
    }
}

/// A step of the binary form.
pub(crate) struct BinaryStep<'w>(&'w [u8]);

impl<'w> WholeStep<'w> for BinaryStep<'w> {
    #[inline(always)]
    fn open(window: &'w [u8]) -> Option<(StepStart<u64>, Self)> {
        match Self::open_list(window)? {
            (Kind::Addition, mut step) => {
                let id = step.hint()?;
                (id != 0).then_some((StepStart::Addition(id), step))
            }
            (Kind::Deletion, step) => Some((StepStart::Deletion(None), step)),
        }
    }

    #[inline(always)]
    fn open_list(window: &'w [u8]) -> Option<(Kind, Self)> {
        let (kind, literals) = window.split_first()?;
        let kind = match kind {
            b'a' => Kind::Addition,
            b'd' => Kind::Deletion,
            _ => return None,
        };
        Some((kind, BinaryStep(literals)))
    }

    fn resume(rest: &'w [u8]) -> Self {
        BinaryStep(rest)
    }

    #[inline(always)]
    fn last_literal(&mut self) -> Option<u64> {
        self.literal()
    }

    #[inline(always)]
    fn literal(&mut self) -> Option<u64> {
        let (number, rest) = groups(self.0)?;
        self.0 = rest;
        Some(number)
    }

    #[inline(always)]
    fn hint(&mut self) -> Option<u64> {
        // The lowest bit is the sign.
        let number = self.literal()?;
        (number & 1 == 0).then_some(number >> 1)
    }

    #[inline(always)]
    fn skip_hints(&mut self) -> Option<()> {
        // No other number has a byte that is 0.
        self.0 = &self.0[memchr(0, self.0)? + 1..];
        Some(())
    }

    fn rest(&self) -> &'w [u8] {
        self.0
    }
}
