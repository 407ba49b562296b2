//! The plan of a campaign: its stages, their tasks and expected costs.

use crate::error::CampaignError;
use certamen_work::digest::sha256;
use certamen_work::durable::sealed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

/// The file of the plan.
pub const PLAN: &str = "plan.json";
/// The tag at its start.
const FORMAT: &str = "certamen-campaign";
/// The version that this code reads and writes.
const VERSION: u32 = 1;
/// The version of the program. Outputs of two versions are not mixed.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// The greatest number of tasks of a campaign.
pub const MOST_TASKS: usize = 1_000_000;
/// The greatest number of stages of a campaign.
pub const MOST_STAGES: usize = 1000;
/// Of more stages than this, a table lists only the first ones.
const MOST_LISTED: usize = 20;
const LISTED: usize = 9;

/// The contents of files by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A division into tasks, before it has a directory.
#[derive(Clone, Debug, Default)]
pub struct TaskDivision {
    /// What is asked, in one line, without the verb.
    pub text: String,
    /// The same for [`Campaign::open`](crate::Campaign::open).
    pub question: Value,
    /// Files that the tasks read.
    pub files: Files,
    /// How the costs were estimated, in a few words.
    pub model: String,
    /// The stages, in their order.
    pub stages: Vec<Stage>,
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    format: String,
    version: u32,
    certamen: String,
    /// The verb that was divided.
    pub verb: String,
    /// Its subject.
    pub subject: String,
    /// What is asked, in one line.
    pub text: String,
    /// The same for the program.
    pub question: Value,
    /// The files that tasks read.
    pub files: Vec<InputFile>,
    /// How the costs were estimated.
    pub model: String,
    /// The stages, in their order.
    pub stages: Vec<Stage>,
}

/// A file that tasks read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputFile {
    /// Its name below `input`.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
    /// Its SHA-256.
    pub sha256: String,
}

/// Tasks that do not depend on each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its name: small letters, digits and `-`.
    pub name: String,
    /// The earlier stages that must be complete before it begins.
    pub after: Vec<String>,
    /// The number of threads of a task.
    pub threads: usize,
    /// The memory of a task in bytes.
    pub memory: u64,
    /// The tasks, in runs of equal expected cost.
    pub tasks: Vec<TaskGroup>,
    /// What a forecast takes into account beside the seconds.
    #[serde(default, skip_serializing_if = "TaskEstimate::is_empty")]
    pub estimate: TaskEstimate,
}

/// What is known of the tasks of a stage before they are done, beside their seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TaskEstimate {
    /// The bytes that each task reads for itself.
    pub read: u64,
    /// The bytes that each process reads once for all its tasks of the stage.
    pub shared: u64,
    /// The bytes that each task writes.
    pub written: u64,
    /// The standard deviation of the logarithm of the seconds of tasks, if some were measured.
    pub spread: Option<f64>,
    /// The seconds between two checkpoints. `None` if a task that is killed begins anew.
    pub checkpoint: Option<f64>,
    /// Whether the stage is expected to have nothing to do ([`Work::need`](crate::Work::need)).
    pub is_unlikely: bool,
}

impl TaskEstimate {
    /// Whether nothing is known.
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Tasks with the same expected cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskGroup {
    /// The number of tasks.
    pub count: usize,
    /// The expected seconds of each.
    pub seconds: f64,
}

/// A task: the number of its stage, and its own number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskId {
    /// The number of the stage.
    pub stage: usize,
    /// The number of the task in its stage.
    pub index: usize,
}

impl Stage {
    /// A stage of equal tasks with one thread each, after no other stage.
    pub fn new(name: &str, count: usize, seconds: f64, memory: u64) -> Self {
        let tasks = vec![TaskGroup { count, seconds: rounded(seconds) }];
        Self {
            name: name.to_owned(),
            after: Vec::new(),
            threads: 1,
            memory,
            tasks,
            estimate: TaskEstimate::default(),
        }
    }

    /// The same stage whose tasks have these expected seconds, in their order.
    #[must_use]
    pub fn with_costs(mut self, costs: impl IntoIterator<Item = f64>) -> Self {
        self.tasks.clear();
        for seconds in costs.into_iter().map(rounded) {
            match self.tasks.last_mut() {
                Some(last) if last.seconds.total_cmp(&seconds).is_eq() => last.count += 1,
                _ => self.tasks.push(TaskGroup { count: 1, seconds }),
            }
        }
        self
    }

    /// The same stage with the bytes that each task reads and writes; each process reads `shared` bytes once for all its
    /// tasks.
    #[must_use]
    pub fn moving(mut self, read: u64, shared: u64, written: u64) -> Self {
        self.estimate = TaskEstimate { read, shared, written, ..self.estimate };
        self
    }

    /// The same stage with the spread of the seconds of tasks that were measured ([`spread`](crate::spread)).
    #[must_use]
    pub fn with_spread(mut self, spread: Option<f64>) -> Self {
        self.estimate.spread = spread;
        self
    }

    /// The same stage whose tasks go on from checkpoints, with the seconds between two of them.
    #[must_use]
    pub fn with_checkpoints(mut self, seconds: f64) -> Self {
        self.estimate.checkpoint = Some(seconds);
        self
    }

    /// The same stage after another one.
    #[must_use]
    pub fn after(mut self, stage: &str) -> Self {
        self.after.push(stage.to_owned());
        self
    }

    /// What does not depend on costs: the name, the stages before it, and the number of tasks.
    pub(crate) fn shape(&self) -> (&str, &[String], usize) {
        (&self.name, &self.after, self.count())
    }

    /// The number of tasks.
    pub fn count(&self) -> usize {
        self.tasks.iter().map(|alike| alike.count).sum()
    }

    /// The expected seconds of the tasks, in their order.
    pub fn costs(&self) -> impl Iterator<Item = f64> {
        self.tasks.iter().flat_map(|alike| std::iter::repeat_n(alike.seconds, alike.count))
    }

    /// The expected seconds of all tasks together.
    pub fn total_seconds(&self) -> f64 {
        self.tasks.iter().map(|alike| alike.count as f64 * alike.seconds).sum()
    }
}

/// A number with two significant digits: costs are no more exact than that.
fn rounded(number: f64) -> f64 {
    format!("{number:.1e}").parse().unwrap_or(number)
}

impl Plan {
    /// The plan of a division: a verb and its subject in parts.
    ///
    /// # Errors
    /// [`CampaignError::Malformed`] if it has no tasks, too many, or names that cannot be those of stages.
    pub fn of(verb: &str, subject: &str, planned: &TaskDivision) -> Result<Self, CampaignError> {
        let file = |(name, bytes): (&String, &Vec<u8>)| InputFile {
            name: name.clone(),
            length: bytes.len() as u64,
            sha256: sha256(bytes),
        };
        let plan = Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            certamen: PROGRAM.to_owned(),
            verb: verb.to_owned(),
            subject: subject.to_owned(),
            text: planned.text.clone(),
            question: planned.question.clone(),
            files: planned.files.iter().map(file).collect(),
            model: planned.model.clone(),
            stages: planned.stages.clone(),
        };
        plan.validate().map_err(|reason| CampaignError::malformed(PLAN, reason))?;
        Ok(plan)
    }

    /// Reads the text of a plan.
    pub(crate) fn parse(path: &Path, text: &[u8]) -> Result<Self, CampaignError> {
        let malformed = |reason: String| CampaignError::malformed(path, reason);
        let head: Value = serde_json::from_slice(text).map_err(|error| malformed(error.to_string()))?;
        if head["format"] != FORMAT || head["version"] != VERSION {
            return Err(malformed(format!("not a plan of format `{FORMAT}`, version {VERSION}")));
        }
        let plan: Self = sealed::unseal(path, text)?;
        if plan.certamen != PROGRAM {
            let (path, own) = (path.to_owned(), PROGRAM.to_owned());
            return Err(CampaignError::Version { path, planned: plan.certamen, own });
        }
        plan.validate().map_err(malformed)?;
        Ok(plan)
    }

    /// Checks what the rest of the crate relies on: names are file names, stages follow those that they need.
    fn validate(&self) -> Result<(), String> {
        let count = self.stages.iter().try_fold(0_usize, |sum, stage| {
            stage.tasks.iter().try_fold(sum, |sum, alike| sum.checked_add(alike.count))
        });
        if count.is_none_or(|count| count == 0 || count > MOST_TASKS) || self.stages.len() > MOST_STAGES {
            return Err(format!("expected 1 to {MOST_TASKS} tasks in at most {MOST_STAGES} stages"));
        }
        let mut known: HashSet<&str> = HashSet::new();
        for stage in &self.stages {
            let is_name = !stage.name.is_empty() && stage.name.len() <= 60;
            let is_plain = stage.name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
            if !is_name || !is_plain || known.contains(stage.name.as_str()) {
                return Err(format!("stage {:?}: not a new name of small letters, digits and -", stage.name));
            }
            if let Some(missing) = stage.after.iter().find(|name| !known.contains(name.as_str())) {
                return Err(format!("stage {}: there is no earlier stage {missing:?}", stage.name));
            }
            if stage.tasks.iter().any(|alike| !alike.seconds.is_finite() || alike.seconds < 0.0) {
                return Err(format!("stage {}: a cost is not a number of seconds", stage.name));
            }
            let TaskEstimate { spread, checkpoint, .. } = stage.estimate;
            if [spread, checkpoint].into_iter().flatten().any(|number| !(0.0..1e9).contains(&number)) {
                return Err(format!("stage {}: an estimate is not a number", stage.name));
            }
            known.insert(&stage.name);
        }
        let mut files = HashSet::new();
        let mut is_file = |name: &str| {
            let is_plain = !name.is_empty() && !name.contains(['/', '\\', '\0']) && !name.starts_with('.');
            is_plain && files.insert(name.to_owned())
        };
        match self.files.iter().find(|file| !is_file(&file.name)) {
            Some(file) => Err(format!("file {:?}: not a new, plain file name", file.name)),
            None => Ok(()),
        }
    }

    /// What the outputs belong to: the SHA-256 of the question, its files and tasks, and the program. Costs do not
    /// count, since they depend on the machine that planned.
    pub(crate) fn identity(&self) -> String {
        let Self { format, version, certamen, verb, subject, question, files, .. } = self;
        let stages: Vec<_> = self.stages.iter().map(Stage::shape).collect();
        let parts = json!([format, version, certamen, verb, subject, question, files, stages]);
        sha256(parts.to_string().as_bytes())
    }

    /// The number of tasks of all stages.
    pub fn count(&self) -> usize {
        self.stages.iter().map(Stage::count).sum()
    }

    /// The number of the first task of a stage, counted through all stages.
    pub fn first_of(&self, stage: usize) -> usize {
        self.stages[..stage].iter().map(Stage::count).sum()
    }

    /// The number of the stage with this name.
    pub fn stage(&self, name: &str) -> Option<usize> {
        self.stages.iter().position(|stage| stage.name == name)
    }

    /// A table of the stages and their expected costs.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let listed = if self.stages.len() > MOST_LISTED { LISTED } else { self.stages.len() };
        for (number, stage) in self.stages.iter().take(listed).enumerate() {
            let count = stage.count();
            let mean = stage.total_seconds() / count.max(1) as f64;
            let first = self.first_of(number);
            let tasks = match count {
                1 => format!("task {first}"),
                _ => format!("tasks {first} to {}", (first + count).max(1) - 1),
            };
            let memory = certamen_work::amount::size(stage.memory);
            let _ = writeln!(text, "{:<10} {tasks:<20} about {} and {memory} each", stage.name, time(mean));
        }
        if listed < self.stages.len() {
            let _ = writeln!(text, "and {} more stages", self.stages.len() - listed);
        }
        let total = self.stages.iter().map(Stage::total_seconds).sum();
        let _ = writeln!(text, "all        {} of one processor ({})", time(total), self.model);
        text
    }
}

/// A time of some seconds in a unit that suits it.
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.095 => format!("{:.0} ms", s * 1000.0),
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86400.0),
    }
}
