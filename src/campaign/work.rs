//! Does tasks on this machine.
//!
//! Threads take the tasks of a stage that have no output and that no other process has taken. If only such tasks are
//! left, the worker waits for them, or takes over those of a process that has ended. The next stage begins when the
//! outputs of the stages before it are complete.

use crate::campaign::{Need, TaskRun, Work};
use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::output::{OutputWriter, PAUSE};
use crate::plan::TaskId;
use crate::record::{BEAT, Claim, Rival, RunSign, RunStatus, SILENCE};
use certamen_work::failure::{Failure, is_interruption, with_causes};
use certamen_work::limits::Limits;
use certamen_work::parallel::{by_workers, held};
use certamen_work::{WorkError, durable};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

/// Of a stage with more tasks than this, a worker that does some of them does not go through the directory: `gather` does.
const SWEPT: usize = 10_000;
/// How often a task is done whose file other machines took for an unfinished one that nobody writes: each of them that
/// begins without locks may do so once.
const ATTEMPTS: usize = 20;

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
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct WorkReport {
    /// The number of tasks that were done now.
    pub done: usize,
    /// The number of tasks that had their outputs before, or got them from other processes.
    pub before: usize,
    /// Whether a request to stop ended the work.
    #[serde(rename = "stopped")]
    pub is_stopped: bool,
    /// The stage that is not complete yet, and whose outputs the tasks need.
    pub lacks: Option<String>,
    /// The seconds of the tasks, added up.
    #[serde(rename = "seconds_of_tasks")]
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

/// What other processes last wrote into the records of their runs, and when this worker first saw it.
type RunSigns = HashMap<TaskId, (RunSign, Instant)>;

/// What the threads of a worker share.
struct Shared<'a> {
    worker: &'a Worker<'a>,
    limits: Limits,
    /// The tasks in progress.
    claims: Arc<Mutex<HashMap<TaskId, Claim>>>,
    signs: Mutex<RunSigns>,
    watch: Mutex<&'a mut (dyn FnMut(Event) + Send)>,
}

/// What became of a task.
enum Attempt {
    /// It was done, in these seconds.
    Done(f64),
    /// It has an output of another process.
    HadOutput,
    /// Another process does it.
    Taken,
    /// A request to stop ended it.
    Stopped,
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
        let count = plan.count();
        let range = match asked {
            TaskSelection::All => &(0..count),
            TaskSelection::Tasks(range) => range,
        };
        if range.is_empty() || range.end > count {
            return Err(CampaignError::Task { index: range.end.max(range.start + 1) - 1, count }.into());
        }
        let shared = Shared {
            worker: self,
            limits: Limits { stop: self.limits.stop.child(), ..self.limits.clone() },
            claims: Arc::default(),
            signs: Mutex::default(),
            watch: Mutex::new(watch),
        };
        beat(&shared.claims);
        let mut all = WorkReport::default();
        let mut first = 0;
        for (stage, planned) in plan.stages.iter().enumerate() {
            let count = self.place.count(stage);
            let indexes = clip(range, first, count);
            first += count;
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
            shared.stage(stage, indexes, *asked == TaskSelection::All, &mut all)?;
            if all.is_stopped {
                break;
            }
        }
        Ok(all)
    }

    /// Whether all outputs of a stage are there, as far as they are needed: by their names, since tasks that read them
    /// check their seals. Those that are late, as their records say, are waited for.
    fn is_complete(&self, stage: usize) -> Result<bool, Failure> {
        if self.work.need(self.place, stage)? == Need::No {
            return Ok(true);
        }
        let begun = Instant::now();
        let named = self.place.named(stage)?;
        for index in (0..named.len()).filter(|&index| !named[index]) {
            let at = TaskId { stage, index };
            while !self.place.is_done(at)? {
                if self.limits.is_over() || !self.place.is_late(at, begun) {
                    return Ok(false);
                }
                thread::sleep(PAUSE);
            }
        }
        Ok(true)
    }
}

/// Shows from time to time that the tasks in progress are alive, as long as there is a worker. Without a thread for it, others
/// may do the same tasks.
fn beat(claims: &Arc<Mutex<HashMap<TaskId, Claim>>>) {
    let claims = Arc::downgrade(claims);
    let beat = move || {
        while let Some(claims) = claims.upgrade() {
            held(&claims).values_mut().for_each(Claim::beat);
            drop(claims);
            thread::sleep(BEAT);
        }
    };
    let _ = thread::Builder::new().spawn(beat);
}

impl Shared<'_> {
    /// Does tasks of one stage.
    fn stage(
        &self,
        stage: usize,
        indexes: Range<usize>,
        all_tasks: bool,
        worked: &mut WorkReport,
    ) -> Result<(), Failure> {
        let Worker { place, jobs, again, .. } = *self.worker;
        if all_tasks || place.count(stage) <= SWEPT {
            durable::sweep(&place.stage_directory(stage))?;
        }
        let named = if all_tasks { Some(place.named(stage)?) } else { None };
        let (count, mut left) = (indexes.len(), Vec::new());
        for index in indexes {
            let at = TaskId { stage, index };
            let is_named = named.as_ref().is_none_or(|named| named[index]);
            if again || !is_named || !place.is_done(at)? {
                left.push(at);
            }
        }
        let (before, mut is_told) = (worked.done, false);
        while !left.is_empty() {
            let attempt = |number: usize, _: &mut dyn FnMut(u64)| {
                // A failure lets the other tasks stop.
                let attempt = self.attempt(left[number], all_tasks && !again);
                attempt.inspect_err(|_| self.limits.stop.request())
            };
            let attempts = by_workers(jobs.clamp(1, left.len()), left.len(), &mut |_| {}, attempt)?;
            // Only these are looked at again: an output of this worker may be seen late.
            let mut taken = Vec::new();
            for (&at, attempt) in left.iter().zip(attempts) {
                match attempt {
                    Attempt::Done(seconds) => {
                        worked.done += 1;
                        worked.seconds += seconds;
                    }
                    Attempt::HadOutput => {}
                    Attempt::Taken => taken.push(at),
                    Attempt::Stopped => worked.is_stopped = true,
                }
            }
            left = taken;
            if !worked.is_stopped && !left.is_empty() {
                if !std::mem::replace(&mut is_told, true) {
                    let name = place.plan().stages[stage].name.clone();
                    (held(&self.watch))(Event::Waiting(left.len(), name));
                }
                thread::sleep(PAUSE);
                worked.is_stopped = self.limits.is_over();
            }
            if worked.is_stopped {
                return Ok(());
            }
        }
        worked.before += count - (worked.done - before);
        Ok(())
    }

    /// Does a task, unless another process does it or has done it.
    fn attempt(&self, at: TaskId, leaves_taken: bool) -> Result<Attempt, Failure> {
        if self.limits.is_over() {
            return Ok(Attempt::Stopped);
        }
        let Worker { place, again, .. } = *self.worker;
        let (mut claim, rival) = Claim::take(place, at)?;
        let is_taken = match rival {
            Rival::Nobody => false,
            Rival::Alive => true,
            Rival::Unsure(sign) => !self.is_silent(at, sign),
        };
        if leaves_taken && is_taken {
            return Ok(Attempt::Taken);
        }
        // Another process may have done it since the list was made: its record says by whom.
        if !again && place.is_done(at)? {
            return Ok(Attempt::HadOutput);
        }
        claim.begin(place, at)?;
        held(&self.claims).insert(at, claim);
        let ended = self.perform(at);
        let (phase, error) = match &ended {
            Ok(()) => (RunStatus::Done, None),
            Err(failure) if is_interruption(&**failure) => (RunStatus::Stopped, None),
            Err(failure) => (RunStatus::Failed, Some(with_causes(&**failure))),
        };
        let claim = held(&self.claims).remove(&at);
        let seconds = claim.map_or(0.0, |claim| claim.finish(phase, error.as_deref()));
        if phase == RunStatus::Stopped {
            return Ok(Attempt::Stopped);
        }
        ended?;
        (held(&self.watch))(Event::Done(place.name_of(at), seconds));
        Ok(Attempt::Done(seconds))
    }

    /// Whether the run of another process has written nothing for some beats, by the clock of this worker.
    fn is_silent(&self, at: TaskId, sign: RunSign) -> bool {
        let mut signs = held(&self.signs);
        let since = match signs.get(&at) {
            Some((known, since)) if *known == sign => *since,
            _ => Instant::now(),
        };
        signs.insert(at, (sign, since));
        since.elapsed() >= SILENCE
    }

    /// Does one task.
    fn perform(&self, at: TaskId) -> Result<(), Failure> {
        let Worker { place, work, .. } = *self.worker;
        let run = TaskRun { place, at, limits: &self.limits, kept: Some(place.kept_path(at)) };
        let mut attempts = 0;
        loop {
            attempts += 1;
            let mut output = OutputWriter::begin(place, at)?;
            work.run(&run, &mut output)?;
            match output.finish() {
                Err(error) if is_gone(&error) && attempts < ATTEMPTS => {}
                finished => return Ok(finished?),
            }
        }
    }
}

/// Whether a file was removed before it got its name: where locks do not reach other machines, these take it for a file of
/// a process that has ended.
fn is_gone(error: &CampaignError) -> bool {
    let CampaignError::Work(WorkError::Io { source, .. }) = error else { return false };
    matches!(source.kind(), io::ErrorKind::NotFound | io::ErrorKind::StaleNetworkFileHandle)
}

/// The tasks of a range that are in a stage, by their numbers in it.
fn clip(range: &Range<usize>, first: usize, count: usize) -> Range<usize> {
    let within = |index: usize| index.clamp(first, first + count) - first;
    within(range.start)..within(range.end)
}
