//! Puts the findings of all segments together, and keeps what the conflict depends on.

use super::backwards::{Finding, Verdict};
use super::clauses::Ref;
use super::error::DratError;
use super::forwards::NeededProof;
use super::report::Report;

/// A proof with the hints of the clauses that it uses.
#[derive(Debug)]
pub(super) struct ElaboratedProof {
    pub(super) course: NeededProof,
    /// Whether the conflict depends on a clause.
    pub(super) used: Vec<bool>,
    /// What was found out about the segments, in order.
    findings: Vec<Finding>,
    /// The place of the first clause of each segment among those that the proof adds.
    firsts: Vec<usize>,
}

impl ElaboratedProof {
    /// Puts the findings of the segments together, which are in order.
    ///
    /// # Errors
    /// If the conflict depends on a clause that does not follow.
    pub(super) fn new(course: NeededProof, findings: Vec<Finding>) -> Result<ElaboratedProof, DratError> {
        let lengths = findings.iter().map(|finding| finding.verdicts.len());
        let firsts = lengths.scan(0, |next, length| Some(std::mem::replace(next, *next + length))).collect();
        let used = vec![false; course.clauses.len()];
        let mut this = ElaboratedProof { course, used, findings, firsts };
        this.mark_used()?;
        Ok(this)
    }

    /// Finds what the conflict depends on.
    fn mark_used(&mut self) -> Result<(), DratError> {
        let ElaboratedProof { course, used, findings, firsts } = self;
        for (finding, first) in findings.iter().zip(firsts).rev() {
            mark(used, finding.conflict.as_ref().map_or(&[], |hints| &finding.hints[hints.clone()]));
            for (at, verdict) in finding.verdicts.iter().enumerate().rev() {
                let addition = *first + at;
                if !used[addition + course.inputs as usize] {
                    continue;
                }
                match verdict {
                    Verdict::Follows { hints, .. } => mark(used, &finding.hints[hints.clone()]),
                    Verdict::DoesNotFollow => return Err(course.not_implied(addition)),
                    // A defect. The step has no hints, so the LRAT checker refuses it.
                    Verdict::Unchecked => {}
                }
            }
        }
        Ok(())
    }

    /// The hints of an added clause that is used.
    pub(super) fn hints(&self, clause: Ref) -> &[i32] {
        let Some(addition) = self.course.addition(clause) else { return &[] };
        let segment = self.firsts.partition_point(|&first| first <= addition) - 1;
        let finding = &self.findings[segment];
        match finding.verdicts.get(addition - self.firsts[segment]) {
            Some(Verdict::Follows { hints, .. }) => &finding.hints[hints.clone()],
            _ => &[],
        }
    }

    /// The hints of the empty clause after the last step.
    pub(super) fn conflict_hints(&self) -> Option<&[i32]> {
        let finding = self.findings.last()?;
        finding.conflict.clone().map(|hints| &finding.hints[hints])
    }

    /// Adds these results to the report of the reader.
    pub(super) fn add_to(&self, report: &mut Report) {
        let count = |used: &[bool]| used.iter().filter(|&&used| used).count() as u64;
        let (inputs, additions) = self.used.split_at(self.course.inputs as usize);
        (report.used_inputs, report.used) = (count(inputs), count(additions));
        let is_rat = |verdict: &Verdict| matches!(verdict, Verdict::Follows { is_rat: true, .. });
        let verdicts = self.findings.iter().flat_map(|finding| &finding.verdicts).zip(additions);
        let rat_additions = verdicts.filter(|&(verdict, &is_used)| is_used && is_rat(verdict));
        report.rat_additions = rat_additions.count() as u64;
        report.ignored_deletions += self.course.ignored_deletions;
    }
}

/// Marks the clauses of hints.
fn mark(used: &mut [bool], hints: &[i32]) {
    for hint in hints {
        used[hint.unsigned_abs() as usize - 1] = true;
    }
}
