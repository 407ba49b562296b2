//! Does tasks on this machine.
//!
//! Threads take the tasks of a stage that have no output and that no other process has taken. If only such tasks are
//! left, the worker waits for them, or takes over those of a process that has ended. The next stage begins when the
//! outputs of the stages before it are complete.

use crate::campaign::{Need, TaskOutcome, TaskRun, Work};
use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::output::OutputWriter;
use crate::plan::TaskId;
use crate::record::{BEAT, Claim, ClaimAttempt, RunStatus};
use certamen_work::durable;
use certamen_work::failure::{Failure, with_causes};
use certamen_work::limits::Limits;
use certamen_work::stop::Interrupted;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two looks at tasks that other processes have taken.
const PAUSE: Duration = Duration::from_millis(200);

/// The last words of the line that `work` ends with, unless it was stopped or failed.
pub const HAD_OUTPUTS: &str = "had their outputs";

/// Which tasks are to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskSelection {
    /// All.
    All,
    /// Those with these numbers, counted through all stages. They are done even if another process does them at the
    /// same time.
    Tasks(Range<usize>),
}

/// What a worker reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A task has its output: its name and the seconds that it took.
    Done(String, f64),
    /// Other processes do the remaining tasks of a stage: their number and the stage.
    Waiting(usize, String),
}

/// What a worker did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkReport {
    /// The number of tasks that were done now.
    pub done: usize,
    /// The number of tasks that had their outputs before, or got them from other processes.
    pub before: usize,
    /// Whether a request to stop ended the work.
    pub is_stopped: bool,
    /// The stage that is not complete yet, and whose outputs the tasks need.
    pub lacks: Option<String>,
    /// The seconds of the tasks, added up.
    pub seconds: f64,
}

/// A worker on this machine.
#[expect(missing_debug_implementations, reason = "the work is a trait object")]
pub struct Worker<'a> {
    /// The directory.
    pub place: &'a CampaignDirectory,
    /// Its work.
    pub work: &'a dyn Work,
    /// The number of tasks at the same time.
    pub jobs: usize,
    /// A request to stop.
    pub limits: &'a Limits,
    /// Whether tasks that have an output are done again.
    pub again: bool,
}

/// What the threads of a stage share.
struct StageState<'a> {
    worker: &'a Worker<'a>,
    limits: Limits,
    claims: Mutex<HashMap<TaskId, Claim>>,
    next: AtomicUsize,
    skipped: AtomicUsize,
    worked: Mutex<WorkReport>,
    failure: Mutex<Option<Failure>>,
    watch: Mutex<&'a mut (dyn FnMut(Event) + Send)>,
}

impl Worker<'_> {
    /// Does the tasks.
    ///
    /// # Errors
    /// The first error of a task; others end as at a request to stop. [`CampaignError::Task`] if there is no such task.
    pub fn run(
        &self,
        asked: &TaskSelection,
        watch: &mut (dyn FnMut(Event) + Send),
    ) -> Result<WorkReport, Failure> {
        let plan = self.place.plan();
        if let TaskSelection::Tasks(range) = asked {
            let count = plan.count();
            if range.is_empty() || range.end > count {
                return Err(CampaignError::Task { index: range.end.max(range.start + 1) - 1, count }.into());
            }
        }
        let mut all = WorkReport::default();
        for (stage, planned) in plan.stages.iter().enumerate() {
            let first = plan.first_of(stage);
            let indexes = match asked {
                TaskSelection::All => 0..planned.count(),
                TaskSelection::Tasks(range) => clip(range, first, planned.count()),
            };
            if indexes.is_empty() || self.work.need(self.place, stage)? == Need::No {
                continue;
            }
            for name in &planned.after {
                let number = plan.stage(name).unwrap_or_default();
                if !self.is_complete(number)? {
                    all.lacks = Some(name.clone());
                    return Ok(all);
                }
            }
            self.stage(stage, &indexes, *asked == TaskSelection::All, &mut all, watch)?;
            if all.is_stopped {
                break;
            }
        }
        Ok(all)
    }

    /// Whether all outputs of a stage are there, as far as they are needed.
    fn is_complete(&self, stage: usize) -> Result<bool, Failure> {
        Ok(self.work.need(self.place, stage)? == Need::No || self.place.missing(stage)?.is_empty())
    }

    /// Does tasks of one stage.
    fn stage(
        &self,
        stage: usize,
        indexes: &Range<usize>,
        all_tasks: bool,
        worked: &mut WorkReport,
        watch: &mut (dyn FnMut(Event) + Send),
    ) -> Result<(), Failure> {
        durable::sweep(&self.place.stage_directory(stage))?;
        let wanted = indexes.len();
        let mut own = 0;
        let mut is_told = false;
        loop {
            let mut left = Vec::new();
            for index in indexes.clone() {
                let at = TaskId { stage, index };
                if (self.again && own == 0) || !self.place.is_done(at)? {
                    left.push(at);
                }
            }
            if left.is_empty() {
                worked.before += wanted - own.min(wanted);
                return Ok(());
            }
            let (now, skipped) = self.tasks(&left, all_tasks && !self.again, watch)?;
            own += now.done;
            worked.done += now.done;
            worked.seconds += now.seconds;
            worked.is_stopped = now.is_stopped;
            if worked.is_stopped {
                return Ok(());
            }
            if self.again {
                worked.before += wanted - own.min(wanted);
                return Ok(());
            }
            if skipped > 0 {
                if !std::mem::replace(&mut is_told, true) {
                    watch(Event::Waiting(skipped, self.place.plan().stages[stage].name.clone()));
                }
                std::thread::sleep(PAUSE);
                if self.limits.is_over() {
                    worked.is_stopped = true;
                    return Ok(());
                }
            }
        }
    }

    /// Does these tasks, except those that other processes have taken. Returns their number too.
    fn tasks(
        &self,
        tasks: &[TaskId],
        leaves_taken: bool,
        watch: &mut (dyn FnMut(Event) + Send),
    ) -> Result<(WorkReport, usize), Failure> {
        let shared = StageState {
            worker: self,
            limits: Limits { stop: self.limits.stop.child(), ..self.limits.clone() },
            claims: Mutex::default(),
            next: AtomicUsize::new(0),
            skipped: AtomicUsize::new(0),
            worked: Mutex::default(),
            failure: Mutex::default(),
            watch: Mutex::new(watch),
        };
        let is_over = AtomicBool::new(false);
        let work = || {
            if let Err(failure) = shared.take_tasks(tasks, leaves_taken) {
                shared.fail(failure);
            }
        };
        thread::scope(|scope| {
            let start = || -> io::Result<Vec<_>> {
                thread::Builder::new().spawn_scoped(scope, || shared.beat(&is_over))?;
                let jobs = self.jobs.clamp(1, tasks.len());
                (0..jobs).map(|_| thread::Builder::new().spawn_scoped(scope, work)).collect()
            };
            let ended = match start() {
                Ok(workers) => workers.into_iter().try_for_each(thread::ScopedJoinHandle::join),
                Err(error) => {
                    shared.fail(CampaignError::Threads(error).into());
                    Ok(())
                }
            };
            is_over.store(true, Ordering::Relaxed);
            // A panic of a task is a defect, and goes on here.
            ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        });
        if let Some(failure) = held(&shared.failure).take() {
            return Err(failure);
        }
        let worked = held(&shared.worked).clone();
        Ok((worked, shared.skipped.load(Ordering::Relaxed)))
    }
}

impl StageState<'_> {
    /// Keeps the first failure, and lets the other tasks stop.
    fn fail(&self, failure: Failure) {
        held(&self.failure).get_or_insert(failure);
        self.limits.stop.request();
    }

    /// Shows from time to time that the tasks in progress are alive.
    fn beat(&self, is_over: &AtomicBool) {
        let mut last = Instant::now();
        while !is_over.load(Ordering::Relaxed) {
            thread::park_timeout(Duration::from_millis(5));
            if last.elapsed() >= BEAT {
                last = Instant::now();
                held(&self.claims).values_mut().for_each(Claim::beat);
            }
        }
    }

    /// One thread: the next task, and so on.
    fn take_tasks(&self, tasks: &[TaskId], leaves_taken: bool) -> Result<(), Failure> {
        while let Some(&at) = tasks.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.limits.is_over() {
                held(&self.worked).is_stopped = true;
                return Ok(());
            }
            let mut claim = match Claim::take(self.worker.place, at)? {
                ClaimAttempt::Theirs(_) if leaves_taken => {
                    self.skipped.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                ClaimAttempt::Ours(claim) | ClaimAttempt::Theirs(claim) => claim,
            };
            // Another process may have done it since the list was made: its record says by whom.
            if !self.worker.again && self.worker.place.is_done(at)? {
                continue;
            }
            claim.begin(self.worker.place, at)?;
            held(&self.claims).insert(at, claim);
            let ended = self.perform(at);
            let (phase, error) = match &ended {
                Ok(TaskOutcome::Done) => (RunStatus::Done, None),
                Ok(TaskOutcome::Stopped) => (RunStatus::Stopped, None),
                Err(failure) => (RunStatus::Failed, Some(with_causes(&**failure))),
            };
            let claim = held(&self.claims).remove(&at);
            let seconds = claim.map_or(0.0, |claim| claim.finish(phase, error.as_deref()));
            match ended? {
                TaskOutcome::Stopped => {
                    held(&self.worked).is_stopped = true;
                    return Ok(());
                }
                TaskOutcome::Done => {
                    let mut worked = held(&self.worked);
                    worked.done += 1;
                    worked.seconds += seconds;
                    drop(worked);
                    (held(&self.watch))(Event::Done(self.worker.place.name_of(at), seconds));
                }
            }
        }
        Ok(())
    }

    /// Does one task.
    fn perform(&self, at: TaskId) -> Result<TaskOutcome, Failure> {
        let Worker { place, work, .. } = *self.worker;
        let mut output = OutputWriter::begin(place, at)?;
        let kept = Some(place.kept_path(at));
        let run = TaskRun { place, at, limits: &self.limits, kept };
        match work.run(&run, &mut output) {
            Ok(TaskOutcome::Done) => output.finish().map(|()| TaskOutcome::Done).map_err(Into::into),
            Ok(TaskOutcome::Stopped) => Ok(TaskOutcome::Stopped),
            Err(failure) if failure.is::<Interrupted>() => Ok(TaskOutcome::Stopped),
            Err(failure) => Err(failure),
        }
    }
}

/// The tasks of a range that are in a stage, by their numbers in it.
fn clip(range: &Range<usize>, first: usize, count: usize) -> Range<usize> {
    let within = |index: usize| index.clamp(first, first + count) - first;
    within(range.start)..within(range.end)
}

/// The contents of a mutex, whatever happened to other threads.
fn held<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
