//! A proof is cut into segments, which are checked at the same time.
//!
//! Idea: backwards, only those clauses are checked that later steps use, so a segment would have to wait for all later
//! ones. Instead, each segment but the last takes all clauses that are live at its end as used. Most of what these
//! depend on is used in any case: of a proof in two segments, a tenth to a fifth more clauses are checked than in one.
//! [`super::trim`] finds out which of them the conflict depends on when all segments are done; a clause that does not
//! follow refuses the proof only if it is one of these.
//!
//! Where the cuts are decides in which order clauses are propagated, and so on which of several clauses the conflict
//! depends. If one of these does not follow, the verdict depends on it. So the cuts depend on the proof alone, and not
//! on the number of processors.

use super::clauses::{Cell, Clauses, Ref};
use super::forwards::NeededProof;
use super::read::ProofStep;

/// A segment before its clauses are copied.
#[derive(Debug)]
pub(super) struct Part<'c> {
    pub(super) steps: &'c [ProofStep],
    /// The clauses that are live before the steps, in ascending order.
    pub(super) before: Vec<Ref>,
    /// Whether the conflict is at the end.
    pub(super) is_last: bool,
}

/// Consecutive steps, and the clauses that are live somewhere within them, which have numbers of their own.
#[derive(Debug)]
pub(super) struct Segment<C> {
    pub(super) clauses: Clauses<C>,
    /// The numbers of the clauses in the whole proof, in ascending order.
    pub(super) originals: Vec<Ref>,
    pub(super) steps: Vec<ProofStep>,
    /// The clauses that are live at the end.
    pub(super) live: Vec<Ref>,
    /// The number of clauses of the formula, which come first.
    pub(super) inputs: u32,
    /// Whether the conflict is at the end.
    pub(super) is_last: bool,
}

/// The least number of steps of a proof that is cut.
const LEAST: usize = 1 << 13;

/// The least length of a segment on average, if there are more than two. The clauses that are live at its end, some
/// 20,000, are then a small part of those that it adds.
const LENGTH: usize = 1 << 19;

/// The greatest number of segments.
const MOST: usize = 16;

/// The number of segments of a proof, by its number of steps.
pub(super) fn count(steps: usize) -> usize {
    if steps < LEAST { 1 } else { (steps / LENGTH).clamp(2, MOST) }
}

/// How much longer than its share a part may be, as one part of so many.
const SLACK: u64 = 20;

/// Cuts the steps into at most `count` parts that take about the same time.
pub(super) fn cut(course: &NeededProof, count: usize) -> Vec<Part<'_>> {
    let mut is_live = vec![false; course.clauses.len()];
    is_live[..course.inputs as usize].fill(true);
    let mut parts: Vec<Part> = Vec::new();
    let mut start = 0;
    for end in ends(course, count) {
        parts.push(Part::new(&course.steps[start..end], &mut is_live));
        start = end;
    }
    // Without steps if the formula alone has a conflict.
    let last = Part::new(&course.steps[start..], &mut is_live);
    parts.push(Part { is_last: true, ..last });
    parts
}

/// Where all parts but the last end: where the fewest clauses are live, soon after the step where the part has its share of the
/// time. Solvers delete many clauses at once, those that they have used least. After that, fewer clauses have to be checked
/// that the conflict does not depend on.
fn ends(course: &NeededProof, count: usize) -> Vec<usize> {
    let moments = moments(course);
    let share = moments.last().map_or(0, |last| last.time) / count.max(1) as u64;
    let mut ends = Vec::new();
    for part in 1..count as u64 {
        let (from, to) = (part * share, part * share + share / SLACK);
        let first =
            moments.partition_point(|moment| moment.time < from).max(ends.last().copied().unwrap_or(0));
        let behind = moments.partition_point(|moment| moment.time <= to).max(first + 1);
        // The last part has a step, too.
        let near = first..behind.min(moments.len().saturating_sub(1));
        ends.extend(near.min_by_key(|&step| moments[step].live).map(|step| step + 1));
    }
    ends
}

/// The load of a check after a step.
#[derive(Debug, Clone, Copy)]
struct StepLoad {
    /// About how long the steps take up to here. The time of a check grows with the number of live clauses, about as its
    /// square root: so measured on proofs of Kissat with 54,570 and 381,221 additions.
    time: u64,
    /// The number of live clauses.
    live: u64,
}

/// What there is after each step.
fn moments(course: &NeededProof) -> Vec<StepLoad> {
    let mut moment = StepLoad { time: 0, live: u64::from(course.inputs) };
    let after = |step: &ProofStep| {
        match step {
            ProofStep::Add(_) => {
                moment.live += 1;
                moment.time += moment.live.isqrt();
            }
            ProofStep::Delete(_) => moment.live -= 1,
        }
        moment
    };
    course.steps.iter().map(after).collect()
}

impl<'c> Part<'c> {
    /// `is_live` says which clauses are live before the steps; afterwards, which are live after them.
    fn new(steps: &'c [ProofStep], is_live: &mut [bool]) -> Part<'c> {
        let before = live_clauses(is_live);
        update(steps, is_live);
        Part { steps, before, is_last: false }
    }
}

impl<C: Cell> Segment<C> {
    /// Copies what a part needs.
    pub(super) fn new(course: &NeededProof, part: Part) -> Segment<C> {
        let Part { steps, before: mut originals, is_last } = part;
        let inputs = originals.partition_point(|clause| clause.0 < course.inputs) as u32;
        let mut is_live = vec![true; originals.len()];
        originals.extend(steps.iter().filter_map(|step| match step {
            ProofStep::Add(clause) => Some(*clause),
            ProofStep::Delete(_) => None,
        }));
        is_live.resize(originals.len(), false);
        let clauses = Clauses::copied(&course.clauses, &originals);
        // Every clause of the steps is among them.
        let own = |original: Ref| Ref(originals.partition_point(|&other| other < original) as u32);
        let steps: Vec<ProofStep> = steps.iter().map(|step| step.with(own)).collect();
        update(&steps, &mut is_live);
        let live = live_clauses(&is_live);
        Segment { clauses, originals, steps, live, inputs, is_last }
    }
}

/// `is_live` says which clauses are live before the steps; afterwards, which are live after them.
fn update(steps: &[ProofStep], is_live: &mut [bool]) {
    for step in steps {
        match step {
            ProofStep::Add(clause) => is_live[clause.index()] = true,
            ProofStep::Delete(clause) => is_live[clause.index()] = false,
        }
    }
}

/// The live clauses, in ascending order.
fn live_clauses(is_live: &[bool]) -> Vec<Ref> {
    let live = (0..).map(Ref).zip(is_live).filter(|&(_, &is_live)| is_live);
    live.map(|(clause, _)| clause).collect()
}
