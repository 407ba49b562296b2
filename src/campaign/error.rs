//! Errors of campaigns.

use certamen_work::WorkError;
use std::path::PathBuf;

/// Why a campaign cannot be planned, read or continued.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A file or directory cannot be read or written.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The directory of a new campaign is not empty.
    #[error("{} exists and is not empty: it is left alone; name another directory", .0.display())]
    Occupied(PathBuf),
    /// A file has the wrong contents.
    #[error("{}: {reason}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Another version of the program planned the campaign.
    #[error("{}: planned by version {planned}, this is {own}: outputs of two versions are not mixed", path.display())]
    Version {
        /// The plan.
        path: PathBuf,
        /// Its version.
        planned: String,
        /// The version of this program.
        own: String,
    },
    /// This program cannot do what the campaign is about.
    #[error("{}: a campaign of `{verb} {subject}`, which this program does not divide", path.display())]
    Unknown {
        /// The plan.
        path: PathBuf,
        /// The verb.
        verb: String,
        /// The subject.
        subject: String,
    },
    /// There is no task with this number.
    #[error("there is no task {index}: the campaign has {count}, from 0")]
    Task {
        /// The number.
        index: usize,
        /// The number of tasks.
        count: usize,
    },
    /// An output with its seal says what cannot be.
    #[error("{task}: {reason}")]
    Wrong {
        /// The task, or the stage.
        task: String,
        /// What is wrong with its output.
        reason: String,
    },
    /// An output belongs to another task or campaign. It is left alone.
    #[error("{}: {reason}; it is left alone", path.display())]
    Foreign {
        /// The output.
        path: PathBuf,
        /// What it belongs to.
        reason: String,
    },
    /// The campaign was submitted before.
    #[error("{} was submitted before, {jobs}: --again submits what is missing", path.display())]
    Submitted {
        /// The campaign.
        path: PathBuf,
        /// The earlier jobs.
        jobs: String,
    },
    /// Another process submits the campaign.
    #[error("{holder} is submitting: wait for it, or remove {} if it has ended", path.display())]
    Submitting {
        /// Its file.
        path: PathBuf,
        /// Its machine and number.
        holder: String,
    },
    /// The program of an engine cannot be run, or it refused.
    #[error("{program}: {reason}")]
    Engine {
        /// The program.
        program: String,
        /// Why.
        reason: String,
    },
}

impl CampaignError {
    pub(crate) fn malformed(path: impl Into<PathBuf>, reason: impl Into<String>) -> Self {
        Self::Malformed { path: path.into(), reason: reason.into() }
    }

    /// The error that an output says what cannot be: a judgement, unlike the other errors.
    pub fn wrong(task: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Wrong { task: task.into(), reason: reason.into() }
    }
}
