//! The workers: each refutes prefixes with its own solver, and passes what it learns to the others.

use super::cases::{Cases, Effort};
use super::checkpoint::GapsCheckpoint;
use super::excluded::{ExcludedAssignments, Prefix};
use super::halt::Halt;
use super::tree::{PrefixLemma, Tree};
use crate::clausify::BitValue;
use crate::solver::ledger::{Ledger, Lemma, lock};
use crate::solver::segment::{Segment, SegmentAnswer, StopCondition, Workload, model};
use crate::solver::{SolverError, Statistics, StopReason};
use rustsat::instances::Cnf;
use rustsat::solvers::ControlSignal;
use rustsat::types::{Assignment, Clause, Lit, Var};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The conflicts after which a prefix of excluded assignments is split. In tests it is small, so that small formulas are
/// split.
const BRIEF: u32 = if cfg!(test) { 1 } else { 100 };
/// The conflicts after which any other prefix is split: so all workers take part, and an interrupted run does not lose much.
const MANY: u32 = if cfg!(test) { 3 } else { 1_000_000 };

/// The time between two reports.
const REPORTS: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_secs(1) };

/// Returns the clauses that exclude a model, or `None` to end the run with it.
pub(super) type ExcludeModel<'a> = Box<dyn FnMut(&Assignment) -> Option<Vec<Clause>> + Send + 'a>;
/// Called with the share of the excluded assignments, or of the cases, that the search has passed.
pub(super) type Observer<'a> = Box<dyn FnMut(f64) + Send + 'a>;
/// Stores the progress of the search.
pub(super) type StoreCheckpoint<'a> = Box<dyn FnMut(&GapsCheckpoint) -> io::Result<()> + Send + 'a>;
/// A callback that may end the run.
pub(super) type Terminator = Arc<Mutex<dyn FnMut() -> ControlSignal + Send>>;

/// What all workers share.
pub(super) struct WorkerPool<'a, W> {
    pub(super) cnf: &'a Cnf,
    pub(super) variables: u32,
    pub(super) order: Vec<Lit>,
    /// The choices that prefixes follow, and CaDiCaL's configuration for cases.
    pub(super) cases: Option<(Cases, String)>,
    pub(super) ledger: Arc<Mutex<Ledger<W>>>,
    pub(super) deadline: Option<Instant>,
    pub(super) terminator: Option<Terminator>,
    pub(super) search: Mutex<SearchState<'a>>,
    /// Signals that prefixes are open, or that the search ended.
    pub(super) changed: Condvar,
}

/// The state that the workers change. It is locked before the ledger.
pub(super) struct SearchState<'a> {
    pub(super) tree: Tree,
    pub(super) excluded: ExcludedAssignments,
    /// Clauses that all solvers should know, in the order in which they were found.
    pub(super) news: Vec<Lemma>,
    /// How many clauses were added to the formula, of how many.
    pub(super) added: u64,
    pub(super) room: u64,
    /// The highest number of a clause that is given or added.
    pub(super) reserved: u64,
    pub(super) exclude: Option<ExcludeModel<'a>>,
    /// The observer of the progress, and the time of the last report.
    pub(super) observer: Option<(Observer<'a>, Instant)>,
    /// Stores the progress; how often; the last time.
    pub(super) keep: Option<(StoreCheckpoint<'a>, Duration, Instant)>,
    /// Why the search ended before the empty prefix was refuted.
    pub(super) halt: Option<Halt>,
    pub(super) statistics: Statistics,
}

impl SearchState<'_> {
    /// Reports the progress of the search to the observer from time to time.
    fn report(&mut self, cases: Option<&Cases>) {
        if let Some((observer, last)) = self.observer.as_mut().filter(|(_, last)| last.elapsed() >= REPORTS) {
            let (tree, excluded) = (&self.tree, &self.excluded);
            observer(cases.map_or_else(|| tree.share(excluded), |cases| tree.share_of(cases)));
            *last = Instant::now();
        }
    }

    /// Stores how far the search is, if it is time for that.
    fn keep_in_time<W: Write>(&mut self, ledger: &Mutex<Ledger<W>>) -> Result<(), SolverError> {
        let is_time =
            |(_, interval, last): &(StoreCheckpoint<'_>, Duration, Instant)| last.elapsed() >= *interval;
        if self.keep.as_ref().is_some_and(is_time) { self.keep(&mut lock(ledger)) } else { Ok(()) }
    }

    /// Stores the progress of the search.
    pub(super) fn keep<W: Write>(&mut self, ledger: &mut Ledger<W>) -> Result<(), SolverError> {
        let Some((keep, _, last)) = &mut self.keep else { return Ok(()) };
        // The worker that found the empty clause may have left the tree as it was.
        if ledger.is_complete() {
            return Ok(());
        }
        let numbers = [self.added, self.reserved];
        keep(&GapsCheckpoint::new(&self.tree, &self.news, numbers, ledger.flush()?))
            .map_err(SolverError::Keep)?;
        *last = Instant::now();
        Ok(())
    }
}

/// What one worker has for itself.
struct Worker<W: Write + 'static> {
    segment: Segment<W>,
    until: StopCondition,
    /// Raised once its prefix need not be refuted any more.
    needless: Arc<AtomicBool>,
    /// The parts of prefixes that it split, the next last.
    own: Vec<Prefix>,
    /// How many of the news its solver has.
    heard: usize,
}

impl<W: Write + 'static> Worker<W> {
    /// What it means that it was stopped.
    fn stopped(&self, reason: StopReason) -> Result<PrefixOutcome, Halt> {
        let is_needless = reason == StopReason::Callback && self.needless.load(Ordering::Relaxed);
        if is_needless { Ok(PrefixOutcome::Needless) } else { Err(Halt::Stopped(reason)) }
    }
}

/// The outcome for a prefix.
enum PrefixOutcome {
    Refuted(PrefixLemma),
    /// It takes more than a few conflicts.
    Hard,
    /// It need not be refuted any more.
    Needless,
}

impl<'a, W: Write + Send + 'static> WorkerPool<'a, W> {
    /// Works until the search ends.
    pub(super) fn work(&self, workers: NonZeroUsize) {
        thread::scope(|scope| {
            let start = |_| thread::Builder::new().spawn_scoped(scope, || self.take_part()).ok();
            // This thread is a worker, and the only one if no more threads are available.
            let others: Vec<_> = (1..workers.get()).map_while(start).collect();
            self.take_part();
            for other in others {
                other.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
    }

    /// The ledger and the state of the search, after all workers have ended.
    pub(super) fn end(self) -> (Arc<Mutex<Ledger<W>>>, SearchState<'a>) {
        (self.ledger, self.search.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// One worker, from its beginning to its end.
    fn take_part(&self) {
        let guard = EndGuard(self);
        let ended = self.solve();
        if let Err(halt) = ended {
            let first = &mut lock(&self.search).halt;
            // One worker gets the error. The others may have ended because of it.
            if first.is_none() || matches!(halt, Halt::Failed(_)) {
                *first = Some(halt);
            }
        }
        drop(guard);
    }

    /// Refutes prefixes until none is left.
    fn solve(&self) -> Result<(), Halt> {
        let mut worker = self.worker()?;
        let result = self.refute_all(&mut worker);
        let mut search = lock(&self.search);
        let own = worker.segment.statistics();
        search.statistics.conflicts += own.conflicts;
        search.statistics.decisions += own.decisions;
        search.statistics.propagations += own.propagations;
        result
    }

    fn worker(&self) -> Result<Worker<W>, Halt> {
        let choices = self.cases.iter().flat_map(|(cases, _)| cases.order());
        let cut: Vec<Var> = self.order.iter().chain(choices).map(|literal| literal.var()).collect();
        let configuration = self.cases.as_ref().map(|(_, configuration)| Workload::Few(configuration));
        let questions = configuration.unwrap_or(Workload::Many(&[]));
        let mut segment = Segment::new(self.cnf, 0..self.cnf.len(), [&[], &cut], questions, &self.ledger)?;
        for &variable in &cut {
            segment.introduce(variable);
        }
        let needless = Arc::new(AtomicBool::new(false));
        let mut until = StopCondition::new(self.deadline);
        let (terminator, raised) = (self.terminator.clone(), Arc::clone(&needless));
        let callback = move || match &terminator {
            _ if raised.load(Ordering::Relaxed) => ControlSignal::Terminate,
            Some(terminator) => (lock(terminator))(),
            None => ControlSignal::Continue,
        };
        until.attach(callback, [&mut segment]);
        Ok(Worker { segment, until, needless, own: Vec::new(), heard: 0 })
    }

    fn refute_all(&self, worker: &mut Worker<W>) -> Result<(), Halt> {
        while let Some(prefix) = self.take(worker) {
            let before = worker.segment.statistics().conflicts;
            let attempt = self.attempt(worker, &prefix)?;
            let spent = worker.segment.statistics().conflicts - before;
            let mut search = lock(&self.search);
            match attempt {
                PrefixOutcome::Refuted(learnt) => {
                    let kept = search.tree.refute(prefix, learnt, spent, &mut lock(&self.ledger))?;
                    search.news.extend(kept);
                }
                PrefixOutcome::Hard => worker.own.extend(search.tree.split(prefix, spent)),
                PrefixOutcome::Needless => {}
            }
            search.report(self.cases.as_ref().map(|(cases, _)| cases));
            search.keep_in_time(&self.ledger)?;
            drop(search);
            self.changed.notify_all();
        }
        Ok(())
    }

    /// The next prefix, once there is one. `None` if the search has ended.
    fn take(&self, worker: &mut Worker<W>) -> Option<Prefix> {
        let mut search = lock(&self.search);
        loop {
            if search.halt.is_some() || search.tree.is_refuted() {
                return None;
            }
            if let Some(prefix) = search.tree.take(&mut worker.own, &worker.needless) {
                return Some(prefix);
            }
            search = self.changed.wait(search).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Tries to refute a prefix as a whole.
    fn attempt(&self, worker: &mut Worker<W>, prefix: &Prefix) -> Result<PrefixOutcome, Halt> {
        let literals = self.literals(prefix);
        loop {
            if let Some(reason) = worker.until.over() {
                return worker.stopped(reason);
            }
            let (news, excluded) = {
                let search = lock(&self.search);
                let excluded = self.cases.is_none().then(|| search.excluded.first(prefix)).flatten();
                (search.news[worker.heard..].to_vec(), excluded)
            };
            for lemma in &news {
                worker.segment.learn(lemma)?;
                worker.heard += 1;
            }
            let excluded = excluded.filter(|_| !self.order.is_empty());
            if let Some(id) = excluded.filter(|_| prefix.len() == self.order.len()) {
                let clause = literals.iter().map(|&literal| !literal).collect();
                return Ok(PrefixOutcome::Refuted(PrefixLemma {
                    lemma: Lemma { id, clause },
                    is_own: false,
                }));
            }
            let limit = match self.effort(prefix, excluded.is_some()) {
                Effort::Split => return Ok(PrefixOutcome::Hard),
                Effort::Conflicts(limit) => Some(limit),
                Effort::Refute => None,
            };
            worker.segment.set_conflict_limit(limit);
            match worker.segment.ask(&literals, &worker.until)? {
                SegmentAnswer::Lemma(lemma) => {
                    return Ok(PrefixOutcome::Refuted(PrefixLemma { lemma, is_own: true }));
                }
                SegmentAnswer::Model => self.exclude(model([&worker.segment], self.variables))?,
                SegmentAnswer::Contradiction => return Err(Halt::Refuted),
                SegmentAnswer::Stopped(StopReason::ConflictLimit) => return Ok(PrefixOutcome::Hard),
                SegmentAnswer::Stopped(reason) => return worker.stopped(reason),
            }
        }
    }

    /// What a prefix means.
    fn literals(&self, prefix: &Prefix) -> Vec<Lit> {
        let value = |place: usize, literal: Lit| if prefix[place] { literal } else { !literal };
        match &self.cases {
            Some((cases, _)) => cases.asked(prefix).map(|place| value(place, cases.order()[place])).collect(),
            None => (0..prefix.len()).map(|place| value(place, self.order[place])).collect(),
        }
    }

    /// What is done with a prefix, with which an excluded assignment may begin.
    fn effort(&self, prefix: &Prefix, has_excluded: bool) -> Effort {
        match &self.cases {
            Some((cases, _)) => cases.effort(prefix),
            None if prefix.len() == self.order.len() => Effort::Refute,
            None => Effort::Conflicts(if has_excluded { BRIEF } else { MANY }),
        }
    }

    /// Excludes a model by more clauses, or ends the search with it.
    fn exclude(&self, model: Assignment) -> Result<(), Halt> {
        let mut search = lock(&self.search);
        // Another worker may have found it at the same time.
        if search.excluded.has(&model) {
            return Ok(());
        }
        let clauses = search.exclude.as_mut().and_then(|exclude| exclude(&model)).unwrap_or_default();
        let violates = |literal: &Lit| !BitValue::Literal(*literal).in_model(&model);
        let excludes = clauses.iter().any(|clause| clause.iter().all(violates));
        if !excludes || search.added + clauses.len() as u64 > search.room {
            return Err(Halt::Model(model));
        }
        for clause in clauses {
            search.added += 1;
            let id = self.cnf.len() as u64 + search.added;
            search.excluded.add(&clause, id);
            search.news.push(Lemma { id, clause });
        }
        Ok(())
    }
}

/// Ends all workers when one ends: the search is over, or it panics.
struct EndGuard<'c, 'a, W: Write + Send + 'static>(&'c WorkerPool<'a, W>);

impl<W: Write + Send + 'static> Drop for EndGuard<'_, '_, W> {
    fn drop(&mut self) {
        let mut search = lock(&self.0.search);
        if thread::panicking() {
            search.halt.get_or_insert(Halt::Stopped(StopReason::Callback));
        }
        search.tree.give_up();
        drop(search);
        self.0.changed.notify_all();
    }
}
