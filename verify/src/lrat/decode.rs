//! Steps as numbers, from text or from the binary form.
//!
//! Text: `ID LITERAL... 0 HINT... 0` adds a clause, `LABEL d ID... 0` deletes some; one step on each line. Binary: the
//! letter `a` or `d` and the same numbers without the label. A number is `2 * magnitude + sign`, in groups of seven
//! bits from the lowest; each group but the last has the top bit set. CaDiCaL writes this form and lrat-trim reads it.
//!
//! DRAT has the same numbers, comments and letters in both forms, but no ids, and one list for each step. Its text is a
//! sequence of numbers, as in drat-trim: a step may span lines, and a line may have several steps.

use super::error::LratReason;
use super::input::Input;
use super::step::{Kind, StepStart};
use super::whole::Window;
use crate::numbers::{decimal, groups};

/// A reader of steps. It reads lists number by number, and keeps nothing of them.
pub(crate) trait Decode {
    /// The bytes of the chunk that have not been read.
    fn window(&self) -> Window<'_>;

    /// Consumes `steps` of `length` bytes, which have been read from [`Decode::window`].
    fn accept(&mut self, length: usize, steps: u64);

    /// Reads the start of a step; `None` at the end of the proof.
    fn opening(&mut self) -> Result<Option<StepStart>, LratReason>;

    /// Reads the next number of a list; `None` for the 0 that closes it.
    fn number(&mut self) -> Result<Option<i64>, LratReason>;

    /// Reads the end of a step, after its last list.
    fn close(&mut self) -> Result<(), LratReason>;

    /// The offset of the next byte.
    fn offset(&self) -> u64;

    /// The line of the next byte, if the form has lines.
    fn line(&self) -> Option<u64>;
}

/// A reader of steps without ids, as in DRAT.
pub(crate) trait DecodeDrat: Decode {
    /// Reads the start of a step, which one list follows; `None` at the end of the proof.
    fn kind(&mut self) -> Result<Option<Kind>, LratReason>;
}

/// Reads the text form.
pub(crate) struct Text<'r> {
    input: Input<'r>,
    line: u64,
    /// Whether each step has a line of its own.
    by_lines: bool,
}

impl<'r> Text<'r> {
    pub(crate) fn new(input: Input<'r>) -> Text<'r> {
        Text { input, line: 1, by_lines: true }
    }

    /// A reader of DRAT, in which the ends of lines are blanks.
    pub(crate) fn of_drat(input: Input<'r>) -> Text<'r> {
        Text { input, line: 1, by_lines: false }
    }

    /// Skips blanks, including a carriage return before a newline.
    #[inline]
    fn skip_blanks(&mut self) -> Result<Option<u8>, LratReason> {
        loop {
            match self.input.peek()? {
                Some(b' ' | b'\t' | b'\r') => self.input.bump(),
                other => return Ok(other),
            }
        }
    }

    /// Reads a number, which a blank or the end of the line must follow.
    #[inline]
    fn any(&mut self) -> Result<i64, LratReason> {
        match quick_decimal(self.input.window()) {
            Some((number, length)) => {
                self.input.advance(length);
                Ok(number)
            }
            None => self.decimal(),
        }
    }

    /// Reads a number byte by byte.
    #[cold]
    fn decimal(&mut self) -> Result<i64, LratReason> {
        let mut first = self.skip_blanks()?;
        while first == Some(b'\n') && !self.by_lines {
            self.input.bump();
            self.line += 1;
            first = self.skip_blanks()?;
        }
        let Some(first) = first else { return Err(LratReason::Truncated) };
        let negative = first == b'-';
        if negative {
            self.input.bump();
        }
        let mut value = 0_u64;
        let mut digits = 0_u32;
        while let Some(digit @ b'0'..=b'9') = self.input.peek()? {
            // 18 digits stay below 63 bits.
            if digits == 18 || (digits == 1 && value == 0) {
                return Err(LratReason::Number);
            }
            value = value * 10 + u64::from(digit - b'0');
            digits += 1;
            self.input.bump();
        }
        match self.input.peek()? {
            Some(b' ' | b'\t' | b'\r' | b'\n') | None if digits > 0 => {}
            Some(found) => return Err(LratReason::Foreign { found, expected: "a number" }),
            None => return Err(LratReason::Truncated),
        }
        match (negative, value) {
            (true, 0) => Err(LratReason::Number),
            (true, _) => Ok(-(value as i64)),
            (false, _) => Ok(value as i64),
        }
    }

    /// Skips blank lines and comments, up to the first byte of a step; `None` at the end of the proof.
    fn step_start(&mut self) -> Result<Option<u8>, LratReason> {
        loop {
            match self.skip_blanks()? {
                Some(b'\n') => {
                    self.input.bump();
                    self.line += 1;
                }
                Some(b'c') => self.skip_comment()?,
                other => return Ok(other),
            }
        }
    }

    /// Skips the `d` of a deletion, which a blank must follow.
    fn skip_d(&mut self) -> Result<(), LratReason> {
        self.input.bump();
        match self.input.peek()? {
            Some(b' ' | b'\t') => Ok(()),
            Some(found) => Err(LratReason::Foreign { found, expected: "a blank after `d`" }),
            None => Err(LratReason::Truncated),
        }
    }

    /// Skips a comment line, whatever it contains.
    fn skip_comment(&mut self) -> Result<(), LratReason> {
        while let Some(byte) = self.input.next()? {
            if byte == b'\n' {
                self.line += 1;
                break;
            }
        }
        Ok(())
    }
}

impl Decode for Text<'_> {
    #[inline]
    fn window(&self) -> Window<'_> {
        Window::Text(self.input.window())
    }

    #[inline]
    fn accept(&mut self, length: usize, steps: u64) {
        self.input.advance(length);
        self.line += steps;
    }

    fn opening(&mut self) -> Result<Option<StepStart>, LratReason> {
        if self.step_start()?.is_none() {
            return Ok(None);
        }
        let id = self.any()?;
        if self.skip_blanks()? != Some(b'd') {
            return Ok(Some(StepStart::Addition(id)));
        }
        self.skip_d().map(|()| Some(StepStart::Deletion(Some(id))))
    }

    #[inline]
    fn number(&mut self) -> Result<Option<i64>, LratReason> {
        self.any().map(|number| Some(number).filter(|&number| number != 0))
    }

    fn close(&mut self) -> Result<(), LratReason> {
        match self.skip_blanks()? {
            None => Ok(()),
            Some(b'\n') => {
                self.input.bump();
                self.line += 1;
                Ok(())
            }
            Some(_) if !self.by_lines => Ok(()),
            Some(found) => Err(LratReason::Foreign { found, expected: "the end of the line" }),
        }
    }

    fn offset(&self) -> u64 {
        self.input.offset()
    }

    fn line(&self) -> Option<u64> {
        Some(self.line)
    }
}

impl DecodeDrat for Text<'_> {
    fn kind(&mut self) -> Result<Option<Kind>, LratReason> {
        match self.step_start()? {
            None => Ok(None),
            Some(b'd') => self.skip_d().map(|()| Some(Kind::Deletion)),
            Some(_) => Ok(Some(Kind::Addition)),
        }
    }
}

/// A number after at most one blank, and the length of both in bytes, if it is written as usual and is not near the end
/// of the chunk. [`Text::decimal`] handles everything less common, including errors.
#[inline]
fn quick_decimal(window: &[u8]) -> Option<(i64, usize)> {
    let rest = window.strip_prefix(b" ").unwrap_or(window);
    let is_negative = *rest.first()? == b'-';
    let (magnitude, closing, rest) = decimal(&rest[usize::from(is_negative)..])?;
    let number = if is_negative { -(magnitude as i64) } else { magnitude as i64 };
    let is_usual = matches!(closing, b' ' | b'\n') && (magnitude != 0 || !is_negative);
    is_usual.then(|| (number, window.len() - rest.len() - 1))
}

/// A number and its length in bytes, if it is not near the end of the chunk. [`Binary::signed`] handles everything less
/// common, including errors.
#[inline]
fn quick_signed(window: &[u8]) -> Option<(i64, usize)> {
    let (number, rest) = groups(window)?;
    let magnitude = (number >> 1) as i64;
    let number = if number & 1 == 1 { -magnitude } else { magnitude };
    (number != 0 || window[0] == 0).then(|| (number, window.len() - rest.len()))
}

/// Reads the binary form.
pub(crate) struct Binary<'r> {
    input: Input<'r>,
}

impl<'r> Binary<'r> {
    pub(crate) fn new(input: Input<'r>) -> Binary<'r> {
        Binary { input }
    }

    /// Reads a number. Each number has only one valid form.
    #[inline]
    fn any(&mut self) -> Result<i64, LratReason> {
        match quick_signed(self.input.window()) {
            Some((number, length)) => {
                self.input.advance(length);
                Ok(number)
            }
            None => self.signed(),
        }
    }

    /// Reads a number byte by byte.
    #[cold]
    fn signed(&mut self) -> Result<i64, LratReason> {
        let mut value = 0_u64;
        let mut shift = 0;
        loop {
            let Some(byte) = self.input.next()? else { return Err(LratReason::Truncated) };
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                // A zero group at the top is redundant.
                if byte == 0 && shift > 0 {
                    return Err(LratReason::Number);
                }
                break;
            }
            shift += 7;
            // Nine groups are 63 bits: the magnitude has 62.
            if shift == 63 {
                return Err(LratReason::Number);
            }
        }
        let magnitude = (value >> 1) as i64;
        match (value & 1, magnitude) {
            (1, 0) => Err(LratReason::Number),
            (1, _) => Ok(-magnitude),
            _ => Ok(magnitude),
        }
    }
}

impl Decode for Binary<'_> {
    #[inline]
    fn window(&self) -> Window<'_> {
        Window::Binary(self.input.window())
    }

    #[inline]
    fn accept(&mut self, length: usize, _steps: u64) {
        self.input.advance(length);
    }

    fn opening(&mut self) -> Result<Option<StepStart>, LratReason> {
        match self.kind()? {
            None => Ok(None),
            Some(Kind::Addition) => self.any().map(|id| Some(StepStart::Addition(id))),
            Some(Kind::Deletion) => Ok(Some(StepStart::Deletion(None))),
        }
    }

    #[inline]
    fn number(&mut self) -> Result<Option<i64>, LratReason> {
        self.any().map(|number| Some(number).filter(|&number| number != 0))
    }

    fn close(&mut self) -> Result<(), LratReason> {
        Ok(())
    }

    fn offset(&self) -> u64 {
        self.input.offset()
    }

    fn line(&self) -> Option<u64> {
        None
    }
}

impl DecodeDrat for Binary<'_> {
    fn kind(&mut self) -> Result<Option<Kind>, LratReason> {
        let kind = match self.input.peek()? {
            None => return Ok(None),
            Some(b'a') => Kind::Addition,
            Some(b'd') => Kind::Deletion,
            Some(found) => return Err(LratReason::Foreign { found, expected: "`a` or `d`" }),
        };
        self.input.bump();
        Ok(Some(kind))
    }
}
