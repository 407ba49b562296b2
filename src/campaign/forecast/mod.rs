//! A forecast: what a plan would take on many workers, before they begin.
//!
//! Idea: the plan is played through by events. A worker takes a task, reads its inputs, computes, and writes its output;
//! a stage begins when those that it needs are complete. Costs are those of the plan, times a factor of a log-normal
//! distribution of mean 1: by the spread of the probes of the plan, else [`Conditions::spread`]. A few tasks are
//! stragglers. A failure ends a task, which begins anew or goes on from its checkpoint. Bytes go through one disk, which
//! transfers share equally; so do tasks with processors, if these are fewer. Runs differ by their random numbers, which
//! a seed determines. The best size of tasks is found by playing the same work in more or fewer tasks.
//!
//! Cost: some microseconds a task and run, and 100 bytes a task.
//!
//! What it does not show: that the costs of the plan are right. The range of a forecast is that of luck with tasks,
//! stragglers and failures. Memory is taken to suffice, and machines to be as fast as the one that planned.

mod conditions;
mod play;
mod sharing;
#[cfg(test)]
mod tests;

pub use conditions::{Conditions, ForecastError};

use crate::batch::LEAST_SECONDS;
use crate::plan::{Stage, TaskGroup, time};
use certamen_work::amount::size;
use certamen_work::stop::Stop;
use play::Run;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;

/// The number of runs, and of fewer runs for plans of many tasks.
const RUNS: usize = 20;
const LEAST_RUNS: usize = 3;
/// The number of tasks that are played in all runs of one kind, if the plan has more than a share of them.
const MOST_PLAYED: usize = 2_000_000;
/// The greatest number of tasks of another size that is tried.
const MOST_TASKS: usize = 1_000_000;
/// The factors of other numbers of tasks that are tried.
const SIZES: [f64; 8] = [0.0625, 0.125, 0.25, 0.5, 2.0, 4.0, 8.0, 16.0];
/// The greatest standard deviation of logarithms that few measurements are believed.
const MOST_SPREAD: f64 = 1.0;
/// Of sizes that take about the same time, the one with the fewest tasks is best: by this factor.
const SAME: f64 = 1.03;

/// A number over all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Quantiles {
    /// In half of the runs it is less.
    pub median: f64,
    /// In 5 % of the runs it is less.
    pub low: f64,
    /// In 95 % of the runs it is less.
    pub high: f64,
}

/// What a plan would take.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Forecast {
    /// What the plan was played with.
    pub conditions: Conditions,
    /// The number of runs.
    pub runs: usize,
    /// The seconds from the beginning to the end.
    pub wall_seconds: Quantiles,
    /// The same if an engine starts a process for each batch of at least a minute, as `submit` does.
    pub submitted_seconds: Quantiles,
    /// The seconds of processors, with those that were lost.
    pub processor_seconds: Quantiles,
    /// Those of work that failures lost, on average.
    pub lost_seconds: f64,
    /// The failures, on average.
    pub failures: f64,
    /// The bytes that were read from the shared disk, on average.
    pub read_bytes: f64,
    /// The bytes that were written, on average.
    pub written_bytes: f64,
    /// The part of the time in which workers had a task, on average.
    pub utilisation: f64,
    /// The stage that takes the longest part of the time.
    pub critical: Option<CriticalStage>,
    /// Other numbers of tasks, with the plan's own: in increasing order.
    pub sizes: Vec<SizeForecast>,
    /// The best of them: of those that take about the least time, the one with the fewest tasks.
    pub best: Option<SizeForecast>,
}

/// The stage that holds a plan up.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CriticalStage {
    /// Its name.
    pub stage: String,
    /// The seconds in which others wait for it, on average.
    pub seconds: f64,
    /// The same as part of the wall time.
    pub share: f64,
}

/// What a plan would take with another number of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SizeForecast {
    /// The number of tasks of the first stage.
    pub tasks: usize,
    /// The median of the wall time in seconds.
    pub seconds: f64,
}

impl Forecast {
    /// Plays a plan. `sizes` says which numbers of tasks of the first stage can be planned too.
    ///
    /// # Errors
    /// [`ForecastError`]
    pub fn new(
        stages: &[Stage],
        conditions: &Conditions,
        sizes: impl Fn(usize) -> bool,
        stop: &Stop,
    ) -> Result<Self, ForecastError> {
        let runs = play(stages, conditions, stop)?;
        let submitted =
            play(stages, &Conditions { batch_seconds: Some(LEAST_SECONDS), ..conditions.clone() }, stop)?;
        let own = stages.first().map_or(0, Stage::count);
        let mut tried = vec![SizeForecast { tasks: own, seconds: wall(&runs).median }];
        for factor in SIZES {
            let divided = divided(stages, factor);
            let (tasks, all) = (divided.first().map_or(0, Stage::count), total(&divided));
            let is_new = tried.iter().all(|known| known.tasks != tasks);
            if is_new && all <= MOST_TASKS && sizes(tasks) {
                tried.push(SizeForecast { tasks, seconds: wall(&play(&divided, conditions, stop)?).median });
            }
        }
        tried.sort_by_key(|size| size.tasks);
        let least = tried.iter().map(|size| size.seconds).fold(f64::INFINITY, f64::min);
        let best = tried.iter().copied().find(|size| size.seconds <= least * SAME);
        let mean = |of: fn(&Run) -> f64| runs.iter().map(of).sum::<f64>() / runs.len() as f64;
        let available = conditions.workers as f64 * mean(|run| run.wall);
        Ok(Self {
            runs: runs.len(),
            wall_seconds: wall(&runs),
            submitted_seconds: wall(&submitted),
            processor_seconds: Quantiles::of(runs.iter().map(|run| run.processor).collect()),
            lost_seconds: mean(|run| run.lost),
            failures: mean(|run| run.failures as f64),
            read_bytes: mean(|run| run.read),
            written_bytes: mean(|run| run.written),
            utilisation: if available > 0.0 { mean(|run| run.busy) / available } else { 0.0 },
            critical: critical(stages, &runs),
            sizes: tried,
            best,
            conditions: conditions.clone(),
        })
    }
}

fn total(stages: &[Stage]) -> usize {
    stages.iter().map(Stage::count).sum()
}

fn wall(runs: &[Run]) -> Quantiles {
    Quantiles::of(runs.iter().map(|run| run.wall).collect())
}

/// All runs, which differ by their seeds.
fn play(stages: &[Stage], conditions: &Conditions, stop: &Stop) -> Result<Vec<Run>, ForecastError> {
    let count = (MOST_PLAYED / total(stages).max(1)).clamp(LEAST_RUNS, RUNS) as u64;
    let seed = |run: u64| conditions.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(run);
    let run = |run: u64| {
        if stop.is_requested() {
            return Err(ForecastError::Stopped);
        }
        Run::play(stages, conditions, seed(run))
    };
    (0..count).into_par_iter().map(run).collect()
}

/// The same work with the number of tasks multiplied by a factor. Of each run of equal tasks at least one is left.
fn divided(stages: &[Stage], factor: f64) -> Vec<Stage> {
    let of_stage = |stage: &Stage| {
        let before = stage.count();
        let of_group = |alike: &TaskGroup| {
            let count = ((alike.count as f64 * factor).round() as usize).max(1).min(alike.count * 16);
            let seconds = alike.seconds * alike.count as f64 / count.max(1) as f64;
            TaskGroup { count, seconds }
        };
        let mut other = Stage { tasks: stage.tasks.iter().map(of_group).collect(), ..stage.clone() };
        let share = before as f64 / other.count().max(1) as f64;
        other.estimate.read = (other.estimate.read as f64 * share) as u64;
        other.estimate.written = (other.estimate.written as f64 * share) as u64;
        other
    };
    stages.iter().map(of_stage).collect()
}

/// The stage that takes the longest part of the path which ends last.
fn critical(stages: &[Stage], runs: &[Run]) -> Option<CriticalStage> {
    let mut seconds = vec![0.0; stages.len()];
    for run in runs {
        let last = |of: &dyn Fn(usize) -> bool| {
            let ends = (0..stages.len()).filter(|&stage| of(stage));
            ends.max_by(|&one, &other| run.stages[one].end.total_cmp(&run.stages[other].end))
        };
        let mut next = last(&|_| true);
        while let Some(stage) = next {
            seconds[stage] += (run.stages[stage].end - run.stages[stage].start) / runs.len() as f64;
            let after: HashSet<&String> = stages[stage].after.iter().collect();
            next = last(&|before| after.contains(&stages[before].name));
        }
    }
    let longest = (0..stages.len()).max_by(|&one, &other| seconds[one].total_cmp(&seconds[other]))?;
    let all = runs.iter().map(|run| run.wall).sum::<f64>() / runs.len() as f64;
    let share = if all > 0.0 { seconds[longest] / all } else { 0.0 };
    Some(CriticalStage { stage: stages[longest].name.clone(), seconds: seconds[longest], share })
}

impl Quantiles {
    fn of(mut numbers: Vec<f64>) -> Self {
        numbers.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (numbers.len().max(1) - 1) as f64;
            let of = |place: f64| numbers.get(place as usize).copied().unwrap_or_default();
            of(place.floor()) + (of(place.ceil()) - of(place.floor())) * place.fract()
        };
        Self { median: at(0.5), low: at(0.05), high: at(0.95) }
    }
}

impl fmt::Display for Quantiles {
    /// As times.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, low, high] = [self.median, self.low, self.high].map(time);
        if low == high { f.write_str(&median) } else { write!(f, "{median} ({low} to {high})") }
    }
}

impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conditions { workers, processors, seed, .. } = self.conditions;
        let on = processors.map_or(String::new(), |count| format!(" on {count} processors"));
        writeln!(
            f,
            "forecast   {workers} workers{on}: median and 5 to 95 % of {} runs (--seed {seed})",
            self.runs
        )?;
        writeln!(f, "wall time  {}", self.wall_seconds)?;
        writeln!(f, "submitted  {} in batches of a minute", self.submitted_seconds)?;
        write!(f, "processors {}", self.processor_seconds)?;
        writeln!(f, ", of which {:.1} failures lose {}", self.failures, time(self.lost_seconds))?;
        let [read, written] = [self.read_bytes, self.written_bytes].map(|bytes| size(bytes as u64));
        if self.read_bytes + self.written_bytes > 0.0 {
            writeln!(f, "disk       {read} read, {written} written")?;
        }
        if let Some(CriticalStage { stage, seconds, share }) = &self.critical {
            let (time, percent) = (time(*seconds), 100.0 * share);
            writeln!(f, "held up    by stage {stage}: {time}, {percent:.0} % of the wall time")?;
        }
        writeln!(f, "in use     {:.0} % of the workers' time", 100.0 * self.utilisation)?;
        let Conditions { failures, stragglers, slower, disk, .. } = self.conditions;
        let (percent, disk) = (100.0 * stragglers, size(disk));
        write!(
            f,
            "taken for  {failures} failures of a worker in an hour, {percent} % of the tasks {slower} times as "
        )?;
        writeln!(f, "long, a disk of {disk} a second")
    }
}

/// The standard deviation of the logarithm of measured costs, for [`Stage::with_spread`]. `None` of less than two.
pub fn spread(costs: &[f64]) -> Option<f64> {
    let logarithms: Vec<f64> = costs.iter().filter(|&&cost| cost > 0.0).map(|cost| cost.ln()).collect();
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let squares: f64 = logarithms.iter().map(|logarithm| (logarithm - mean).powi(2)).sum();
    (logarithms.len() > 1).then(|| (squares / (count - 1.0)).sqrt().min(MOST_SPREAD))
}
