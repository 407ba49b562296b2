//! Finds the form of a proof: LRAT or DRAT, text or binary.
//!
//! Idea: the first byte does not determine the form (`d` starts a binary deletion as well as a DRAT text), and a list
//! of literals may look like a list of hints. So the beginning is read in each form, as strictly as the checkers read
//! it. If it can be read in several, a caller may try each: a proof that is valid in any form refutes the formula,
//! whatever its writer intended. If it can be read in none, each form has its own reason, and the one that can
//! be read furthest is the likeliest.
//!
//! Cost: four passes over at most [`PREFIX`] bytes. What it does not show: anything about the proof.

use std::cmp::Reverse;
use std::io::Read;
use std::ops::ControlFlow;

use crate::lrat::decode::{Binary, Decode, DecodeDrat, Text};
use crate::lrat::input::Input;
use crate::lrat::step::StepStart;
use crate::lrat::{LratError, LratReason};

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

/// How far the beginning of a proof can be read in a form.
#[derive(Debug)]
pub struct FormReport {
    /// The form.
    pub form: ProofForm,
    /// Why it cannot be read to its end; `None` if it can.
    pub error: Option<LratError>,
    /// The id of the first clause that the proof adds, if the form has ids.
    pub first_id: Option<u64>,
    /// The end of the last whole step that can be read.
    whole: u64,
}

impl ProofForm {
    /// All forms; if a beginning can be read in several, earlier ones are more likely.
    pub const ALL: [ProofForm; 4] =
        [ProofForm::LratText, ProofForm::DratText, ProofForm::LratBinary, ProofForm::DratBinary];

    /// Reads the beginning of a proof about `inputs` clauses in each form, and returns what was found, the likeliest
    /// form first. `is_whole` says that nothing follows. The forms in which it can be read come first, and of the
    /// others only those in which a proof of whole steps is cut off. If it can be read in none, these are the forms in
    /// which whole steps can be read, or else at least a byte.
    pub fn readings(beginning: &[u8], is_whole: bool, inputs: usize) -> Vec<FormReport> {
        let mut readings: Vec<FormReport> =
            ProofForm::ALL.into_iter().map(|form| form.read(beginning, is_whole)).collect();
        let is_likely = |reading: &FormReport| reading.first_id.is_none_or(|id| id > inputs as u64);
        let failure = |reading: &FormReport| reading.error.as_ref().map_or(u64::MAX, |error| error.offset);
        readings.sort_by_key(|reading| match reading.error {
            None => (false, !is_likely(reading), Reverse(0)),
            Some(_) => (true, false, Reverse(failure(reading))),
        });
        let can_be_read = readings.iter().any(|reading| reading.error.is_none());
        let has_steps = readings.iter().any(|reading| reading.whole > 0);
        readings.retain(|reading| match &reading.error {
            None => true,
            Some(error) if can_be_read => reading.whole > 0 && matches!(error.reason, LratReason::Truncated),
            Some(error) => reading.whole > 0 || !has_steps && error.offset > 0,
        });
        readings
    }

    fn read(self, mut beginning: &[u8], is_whole: bool) -> FormReport {
        let mut proceed = |_| ControlFlow::Continue(());
        let input = Input::new(&mut beginning, &mut proceed);
        let reading = FormReport { form: self, error: None, first_id: None, whole: 0 };
        match self {
            ProofForm::LratText => reading.of(Text::new(input), is_whole, FormReport::lrat_steps),
            ProofForm::LratBinary => reading.of(Binary::new(input), is_whole, FormReport::lrat_steps),
            ProofForm::DratText => reading.of(Text::of_drat(input), is_whole, FormReport::drat_steps),
            ProofForm::DratBinary => reading.of(Binary::new(input), is_whole, FormReport::drat_steps),
        }
    }
}

impl FormReport {
    fn of<D: Decode>(
        mut self,
        mut proof: D,
        is_whole: bool,
        steps: impl Fn(&mut FormReport, &mut D) -> Result<(), LratReason>,
    ) -> FormReport {
        self.error = match steps(&mut self, &mut proof) {
            Ok(()) => None,
            Err(LratReason::Truncated) if !is_whole => None,
            Err(reason) => Some(LratError { offset: proof.offset(), line: proof.line(), step: None, reason }),
        };
        self
    }

    /// Reads steps with ids, up to the empty clause; a checker never reads what follows it.
    fn lrat_steps(&mut self, proof: &mut impl Decode) -> Result<(), LratReason> {
        let mut last = 0;
        while let Some(opening) = proof.opening()? {
            let mut is_empty = false;
            match opening {
                StepStart::Addition(id) if id <= last => return Err(LratReason::Id { found: id }),
                StepStart::Addition(id) => {
                    last = id;
                    is_empty = proof.number()?.is_none();
                    if !is_empty {
                        skip_list(proof)?;
                    }
                    skip_list(proof)?;
                    self.first_id = self.first_id.or(u64::try_from(id).ok());
                }
                StepStart::Deletion(_) => {
                    while let Some(found) = proof.number()? {
                        if found < 0 {
                            return Err(LratReason::Id { found });
                        }
                    }
                }
            }
            proof.close()?;
            self.whole = proof.offset();
            if is_empty {
                break;
            }
        }
        Ok(())
    }

    /// Reads steps without ids.
    fn drat_steps(&mut self, proof: &mut impl DecodeDrat) -> Result<(), LratReason> {
        while proof.kind()?.is_some() {
            skip_list(proof)?;
            proof.close()?;
            self.whole = proof.offset();
        }
        Ok(())
    }
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
