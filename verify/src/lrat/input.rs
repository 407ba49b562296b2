//! Reads the bytes of a proof in large chunks, and regularly calls a callback.

use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;

use super::error::LratReason;

/// The size of a chunk. It is large enough that threads need not be woken often, and small enough that reading one leaves the
/// clauses in the cache.
const CHUNK: usize = 1 << 19;

/// The number of bytes between two calls of the progress callback.
const PROGRESS: u64 = 4 << 20;

/// The proof, and the position in it. Reader and callback are called once for each chunk, so they need not be known when
/// this code is compiled; that keeps the checker in this package, with the optimisations of this package.
pub(crate) struct Input<'r> {
    reader: &'r mut dyn Read,
    progress: &'r mut dyn FnMut(u64) -> ControlFlow<()>,
    chunk: Box<[u8]>,
    /// The next byte in `chunk`.
    at: usize,
    /// The end of the bytes in `chunk`.
    end: usize,
    /// The offset in the proof of the start of `chunk`.
    base: u64,
    /// The offset of the last report of progress.
    reported: u64,
    /// An error of the reader after the chunk.
    failure: Option<std::io::Error>,
}

impl<'r> Input<'r> {
    pub(crate) fn new(
        reader: &'r mut dyn Read,
        progress: &'r mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Input<'r> {
        Input::with_chunk(CHUNK, reader, progress)
    }

    /// An input with chunks of another size.
    pub(crate) fn with_chunk(
        size: usize,
        reader: &'r mut dyn Read,
        progress: &'r mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Input<'r> {
        let chunk = vec![0; size].into_boxed_slice();
        Input { reader, progress, chunk, at: 0, end: 0, base: 0, reported: 0, failure: None }
    }

    /// The offset of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// The next byte, without consuming it; `None` at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, LratReason> {
        if self.at < self.end || self.refill()? { Ok(Some(self.chunk[self.at])) } else { Ok(None) }
    }

    /// Takes the next byte; `None` at the end.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<u8>, LratReason> {
        let byte = self.peek()?;
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    /// Consumes the byte that [`Input::peek`] returned.
    #[inline]
    pub(crate) fn bump(&mut self) {
        self.at += 1;
    }

    /// The rest of the chunk, which can be read without checks.
    #[inline]
    pub(crate) fn window(&self) -> &[u8] {
        &self.chunk[self.at..self.end]
    }

    /// Consumes the first `bytes` of the window.
    #[inline]
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Reads the next chunk if the last one is used up; false at the end of the proof.
    #[cold]
    fn refill(&mut self) -> Result<bool, LratReason> {
        self.base += self.end as u64;
        (self.at, self.end) = (0, 0);
        if self.base - self.reported >= PROGRESS {
            self.reported = self.base;
            if (self.progress)(self.base).is_break() {
                return Err(LratReason::Stopped);
            }
        }
        if let Some(error) = self.failure.take() {
            return Err(error.into());
        }
        // A pipe gives less at once.
        while self.end < self.chunk.len() {
            match self.reader.read(&mut self.chunk[self.end..]) {
                Ok(0) => break,
                // A reader that claims to have read more than fits is limited to what fits.
                Ok(read) => self.end = self.chunk.len().min(self.end + read),
                // An interrupted read is not an error of the proof.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if self.end > 0 => {
                    self.failure = Some(error);
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(self.end > 0)
    }
}
