//! Threads that help to follow hints.
//!
//! Idea: the threads live as long as the check. For each batch, the clauses and the bytes of the proof are put into a queue,
//! which everybody may read; whoever comes in time takes some additions. The caller's thread takes some too, waits for those
//! that are reading, and takes all back. What follows is counted, so what a thread leaves undone is never taken as checked.
//!
//! Cost: a batch takes a millisecond, and to wake a thread some 30 microseconds. Each thread needs 10 bytes for each variable.

use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};
use std::thread::{self, JoinHandle};

use super::follow::{Additions, Follower, Pending, Tally};
use super::report::SatisfiedHints;
use super::store::Store;
use super::whole::Window;

/// The greatest number of threads, with the caller's one: with more, they mostly wait until clauses have been stored.
const MOST: usize = 4;

/// The number of bytes of proof for which it pays to wake a thread.
const LEAST: usize = 1 << 15;

/// The number of bytes of a batch for one thread. If it is larger, the clauses are no longer in the cache when the hints are
/// followed.
const ALONE: usize = 1 << 16;

/// The number of additions that a thread takes at once.
const PIECE: usize = 64;

/// The threads beside the one of the caller.
#[derive(Debug)]
pub(super) struct ThreadPool {
    queue: Arc<WorkQueue>,
    threads: Vec<JoinHandle<()>>,
    /// The greatest number of threads, with the caller's one, once it is known.
    most: Option<usize>,
    least: usize,
    piece: usize,
    /// Room for the bytes of a batch.
    bytes: Vec<u8>,
}

impl Default for ThreadPool {
    fn default() -> ThreadPool {
        ThreadPool {
            queue: Arc::default(),
            threads: Vec::new(),
            most: None,
            least: LEAST,
            piece: PIECE,
            bytes: Vec::new(),
        }
    }
}

/// The batch that is being worked on.
#[derive(Debug, Default)]
struct WorkQueue {
    work: RwLock<Work>,
    is_over: AtomicBool,
}

/// A batch, with all that it needs; the default one has no additions.
#[derive(Debug, Default)]
struct Work {
    store: Store,
    pending: Vec<Pending>,
    /// The bytes of the steps, and some more.
    bytes: Vec<u8>,
    is_text: bool,
    variables: usize,
    satisfied: SatisfiedHints,
    tally: Tally,
}

/// A batch: additions to be followed, whose clauses have been stored.
pub(super) struct Task<'t> {
    /// The bytes of the steps, and some more.
    pub(super) window: Window<'t>,
    pub(super) store: &'t mut Store,
    pub(super) pending: &'t mut Vec<Pending>,
    /// The number of variables.
    pub(super) variables: usize,
    pub(super) satisfied: SatisfiedHints,
}

impl ThreadPool {
    /// As many threads with the caller's one, each of which takes a single addition at once.
    #[cfg(test)]
    pub(super) fn new(threads: usize) -> ThreadPool {
        let mut pool = ThreadPool::default();
        (pool.most, pool.least, pool.piece) = (Some(threads), 1, 1);
        pool
    }

    /// The number of bytes of a batch, if `bytes` are there.
    pub(super) fn batch_bytes(&mut self, bytes: usize) -> usize {
        if bytes > ALONE && self.processors() == 1 { ALONE } else { bytes }
    }

    /// Follows the hints of a batch with the help of `own`. Their number, or nothing if an addition does not follow, if its
    /// hints are not in the usual form, or if it has a literal more than once.
    pub(super) fn follow(&mut self, own: &mut Follower, task: Task<'_>) -> Option<u64> {
        let helpers = self.helpers(&task);
        if helpers > 0 {
            return self.share(own, task, helpers);
        }
        let Task { window, store, pending, variables, satisfied } = task;
        let tally = Tally::new(self.piece);
        own.follow_all(&Additions { window, store, pending, variables, satisfied }, &tally);
        tally.hints_of(pending.len())
    }

    /// Follows the hints of a batch with the help of `own` and of the first `helpers` threads.
    fn share(&mut self, own: &mut Follower, task: Task<'_>, helpers: usize) -> Option<u64> {
        let Task { window, store, pending, variables, satisfied } = task;
        let mut bytes = take(&mut self.bytes);
        bytes.clear();
        bytes.extend_from_slice(window.bytes());
        *self.queue.to_change() = Work {
            store: take(store),
            pending: take(pending),
            bytes,
            is_text: matches!(window, Window::Text(_)),
            variables,
            satisfied,
            tally: Tally::new(self.piece),
        };
        self.threads[..helpers].iter().for_each(|helper| helper.thread().unpark());
        self.queue.follow_all(own);
        // This waits for those that are reading.
        let work = take(&mut *self.queue.to_change());
        (*store, *pending, self.bytes) = (work.store, work.pending, work.bytes);
        work.tally.hints_of(pending.len())
    }

    /// How many other threads a batch is worth; they are started if need be.
    fn helpers(&mut self, task: &Task<'_>) -> usize {
        let worthwhile = task.window.bytes().len() / self.least;
        let worthwhile = worthwhile.min(task.pending.len().div_ceil(self.piece));
        if worthwhile < 2 {
            return 0;
        }
        let helpers = worthwhile.min(self.processors()) - 1;
        while self.threads.len() < helpers {
            let queue = Arc::clone(&self.queue);
            let Ok(thread) = thread::Builder::new().spawn(move || queue.serve()) else {
                // Without further threads, those that there are do all.
                self.most = Some(self.threads.len() + 1);
                return self.threads.len();
            };
            self.threads.push(thread);
        }
        helpers
    }

    /// The greatest number of threads, with the caller's one.
    fn processors(&mut self) -> usize {
        let count = || thread::available_parallelism().map_or(1, |processors| processors.get().min(MOST));
        *self.most.get_or_insert_with(count)
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.queue.is_over.store(true, Ordering::Release);
        for thread in self.threads.drain(..) {
            thread.thread().unpark();
            // Whatever it left undone was not counted.
            let _ = thread.join();
        }
    }
}

impl WorkQueue {
    /// The life of a thread: takes part in what lies here whenever it is woken.
    fn serve(&self) {
        let mut follower = Follower::default();
        // To park is the last thing to do before the look at the flag: a lock may use up what wakes a thread.
        while !self.is_over.load(Ordering::Acquire) {
            self.follow_all(&mut follower);
            thread::park();
        }
    }

    /// Takes additions that lie here until all are taken.
    fn follow_all(&self, follower: &mut Follower) {
        let work = self.work.read().unwrap_or_else(PoisonError::into_inner);
        follower.follow_all(&work.additions(), &work.tally);
    }

    /// The work, once nobody is reading it.
    fn to_change(&self) -> RwLockWriteGuard<'_, Work> {
        self.work.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work {
    fn additions(&self) -> Additions<'_> {
        Additions {
            window: if self.is_text { Window::Text(&self.bytes) } else { Window::Binary(&self.bytes) },
            store: &self.store,
            pending: &self.pending,
            variables: self.variables,
            satisfied: self.satisfied,
        }
    }
}
