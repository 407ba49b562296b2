//! Gives the clauses of a formula other numbers in a binary LRAT proof.
//!
//! Idea: a run to which clauses are added numbers them in the order in which they came. Who writes the same formula later,
//! in an order of its own, needs a proof with the numbers of that order. Cost: one pass over the proof, in constant memory.
//! What it does not show: that the steps are steps of a proof.

use super::lrat_writer::push_varint;
use std::io::{self, BufRead, Write};

/// The numbers of clauses, old and new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The new number of each clause of the formula, by the old one, from 1.
    pub clauses: Vec<u64>,
    /// The highest number that the proof does not use for its own clauses. Theirs follow those of the formula.
    pub reserved: u64,
}

impl Numbering {
    fn of(&self, old: u64) -> io::Result<u64> {
        let clauses = self.clauses.len() as u64;
        let new = match old.checked_sub(1) {
            Some(place) if place < clauses => self.clauses.get(place as usize).copied(),
            Some(_) if old > self.reserved => Some(old - self.reserved + clauses),
            _ => None,
        };
        new.ok_or_else(|| malformed("the number of a clause that never came"))
    }
}

/// Copies a binary LRAT proof with other numbers of clauses.
///
/// ```
/// use cnf_out::solver::{Numbering, renumber};
/// // Clauses 1 and 2 change places; the proof's own clause 5 becomes 3. Binary numbers are doubled.
/// let proof = [b'a', 10, 0, 2, 4, 0];
/// let mut renumbered = Vec::new();
/// renumber(&proof[..], &Numbering { clauses: vec![2, 1], reserved: 4 }, &mut renumbered)?;
/// assert_eq!(renumbered, [b'a', 6, 0, 4, 2, 0]);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// An error of the reader or the writer, or [`io::ErrorKind::InvalidData`]: the proof is not in this form, has a RAT step, or
/// names a clause that the numbering does not have.
pub fn renumber(mut proof: impl BufRead, numbering: &Numbering, mut out: impl Write) -> io::Result<()> {
    let mut step = Vec::new();
    while let Some(kind) = byte(&mut proof)? {
        step.clear();
        step.push(kind);
        match kind {
            b'a' => {
                let id = number(&mut proof)?;
                push_varint(&mut step, renumbered(id, numbering)?);
                while let literal @ 1.. = number(&mut proof)? {
                    push_varint(&mut step, literal);
                }
                step.push(0);
            }
            b'd' => {}
            _ => return Err(malformed("a step that is neither an addition nor a deletion")),
        }
        while let id @ 1.. = number(&mut proof)? {
            push_varint(&mut step, renumbered(id, numbering)?);
        }
        step.push(0);
        out.write_all(&step)?;
    }
    out.flush()
}

fn renumbered(doubled: u64, numbering: &Numbering) -> io::Result<u64> {
    if doubled % 2 == 1 {
        return Err(malformed("a RAT step"));
    }
    numbering.of(doubled / 2).map(|new| 2 * new)
}

fn malformed(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

fn byte(proof: &mut impl BufRead) -> io::Result<Option<u8>> {
    let next = proof.fill_buf()?.first().copied();
    proof.consume(usize::from(next.is_some()));
    Ok(next)
}

/// A number in groups of seven bits, the lowest first.
fn number(proof: &mut impl BufRead) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let byte = byte(proof)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(malformed("a number beyond the range"))
}
