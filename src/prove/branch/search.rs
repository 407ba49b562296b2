//! The search: which square splits a node, and what is done with the assignments that are left.

use super::SumBound;
use certamen_ask::solve::stop_reason;
use certamen_ask::witness::{AnyWitness, WitnessError};
use certamen_work::limits::Limits;
use certamen_work::parallel::in_order;
use certamen_work::stop::Stop;
use cnf_out::solver::StopReason;
use verify::sum::{BlockSum, Kind, MAX_LEFT, Node, OpenSquare, Splitter, Square, walk};

/// The number of assignments that are counted together, on all processors.
const BATCH: usize = 256;

/// How a search ended.
#[derive(Debug)]
pub enum BranchOutcome {
    /// No answer has that number. The text is the list of splits.
    Refuted(Vec<u8>),
    /// An answer that has that number.
    Found(AnyWitness),
    /// More assignments are left than a proof may leave.
    TooMany,
    /// A limit ended the search.
    Stopped(StopReason),
}

/// Looks for an answer whose number is at least `at_least`, or refutes it.
///
/// # Errors
/// [`WitnessError`] if an assignment of the sum is no position.
pub fn branch(
    summed: &dyn SumBound,
    sum: &BlockSum,
    at_least: u32,
    limits: &Limits,
) -> Result<BranchOutcome, WitnessError> {
    let limits = &limits.within(limits.time);
    let mut search =
        BranchSearch { summed, sum, at_least, limits, proof: Vec::new(), left: Vec::new(), all_left: 0 };
    let ended = match walk(sum, u64::from(at_least), &mut search) {
        Ok(_) => search.count().err(),
        Err(ended) => Some(ended),
    };
    match ended {
        None => Ok(BranchOutcome::Refuted(search.proof)),
        Some(WalkEnd::Found(held)) => summed.witness(&held).map(BranchOutcome::Found),
        Some(WalkEnd::TooMany) => Ok(BranchOutcome::TooMany),
        Some(WalkEnd::Limit(reason)) => Ok(BranchOutcome::Stopped(reason)),
        Some(WalkEnd::Witness(error)) => Err(error),
    }
}

/// Counts the numbers of assignments on all processors. Returns the first one with at least `at_least`; `None` if there is
/// none.
///
/// # Errors
/// The first assignment that is no position; or a stop was requested.
pub(crate) fn count_left(
    summed: &dyn SumBound,
    left: &[Vec<Kind>],
    at_least: u32,
    stop: &Stop,
) -> Result<Option<(usize, u32)>, CountFailure> {
    let count = |index: usize| {
        if stop.is_requested() {
            return Err(CountFailure::Stopped);
        }
        summed.count(&left[index]).map_err(CountFailure::NoPosition)
    };
    let counts = in_order(left.len(), count)?;
    Ok(counts.into_iter().enumerate().find(|&(_, count)| count >= at_least))
}

/// Why assignments were not counted.
pub(crate) enum CountFailure {
    Stopped,
    NoPosition(WitnessError),
}

/// Why a walk ends before its end.
enum WalkEnd {
    Found(Vec<Kind>),
    TooMany,
    Limit(StopReason),
    Witness(WitnessError),
}

struct BranchSearch<'a> {
    summed: &'a dyn SumBound,
    sum: &'a BlockSum,
    at_least: u32,
    limits: &'a Limits,
    proof: Vec<u8>,
    /// Assignments that are not counted yet.
    left: Vec<Vec<Kind>>,
    /// The number of all that are left.
    all_left: usize,
}

impl BranchSearch<'_> {
    fn require_time(&self) -> Result<(), WalkEnd> {
        if self.limits.is_over() { Err(WalkEnd::Limit(stop_reason(self.limits))) } else { Ok(()) }
    }

    /// Counts the assignments that wait for it.
    fn count(&mut self) -> Result<(), WalkEnd> {
        self.require_time()?;
        let mut left = std::mem::take(&mut self.left);
        match count_left(self.summed, &left, self.at_least, &self.limits.stop) {
            Ok(None) => Ok(()),
            Ok(Some((index, _))) => Err(WalkEnd::Found(left.swap_remove(index))),
            Err(CountFailure::Stopped) => Err(WalkEnd::Limit(StopReason::Callback)),
            Err(CountFailure::NoPosition(error)) => Err(WalkEnd::Witness(error)),
        }
    }

    /// Whether one of the assignments that have the largest sums of a partition is an answer already.
    fn try_largest(&mut self, largest: &[Vec<Kind>]) -> Result<(), WalkEnd> {
        let has_sum = |held: &&Vec<Kind>| self.sum.value(held) >= u64::from(self.at_least);
        self.left = largest.iter().filter(has_sum).cloned().collect();
        self.count()
    }
}

impl Splitter for BranchSearch<'_> {
    type Error = WalkEnd;

    /// A square on which the partitions disagree, if there is one. Of these, one that holds the first kinds: if pieces of these
    /// kinds move, the sum changes most.
    fn split(&mut self, node: &Node<'_>, first: OpenSquare) -> Result<OpenSquare, WalkEnd> {
        self.require_time()?;
        let largest: Vec<Vec<Kind>> = (0..).map_while(|partition| node.largest(partition)).collect();
        if self.proof.is_empty() {
            self.try_largest(&largest)?;
        }
        let held = |square: Square| {
            let kinds = || largest.iter().map(move |held| held[square.0]);
            kinds().max().zip(kinds().min())
        };
        let rank = |open: &OpenSquare| {
            let held = held(open.square());
            (held.is_none_or(|(last, first)| last == first), held)
        };
        let open = node.open_squares().min_by_key(rank).unwrap_or(first);
        self.proof.extend_from_slice(self.sum.name(open.square()).as_bytes());
        self.proof.push(b'\n');
        Ok(open)
    }

    fn left(&mut self, held: Vec<Kind>) -> Result<(), WalkEnd> {
        self.all_left += 1;
        if self.all_left > MAX_LEFT {
            return Err(WalkEnd::TooMany);
        }
        self.left.push(held);
        if self.left.len() < BATCH { Ok(()) } else { self.count() }
    }
}
