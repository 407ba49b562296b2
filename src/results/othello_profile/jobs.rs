//! The questions of a profile, asked in parallel.
//!
//! Idea: each worker takes the first question that no other worker has, and works on a copy. Its result is joined with
//! what other workers' refutations have shown of the same question meanwhile, and its own refutation is applied to all
//! questions, including those in progress. Questions with the same number of discs share most refutations, so one waits
//! for the other as long as there are different ones to ask.
//!
//! Cost for each worker: a solver, its proof on disk and the check of it, below 1 GB on 8x8; during native searches
//! also the layers with few discs.

use super::census::{GreatestMobility, SmallCensus};
use super::close;
use super::entry::{ProfileEntry, Reason};
use super::{Notice, ProfileError, Scope, Store};
use certamen_ask::solve::Event;
use certamen_work::Limits;
use certamen_work::stop::StopGuard;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// The callback for the work of all workers.
pub type Watch<'a> = dyn FnMut(Notice<'_>) + Send + 'a;

/// The work on all questions that are due.
pub(super) struct Work<'a> {
    pub(super) scope: Scope,
    pub(super) store: &'a Store,
    pub(super) limits: &'a Limits,
    pub(super) census: Option<SmallCensus>,
    /// Whether questions with a number of discs are asked at all.
    pub(super) is_asked: &'a (dyn Fn(u32) -> bool + Sync),
}

/// What workers share.
struct WorkState<'a, 'w> {
    entries: Vec<ProfileEntry>,
    /// The stage of each question.
    stages: Vec<Stage>,
    watch: &'a mut Watch<'w>,
}

/// The stage of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting,
    AtWork,
    Done,
}

impl Work<'_> {
    /// Works on the questions, at most `jobs` at a time. An error or a panic stops all of them.
    pub(super) fn run(
        &self,
        entries: Vec<ProfileEntry>,
        jobs: NonZeroUsize,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<ProfileEntry>, ProfileError> {
        let stages: Vec<Stage> = entries
            .iter()
            .map(|entry| {
                let is_searched = self.searched(entry).is_some();
                let is_due = entry.is_due(self.limits.time, is_searched) && (self.is_asked)(entry.discs);
                if is_due { Stage::Waiting } else { Stage::Done }
            })
            .collect();
        let most = stages.iter().filter(|&&stage| stage == Stage::Waiting).count().min(jobs.get());
        let shared = Mutex::new(WorkState { entries, stages, watch });
        let limits = Limits { stop: self.limits.stop.child(), ..self.limits.clone() };
        let worked = thread::scope(|scope| {
            let work = || -> Result<(), ProfileError> {
                let guard = StopGuard::new(&limits.stop);
                self.work(&shared, &limits)?;
                guard.off();
                Ok(())
            };
            let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            // This thread is the first worker, and the only one if no more threads are available.
            let helpers: Vec<_> = (1..most).map_while(start).collect();
            let own = work();
            let joined =
                helpers.into_iter().map(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic)));
            joined.fold(own, Result::and)
        });
        worked?;
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(shared.entries)
    }

    /// The result of exhaustive search for the question of an entry.
    fn searched(&self, entry: &ProfileEntry) -> Option<&GreatestMobility> {
        self.census.as_ref()?.get(entry.discs, entry.to_move)
    }

    fn work(&self, shared: &Mutex<WorkState<'_, '_>>, limits: &Limits) -> Result<(), ProfileError> {
        while !limits.stop.is_requested() {
            let Some((index, mut entry)) = lock(shared).take() else { return Ok(()) };
            let searched = self.searched(&entry);
            let mut watch = |event: Event<'_>| (lock(shared).watch)(Notice::Event(event));
            close::close(self.scope, &mut entry, searched, self.store, limits, &mut watch)?;
            lock(shared).give(index, entry, self)?;
        }
        Ok(())
    }
}

impl WorkState<'_, '_> {
    /// The next question, preferably with a number of discs that no worker has. Skips questions that other workers'
    /// refutations have closed.
    fn take(&mut self) -> Option<(usize, ProfileEntry)> {
        let waiting = || {
            let all = self.entries.iter().zip(&self.stages).enumerate();
            all.filter(|(_, (entry, stage))| **stage == Stage::Waiting && !entry.is_closed())
        };
        let is_at_work = |discs: u32| {
            let mut all = self.entries.iter().zip(&self.stages);
            all.any(|(entry, stage)| *stage == Stage::AtWork && entry.discs == discs)
        };
        let apart = waiting().find(|(_, (entry, _))| !is_at_work(entry.discs));
        let (index, (entry, _)) = apart.or_else(|| waiting().next())?;
        let entry = entry.clone();
        self.stages[index] = Stage::AtWork;
        Some((index, entry))
    }

    /// Takes a worker's result. Nothing of it is stored before it has been checked against all other questions.
    fn give(&mut self, index: usize, entry: ProfileEntry, work: &Work<'_>) -> Result<(), ProfileError> {
        self.stages[index] = Stage::Done;
        self.entries[index].join(entry)?;
        let mut changed = vec![index];
        if let Reason::Refutation(refuted) = self.entries[index].shown_by.clone() {
            for (place, other) in self.entries.iter_mut().enumerate() {
                if other.learn(work.scope, refuted.question, || Reason::Refutation(refuted.clone()))? {
                    changed.push(place);
                }
            }
        }
        changed.iter().try_for_each(|&place| work.store.write(&self.entries[place]))?;
        (self.watch)(Notice::Done(&self.entries[index]));
        Ok(())
    }
}

/// Locks even after a panic: a worker never leaves a change half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::CheckedRefutation;
    use certamen_othello::OthelloSize;
    use certamen_othello::query::{OthelloMobility, OthelloWitness, ToMove};
    use certamen_work::Stop;
    use certamen_work::durable::Wait;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    const SCOPE: Scope = Scope { board: OthelloSize::Six, reachable: true };

    /// A refutation about any position with this number of discs.
    fn refuted(discs: u32, at_least: u32) -> Reason {
        let whole = ProfileEntry::new(SCOPE, discs, ToMove::Black).question(SCOPE, at_least);
        let any = OthelloMobility { reach: None, discs: Some(discs), ..whole };
        Reason::Refutation(Box::new(CheckedRefutation {
            question: any,
            variables: 1,
            clauses: 1,
            cnf_sha256: String::new(),
            proof_sha256: String::new(),
            proof_bytes: 1,
            additions: 1,
            conflicts: 1,
            seconds: 1.0,
        }))
    }

    fn limits() -> Limits {
        Limits { time: Some(Duration::from_secs(1)), deadline: None, stop: Stop::new() }
    }

    /// Runs `act` on shared questions of 9 and 10 discs, and returns the files that exist afterwards.
    fn shared(act: impl FnOnce(&mut WorkState<'_, '_>, &Work<'_>)) -> Vec<String> {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path(), SCOPE, false, Wait::No, &Stop::new()).unwrap();
        let limits = limits();
        let work = Work { scope: SCOPE, store: &store, limits: &limits, census: None, is_asked: &|_| true };
        let sides = [ToMove::Black, ToMove::White];
        let entries: Vec<ProfileEntry> = [9, 10]
            .iter()
            .flat_map(|&discs| sides.map(|side| ProfileEntry::new(SCOPE, discs, side)))
            .collect();
        let stages = vec![Stage::Waiting; entries.len()];
        act(&mut WorkState { entries, stages, watch: &mut |_| {} }, &work);
        let names = std::fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| name != "profile.json");
        names.sort();
        names
    }

    #[test]
    fn questions_with_the_same_discs_wait_while_there_are_others() {
        shared(|shared, _| {
            let order: Vec<_> = std::iter::from_fn(|| shared.take().map(|(index, _)| index)).collect();
            assert_eq!(order, [0, 2, 1, 3]);
        });
    }

    #[test]
    fn a_refutation_closes_waiting_questions_and_those_in_progress() {
        let files = shared(|shared, work| {
            let (index, mut entry) = shared.take().unwrap();
            let (other, mut beside) = shared.take().unwrap();
            (entry.impossible, entry.shown_by) = (0, refuted(9, 0));
            shared.give(index, entry, work).unwrap();
            assert_eq!(shared.entries[1].impossible, 0);
            assert!(shared.entries[1].is_closed() && shared.entries[1].open_after.is_none());
            // The worker's copy does not have what the question's own file has by now.
            (shared.entries[other].impossible, shared.entries[other].shown_by) = (0, refuted(10, 0));
            beside.open_after = Some(1.0);
            shared.give(other, beside, work).unwrap();
            assert!(shared.entries[other].is_closed() && shared.entries[other].open_after.is_none());
            assert_eq!(shared.take(), None);
        });
        assert_eq!(files, ["09-black.json", "09-white.json", "10-black.json", "10-white.json"]);
    }

    #[test]
    fn a_refutation_that_a_record_contradicts_is_not_kept() {
        let files = shared(|shared, work| {
            shared.entries[1].witness = Some(OthelloWitness::of_game(OthelloSize::Six, "c2").unwrap());
            let (index, mut entry) = shared.take().unwrap();
            (entry.impossible, entry.shown_by) = (2, refuted(9, 2));
            let error = shared.give(index, entry, work).unwrap_err();
            assert!(matches!(error, ProfileError::Contradiction { discs: 9, impossible: 2, .. }), "{error}");
        });
        assert!(files.is_empty(), "{files:?}");
    }

    #[test]
    fn a_panic_of_one_worker_ends_all() {
        let files = shared(|shared, work| {
            let mut events = 0;
            let mut watch = |notice: Notice<'_>| {
                events += u32::from(matches!(notice, Notice::Event(_)));
                assert_ne!(events, 1, "a defect");
            };
            let (entries, two) = (shared.entries.clone(), NonZeroUsize::new(2).unwrap());
            let worked = catch_unwind(AssertUnwindSafe(|| work.run(entries, two, &mut watch)));
            assert!(worked.is_err());
        });
        // The other worker ends its question, which may answer that of the other player, and takes no more.
        assert!(files.len() <= 2, "{files:?}");
    }
}
