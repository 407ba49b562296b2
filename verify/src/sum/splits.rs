//! Checks a proof: the list of the squares that are split.
//!
//! The text has the name of a square in each line, for the nodes that are split, in depth-first order; the kinds that a
//! square can hold come in their order. Which nodes those are follows from the bounds, so a line too many or
//! too few is an error.

use super::block::BlockSum;
use super::node::{Node, OpenSquare, Splitter, TreeSize, walk};
use super::square::{Kind, Square};
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use thiserror::Error;

/// The largest number of assignments that a proof may leave.
pub const MAX_LEFT: usize = 1 << 17;
/// The number of lines between two calls that ask whether to go on.
const BETWEEN_WATCHES: u64 = 256;

/// A checked proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splits {
    /// The size of its tree.
    pub walked: TreeSize,
    /// The assignments that it leaves: every other one has a smaller sum.
    pub left: Vec<Vec<Kind>>,
}

/// Where a proof is wrong.
#[derive(Debug, Error)]
#[error("line {line}: {reason}")]
pub struct SplitsError {
    /// The number of the line, from 1.
    pub line: u64,
    /// What is wrong.
    pub reason: SplitsReason,
}

/// What is wrong with a proof.
#[derive(Debug, Error)]
pub enum SplitsReason {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The line does not name a square.
    #[error("`{0}` is not a square")]
    Unknown(String),
    /// The last line has no end.
    #[error("the line has no end")]
    Unfinished,
    /// The square can hold only one kind.
    #[error("what {0} holds is known here")]
    Known(String),
    /// The proof ends too early.
    #[error("the proof ends, but {0} is not refuted")]
    Ends(u64),
    /// The proof ends too late.
    #[error("the proof continues, but nothing is left to split")]
    Continues,
    /// Too many assignments are left.
    #[error("more than {MAX_LEFT} assignments are left")]
    Left,
    /// The caller asked to stop.
    #[error("stopped before a verdict")]
    Stopped,
}

/// Checks that every assignment has a sum below `at_least`, except those that are returned. `watch` is called with the
/// number of bytes that have been read.
///
/// # Errors
/// [`SplitsError`] with the first line that is wrong.
///
/// # Examples
/// ```
/// use verify::sum::{Square, Kind, Block, BlockSum, Things, check_splits};
/// use std::ops::ControlFlow;
///
/// // One rook on two squares; a2 counts 3, a1 counts 2.
/// let value = |held: &[Kind]| 2 * u32::from(held[0].0) + 3 * u32::from(held[1].0);
/// let column = Block::new(vec![Square(0), Square(1)], 2, value)?;
/// let names = ["a1", "a2"].map(String::from).to_vec();
/// let sum = BlockSum::new(names, vec![Things::Exactly(1); 2], vec![column])?;
/// let check = |at_least, proof: &'static str| {
///     check_splits(&sum, at_least, proof.as_bytes(), |_| ControlFlow::Continue(()))
/// };
/// assert_eq!(check(4, "")?.left.len(), 0);
/// assert_eq!(check(3, "a1\na2\n")?.left, [vec![Kind(0), Kind(1)]]);
/// assert_eq!(check(3, "a1\n").unwrap_err().to_string(), "line 2: the proof ends, but 3 is not refuted");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_splits(
    sum: &BlockSum,
    at_least: u64,
    proof: impl BufRead,
    watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Splits, SplitsError> {
    let longest = sum.names.iter().map(String::len).max().unwrap_or_default();
    let mut reading = Reading { sum, at_least, proof, watch, longest, line: 0, bytes: 0, left: Vec::new() };
    let walked = walk(sum, at_least, &mut reading)?;
    reading.line += 1;
    match reading.next_line()? {
        None => Ok(Splits { walked, left: reading.left }),
        Some(_) => Err(reading.wrong(SplitsReason::Continues)),
    }
}

struct Reading<'a, R, W> {
    sum: &'a BlockSum,
    at_least: u64,
    proof: R,
    watch: W,
    /// The length of the longest name.
    longest: usize,
    line: u64,
    bytes: u64,
    left: Vec<Vec<Kind>>,
}

impl<R: BufRead, W: FnMut(u64) -> ControlFlow<()>> Reading<'_, R, W> {
    fn wrong(&self, reason: SplitsReason) -> SplitsError {
        SplitsError { line: self.line, reason }
    }

    /// The next line without its end; `None` at the end of the proof.
    fn next_line(&mut self) -> Result<Option<String>, SplitsError> {
        let mut line = Vec::new();
        let limit = self.longest as u64 + 1;
        let mut proof = io::Read::take(&mut self.proof, limit);
        if let Err(error) = proof.read_until(b'\n', &mut line) {
            return Err(self.wrong(error.into()));
        }
        if line.is_empty() {
            return Ok(None);
        }
        self.bytes += line.len() as u64;
        let is_short = (line.len() as u64) < limit;
        let text = String::from_utf8_lossy(&line);
        match text.strip_suffix('\n') {
            Some(name) => Ok(Some(name.to_owned())),
            None if is_short => Err(self.wrong(SplitsReason::Unfinished)),
            None => Err(self.wrong(SplitsReason::Unknown(text.into_owned()))),
        }
    }
}

impl<R: BufRead, W: FnMut(u64) -> ControlFlow<()>> Splitter for Reading<'_, R, W> {
    type Error = SplitsError;

    fn split(&mut self, node: &Node<'_>, _: OpenSquare) -> Result<OpenSquare, SplitsError> {
        self.line += 1;
        if self.line % BETWEEN_WATCHES == 1 && (self.watch)(self.bytes).is_break() {
            return Err(self.wrong(SplitsReason::Stopped));
        }
        let Some(name) = self.next_line()? else {
            return Err(self.wrong(SplitsReason::Ends(self.at_least)));
        };
        let square = self.sum.names.iter().position(|known| *known == name).map(Square);
        let Some(square) = square else { return Err(self.wrong(SplitsReason::Unknown(name))) };
        node.open(square).ok_or_else(|| self.wrong(SplitsReason::Known(name)))
    }

    fn left(&mut self, held: Vec<Kind>) -> Result<(), SplitsError> {
        if self.left.len() == MAX_LEFT {
            return Err(self.wrong(SplitsReason::Left));
        }
        self.left.push(held);
        Ok(())
    }
}
