//! One run of a plan, event by event.

use super::conditions::{Conditions, ForecastError};
use super::sharing::Sharing;
use crate::batch::{Batch, MOST_BATCHES, divide};
use crate::plan::Stage;
use fastrand::Rng;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// A task that fails more often than this never ends.
const MOST_TRIES: usize = 1000;

/// How a run went.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    /// The seconds from the beginning to the end.
    pub(super) wall: f64,
    /// The seconds of processors in tasks, with those that were lost by failures.
    pub(super) processor: f64,
    /// The seconds of processors that were lost by failures.
    pub(super) lost: f64,
    /// The seconds of workers that had a task, added up.
    pub(super) busy: f64,
    pub(super) failures: usize,
    pub(super) read: f64,
    pub(super) written: f64,
    /// The time at which each stage began and ended.
    pub(super) stages: Vec<Range<f64>>,
}

impl Run {
    /// Plays a plan. The same seed gives the same run.
    pub(super) fn play(stages: &[Stage], conditions: &Conditions, seed: u64) -> Result<Self, ForecastError> {
        let mut play = Play::new(stages, conditions, seed);
        play.begin_stages();
        loop {
            play.hand_out();
            let (processors, disk) = (play.processors.next(), play.disk.next());
            let Some(seconds) = [processors, disk].into_iter().flatten().reduce(f64::min) else { break };
            play.run.wall += seconds;
            let is_disk = processors.is_none_or(|processors| disk.is_some_and(|disk| disk < processors));
            play.processors.pass(seconds);
            play.disk.pass(seconds);
            let ended = if is_disk { play.disk.end() } else { play.processors.end() };
            if let Some(worker) = ended {
                play.step(worker)?;
            }
        }
        Ok(play.run)
    }
}

/// What a worker does.
#[derive(Clone, Debug, Default)]
struct Worker {
    stage: usize,
    /// The tasks that it has taken, from the one that it does.
    tasks: Range<usize>,
    step: Step,
    /// The stage whose common inputs it has in memory.
    loaded: Option<usize>,
    /// The seconds that the task still needs.
    left: f64,
    tries: usize,
    since: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Step {
    #[default]
    Read,
    /// Computes for these seconds, and fails after them or not.
    Compute(f64, bool),
    Write,
}

/// The state of a run.
struct Play<'a> {
    stages: &'a [Stage],
    /// The expected seconds of the tasks of each stage.
    costs: Vec<Vec<f64>>,
    conditions: &'a Conditions,
    rng: Rng,
    run: Run,
    processors: Sharing,
    disk: Sharing,
    workers: Vec<Worker>,
    idle: Vec<usize>,
    /// Tasks that are taken together, by stages, and the next of them.
    batches: Vec<Vec<Batch>>,
    next: Vec<usize>,
    /// Stages that have begun and have tasks that nobody has taken.
    open: BTreeSet<usize>,
    /// The tasks of each stage that are not done, and the stages that it waits for.
    left: Vec<usize>,
    waits: Vec<usize>,
    followers: Vec<Vec<usize>>,
}

impl<'a> Play<'a> {
    fn new(stages: &'a [Stage], conditions: &'a Conditions, seed: u64) -> Self {
        let named: HashMap<&str, usize> =
            stages.iter().enumerate().map(|(number, stage)| (&*stage.name, number)).collect();
        let numbers = |stage: &Stage| -> Vec<usize> {
            stage.after.iter().filter_map(|name| named.get(&**name).copied()).collect()
        };
        let mut followers = vec![Vec::new(); stages.len()];
        for (number, stage) in stages.iter().enumerate() {
            for before in numbers(stage) {
                followers[before].push(number);
            }
        }
        // A stage that has nothing to do ends at once. An engine starts its batches all the same.
        let is_skipped = |stage: &Stage| stage.estimate.is_unlikely && conditions.batch_seconds.is_none();
        let tasks = |stage: &Stage| if is_skipped(stage) { 0 } else { stage.count() };
        let left: Vec<usize> = stages.iter().map(tasks).collect();
        let count = conditions.workers.min(left.iter().sum());
        Self {
            batches: stages.iter().map(|stage| batches(stage, conditions.batch_seconds)).collect(),
            next: vec![0; stages.len()],
            open: BTreeSet::new(),
            waits: stages.iter().map(|stage| numbers(stage).len()).collect(),
            followers,
            left,
            processors: Sharing::new(conditions.processors.map_or(f64::INFINITY, |count| count as f64), 1.0),
            disk: Sharing::new(conditions.disk as f64, f64::INFINITY),
            workers: vec![Worker::default(); count],
            idle: (0..count).rev().collect(),
            run: Run { stages: vec![0.0..0.0; stages.len()], ..Run::default() },
            rng: Rng::with_seed(seed),
            stages,
            costs: stages.iter().map(|stage| stage.costs().collect()).collect(),
            conditions,
        }
    }

    /// Begins the stages that wait for none.
    fn begin_stages(&mut self) {
        let first: Vec<usize> = (0..self.stages.len()).filter(|&stage| self.waits[stage] == 0).collect();
        for stage in first {
            self.begin(stage);
        }
    }

    /// Begins a stage; one without tasks ends at once. A plan may have many such stages in a row, so that this does not call
    /// itself.
    fn begin(&mut self, stage: usize) {
        let mut begun = vec![stage];
        while let Some(stage) = begun.pop() {
            self.run.stages[stage] = self.run.wall..self.run.wall;
            if self.left[stage] > 0 {
                self.open.insert(stage);
            } else {
                begun.extend(self.end(stage));
            }
        }
    }

    /// Ends a stage, and returns those that waited for it alone.
    fn end(&mut self, stage: usize) -> Vec<usize> {
        self.run.stages[stage].end = self.run.wall;
        let mut free = self.followers[stage].clone();
        free.retain(|&next| {
            self.waits[next] -= 1;
            self.waits[next] == 0
        });
        free
    }

    /// Idle workers take tasks of the first stage that has some.
    fn hand_out(&mut self) {
        while let Some(&stage) = self.open.first() {
            let Some(worker) = self.idle.pop() else { return };
            let batch = self.batches[stage][self.next[stage]];
            self.next[stage] += 1;
            if self.next[stage] == self.batches[stage].len() {
                self.open.remove(&stage);
            }
            let one = &mut self.workers[worker];
            (one.stage, one.tasks, one.since) = (stage, batch.first..batch.end, self.run.wall);
            if self.conditions.batch_seconds.is_some() {
                // Each batch is a process of its own.
                one.loaded = None;
            }
            let start = if self.conditions.batch_seconds.is_some() { self.conditions.start } else { 0.0 };
            self.take(worker, start);
        }
    }

    /// A worker begins the first of its tasks.
    fn take(&mut self, worker: usize, start: f64) {
        let one = &self.workers[worker];
        let (stage, index) = (&self.stages[one.stage], one.tasks.start);
        let spread = stage.estimate.spread.unwrap_or(self.conditions.spread);
        let factor = (spread * normal(&mut self.rng) - spread * spread / 2.0).exp();
        let is_straggler = self.rng.f64() < self.conditions.stragglers;
        let slower = if is_straggler { self.conditions.slower } else { 1.0 };
        let seconds =
            if stage.estimate.is_unlikely { 0.0 } else { self.costs[one.stage][index] * factor * slower };
        let one = &mut self.workers[worker];
        let beside = start + self.conditions.overhead;
        (one.left, one.tries) = (seconds + beside, 0);
        // The worker waits for it, without a processor's time.
        self.run.processor -= beside * stage.threads.max(1) as f64;
        self.read(worker);
    }

    fn read(&mut self, worker: usize) {
        let one = &mut self.workers[worker];
        let estimate = &self.stages[one.stage].estimate;
        let shared = if one.loaded == Some(one.stage) { 0 } else { estimate.shared };
        (one.loaded, one.step) = (Some(one.stage), Step::Read);
        let bytes = estimate.read as f64 + shared as f64;
        self.run.read += bytes;
        if bytes > 0.0 { self.disk.add(worker, bytes, 1.0) } else { self.compute(worker) }
    }

    fn compute(&mut self, worker: usize) {
        let one = &mut self.workers[worker];
        let rate = self.conditions.failures / 3600.0;
        let until = if rate > 0.0 { -(1.0 - self.rng.f64()).ln() / rate } else { f64::INFINITY };
        let fails = until < one.left;
        let seconds = one.left.min(until);
        one.step = Step::Compute(seconds, fails);
        self.processors.add(worker, seconds, self.stages[one.stage].threads.max(1) as f64);
    }

    /// What follows when a worker has ended a step.
    fn step(&mut self, worker: usize) -> Result<(), ForecastError> {
        let one = &mut self.workers[worker];
        let stage = &self.stages[one.stage];
        match one.step {
            Step::Read => self.compute(worker),
            Step::Compute(seconds, fails) => {
                let threads = stage.threads.max(1) as f64;
                self.run.processor += seconds * threads;
                if fails {
                    let kept = stage.estimate.checkpoint.filter(|&every| every > 0.0);
                    let kept = kept.map_or(0.0, |every| (seconds / every).floor() * every);
                    one.left -= kept;
                    (one.loaded, one.tries) = (None, one.tries + 1);
                    self.run.failures += 1;
                    self.run.lost += (seconds - kept) * threads;
                    if one.tries > MOST_TRIES {
                        return Err(ForecastError::NeverEnds(stage.name.clone()));
                    }
                    self.read(worker);
                } else {
                    one.step = Step::Write;
                    let bytes = stage.estimate.written as f64;
                    self.run.written += bytes;
                    if bytes > 0.0 { self.disk.add(worker, bytes, 1.0) } else { self.finish(worker) }
                }
            }
            Step::Write => self.finish(worker),
        }
        Ok(())
    }

    /// A worker has done a task.
    fn finish(&mut self, worker: usize) {
        let one = &mut self.workers[worker];
        let stage = one.stage;
        one.tasks.start += 1;
        if one.tasks.is_empty() {
            self.run.busy += self.run.wall - one.since;
            self.idle.push(worker);
        } else {
            self.take(worker, 0.0);
        }
        self.left[stage] -= 1;
        if self.left[stage] == 0 {
            for next in self.end(stage) {
                self.begin(next);
            }
        }
    }
}

/// What a worker takes at a time: tasks of at least this number of seconds together, or one task.
fn batches(stage: &Stage, least: Option<f64>) -> Vec<Batch> {
    let alone = |index: usize| Batch { first: index, end: index + 1, tasks: 1, seconds: 0.0 };
    let Some(least) = least else { return (0..stage.count()).map(alone).collect() };
    divide(&stage.costs().enumerate().collect::<Vec<_>>(), 0, least, MOST_BATCHES)
}

/// A number of the standard normal distribution (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.f64()).cos()
}
