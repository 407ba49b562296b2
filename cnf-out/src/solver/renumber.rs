//! Gives the clauses of a formula other numbers in a binary LRAT proof, and its variables other names.
//!
//! Idea: a run to which clauses are added numbers them in the order in which they came. Who writes the same formula later,
//! in an order of its own, needs a proof with the numbers of that order. Cost: one pass over the proof, in constant memory.
//! What it does not show: that the steps are steps of a proof.

use super::lrat_writer::{LratFormat, LratWriter, push_varint};
use rustsat::types::Lit;
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
    let (mut step, mut bytes) = (Step::default(), Vec::new());
    while step.read(&mut proof)? {
        bytes.clear();
        if let Some(id) = step.added {
            bytes.push(b'a');
            push_varint(&mut bytes, 2 * numbering.of(id)?);
            step.literals.iter().for_each(|&literal| push_varint(&mut bytes, literal));
            bytes.push(0);
        } else {
            bytes.push(b'd');
        }
        for &id in &step.ids {
            push_varint(&mut bytes, 2 * numbering.of(id)?);
        }
        bytes.push(0);
        out.write_all(&bytes)?;
    }
    out.flush()
}

/// Copies a binary LRAT proof as text, with other literals and other numbers of the formula's clauses: `clauses` has the
/// new number of each, from 1. `literal` gives `None` for variables that the formula does not have.
///
/// # Errors
/// As [`renumber`], or the proof names a variable that the formula does not have.
pub fn translate(
    mut proof: impl BufRead,
    literal: impl Fn(Lit) -> Option<Lit>,
    clauses: &[u64],
    out: impl Write,
) -> io::Result<()> {
    let inputs = clauses.len() as u64;
    let numbering = Numbering { clauses: clauses.to_vec(), reserved: inputs };
    let new = |&coded: &u64| {
        let name = u32::try_from(coded / 2).ok().and_then(|name| name.checked_sub(1));
        let old = name.and_then(|name| Lit::new_with_error(name, coded % 2 == 1).ok());
        let new = old.and_then(&literal).map(Lit::to_ipasir);
        new.ok_or_else(|| malformed("a variable that the formula does not have"))
    };
    let (mut step, mut writer) = (Step::default(), LratWriter::new(out, LratFormat::Text, inputs));
    while step.read(&mut proof)? {
        let ids: Vec<u64> = step.ids.iter().map(|&id| numbering.of(id)).collect::<io::Result<_>>()?;
        match step.added {
            Some(id) => {
                let clause: Vec<i32> = step.literals.iter().map(new).collect::<io::Result<_>>()?;
                writer.add(id, &clause, &ids)?;
            }
            None => ids.into_iter().for_each(|id| writer.delete(id)),
        }
    }
    writer.finish().map(drop)
}

/// A step of a binary proof.
#[derive(Default)]
struct Step {
    /// The number of the clause that it adds; `None` if it deletes clauses.
    added: Option<u64>,
    /// The literals of that clause, as they are coded.
    literals: Vec<u64>,
    /// The clauses from which it follows, or which are deleted.
    ids: Vec<u64>,
}

impl Step {
    /// Reads the next step. Returns false at the end.
    fn read(&mut self, proof: &mut impl BufRead) -> io::Result<bool> {
        self.literals.clear();
        self.ids.clear();
        self.added = match byte(proof)? {
            Some(b'a') => Some(halved(number(proof)?)?),
            Some(b'd') => None,
            Some(_) => return Err(malformed("a step that is neither an addition nor a deletion")),
            None => return Ok(false),
        };
        if self.added.is_some() {
            while let literal @ 1.. = number(proof)? {
                self.literals.push(literal);
            }
        }
        while let id @ 1.. = number(proof)? {
            self.ids.push(halved(id)?);
        }
        Ok(true)
    }
}

fn halved(doubled: u64) -> io::Result<u64> {
    if doubled % 2 == 1 { Err(malformed("a RAT step")) } else { Ok(doubled / 2) }
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
