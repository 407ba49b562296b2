//! Reads the steps of a proof: as many at once as can be checked together, else one by one.

use super::Checker;
use super::batch::BatchOutcome;
use crate::lrat::decode::Decode;
use crate::lrat::error::LratReason;
use crate::lrat::report::Report;
use crate::lrat::step::StepStart;

impl Checker {
    /// Reads steps up to the empty clause.
    pub(in crate::lrat) fn run(&mut self, proof: &mut impl Decode) -> Result<Report, LratReason> {
        loop {
            self.step = None;
            match self.take_batch(proof) {
                BatchOutcome::Nothing => {}
                BatchOutcome::Steps => continue,
                BatchOutcome::Refutation => return Ok(self.finished(proof)),
            }
            match proof.opening()? {
                None => return Err(LratReason::NoEmptyClause),
                Some(StepStart::Deletion(label)) => self.delete(label, proof)?,
                Some(StepStart::Addition(id)) => {
                    self.add(id, proof)?;
                    if self.clause.is_empty() {
                        return Ok(self.finished(proof));
                    }
                }
            }
        }
    }

    /// The report, after the empty clause.
    fn finished(&mut self, proof: &impl Decode) -> Report {
        self.report.bytes = proof.offset();
        self.report
    }
}
