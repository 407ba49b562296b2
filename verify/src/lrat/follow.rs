//! Follows the hints of many additions whose clauses have been stored, on several threads.
//!
//! Idea: none of these additions needs another one to be followed first, so each thread takes some when it has nothing to
//! do. A hint may name a clause that is live before the addition: its id is smaller, and it is not marked as deleted
//! before. Each thread has an assignment of its own (10 bytes for each variable). Threads last for one batch: to start one
//! takes a hundredth of the time that it works.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::SatisfiedHints;
use super::assignment::{Assignment, Effect};
use super::store::{Place, Store};
use super::whole::Whole;

/// The number of bytes of proof for which it pays to start a thread.
const LEAST: usize = 1 << 16;

/// The number of additions that a thread takes at once.
const PIECE: usize = 64;

/// An addition whose clause has been stored, but whose hints have not been followed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub(super) id: u64,
    /// Its clause.
    pub(super) place: Place,
    /// Where its hints begin in the window.
    pub(super) hints: usize,
    /// It has both literals of a variable, and needs no hints.
    pub(super) is_tautology: bool,
}

/// What a thread needs to follow hints.
#[derive(Debug, Default)]
pub(super) struct Follower {
    pub(super) assignment: Assignment,
    /// The clauses of the hints of an addition.
    hints: Vec<Place>,
}

/// The threads beside the one of the caller.
#[derive(Debug)]
pub(super) struct Crew {
    others: Vec<Follower>,
    /// The number of processors, once it is known.
    processors: Option<usize>,
    /// The number of bytes of proof for which it pays to start a thread.
    least: usize,
    /// The number of additions that a thread takes at once.
    piece: usize,
}

impl Default for Crew {
    fn default() -> Crew {
        Crew { others: Vec::new(), processors: None, least: LEAST, piece: PIECE }
    }
}

/// Additions to be followed: what the threads share.
pub(super) struct Work<'w, 's> {
    /// The bytes of the steps, and some more.
    pub(super) window: &'w [u8],
    pub(super) store: &'s Store,
    pub(super) additions: &'s [Pending],
    /// The number of variables.
    pub(super) variables: usize,
    pub(super) satisfied: SatisfiedHints,
}

/// What is left to be done.
struct Queue {
    /// The first addition that nobody has taken.
    next: AtomicUsize,
    /// The number of additions that a thread takes at once.
    piece: usize,
}

impl Crew {
    /// A crew of this many threads with the caller's one, each of which takes a single addition at once.
    #[cfg(test)]
    pub(super) fn of(threads: usize) -> Crew {
        Crew { others: Vec::new(), processors: Some(threads), least: 1, piece: 1 }
    }

    /// Follows the hints of all additions, with the help of `own`. The number of hints, or nothing if an addition does not
    /// follow or its hints are not in the usual form.
    pub(super) fn follow<'w, W: Whole<'w>>(
        &mut self,
        own: &mut Follower,
        work: &Work<'w, '_>,
    ) -> Option<u64> {
        let queue = &Queue { next: AtomicUsize::new(0), piece: self.piece };
        let threads = self.threads(work.window.len()).min(work.additions.len().div_ceil(self.piece));
        if threads < 2 {
            return own.follow_all::<W>(work, queue);
        }
        if self.others.len() < threads - 1 {
            self.others.resize_with(threads - 1, Follower::default);
        }
        thread::scope(|scope| {
            let others: Vec<_> = self.others[..threads - 1]
                .iter_mut()
                // Without a thread, the others do its part.
                .filter_map(|other| {
                    thread::Builder::new().spawn_scoped(scope, || other.follow_all::<W>(work, queue)).ok()
                })
                .collect();
            let own = own.follow_all::<W>(work, queue);
            let results =
                others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            results.fold(own, |sum, hints| Some(sum? + hints?))
        })
    }

    /// The number of threads for this many bytes of proof.
    fn threads(&mut self, bytes: usize) -> usize {
        let worthwhile = bytes / self.least;
        if worthwhile < 2 {
            return 1;
        }
        let count = || thread::available_parallelism().map_or(1, NonZero::get);
        worthwhile.min(*self.processors.get_or_insert_with(count))
    }
}

impl Follower {
    /// Follows the hints of additions, by the `queue`, until all are taken; the number of hints, or
    /// nothing if one does not follow.
    fn follow_all<'w, W: Whole<'w>>(&mut self, work: &Work<'w, '_>, queue: &Queue) -> Option<u64> {
        self.assignment.make_room(work.variables);
        let mut hints = 0;
        loop {
            let first = queue.next.fetch_add(queue.piece, Ordering::Relaxed);
            if first >= work.additions.len() {
                return Some(hints);
            }
            for time in first..work.additions.len().min(first + queue.piece) {
                let Some(number) = self.follow::<W>(work, time) else {
                    // The others need not go on.
                    queue.next.store(work.additions.len(), Ordering::Relaxed);
                    return None;
                };
                hints += number as u64;
            }
        }
    }

    /// Follows the hints of one addition; their number, or nothing if it does not follow.
    ///
    /// All hints are read before the first one is followed. If each is followed at once, this takes a quarter longer: the
    /// processor often guesses wrong how long a clause is, and then it has read the next numbers in vain.
    fn follow<'w, W: Whole<'w>>(&mut self, work: &Work<'w, '_>, time: usize) -> Option<usize> {
        let addition = work.additions[time];
        self.hints.clear();
        let mut step = W::resume(&work.window[addition.hints..]);
        loop {
            let hint = step.hint()?;
            if hint == 0 {
                break;
            }
            if hint >= addition.id {
                return None;
            }
            self.hints.push(work.store.place_at(hint, time as u32)?);
        }
        if !addition.is_tautology {
            self.imply(work, addition.place)?;
        }
        Some(self.hints.len())
    }

    /// Follows hints, whose clauses are known, up to a conflict.
    fn imply(&mut self, work: &Work<'_, '_>, clause: Place) -> Option<()> {
        self.assignment.begin();
        for code in work.store.clause(clause).codes() {
            self.assignment.assign(code.negated());
        }
        for &hint in &self.hints {
            match (self.assignment.propagate(work.store.clause(hint)), work.satisfied) {
                (Effect::Conflict, _) => return Some(()),
                (Effect::NotUnit, _) | (Effect::Nothing, SatisfiedHints::Refused) => return None,
                (Effect::Unit, _) | (Effect::Nothing, SatisfiedHints::Skipped) => {}
            }
        }
        None
    }
}
