//! Puts the findings of all segments together, and keeps what the conflict depends on.

use std::ops::Range;

use super::Report;
use super::backwards::{Finding, Verdict};
use super::clauses::Ref;
use super::error::DratError;
use super::forwards::Course;

/// A proof with the hints of the clauses that it uses.
#[derive(Debug)]
pub(super) struct Elaborated {
    pub(super) course: Course,
    /// Whether the conflict depends on a clause.
    pub(super) used: Vec<bool>,
    /// Numbers of clauses, from 1; negative for clauses with the negated pivot.
    hints: Vec<i32>,
    /// What was found out about each added clause.
    verdicts: Vec<Verdict>,
    /// The hints of the empty clause, which follows the last step.
    conflict: Option<Range<usize>>,
}

impl Elaborated {
    /// Puts the findings of the segments together, which are in order.
    ///
    /// # Errors
    /// If the conflict depends on a clause that does not follow.
    pub(super) fn of(course: Course, findings: Vec<Finding>) -> Result<Elaborated, DratError> {
        let mut hints = Vec::new();
        let mut verdicts = Vec::new();
        let mut conflict = None;
        for finding in findings {
            let shift = hints.len();
            verdicts.extend(finding.verdicts.into_iter().map(|verdict| verdict.shifted(shift)));
            conflict = finding.conflict.map(|span| span.start + shift..span.end + shift);
            if shift == 0 {
                hints = finding.hints;
            } else {
                hints.extend(finding.hints);
            }
        }
        let used = vec![false; course.clauses.len()];
        let mut this = Elaborated { course, used, hints, verdicts, conflict };
        this.mark_used()?;
        Ok(this)
    }

    /// Finds what the conflict depends on.
    fn mark_used(&mut self) -> Result<(), DratError> {
        if let Some(span) = &self.conflict {
            mark(&mut self.used, &self.hints[span.clone()]);
        }
        for addition in (0..self.verdicts.len()).rev() {
            if !self.used[addition + self.course.inputs as usize] {
                continue;
            }
            match &self.verdicts[addition] {
                Verdict::Follows { hints, .. } => mark(&mut self.used, &self.hints[hints.clone()]),
                Verdict::DoesNotFollow => return Err(self.course.not_implied(addition)),
                // A defect, which the LRAT checker tells: there are no hints.
                Verdict::Unchecked => {}
            }
        }
        Ok(())
    }

    /// The hints of an added clause that is used.
    pub(super) fn hints(&self, clause: Ref) -> &[i32] {
        match self.course.addition(clause).map(|addition| &self.verdicts[addition]) {
            Some(Verdict::Follows { hints, .. }) => &self.hints[hints.clone()],
            _ => &[],
        }
    }

    /// The hints of the empty clause after the last step.
    pub(super) fn conflict_hints(&self) -> Option<&[i32]> {
        self.conflict.clone().map(|span| &self.hints[span])
    }

    /// Adds these results to the report of the reader.
    pub(super) fn add_to(&self, report: &mut Report) {
        let count = |used: &[bool]| used.iter().filter(|&&used| used).count() as u64;
        let (inputs, additions) = self.used.split_at(self.course.inputs as usize);
        (report.used_inputs, report.used) = (count(inputs), count(additions));
        let is_rat = |verdict: &Verdict| matches!(verdict, Verdict::Follows { is_rat: true, .. });
        let verdicts = self.verdicts.iter().zip(additions);
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
