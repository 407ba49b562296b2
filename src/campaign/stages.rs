//! How far a campaign is, and the time that is left by the costs that were measured.

use crate::directory::CampaignDirectory;
use crate::plan::time;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

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

/// The time that is left, by the measured runs.
pub(crate) fn estimate(place: &CampaignDirectory, found: &mut Status) {
    let sum = |of: fn(&StageStatus) -> f64| found.stages.iter().map(of).sum::<f64>();
    let (expected, measured) = (sum(|stage| stage.expected_seconds), sum(|stage| stage.measured_seconds));
    found.factor = (expected > 0.0).then(|| measured / expected);
    let mut left = 0.0;
    for (planned, seen) in place.plan().stages.iter().zip(&found.stages) {
        // A stage that has measured runs has a factor of its own.
        let own = (seen.expected_seconds > 0.0).then(|| seen.measured_seconds / seen.expected_seconds);
        let mean = planned.total_seconds() / planned.count().max(1) as f64;
        left += (seen.tasks - seen.done) as f64 * mean * own.or(found.factor).unwrap_or(1.0);
    }
    found.seconds_left = left;
    let running: usize = found.stages.iter().map(|stage| stage.running).sum();
    found.seconds_to_end = (running > 0).then(|| left / running as f64);
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
