//! Follows the hints of additions whose clauses have been stored.
//!
//! Idea: none of these additions needs another one to be followed first, so they can be followed in any order, and at the
//! same time. A hint may name a clause that is live before the addition: its id is smaller, and it is not marked as deleted
//! before.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::assignment::{Assignment, Effect};
use super::report::SatisfiedHints;
use super::store::{Place, Store};
use super::whole::{BinaryStep, TextStep, WholeStep, Window};

/// An addition whose clause has been stored, but whose hints have not been followed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub(super) id: u64,
    /// Its clause.
    pub(super) place: Place,
    /// Where its hints begin in the window.
    pub(super) hints: usize,
}

/// Additions to be followed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Additions<'a> {
    /// The bytes of the steps, and some more.
    pub(super) window: Window<'a>,
    pub(super) store: &'a Store,
    pub(super) pending: &'a [Pending],
    /// The number of variables.
    pub(super) variables: usize,
    pub(super) satisfied: SatisfiedHints,
}

/// Which of some additions have been followed, by all threads together.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The number of additions that a thread takes at once.
    piece: usize,
    /// The first addition that nobody has taken.
    next: AtomicUsize,
    /// How many of them follow from their hints.
    followed: AtomicUsize,
    /// The number of their hints.
    hints: AtomicU64,
}

impl Tally {
    pub(super) fn new(piece: usize) -> Tally {
        Tally { piece, ..Tally::default() }
    }

    /// The number of hints, if `additions` additions follow. Nobody works any more.
    pub(super) fn hints_of(self, additions: usize) -> Option<u64> {
        (self.followed.into_inner() == additions).then(|| self.hints.into_inner())
    }
}

/// What a thread needs to follow hints.
#[derive(Debug, Default)]
pub(super) struct Follower {
    pub(super) assignment: Assignment,
    /// The clauses of the hints of an addition.
    hints: Vec<Place>,
}

impl Follower {
    /// Takes additions, and follows their hints, until all are taken or one does not follow.
    pub(super) fn follow_all(&mut self, additions: &Additions<'_>, tally: &Tally) {
        self.assignment.make_room(additions.variables);
        let all = additions.pending.len();
        loop {
            let first = tally.next.fetch_add(tally.piece, Ordering::Relaxed);
            if first >= all {
                return;
            }
            let end = all.min(first + tally.piece);
            let hints = match additions.window {
                Window::Text(window) => self.follow_piece::<TextStep<'_>>(additions, window, first, end),
                Window::Binary(window) => self.follow_piece::<BinaryStep<'_>>(additions, window, first, end),
            };
            let Some(hints) = hints else {
                // Nobody need go on.
                tally.next.store(all, Ordering::Relaxed);
                return;
            };
            tally.followed.fetch_add(end - first, Ordering::Relaxed);
            tally.hints.fetch_add(hints, Ordering::Relaxed);
        }
    }

    /// Follows the hints of the additions from `first` on; their number, or nothing if one addition does not follow.
    fn follow_piece<'w, W: WholeStep<'w>>(
        &mut self,
        additions: &Additions<'w>,
        window: &'w [u8],
        first: usize,
        end: usize,
    ) -> Option<u64> {
        let mut hints = 0;
        for time in first..end {
            hints += self.follow(additions, time, W::resume(&window[additions.pending[time].hints..]))?;
        }
        Some(hints)
    }

    /// Follows the hints of one addition, which `step` reads; their number, or nothing if it does not follow, if it is not in
    /// the usual form, or if it has a literal more than once.
    ///
    /// All hints are read before the first one is followed. If each is followed at once, this takes a quarter longer: the
    /// processor often guesses wrong how long a clause is, and then it has read the next numbers in vain.
    #[inline(always)]
    fn follow<'w>(
        &mut self,
        additions: &Additions<'_>,
        time: usize,
        mut step: impl WholeStep<'w>,
    ) -> Option<u64> {
        let addition = additions.pending[time];
        self.hints.clear();
        loop {
            let hint = step.hint()?;
            if hint == 0 {
                break;
            }
            if hint >= addition.id {
                return None;
            }
            self.hints.push(additions.store.place_at(hint, time as u32)?);
        }
        self.imply(additions, addition.place)?;
        Some(self.hints.len() as u64)
    }

    /// Whether the clause at `place` has no literal twice and follows from the clauses of the hints.
    fn imply(&mut self, additions: &Additions<'_>, place: Place) -> Option<()> {
        let Follower { assignment, hints } = self;
        assignment.begin();
        let mut is_tautology = false;
        for code in additions.store.clause(place).codes() {
            if assignment.is_false(code) {
                return None;
            }
            is_tautology |= assignment.is_false(code.negated());
            assignment.assign(code.negated());
        }
        if is_tautology {
            return Some(());
        }
        for &hint in hints.iter() {
            match (assignment.propagate(additions.store.clause(hint)), additions.satisfied) {
                (Effect::Conflict, _) => return Some(()),
                (Effect::NotUnit, _) | (Effect::Nothing, SatisfiedHints::Refused) => return None,
                (Effect::Unit, _) | (Effect::Nothing, SatisfiedHints::Skipped) => {}
            }
        }
        None
    }
}
