//! What a command has to offer to be divided into tasks.

use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::plan::{PLAN, Plan, TaskDivision, TaskId};
use certamen_work::answer::Answer;
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::session::Session;
use certamen_work::stop::Stop;
use clap::{ArgMatches, Command};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A command that can be divided into tasks: `plan VERB SUBJECT ...`.
///
/// A program registers it (`App::campaign`), and then `plan`, `work`, `status`, `submit` and `gather` know it.
pub trait Campaign: Send + Sync {
    /// The verb that is divided, in one word.
    fn verb(&self) -> &'static str;

    /// The subject of the verb: the name of a game, or `game.noun`.
    fn subject(&self) -> &str;

    /// The command of the subject with its own flags and its help. The flag `--out` is added.
    fn command(&self) -> Command;

    /// Commands for the help, without the name of the program, each with a remark. Only called when help is shown.
    fn examples(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Looks at the flags that were given, if others are missing: what is wrong with them is said first.
    ///
    /// # Errors
    /// [`Failure`], printed as one line.
    fn look(&self, _matches: &ArgMatches, _session: &Session) -> Result<(), Failure> {
        Ok(())
    }

    /// Divides the work that the flags ask for. The same flags give the same tasks; only costs may differ.
    ///
    /// # Errors
    /// [`Failure`], printed as one line; [`Interrupted`](certamen_work::stop::Interrupted) after a request to stop.
    fn plan(&self, matches: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure>;

    /// Opens the work of a directory that [`Campaign::plan`] described.
    ///
    /// # Errors
    /// [`Failure`] if the question of the plan or its files cannot be read.
    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure>;
}

/// The work of a campaign.
pub trait Work: Send + Sync {
    /// Does a task and writes its output. The same task gives the same bytes, on any machine and any number of threads.
    ///
    /// # Errors
    /// [`Failure`]; [`Interrupted`](certamen_work::stop::Interrupted) after a request to stop. What was written is then
    /// removed.
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure>;

    /// Whether the tasks of a stage have something to do, as far as the outputs of earlier stages show. A stage that has
    /// nothing to do needs no outputs. The answer never changes once it is [`Need::Yes`] or [`Need::No`].
    ///
    /// # Errors
    /// [`Failure`] if outputs cannot be read.
    fn need(&self, _place: &CampaignDirectory, _stage: usize) -> Result<Need, Failure> {
        Ok(Need::Yes)
    }

    /// Whether [`Work::gather`] shows that its result is right, so that no output has to be believed.
    fn is_shown(&self) -> bool {
        false
    }

    /// Puts the outputs of all tasks together. `result` is an empty directory for files. What can be checked without
    /// computing it again, such as witnesses and clauses, is checked here.
    ///
    /// # Errors
    /// [`CampaignError::Wrong`] if an output says what cannot be; other [`Failure`]s if there is no answer to that.
    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure>;
}

impl CampaignDirectory {
    /// Opens the work with the campaign of its verb and subject.
    ///
    /// # Errors
    /// [`CampaignError::Unknown`] if none of these campaigns is the right one, and the errors of [`Campaign::open`].
    pub fn work(&self, campaigns: &[Arc<dyn Campaign>]) -> Result<Box<dyn Work>, Failure> {
        let Plan { verb, subject, .. } = self.plan();
        let is_right = |known: &&Arc<dyn Campaign>| known.verb() == verb && known.subject() == subject;
        let Some(campaign) = campaigns.iter().find(is_right) else {
            let (verb, subject) = (verb.clone(), subject.clone());
            return Err(CampaignError::Unknown { path: self.path().join(PLAN), verb, subject }.into());
        };
        campaign.open(self)
    }
}

/// Whether the tasks of a stage have something to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// They have.
    Yes,
    /// They have not: other stages follow without their outputs.
    No,
    /// It depends on outputs that are missing.
    #[default]
    Unknown,
}

/// Writes a value as JSON on a line, for an output that [`CampaignDirectory::parsed`] reads.
///
/// # Errors
/// [`Failure`] if it cannot be written.
pub fn write_value(mut output: impl Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut output, value)?;
    Ok(output.write_all(b"\n")?)
}

/// A task that is being done.
#[derive(Debug)]
pub struct TaskRun<'a> {
    /// The directory of the campaign.
    pub place: &'a CampaignDirectory,
    /// Which task it is.
    pub at: TaskId,
    /// A request to stop.
    pub limits: &'a Limits,
    /// A directory for checkpoints, which may not exist yet. A task that uses it continues where an earlier run was stopped
    /// or killed, and removes it at its end. `None` if the task has to be done from its beginning. Another process may do
    /// the same task at the same time.
    pub kept: Option<PathBuf>,
}

impl TaskRun<'_> {
    /// The directory for a temporary file of the task, on the file system of its output. Files that a killed process
    /// leaves there under temporary names ([`certamen_work::durable::Pending`]) are removed.
    pub fn scratch(&self) -> PathBuf {
        self.place.stage_directory(self.at.stage)
    }
}
