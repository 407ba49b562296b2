//! How far a campaign is, from its files.
//!
//! Machines have different clocks, so no time of a file is read. A run counts as alive while it holds its lock, or if its
//! beat has changed between two looks of the same observer, which are apart by the observer's own clock. The looks are
//! kept in `looks/HOST.json`.

use crate::campaign::{Need, Work};
use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::plan::{TaskId, time};
use crate::record::{RunSign, RunStatus, SILENCE, host, observe};
use certamen_work::durable;
use certamen_work::failure::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::SystemTime;

/// In a stage, this number of records of tasks that are done are read, and as many again that are spread over it: for the
/// measured cost.
const SAMPLE: usize = 1000;
/// The largest file of looks, in bytes.
const LOOK_LIMIT: u64 = 64 << 20;

/// How far a campaign is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Status {
    /// The stages.
    pub stages: Vec<StageStatus>,
    /// The names of the tasks that made no progress between two looks.
    pub stalled: Vec<String>,
    /// Measured seconds for each expected second, over all tasks that are done.
    pub factor: Option<f64>,
    /// The expected seconds of one processor that are left, by that factor.
    pub seconds_left: f64,
    /// The expected seconds until the end, if as many tasks go on at the same time as now.
    pub seconds_to_end: Option<f64>,
}

/// How far a stage is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct StageStatus {
    /// Its name.
    pub name: String,
    /// The number of its tasks; 0 if it turned out to have nothing to do.
    pub tasks: usize,
    /// Whether it is not known yet if its tasks have something to do, because outputs are missing.
    pub is_open: bool,
    /// The number of those with an output.
    pub done: usize,
    /// The number of those that a process works on.
    pub running: usize,
    /// The number of those that were begun and ended without an output, or whose process cannot be seen.
    pub left: usize,
    /// The expected seconds of the tasks that are done and were measured; of a large stage, of a sample of them.
    pub expected_seconds: f64,
    /// Their measured seconds.
    pub measured_seconds: f64,
}

/// The beats of runs that an observer saw, by the names of tasks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Observation {
    /// Seconds since 1970 by the observer's clock.
    at: f64,
    beats: BTreeMap<String, RunSign>,
}

/// Looks at a campaign, and compares with what this machine saw before. Without its work, all stages count.
///
/// # Errors
/// [`CampaignError`], and the errors of [`Work::need`].
pub fn status(place: &CampaignDirectory, work: Option<&dyn Work>) -> Result<Status, Failure> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let path = place.path().join("looks").join(format!("{}.json", host()));
    let before: Option<Observation> =
        durable::read(&path, LOOK_LIMIT).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let apart = before.as_ref().map(|look| now.as_secs_f64() - look.at);
    // A clock that was set back makes the earlier look useless.
    let is_comparable = apart.is_some_and(|apart| apart >= SILENCE.as_secs_f64());
    let mut look = Observation { at: now.as_secs_f64(), beats: BTreeMap::new() };
    let mut status = Status::default();
    let recorded = place.recorded()?;
    for (stage, recorded) in recorded.iter().enumerate() {
        let seen = before.as_ref().filter(|_| is_comparable);
        let need = work.map_or(Ok(Need::Yes), |work| work.need(place, stage))?;
        let name = place.plan().stages[stage].name.clone();
        status.stages.push(match need {
            Need::No => StageStatus { name, ..StageStatus::default() },
            Need::Unknown if !place.is_begun(stage)? => StageStatus {
                name,
                tasks: place.plan().stages[stage].count(),
                is_open: true,
                ..StageStatus::default()
            },
            _ => stage_status(place, stage, recorded, seen, &mut look, &mut status.stalled)?,
        });
    }
    if before.is_none() || is_comparable || apart.is_some_and(|apart| apart < 0.0) {
        // A directory that cannot be written only makes the next look the first.
        let _ = durable::write_json(&path, &look);
    }
    estimate(place, &mut status);
    Ok(status)
}

fn stage_status(
    place: &CampaignDirectory,
    stage: usize,
    recorded: &[bool],
    before: Option<&Observation>,
    look: &mut Observation,
    stalled: &mut Vec<String>,
) -> Result<StageStatus, CampaignError> {
    let planned = &place.plan().stages[stage];
    let mut seen =
        StageStatus { name: planned.name.clone(), tasks: recorded.len(), ..StageStatus::default() };
    let named = place.named(stage)?;
    let step = named.len().div_ceil(SAMPLE).max(1);
    for ((index, is_named), seconds) in named.into_iter().enumerate().zip(planned.costs()) {
        let at = TaskId { stage, index };
        let is_done = is_named && place.is_done(at)?;
        let is_read = recorded[index] && (!is_done || seen.done < SAMPLE || index.is_multiple_of(step));
        let run = if is_read { observe(place, at) } else { None };
        if is_done {
            seen.done += 1;
            if let Some((record, _)) =
                run.filter(|(record, _)| record.phase == RunStatus::Done && record.seconds > 0.0)
            {
                seen.expected_seconds += seconds;
                seen.measured_seconds += record.seconds;
            }
            continue;
        }
        let Some((record, is_held)) = run else { continue };
        if record.phase != RunStatus::Running {
            seen.left += 1;
            continue;
        }
        let name = place.name_of(at);
        let beat = record.sign();
        let earlier = before.and_then(|look| look.beats.get(&name));
        let is_stalled = earlier == Some(&beat);
        let is_alive = (is_held && !is_stalled) || earlier.is_some_and(|earlier| *earlier != beat);
        look.beats.insert(name.clone(), beat);
        if is_stalled {
            stalled.push(name);
        }
        if is_alive { seen.running += 1 } else { seen.left += 1 }
    }
    Ok(seen)
}

/// The time that is left, by the measured runs.
pub(crate) fn estimate(place: &CampaignDirectory, status: &mut Status) {
    let sum = |of: fn(&StageStatus) -> f64| status.stages.iter().map(of).sum::<f64>();
    let (expected, measured) = (sum(|stage| stage.expected_seconds), sum(|stage| stage.measured_seconds));
    status.factor = (expected > 0.0).then(|| measured / expected);
    let mut left = 0.0;
    for (planned, seen) in place.plan().stages.iter().zip(&status.stages) {
        // A stage that has measured runs has a factor of its own.
        let own = (seen.expected_seconds > 0.0).then(|| seen.measured_seconds / seen.expected_seconds);
        let mean = planned.total_seconds() / planned.count().max(1) as f64;
        left += (seen.tasks - seen.done) as f64 * mean * own.or(status.factor).unwrap_or(1.0);
    }
    status.seconds_left = left;
    let running: usize = status.stages.iter().map(|stage| stage.running).sum();
    status.seconds_to_end = (running > 0).then(|| left / running as f64);
}

impl Status {
    /// Whether all tasks are done.
    pub fn is_done(&self) -> bool {
        self.stages.iter().all(|stage| stage.done == stage.tasks)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_listed = |stage: &&StageStatus| stage.tasks > 0 && !stage.is_open;
        for stage in self.stages.iter().filter(is_listed) {
            let StageStatus { name, tasks, done, running, left, .. } = stage;
            write!(f, "{name:<10} {done} of {tasks} done")?;
            if *running > 0 {
                write!(f, ", {running} running")?;
            }
            if *left > 0 {
                write!(f, ", {left} begun without an output")?;
            }
            writeln!(f)?;
        }
        let open = self.stages.iter().filter(|stage| stage.is_open).count();
        if open > 0 {
            writeln!(f, "at most {open} more stages: outputs will show how many")?;
        }
        if !self.stalled.is_empty() {
            writeln!(f, "no progress since the last look: {}", self.stalled.join(", "))?;
        }
        if let Some(factor) = self.factor {
            writeln!(f, "measured   {factor:.2} times the expected cost")?;
        }
        if self.is_done() {
            return writeln!(f, "complete: gather puts the result together");
        }
        let left = time(self.seconds_left);
        match self.seconds_to_end {
            Some(end) => {
                writeln!(f, "left       {left} of one processor: about {} at this pace", time(end))
            }
            None => writeln!(f, "left       {left} of one processor; nobody is at work"),
        }
    }
}
