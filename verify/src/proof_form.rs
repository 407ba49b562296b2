//! Finds the form of a proof: LRAT or DRAT, text or binary.
//!
//! Idea: the first byte does not determine the form (`d` starts a binary deletion as well as a DRAT text), and a list
//! of literals may look like a list of hints. So the beginning is read in each form, as strictly as the checkers read
//! it, and the result is the forms in which it can be read. Usually there is one. If there are several, a caller may
//! try each: a proof that is valid in any form refutes the formula, whatever its writer intended.
//!
//! Cost: four passes over at most [`PREFIX`] bytes. What it does not show: anything about the proof.

use std::io::Read;
use std::ops::ControlFlow;

use crate::lrat::LratReason;
use crate::lrat::decode::{Binary, Decode, DecodeDrat, Opening, Text};
use crate::lrat::input::Input;

/// The number of bytes that are read.
pub const PREFIX: usize = 1 << 18;

/// A form of proofs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProofForm {
    /// LRAT in decimal numbers.
    LratText,
    /// DRAT in decimal numbers.
    DratText,
    /// LRAT in numbers of seven bits in each byte.
    LratBinary,
    /// DRAT in numbers of seven bits in each byte.
    DratBinary,
}

impl ProofForm {
    /// All forms; if a beginning can be read in several, earlier ones are more likely.
    pub const ALL: [ProofForm; 4] =
        [ProofForm::LratText, ProofForm::DratText, ProofForm::LratBinary, ProofForm::DratBinary];

    /// The forms in which a proof with this beginning can be read, the most likely first. `is_whole` says that nothing
    /// follows. If no form fits, the form in which it can be read furthest.
    pub fn candidates(beginning: &[u8], is_whole: bool) -> Vec<ProofForm> {
        let scans = ProofForm::ALL.map(|form| (form, form.scan(beginning, is_whole)));
        let fitting: Vec<ProofForm> =
            scans.iter().filter(|(_, scan)| scan.is_ok()).map(|&(form, _)| form).collect();
        if !fitting.is_empty() {
            return fitting;
        }
        // The first of the forms that come equally far.
        let farthest = scans.into_iter().rev().max_by_key(|(_, scan)| scan.err());
        farthest.map(|(form, _)| form).into_iter().collect()
    }

    /// Checks that a beginning can be read in this form; the error is the offset up to which it can.
    fn scan(self, mut beginning: &[u8], is_whole: bool) -> Result<(), u64> {
        let mut proceed = |_| ControlFlow::Continue(());
        let input = Input::new(&mut beginning, &mut proceed);
        match self {
            ProofForm::LratText => judge(Text::new(input), is_whole, lrat_steps),
            ProofForm::LratBinary => judge(Binary::new(input), is_whole, lrat_steps),
            ProofForm::DratText => judge(Text::new(input), is_whole, drat_steps),
            ProofForm::DratBinary => judge(Binary::new(input), is_whole, drat_steps),
        }
    }
}

fn judge<D: Decode>(
    mut proof: D,
    is_whole: bool,
    steps: impl Fn(&mut D) -> Result<(), LratReason>,
) -> Result<(), u64> {
    match steps(&mut proof) {
        Ok(()) => Ok(()),
        Err(LratReason::Truncated) if !is_whole => Ok(()),
        Err(_) => Err(proof.offset()),
    }
}

/// Reads steps with ids, up to the empty clause; a checker never reads what follows it.
fn lrat_steps(proof: &mut impl Decode) -> Result<(), LratReason> {
    let mut last = 0;
    while let Some(opening) = proof.opening()? {
        match opening {
            Opening::Addition(id) if id <= last => return Err(LratReason::Id { found: id }),
            Opening::Addition(id) => {
                last = id;
                let is_empty = proof.number()?.is_none();
                if !is_empty {
                    skip_list(proof)?;
                }
                skip_list(proof)?;
                proof.close()?;
                if is_empty {
                    return Ok(());
                }
            }
            Opening::Deletion(_) => {
                while let Some(found) = proof.number()? {
                    if found < 0 {
                        return Err(LratReason::Id { found });
                    }
                }
                proof.close()?;
            }
        }
    }
    Ok(())
}

/// Reads steps without ids.
fn drat_steps(proof: &mut impl DecodeDrat) -> Result<(), LratReason> {
    while proof.kind()?.is_some() {
        skip_list(proof)?;
        proof.close()?;
    }
    Ok(())
}

fn skip_list(proof: &mut impl Decode) -> Result<(), LratReason> {
    while proof.number()?.is_some() {}
    Ok(())
}

/// Reads the beginning of a proof, [`PREFIX`] bytes or all of it; returns also whether it is all.
///
/// # Errors
/// If reading fails.
pub fn beginning(reader: &mut impl Read) -> std::io::Result<(Vec<u8>, bool)> {
    let mut beginning = Vec::new();
    reader.take(PREFIX as u64).read_to_end(&mut beginning)?;
    let is_whole = beginning.len() < PREFIX;
    Ok((beginning, is_whole))
}
