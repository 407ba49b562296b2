//! Trims binary LRAT proofs: removes the steps that the empty clause does not depend on.
//!
//! Idea: a solver learns many clauses that no later step uses. A first pass forwards records where each addition
//! begins. A pass backwards from the empty clause marks the clauses that marked clauses use. A last pass forwards
//! writes the marked additions with new ids, and deletes each clause, including those of the formula, after the last
//! step that uses it.
//!
//! Source: N. Wetzler, M. Heule, W. Hunt, *DRAT-trim*, SAT 2014 (the backward core); F. Pollitt, M. Fleury, A. Biere,
//! *Faster LRAT Checking Than Solving with `CaDiCaL`*, SAT 2023 (`lrat-trim`).
//!
//! Cost: linear time, except for a binary search for each hint; the proof in memory, and 40 bytes for each addition.
//!
//! What it does not show: that the proof is valid, before or after. A proof with RAT steps is refused, because such a
//! step depends on more clauses than it names.

use super::lrat_writer::{LratFormat, LratWriter};
use std::io::{self, Write};

/// The result of trimming.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trimmed {
    /// The number of additions before.
    pub additions: u64,
    /// The number of additions kept.
    pub kept: u64,
    /// The number of bytes written.
    pub bytes: u64,
}

/// Why a proof cannot be trimmed.
#[derive(Debug, thiserror::Error)]
pub enum TrimError {
    /// The input is not a binary LRAT proof of a refutation, or it has RAT steps.
    #[error("the proof, byte {at}: {reason}")]
    Proof {
        /// The offset of the byte.
        at: usize,
        /// What is wrong there.
        reason: &'static str,
    },
    /// The trimmed proof cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Writes the steps of `proof` that derive the empty clause from a formula of `inputs` clauses, and returns the writer.
///
/// # Errors
/// [`TrimError`]
pub fn trim<W: Write>(proof: &[u8], inputs: u64, out: W) -> Result<(W, Trimmed), TrimError> {
    rewrite(proof, inputs, LratWriter::new(out, LratFormat::Binary, inputs), |_| {})
}

/// Like [`trim`], as text in the form that verified checkers want: each clause has its literals in ascending order of
/// variables. Such checkers look up literals in sorted clauses, or refuse a clause that is not sorted.
///
/// ```
/// use cnf_out::solver::strict;
/// // Clause 3, -2 or 1, is needed for the empty clause 4. Binary numbers are doubled.
/// let proof = [b'a', 6, 5, 2, 0, 2, 0, b'a', 8, 0, 6, 4, 0];
/// let (text, trimmed) = strict(&proof, 2, Vec::new())?;
/// assert_eq!(text, b"3 1 -2 0 1 0\n3 d 1 0\n4 0 3 2 0\n");
/// assert_eq!(trimmed.kept, 2);
/// # Ok::<(), cnf_out::solver::TrimError>(())
/// ```
///
/// # Errors
/// [`TrimError`]
pub fn strict<W: Write>(proof: &[u8], inputs: u64, out: W) -> Result<(W, Trimmed), TrimError> {
    let writer = LratWriter::new(out, LratFormat::Text, inputs);
    rewrite(proof, inputs, writer, |clause| clause.sort_unstable_by_key(|literal| literal.unsigned_abs()))
}

/// Writes the needed steps; `arrange` orders the literals of each clause.
fn rewrite<W: Write>(
    proof: &[u8],
    inputs: u64,
    mut writer: LratWriter<W>,
    arrange: impl Fn(&mut Vec<i32>),
) -> Result<(W, Trimmed), TrimError> {
    let proof = Proof::read(proof, inputs)?;
    let last_uses = proof.last_uses()?;
    for (index, last) in last_uses.iter().take(proof.inputs).enumerate() {
        if last.is_none() {
            writer.delete(index as u64 + 1);
        }
    }
    // The new ids, by the index of the clause.
    let mut ids: Vec<u64> = (1..=inputs).collect();
    let mut latest = inputs;
    for (number, addition) in proof.additions.iter().enumerate() {
        let is_needed = last_uses[proof.inputs + number].is_some();
        latest += u64::from(is_needed);
        ids.push(latest);
        if is_needed {
            let mut step = proof.step(addition)?;
            let named = proof.named(addition, &step)?;
            arrange(&mut step.clause);
            let hints: Vec<u64> = named.iter().map(|&index| ids[index]).collect();
            writer.add(latest, &step.clause, &hints)?;
            let mut done: Vec<u64> = named
                .iter()
                .filter(|&&index| last_uses[index] == Some(LastUse(number)))
                .map(|&index| ids[index])
                .collect();
            done.sort_unstable();
            done.dedup();
            for id in done {
                writer.delete(id);
            }
        }
    }
    let (out, bytes) = writer.finish()?;
    Ok((out, Trimmed { additions: proof.additions.len() as u64, kept: latest - inputs, bytes }))
}

/// The number of the last addition that uses a clause; the empty clause counts as used by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
struct LastUse(usize);

/// An addition: its id and the byte at which it begins.
struct Addition {
    id: u64,
    place: usize,
}

/// The content of an addition.
#[derive(Default)]
struct Step {
    clause: Vec<i32>,
    hints: Vec<u64>,
}

/// A proof whose additions have been located, up to the empty clause. Clauses have an index, those of the formula
/// first.
struct Proof<'p> {
    bytes: &'p [u8],
    inputs: usize,
    additions: Vec<Addition>,
}

impl<'p> Proof<'p> {
    fn read(bytes: &'p [u8], inputs: u64) -> Result<Self, TrimError> {
        let mut proof = Self { bytes, inputs: inputs as usize, additions: Vec::new() };
        let mut cursor = Cursor { bytes, at: 0 };
        let mut latest = inputs;
        loop {
            let place = cursor.at;
            if cursor.opening()? {
                let id = cursor.number()? / 2;
                if id <= latest {
                    return Err(TrimError::Proof { at: place, reason: "an id does not ascend" });
                }
                latest = id;
                proof.additions.push(Addition { id, place });
                let is_empty = cursor.list(|_| {})? == 0;
                cursor.list(|_| {})?;
                if is_empty {
                    return Ok(proof);
                }
            } else {
                cursor.list(|_| {})?;
            }
        }
    }

    /// For each clause, the last needed addition that uses it; `None` if the clause is not needed.
    fn last_uses(&self) -> Result<Vec<Option<LastUse>>, TrimError> {
        let mut last_uses = vec![None; self.inputs + self.additions.len()];
        if let Some(empty) = last_uses.last_mut() {
            *empty = Some(LastUse(self.additions.len() - 1));
        }
        for (number, addition) in self.additions.iter().enumerate().rev() {
            if last_uses[self.inputs + number].is_some() {
                for index in self.named(addition, &self.step(addition)?)? {
                    last_uses[index].get_or_insert(LastUse(number));
                }
            }
        }
        Ok(last_uses)
    }

    fn step(&self, addition: &Addition) -> Result<Step, TrimError> {
        let at = addition.place;
        let mut cursor = Cursor { bytes: self.bytes, at: at + 1 };
        let mut step = Step::default();
        let mut fits = true;
        cursor.number()?;
        cursor.list(|literal| {
            let variable = i32::try_from(literal / 2).ok();
            fits &= variable.is_some();
            let variable = variable.unwrap_or_default();
            step.clause.push(if literal % 2 == 0 { variable } else { -variable });
        })?;
        cursor.list(|hint| {
            fits &= hint % 2 == 0;
            step.hints.push(hint / 2);
        })?;
        if fits {
            Ok(step)
        } else {
            Err(TrimError::Proof { at, reason: "a step with RAT hints, or no literal" })
        }
    }

    /// The indices of the clauses that an addition uses, all of which come before it.
    fn named(&self, addition: &Addition, step: &Step) -> Result<Vec<usize>, TrimError> {
        let index = |id: &u64| {
            let before = usize::try_from(id.checked_sub(1)?).ok()?;
            if before < self.inputs {
                return Some(before);
            }
            let number = self.additions.binary_search_by_key(id, |addition| addition.id).ok()?;
            (*id < addition.id).then_some(self.inputs + number)
        };
        let named: Option<Vec<usize>> = step.hints.iter().map(index).collect();
        named.ok_or(TrimError::Proof { at: addition.place, reason: "a hint names no earlier clause" })
    }
}

/// A position in a binary proof.
struct Cursor<'p> {
    bytes: &'p [u8],
    at: usize,
}

impl Cursor<'_> {
    /// Whether an addition begins here; otherwise a deletion does.
    fn opening(&mut self) -> Result<bool, TrimError> {
        match self.byte()? {
            b'a' => Ok(true),
            b'd' => Ok(false),
            _ => Err(TrimError::Proof { at: self.at - 1, reason: "neither an addition nor a deletion" }),
        }
    }

    /// Reads numbers up to a 0, and returns their number.
    fn list(&mut self, mut each: impl FnMut(u64)) -> Result<usize, TrimError> {
        let mut length = 0;
        loop {
            match self.number()? {
                0 => return Ok(length),
                number => each(number),
            }
            length += 1;
        }
    }

    fn number(&mut self) -> Result<u64, TrimError> {
        let at = self.at;
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(TrimError::Proof { at, reason: "a number is too large" })
    }

    fn byte(&mut self) -> Result<u8, TrimError> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte.ok_or(TrimError::Proof { at: self.bytes.len(), reason: "it ends before the empty clause" })
    }
}
