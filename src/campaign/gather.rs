//! Puts the result of a campaign together: checks every seal, computes a sample again, and writes the result.
//!
//! What a seal does not show: that the output is right. Any program that can write the file can seal it.

use crate::campaign::{Need, TaskRun, Work};
use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::output::{OutputState, OutputWriter};
use crate::plan::TaskId;
use certamen_work::WorkError;
use certamen_work::answer::Answer;
use certamen_work::digest::sha256_of;
use certamen_work::durable::{self, Draft};
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::stop::Stop;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;
use std::str::FromStr;

/// How many tasks are computed again: a number, a share such as `1%`, or `all`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// This number of tasks.
    Tasks(usize),
    /// This share of the tasks, at most 1.
    Share(f64),
}

impl FromStr for Sample {
    type Err = &'static str;

    /// ```
    /// use certamen_campaign::Sample;
    /// let of = |text: &str, tasks| text.parse::<Sample>().map(|sample| sample.of(tasks));
    /// assert_eq!((of("1%", 250), of("1%", 5)), (Ok(3), Ok(1)));
    /// assert_eq!((of("7", 250), of("7", 5), of("all", 5)), (Ok(7), Ok(5), Ok(5)));
    /// assert!(of("0", 5).is_err() && of("101%", 5).is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sample = match text.strip_suffix('%') {
            _ if text == "all" => Some(Self::Share(1.0)),
            Some(percent) => {
                let share = percent.parse().ok().map(|percent: f64| percent / 100.0);
                share.filter(|&share| share > 0.0 && share <= 1.0).map(Self::Share)
            }
            None => text.parse().ok().filter(|&tasks| tasks > 0).map(Self::Tasks),
        };
        sample.ok_or("expected a number of tasks, a share of them such as 1%, or all")
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Tasks(tasks) => write!(f, "{tasks}"),
            Self::Share(share) if share >= 1.0 => f.write_str("all"),
            Self::Share(share) => write!(f, "{}%", (share * 1e6).round() / 1e4),
        }
    }
}

impl Sample {
    /// The number of tasks: a share is rounded up, so it is at least one.
    pub fn of(self, tasks: usize) -> usize {
        let wanted = match self {
            Self::Tasks(wanted) => wanted,
            Self::Share(share) => (tasks as f64 * share).ceil() as usize,
        };
        wanted.min(tasks)
    }
}

/// An output that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Defect {
    /// The task.
    pub task: String,
    /// What is wrong with its output.
    pub reason: String,
    /// Whether the output is only missing.
    pub is_missing: bool,
}

/// The tasks that were computed again.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Recheck {
    /// The number of all tasks.
    pub tasks: usize,
    /// The number of those that were computed again.
    pub recomputed: usize,
    /// Those of them that have another output.
    pub differ: Vec<String>,
    /// The seed of their choice.
    pub seed: u64,
    /// How many were wanted.
    #[serde(skip)]
    pub sample: Sample,
}

impl fmt::Display for Recheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tasks, recomputed, differ, seed, .. } = self;
        if differ.is_empty() {
            let plural = if *tasks == 1 { "" } else { "s" };
            return writeln!(
                f,
                "{recomputed} of {tasks} task{plural} computed again: the same bytes (--seed {seed})"
            );
        }
        let (count, names) = (differ.len(), differ.join(", "));
        writeln!(
            f,
            "computed again, these tasks have another output: {names} ({count} of {recomputed}, --seed {seed})"
        )
    }
}

/// A campaign that is put together.
#[expect(missing_debug_implementations, reason = "the work is a trait object")]
pub struct Gathering<'a> {
    /// The directory.
    pub place: &'a CampaignDirectory,
    /// Its work.
    pub work: &'a dyn Work,
    /// A request to stop.
    pub stop: &'a Stop,
}

impl Gathering<'_> {
    /// The tasks that need an output. Tasks of a stage for which this is not known yet count only if they have one.
    ///
    /// # Errors
    /// [`CampaignError`] if files cannot be read.
    pub fn tasks(&self) -> Result<Vec<TaskId>, Failure> {
        let mut tasks = Vec::new();
        for stage in 0..self.place.plan().stages.len() {
            let need = self.work.need(self.place, stage)?;
            for (index, is_named) in self.place.named(stage)?.into_iter().enumerate() {
                if need == Need::Yes || need == Need::Unknown && is_named {
                    tasks.push(TaskId { stage, index });
                }
            }
        }
        Ok(tasks)
    }

    /// Checks the seals of the outputs of these tasks. `progress` is called with the number of checked outputs.
    ///
    /// # Errors
    /// [`CampaignError`] if files cannot be read; [`Interrupted`](certamen_work::stop::Interrupted) after a request to stop.
    pub fn defects(&self, tasks: &[TaskId], mut progress: impl FnMut(usize)) -> Result<Vec<Defect>, Failure> {
        let mut defects = Vec::new();
        for (number, &at) in tasks.iter().enumerate() {
            self.stop.proceed()?;
            let (reason, is_missing) = match self.place.state(at, true)? {
                OutputState::Whole(_) => (None, false),
                OutputState::Missing => (Some("missing".to_owned()), true),
                OutputState::Altered(reason) | OutputState::Foreign(reason) => (Some(reason), false),
            };
            let task = self.place.name_of(at);
            defects.extend(reason.map(|reason| Defect { task, reason, is_missing }));
            progress(number + 1);
        }
        Ok(defects)
    }

    /// Computes a random sample of these tasks again and compares the outputs, byte for byte.
    ///
    /// # Errors
    /// The errors of tasks; [`Interrupted`](certamen_work::stop::Interrupted) after a request to stop.
    pub fn recheck(
        &self,
        tasks: &[TaskId],
        sample: Sample,
        seed: u64,
        mut progress: impl FnMut(&str),
    ) -> Result<Recheck, Failure> {
        let mut chosen: Vec<usize> =
            fastrand::Rng::with_seed(seed).choose_multiple(0..tasks.len(), sample.of(tasks.len()));
        chosen.sort_unstable();
        let mut differ = Vec::new();
        for at in chosen.iter().map(|&number| tasks[number]) {
            self.stop.proceed()?;
            let name = self.place.name_of(at);
            progress(&name);
            if !self.is_same(at)? {
                differ.push(name);
            }
        }
        Ok(Recheck { tasks: tasks.len(), recomputed: chosen.len(), differ, seed, sample })
    }

    /// Whether computing a task again gives the same bytes.
    fn is_same(&self, at: TaskId) -> Result<bool, Failure> {
        let OutputState::Whole(seal) = self.place.state(at, true)? else { return Ok(false) };
        let limits = Limits { stop: self.stop.clone(), ..Limits::default() };
        let mut output = OutputWriter::begin(self.place, at)?;
        let run = TaskRun { place: self.place, at, limits: &limits, kept: None };
        self.work.run(&run, &mut output)?;
        Ok(output.sum()? == seal.sum)
    }

    /// Puts the result together and writes it into `result`, which replaces an earlier one.
    ///
    /// # Errors
    /// The errors of [`Work::gather`]. An earlier result then stays.
    pub fn result(&self) -> Result<Answer, Failure> {
        // Also after workers that did not go through the directory. What cannot be removed stays.
        for stage in 0..self.place.plan().stages.len() {
            let _ = durable::sweep(&self.place.stage_directory(stage));
        }
        let draft = Draft::beside(&self.place.result())?;
        let gathered = self.work.gather(self.place, draft.path(), self.stop)?;
        draft.persist().map_err(CampaignError::from)?;
        Ok(gathered)
    }

    /// Whether a result of the same bytes is there: puts it together again and compares. `None` if there is none.
    ///
    /// # Errors
    /// As [`Gathering::result`].
    pub fn is_result(&self) -> Result<Option<(Answer, bool)>, Failure> {
        if !self.place.result().is_dir() {
            return Ok(None);
        }
        let draft = Draft::beside(&self.place.result())?;
        let gathered = self.work.gather(self.place, draft.path(), self.stop)?;
        let is_same = sums(draft.path())? == sums(&self.place.result())?;
        Ok(Some((gathered, is_same)))
    }
}

/// The checksums of the files of a directory, by their names. The files may be larger than memory. A directory inside has no
/// checksum.
fn sums(directory: &Path) -> io::Result<BTreeMap<OsString, Option<String>>> {
    let sum = |entry: io::Result<DirEntry>| {
        let entry = entry?;
        let open = || durable::open(&entry.path()).map_err(WorkError::into_io);
        let is_directory = entry.file_type()?.is_dir();
        let sum = if is_directory { None } else { Some(sha256_of(open()?)?) };
        Ok((entry.file_name(), sum))
    };
    fs::read_dir(directory)?.map(sum).collect()
}
