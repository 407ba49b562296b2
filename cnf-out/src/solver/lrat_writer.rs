//! Writes LRAT proofs, as text or binary.
//!
//! A step is an addition (an id, a clause, the ids of the clauses from which it follows by unit propagation) or a
//! deletion of ids. Both forms are those of CaDiCaL's own `lrattracer.cpp`. In the binary form every number is doubled,
//! its sign is put into the lowest bit, and it is written in groups of seven bits, the lowest first.
//!
//! Deletions are written with the next addition, so that one line has all of them. Cost: a copy of each step into a
//! buffer of 64 KiB. What it does not show: whether a step is right.

use std::io::{self, Write};

/// The two forms of an LRAT proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LratFormat {
    /// Decimal numbers, one step on each line; every checker reads it.
    #[default]
    Text,
    /// The compressed binary form of CaDiCaL and `lrat-trim`, less than half the size.
    Binary,
}

const BUFFER: usize = 1 << 16;

/// Writes the steps of a proof and counts the bytes.
pub(super) struct LratWriter<W> {
    out: W,
    format: LratFormat,
    buffer: Vec<u8>,
    bytes: u64,
    latest: u64,
    doomed: Vec<u64>,
}

impl<W: Write> LratWriter<W> {
    /// A writer for proofs about `inputs` clauses, whose ids are 1 to `inputs`.
    pub(super) fn new(out: W, format: LratFormat, inputs: u64) -> Self {
        Self::resumed(out, format, inputs, 0)
    }

    /// A writer that goes on after `bytes` bytes, whose ids so far end with `latest`.
    pub(super) fn resumed(out: W, format: LratFormat, latest: u64, bytes: u64) -> Self {
        Self { out, format, buffer: Vec::with_capacity(2 * BUFFER), bytes, latest, doomed: Vec::new() }
    }

    /// Adds a clause that follows from the hints by unit propagation.
    pub(super) fn add(&mut self, id: u64, clause: &[i32], hints: &[u64]) -> io::Result<()> {
        self.write_deletions();
        self.latest = id;
        match self.format {
            LratFormat::Text => {
                push_decimal(&mut self.buffer, id);
                self.buffer.push(b' ');
                for &literal in clause {
                    if literal < 0 {
                        self.buffer.push(b'-');
                    }
                    push_decimal(&mut self.buffer, u64::from(literal.unsigned_abs()));
                    self.buffer.push(b' ');
                }
                self.buffer.extend_from_slice(b"0 ");
                self.push_ids_text(hints);
            }
            LratFormat::Binary => {
                self.buffer.push(b'a');
                push_varint(&mut self.buffer, 2 * id);
                for &literal in clause {
                    let sign = u64::from(literal < 0);
                    push_varint(&mut self.buffer, 2 * u64::from(literal.unsigned_abs()) + sign);
                }
                self.buffer.push(0);
                self.push_ids_binary(hints);
            }
        }
        if self.buffer.len() >= BUFFER { self.drain() } else { Ok(()) }
    }

    /// Deletes a clause; written with the next addition, and not at all if there is none.
    pub(super) fn delete(&mut self, id: u64) {
        self.doomed.push(id);
    }

    /// Writes the deletions and the buffer, and returns the number of bytes so far.
    pub(super) fn flush(&mut self) -> io::Result<u64> {
        self.write_deletions();
        self.drain()?;
        self.out.flush()?;
        Ok(self.bytes)
    }

    /// Flushes the buffer and returns the writer with the number of bytes written to it.
    pub(super) fn finish(mut self) -> io::Result<(W, u64)> {
        self.drain()?;
        self.out.flush()?;
        Ok((self.out, self.bytes))
    }

    fn write_deletions(&mut self) {
        if self.doomed.is_empty() {
            return;
        }
        let doomed = std::mem::take(&mut self.doomed);
        match self.format {
            LratFormat::Text => {
                push_decimal(&mut self.buffer, self.latest);
                self.buffer.extend_from_slice(b" d ");
                self.push_ids_text(&doomed);
            }
            LratFormat::Binary => {
                self.buffer.push(b'd');
                self.push_ids_binary(&doomed);
            }
        }
        // Returns the vector with its capacity.
        self.doomed = doomed;
        self.doomed.clear();
    }

    fn push_ids_text(&mut self, ids: &[u64]) {
        for &id in ids {
            push_decimal(&mut self.buffer, id);
            self.buffer.push(b' ');
        }
        self.buffer.extend_from_slice(b"0\n");
    }

    fn push_ids_binary(&mut self, ids: &[u64]) {
        for &id in ids {
            push_varint(&mut self.buffer, 2 * id);
        }
        self.buffer.push(0);
    }

    fn drain(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.bytes += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }
}

/// Appends a number in decimal digits. A text proof spends most of its time here, and `write!` takes three times as
/// long.
fn push_decimal(buffer: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0_u8; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    buffer.extend_from_slice(&digits[start..]);
}

/// Appends a number in groups of seven bits, the lowest first, all but the last marked by their highest bit.
pub(super) fn push_varint(buffer: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        buffer.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    buffer.push(number as u8);
}
