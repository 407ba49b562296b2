//! The questions of a profile, asked side by side.
//!
//! Idea: each worker takes the first question that nobody has taken, on a copy. What it comes to is joined with what others'
//! refutations have meanwhile shown of it, and its own refutation is held against all questions, those at work included.
//!
//! Cost: a solver and its proof for each worker.

use super::census::Small;
use super::close::{self, Begin};
use super::entry::{Entry, Shown};
use super::games::Games;
use super::{Notice, ProfileError, Scope, Store};
use crate::bound::{Event, Limits};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Who is told what happens, by any worker.
pub type Watch<'a> = dyn FnMut(Notice<'_>) + Send + 'a;

/// The work on all questions that are due.
pub(super) struct Work<'a> {
    pub(super) scope: Scope,
    pub(super) store: &'a Store,
    pub(super) limits: &'a Limits,
    pub(super) census: Option<Small>,
    pub(super) games: Option<Games>,
}

/// What workers share.
struct Shared<'a, 'w> {
    entries: Vec<Entry>,
    /// The first question that nobody has looked at.
    next: usize,
    watch: &'a mut Watch<'w>,
}

impl Work<'_> {
    /// Goes through the questions, so many at a time; the first error ends all of it.
    pub(super) fn run(
        &self,
        entries: Vec<Entry>,
        jobs: NonZeroUsize,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Entry>, ProfileError> {
        let shared = Mutex::new(Shared { entries, next: 0, watch });
        let limits = Limits { stop: self.limits.stop.child(), ..self.limits.clone() };
        let worked = thread::scope(|scope| {
            let work = || self.work(&shared, &limits).inspect_err(|_| limits.stop.request());
            let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            // This thread is the first worker; where there are no more threads, the only one.
            let helpers: Vec<_> = (1..jobs.get()).map_while(start).collect();
            let own = work();
            let joined =
                helpers.into_iter().map(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic)));
            joined.fold(own, Result::and)
        });
        worked?;
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(shared.entries)
    }

    fn work(&self, shared: &Mutex<Shared<'_, '_>>, limits: &Limits) -> Result<(), ProfileError> {
        while !limits.stop.is_requested() {
            let Some((index, mut entry)) = lock(shared).take(limits) else { return Ok(()) };
            let (discs, to_move) = (entry.discs, entry.to_move);
            let begin = Begin {
                small: self.census.as_ref().and_then(|census| census.get(discs, to_move)),
                game: self.games.as_ref().and_then(|games| games.get(discs, to_move)),
            };
            let mut watch = |event: Event<'_>| (lock(shared).watch)(Notice::Event(event));
            close::close(self.scope, &mut entry, begin, self.store, limits, &mut watch)?;
            lock(shared).give(index, entry, self)?;
        }
        Ok(())
    }
}

impl Shared<'_, '_> {
    /// The next question that is due.
    fn take(&mut self, limits: &Limits) -> Option<(usize, Entry)> {
        let rest = self.entries.iter().enumerate().skip(self.next);
        let (index, entry) = rest.into_iter().find(|(_, entry)| entry.is_due(limits.time))?;
        self.next = index + 1;
        Some((index, entry.clone()))
    }

    /// Takes what a worker came to.
    fn give(&mut self, index: usize, entry: Entry, work: &Work<'_>) -> Result<(), ProfileError> {
        self.entries[index].join(entry)?;
        let entry = &self.entries[index];
        work.store.write(entry)?;
        (self.watch)(Notice::Done(entry));
        if let Shown::Refutation(refuted) = entry.shown_by.clone() {
            for other in &mut self.entries {
                if other.learn(work.scope, &refuted) {
                    other.consistent()?;
                    work.store.write(other)?;
                }
            }
        }
        Ok(())
    }
}

/// What a worker that panicked left is whole: it changes nothing half way.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
