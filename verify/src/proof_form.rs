//! Which of the forms a proof is in: LRAT or DRAT, text or binary.
//!
//! Idea: the first byte does not tell (`d` starts a binary deletion as well as a DRAT text), and a list of literals may
//! look like one of hints. So the beginning is read in each form, as strictly as the checkers read it, and the forms are
//! named in which it can be read. Mostly that is one. Where there are several, a caller may try each: a proof that holds
//! in any form refutes the formula, whatever its writer meant.
//!
//! Cost: four passes over at most [`PREFIX`] bytes. What it does not show: anything about the proof.

use std::io::Read;
use std::ops::ControlFlow;

use crate::lrat::LratReason;
use crate::lrat::decode::{Binary, Decode, DecodeDrat, Opening, Text};
use crate::lrat::input::Input;

/// The bytes that are looked at.
pub const PREFIX: usize = 1 << 18;

/// A form of proofs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProofForm {
    /// LRAT in decimal numbers.
    LratText,
    /// DRAT in decimal numbers.
    DratText,
    /// LRAT in numbers of seven bits a byte.
    LratBinary,
    /// DRAT in numbers of seven bits a byte.
    DratBinary,
}

impl ProofForm {
    /// All of them; where a beginning can be read in several, earlier ones are more likely.
    pub const ALL: [ProofForm; 4] =
        [ProofForm::LratText, ProofForm::DratText, ProofForm::LratBinary, ProofForm::DratBinary];

    /// The forms in which a proof that begins so can be read, the likeliest first. `is_whole` tells that nothing
    /// follows. If there is no such form, the one that can be read farthest.
    pub fn candidates(beginning: &[u8], is_whole: bool) -> Vec<ProofForm> {
        let scans = ProofForm::ALL.map(|form| (form, form.scan(beginning, is_whole)));
        let fitting: Vec<ProofForm> =
            scans.iter().filter(|(_, scan)| scan.is_ok()).map(|&(form, _)| form).collect();
        if !fitting.is_empty() {
            return fitting;
        }
        // Of several that come as far, the first.
        let farthest = scans.into_iter().rev().max_by_key(|(_, scan)| scan.err());
        farthest.map(|(form, _)| form).into_iter().collect()
    }

    /// Whether a beginning can be read in this form; if not, the offset up to which it can.
    fn scan(self, beginning: &[u8], is_whole: bool) -> Result<(), u64> {
        let input = Input::new(beginning, |_| ControlFlow::Continue(()));
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

/// Reads steps with ids, up to the empty clause: what is behind it is never read.
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

/// Reads the beginning of a proof, of [`PREFIX`] bytes or all of it; tells whether it is all.
///
/// # Errors
/// If reading fails.
pub fn beginning(reader: &mut impl Read) -> std::io::Result<(Vec<u8>, bool)> {
    let mut beginning = Vec::new();
    reader.take(PREFIX as u64).read_to_end(&mut beginning)?;
    let is_whole = beginning.len() < PREFIX;
    Ok((beginning, is_whole))
}
