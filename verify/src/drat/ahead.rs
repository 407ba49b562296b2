//! The LRAT proof is written by one thread and checked by others.
//!
//! Idea: the proof is handed over in chunks, through a channel that holds a few of them. If the check ends early, the channel is
//! closed, and the writer ends as well.
//!
//! Cost: one thread, and less than a megabyte.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use super::lrat_steps::LratSteps;
use super::trim::ElaboratedProof;

/// The number of bytes that are handed over at once.
const CHUNK: usize = 1 << 17;

/// The number of chunks that wait to be read.
const AHEAD: usize = 4;

/// Lets `check` read the LRAT proof. If no thread can be started, all of it is written before.
pub(super) fn written<T>(elaborated: &ElaboratedProof, check: impl FnOnce(&mut dyn Read) -> T) -> T {
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        let write = move || write(LratSteps::new(elaborated), &sender);
        match thread::Builder::new().spawn_scoped(scope, write) {
            Ok(_) => check(&mut ChunkReader { receiver, chunk: Vec::new(), read: 0 }),
            Err(_) => check(&mut LratSteps::new(elaborated).write(usize::MAX).as_slice()),
        }
    })
}

/// Writes all steps, unless nobody reads them any more.
fn write(mut steps: LratSteps, chunks: &SyncSender<Vec<u8>>) {
    loop {
        let chunk = steps.write(CHUNK);
        if chunk.is_empty() || chunks.send(chunk).is_err() {
            return;
        }
    }
}

/// The chunks, one after the other.
struct ChunkReader {
    receiver: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    /// How many bytes of the chunk have been read.
    read: usize,
}

impl Read for ChunkReader {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.read == self.chunk.len() {
            // The writer ends after the last chunk.
            let Ok(chunk) = self.receiver.recv() else { return Ok(0) };
            (self.chunk, self.read) = (chunk, 0);
        }
        let given = (&self.chunk[self.read..]).read(room)?;
        self.read += given;
        Ok(given)
    }
}
