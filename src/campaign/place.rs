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
//! ```

use crate::campaign::{Campaign, TaskDivision, Work};
use crate::error::CampaignError;
use crate::output::{self, Output, OutputState, OutputWriter};
use crate::plan::{PLAN, Plan, TaskId, hexadecimal};
use certamen_work::WorkError;
use certamen_work::durable::{self, Draft, sealed};
use certamen_work::failure::Failure;
use certamen_work::stop::{Interrupted, Stop};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest plan that is read, in bytes.
const PLAN_LIMIT: u64 = 64 << 20;
/// The largest input file, in bytes.
const INPUT_LIMIT: u64 = 1 << 32;

/// The directory of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignDirectory {
    path: PathBuf,
    plan: Plan,
    /// What its outputs belong to.
    identity: String,
}

impl CampaignDirectory {
    /// Writes the directory of a new campaign. It gets its name when it is complete.
    ///
    /// # Errors
    /// [`CampaignError::Occupied`] if the directory exists and is not empty; [`CampaignError::Work`].
    pub fn create(
        path: &Path,
        campaign: &dyn Campaign,
        planned: &TaskDivision,
    ) -> Result<Self, CampaignError> {
        Self::require_free(path)?;
        let plan = Plan::new(campaign.verb(), campaign.subject(), planned);
        plan.validate().map_err(|reason| CampaignError::malformed(path, reason))?;
        let draft = Draft::beside(path)?;
        let at = draft.path();
        let stages = plan.stages.iter().map(|stage| format!("out/{}", stage.name));
        for directory in stages.chain(["input", "runs", "kept", "jobs", "looks"].map(str::to_owned)) {
            let directory = at.join(directory);
            fs::create_dir_all(&directory).map_err(WorkError::at(&directory))?;
        }
        for (name, bytes) in &planned.files {
            let file = at.join("input").join(name);
            fs::write(&file, bytes).map_err(WorkError::at(&file))?;
        }
        let text = sealed::seal(&plan).map_err(WorkError::at(path))?;
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
        let is_used = match fs::read_dir(path) {
            Ok(mut list) => list.next().is_some(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
            Err(error) => return Err(WorkError::at(path)(error).into()),
        };
        if is_used { Err(CampaignError::Occupied(path.to_owned())) } else { Ok(()) }
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
        let plan = Plan::parse(&file, &durable::read(&file, PLAN_LIMIT)?)?;
        Ok(Self { path: path.to_owned(), identity: plan.identity(), plan })
    }

    /// Opens the work with the campaign of its verb and subject.
    ///
    /// # Errors
    /// [`CampaignError::Unknown`] if none of these campaigns is the right one, and the errors of [`Campaign::open`].
    pub fn work(&self, campaigns: &[Arc<dyn Campaign>]) -> Result<Box<dyn Work>, Failure> {
        let Plan { verb, subject, .. } = &self.plan;
        let is_right = |known: &&Arc<dyn Campaign>| known.verb() == verb && known.subject() == subject;
        let Some(campaign) = campaigns.iter().find(is_right) else {
            let (verb, subject) = (verb.clone(), subject.clone());
            return Err(CampaignError::Unknown { path: self.path.join(PLAN), verb, subject }.into());
        };
        campaign.open(self)
    }

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
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
        if bytes.len() as u64 != file.length || hexadecimal(&Sha256::digest(&bytes)) != file.sha256 {
            return Err(malformed("altered: not the file that was planned"));
        }
        Ok(bytes)
    }

    pub(crate) fn identity(&self) -> &str {
        &self.identity
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

    /// The state of an output. If `full` is set, its checksum is computed; otherwise only its seal is read.
    ///
    /// # Errors
    /// [`CampaignError::Work`]
    pub fn state(&self, at: TaskId, full: bool) -> Result<OutputState, CampaignError> {
        output::state(self, at, full)
    }

    /// Whether a task has its output, by its seal.
    ///
    /// # Errors
    /// [`CampaignError::Foreign`] if the file belongs to another task or campaign.
    pub fn is_done(&self, at: TaskId) -> Result<bool, CampaignError> {
        match self.state(at, false)? {
            OutputState::Whole(_) => Ok(true),
            OutputState::Missing | OutputState::Altered(_) => Ok(false),
            OutputState::Foreign(reason) => {
                Err(CampaignError::Foreign { path: self.output_path(at), reason })
            }
        }
    }

    /// The tasks of a stage that have no output, by their numbers in it.
    ///
    /// # Errors
    /// As [`CampaignDirectory::is_done`].
    pub fn missing(&self, stage: usize) -> Result<Vec<usize>, CampaignError> {
        let mut missing = Vec::new();
        for index in 0..self.plan.stages[stage].count() {
            if !self.is_done(TaskId { stage, index })? {
                missing.push(index);
            }
        }
        Ok(missing)
    }

    /// Whether any task of a stage has an output, whatever its state.
    ///
    /// # Errors
    /// [`CampaignError::Work`]
    pub fn is_begun(&self, stage: usize) -> Result<bool, CampaignError> {
        let path = self.stage_directory(stage);
        let mut entries = fs::read_dir(&path).map_err(WorkError::at(&path))?;
        Ok(entries.next().is_some())
    }

    /// The first bytes of an output that has its seal, without a look at its checksum: for what steers the work, such as
    /// [`Work::need`]. `None` if it has no seal of its own, or is shorter.
    ///
    /// # Errors
    /// [`CampaignError::Work`]
    pub fn head(&self, at: TaskId, length: usize) -> Result<Option<Vec<u8>>, CampaignError> {
        let OutputState::Whole(seal) = self.state(at, false)? else { return Ok(None) };
        let path = self.output_path(at);
        let output = Output::open(&path, &seal)?;
        if output.length() < length as u64 {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        output.take(length as u64).read_to_end(&mut bytes).map_err(WorkError::at(&path))?;
        Ok((bytes.len() == length).then_some(bytes))
    }

    /// The value that an output has as JSON, unless a request to stop ends the work.
    ///
    /// # Errors
    /// As [`CampaignDirectory::output`]; [`CampaignError::Wrong`] if it is no such value.
    pub fn parsed<T: DeserializeOwned>(
        &self,
        stage: &str,
        index: usize,
        limit: u64,
        stop: &Stop,
    ) -> Result<T, Failure> {
        if stop.is_requested() {
            return Err(Interrupted.into());
        }
        let bytes = self.output(stage, index)?.bytes(limit)?;
        let value = serde_json::from_slice(&bytes);
        Ok(value.map_err(|error| CampaignError::wrong(format!("{stage} {index}"), error.to_string()))?)
    }

    /// An output, after its seal was checked.
    ///
    /// # Errors
    /// [`CampaignError`] if there is no such task, or if its output is missing, altered or foreign.
    pub fn output(&self, stage: &str, index: usize) -> Result<Output, CampaignError> {
        let unknown =
            || CampaignError::malformed(&self.path, format!("the plan has no task {index} of {stage}"));
        let number = self.plan.stage(stage).ok_or_else(unknown)?;
        if index >= self.plan.stages[number].count() {
            return Err(unknown());
        }
        let at = TaskId { stage: number, index };
        let path = self.output_path(at);
        match self.state(at, true)? {
            OutputState::Whole(seal) => Output::open(&path, &seal),
            OutputState::Missing => Err(CampaignError::malformed(path, "missing")),
            OutputState::Altered(reason) => Err(CampaignError::malformed(path, reason)),
            OutputState::Foreign(reason) => Err(CampaignError::Foreign { path, reason }),
        }
    }

    /// Begins an output.
    ///
    /// # Errors
    /// [`CampaignError::Work`]
    pub(crate) fn begin(&self, at: TaskId) -> Result<OutputWriter, CampaignError> {
        OutputWriter::begin(self, at)
    }
}
