//! A directory with a plan, and its outputs.
//!
//! ```text
//! plan.json               the plan, with a checksum
//! input/NAME              files that tasks read
//! out/STAGE/000012        the output of task 12 of a stage
//! runs/STAGE-000012.json  the last run of that task: who, how long, still alive
//! kept/STAGE-000012/      checkpoints of a task that has them, until it is complete
//! jobs/                   scripts and logs of engines
//! looks/                  what observers saw last
//! result/                 the result, once it was put together
//! provenance.json         what was computed again and by whom, as those say who gathered
//! ```

use crate::error::CampaignError;
use crate::plan::{Files, PLAN, Plan, Stage, TaskId};
use certamen_work::WorkError;
use certamen_work::digest::sha256;
use certamen_work::durable::{self, Draft, if_present, sealed};
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest plan that is read, in bytes.
const PLAN_LIMIT: u64 = 64 << 20;
/// The largest input file, in bytes.
const INPUT_LIMIT: u64 = 1 << 32;

/// The directory of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignDirectory {
    path: PathBuf,
    plan: Plan,
    /// The number of tasks of each stage.
    counts: Vec<usize>,
    /// What its outputs belong to.
    identity: String,
}

impl CampaignDirectory {
    /// Writes the directory of a new campaign with the files of its plan. It gets its name when it is complete.
    ///
    /// # Errors
    /// [`CampaignError::Occupied`] if the directory exists and is not empty; [`CampaignError::Work`].
    pub fn create(path: &Path, plan: &Plan, files: &Files) -> Result<Self, CampaignError> {
        Self::require_free(path)?;
        let draft = Draft::beside(path)?;
        let at = draft.path();
        let stages = plan.stages.iter().map(|stage| format!("out/{}", stage.name));
        for directory in stages.chain(["input", "runs", "kept", "jobs", "looks"].map(str::to_owned)) {
            let directory = at.join(directory);
            fs::create_dir_all(&directory).map_err(WorkError::at(&directory))?;
        }
        for (name, bytes) in files {
            let file = at.join("input").join(name);
            fs::write(&file, bytes).map_err(WorkError::at(&file))?;
        }
        let text = sealed::seal(plan).map_err(WorkError::at(path))?;
        let file = at.join(PLAN);
        fs::write(&file, text).map_err(WorkError::at(&file))?;
        draft.persist()?;
        Self::open(path)
    }

    /// Refuses a directory that exists and is not empty.
    ///
    /// # Errors
    /// [`CampaignError::Occupied`], [`CampaignError::Work`]
    pub fn require_free(path: &Path) -> Result<(), CampaignError> {
        let list = if_present(fs::read_dir(path).map_err(WorkError::at(path)))?;
        if list.is_some_and(|mut list| list.next().is_some()) {
            Err(CampaignError::Occupied(path.to_owned()))
        } else {
            Ok(())
        }
    }

    /// Whether a directory has a plan.
    pub fn is_one(path: &Path) -> bool {
        path.join(PLAN).is_file()
    }

    /// Opens a directory.
    ///
    /// # Errors
    /// [`CampaignError`] if its plan is missing, damaged or that of another version.
    pub fn open(path: &Path) -> Result<Self, CampaignError> {
        let file = path.join(PLAN);
        if !file.exists() {
            return Err(CampaignError::malformed(
                path,
                "no campaign, which `plan` makes: it has no plan.json",
            ));
        }
        let plan = Plan::parse(&file, &durable::read(&file, PLAN_LIMIT)?)?;
        let counts = plan.stages.iter().map(Stage::count).collect();
        let identity = plan.identity();
        Ok(Self { path: path.to_owned(), identity, counts, plan })
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What the plan asks, as its campaign wrote it.
    ///
    /// # Errors
    /// An error if it is not such a question.
    pub fn question<Q: DeserializeOwned>(&self) -> serde_json::Result<Q> {
        serde_json::from_value(self.plan.question.clone())
    }

    /// Refuses a plan whose stages are not these, apart from their costs: those of what `whole` names.
    ///
    /// # Errors
    /// [`CampaignError::Malformed`]
    pub fn require_stages(&self, expected: &[Stage], whole: &str) -> Result<(), CampaignError> {
        if self.plan.stages.iter().map(Stage::shape).eq(expected.iter().map(Stage::shape)) {
            return Ok(());
        }
        Err(CampaignError::malformed(&self.path, format!("its stages are not those of {whole}")))
    }

    /// The directory of the result, whether it exists or not.
    pub fn result(&self) -> PathBuf {
        self.path.join("result")
    }

    /// The directory of scripts and logs.
    pub fn jobs(&self) -> PathBuf {
        self.path.join("jobs")
    }

    /// The contents of a file that tasks read. Its checksum was compared.
    ///
    /// # Errors
    /// [`CampaignError`]
    pub fn input(&self, name: &str) -> Result<Vec<u8>, CampaignError> {
        let path = self.path.join("input").join(name);
        let malformed = |reason: &str| CampaignError::malformed(&path, reason);
        let file = self.plan.files.iter().find(|file| file.name == name);
        let file = file.ok_or_else(|| malformed("the plan does not have this file"))?;
        let bytes = durable::read(&path, INPUT_LIMIT)?;
        if bytes.len() as u64 != file.length || sha256(&bytes) != file.sha256 {
            return Err(malformed("altered: not the file that was planned"));
        }
        Ok(bytes)
    }

    /// What the outputs belong to: a SHA-256 of what the plan asks.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The number of tasks of a stage.
    pub(crate) fn count(&self, stage: usize) -> usize {
        self.counts[stage]
    }

    /// The tasks of a stage for which there is a file with the name of an output, from one list of its directory. A name
    /// does not say that the output is complete, and a shared file system may list a new one late.
    pub(crate) fn named(&self, stage: usize) -> Result<Vec<bool>, CampaignError> {
        let mut named = vec![false; self.counts[stage]];
        names(&self.stage_directory(stage), |name| {
            if let Some(named) = number(name).and_then(|index| named.get_mut(index)) {
                *named = true;
            }
        })?;
        Ok(named)
    }

    /// The tasks that have a record of a run, by stages.
    pub(crate) fn recorded(&self) -> Result<Vec<Vec<bool>>, CampaignError> {
        let stages = self.plan.stages.iter().enumerate().map(|(number, stage)| (&*stage.name, number));
        let stages: HashMap<&str, usize> = stages.collect();
        let mut recorded: Vec<Vec<bool>> = self.counts.iter().map(|&count| vec![false; count]).collect();
        names(&self.path.join("runs"), |name| {
            let parts = name.strip_suffix(".json").and_then(|name| name.rsplit_once('-'));
            let at = parts.and_then(|(stage, index)| Some((*stages.get(stage)?, number(index)?)));
            if let Some(recorded) = at.and_then(|(stage, index)| recorded[stage].get_mut(index)) {
                *recorded = true;
            }
        })?;
        Ok(recorded)
    }

    /// The directory of the outputs of a stage.
    pub(crate) fn stage_directory(&self, stage: usize) -> PathBuf {
        self.path.join("out").join(&self.plan.stages[stage].name)
    }

    /// The path of an output, whether it exists or not.
    pub fn output_path(&self, at: TaskId) -> PathBuf {
        self.stage_directory(at.stage).join(format!("{:06}", at.index))
    }

    /// The directory for the checkpoints of a task, whether it exists or not.
    pub(crate) fn kept_path(&self, at: TaskId) -> PathBuf {
        let stage = &self.plan.stages[at.stage].name;
        self.path.join("kept").join(format!("{stage}-{:06}", at.index))
    }

    /// The path of the record of a task's runs.
    pub(crate) fn record_path(&self, at: TaskId) -> PathBuf {
        let stage = &self.plan.stages[at.stage].name;
        self.path.join("runs").join(format!("{stage}-{:06}.json", at.index))
    }

    /// What a task is called in messages.
    pub fn name_of(&self, at: TaskId) -> String {
        format!("{} {}", self.plan.stages[at.stage].name, at.index)
    }
}

/// Calls something with each name in a directory.
fn names(directory: &Path, mut each: impl FnMut(&str)) -> Result<(), CampaignError> {
    for entry in fs::read_dir(directory).map_err(WorkError::at(directory))? {
        let name: OsString = entry.map_err(WorkError::at(directory))?.file_name();
        name.to_str().into_iter().for_each(&mut each);
    }
    Ok(())
}

/// The number of a task in the name of a file.
fn number(name: &str) -> Option<usize> {
    let number = name.parse().ok()?;
    (format!("{number:06}") == name).then_some(number)
}
