//! Additions that are read as a whole: the usual form, within one chunk.
//!
//! Idea: nearly every step lies within a chunk and is written in the usual form. Its numbers are read without looking
//! for the end of the chunk, comments or malformed bytes. Everything else is left to the readers that take number after
//! number: a step that crosses the end of a chunk, a negative hint, further blanks, and all errors. They read the same
//! step from its start, so an error has the same place and reason either way.

use crate::numbers::{decimal, groups};

/// The rest of the chunk, by the form of the proof.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Window<'w> {
    Text(&'w [u8]),
    Binary(&'w [u8]),
}

/// An addition that is being read: its id, its literals, its hints. Whatever is not in the usual form is [`None`].
pub(super) trait Whole<'w>: Sized {
    /// Reads the id, which is not 0.
    fn open(window: &'w [u8]) -> Option<(u64, Self)>;

    /// Reads twice the variable of a literal, plus one for the negation; 0 after the last one.
    fn literal(&mut self) -> Option<u64>;

    /// Reads a hint without a sign; 0 after the last one, at the end of the step.
    fn hint(&mut self) -> Option<u64>;

    /// The number of bytes after what has been read.
    fn left(&self) -> usize;
}

/// An addition of the text form: `ID LITERAL... 0 HINT... 0`, with one blank between two numbers, and the end of the
/// line.
pub(super) struct TextAddition<'w>(&'w [u8]);

impl<'w> Whole<'w> for TextAddition<'w> {
    #[inline(always)]
    fn open(window: &'w [u8]) -> Option<(u64, Self)> {
        let (id, b' ', rest) = decimal(window)? else { return None };
        (id != 0).then_some((id, TextAddition(rest)))
    }

    #[inline(always)]
    fn literal(&mut self) -> Option<u64> {
        let is_negative = *self.0.first()? == b'-';
        let (magnitude, b' ', rest) = decimal(&self.0[usize::from(is_negative)..])? else { return None };
        self.0 = rest;
        Some(2 * magnitude + u64::from(is_negative))
    }

    #[inline(always)]
    fn hint(&mut self) -> Option<u64> {
        let (hint, closing, rest) = decimal(self.0)?;
        self.0 = rest;
        (closing == if hint == 0 { b'\n' } else { b' ' }).then_some(hint)
    }

    fn left(&self) -> usize {
        self.0.len()
    }
}

/// An addition of the binary form.
pub(super) struct BinaryAddition<'w>(&'w [u8]);

impl<'w> Whole<'w> for BinaryAddition<'w> {
    #[inline(always)]
    fn open(window: &'w [u8]) -> Option<(u64, Self)> {
        let (b'a', rest) = window.split_first()? else { return None };
        let mut addition = BinaryAddition(rest);
        let id = addition.hint()?;
        (id != 0).then_some((id, addition))
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

    fn left(&self) -> usize {
        self.0.len()
    }
}
