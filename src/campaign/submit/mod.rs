//! Scripts for engines, and their submission.
//!
//! A script does batches of at least a minute by the plan (unless the user wants others), one stage after the other, with
//! the memory and the time of the plan. It calls `work DIR --range A..B`, and nothing else of the campaign depends on the
//! engine. Only tasks without an output are submitted, so the same command continues after a time limit or a failure.
//!
//! `jobs/submitted.json` says what was submitted. It is created before the submission, in one step, so that of two
//! submissions at once only one goes on.

mod hyperqueue;
mod parallel;
mod shell;
mod slurm;

use crate::batch::{Batch, batches};
use crate::campaign::{Need, Work};
use crate::error::CampaignError;
use crate::place::Place;
use certamen_work::WorkError;
use certamen_work::durable::{self, if_present};
use certamen_work::failure::Failure;
use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An engine that runs jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// Slurm: `sbatch`.
    Slurm,
    /// `HyperQueue`: `hq`.
    Hq,
    /// GNU parallel, on this machine or those that it is told.
    Parallel,
}

/// A file for an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Its name below `jobs`.
    pub name: String,
    /// Its contents.
    pub text: String,
}

/// What is submitted: the files, and how the engine is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The engine.
    pub engine: Engine,
    /// The files.
    pub scripts: Vec<Script>,
    /// The number of tasks that have no output yet.
    pub tasks: usize,
    /// The number of batches.
    pub batches: usize,
}

/// What is submitted at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The least expected seconds of a batch.
    pub batch_seconds: f64,
    /// The greatest number of stages.
    pub stages: usize,
}

/// The contents of `jobs/submitted.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Submitted {
    engine: Engine,
    jobs: Vec<String>,
}

/// What a script needs of a stage.
struct StageJobs<'a> {
    name: &'a str,
    threads: usize,
    /// In MiB.
    memory: u64,
    /// The time limit of a batch in seconds.
    limit: u64,
    /// The number of tasks without an output.
    tasks: usize,
    batches: Vec<Batch>,
}

/// The names and paths in scripts.
struct Names {
    program: String,
    directory: String,
    jobs: PathBuf,
    about: String,
}

/// The slack of a time limit, in seconds: a start on a slow file system.
const SLACK: f64 = 600.0;
/// A time limit is this number of times the expected cost. The model is only a model.
const CARE: f64 = 3.0;

impl Submission {
    /// The scripts for all tasks that have no output and may have something to do. `program` is this program.
    ///
    /// # Errors
    /// [`CampaignError`] if the outputs or the directory cannot be read, or if a path has a line break; the errors of
    /// [`Work::need`].
    pub fn new(
        place: &Place,
        work: &dyn Work,
        engine: Engine,
        program: &Path,
        extent: Extent,
    ) -> Result<Self, Failure> {
        let directory = fs::canonicalize(place.path()).map_err(WorkError::at(place.path()))?;
        let names = Names {
            program: shell::line(program)?,
            directory: shell::line(&directory)?,
            jobs: directory.join("jobs"),
            about: format!("{} {}", place.plan().verb, certamen_work::text::one_line(&place.plan().text)),
        };
        let mut stages = Vec::new();
        for (number, planned) in place.plan().stages.iter().enumerate() {
            if stages.len() == extent.stages {
                break;
            }
            if work.need(place, number)? == Need::No {
                continue;
            }
            let batches = batches(place, number, extent.batch_seconds)?;
            if batches.is_empty() {
                continue;
            }
            let longest = batches.iter().map(|batch| batch.seconds).fold(0.0, f64::max);
            stages.push(StageJobs {
                name: &planned.name,
                threads: planned.threads.max(1),
                memory: planned.memory.div_ceil(1 << 20).max(1),
                limit: ((longest * CARE + SLACK) / 60.0).ceil() as u64 * 60,
                tasks: place.missing(number)?.len(),
                batches,
            });
        }
        let scripts = match engine {
            Engine::Slurm => slurm::scripts(&names, &stages),
            Engine::Hq => hyperqueue::scripts(&names, &stages),
            Engine::Parallel => parallel::scripts(&names, &stages),
        };
        Ok(Self {
            engine,
            tasks: stages.iter().map(|stage| stage.tasks).sum(),
            batches: stages.iter().map(|stage| stage.batches.len()).sum(),
            scripts: if stages.is_empty() { Vec::new() } else { scripts },
        })
    }

    /// The files as one text, each after its name.
    pub fn text(&self) -> String {
        let texts: Vec<String> = self
            .scripts
            .iter()
            .map(|script| format!("==> jobs/{} <==\n{}", script.name, script.text))
            .collect();
        texts.concat()
    }

    /// Writes the files into the campaign and submits them. Returns what the engine called the jobs. With `again`, an
    /// earlier submission does not matter.
    ///
    /// # Errors
    /// [`CampaignError::Submitted`], [`CampaignError::Engine`], [`CampaignError::Work`]
    pub fn submit(&self, place: &Place, again: bool) -> Result<Vec<String>, CampaignError> {
        let note = place.jobs().join("submitted.json");
        if again {
            if_present(fs::remove_file(&note).map_err(WorkError::at(&note)))?;
        }
        // Only one of two processes can create it.
        if let Err(error) = OpenOptions::new().write(true).create_new(true).open(&note) {
            if error.kind() != std::io::ErrorKind::AlreadyExists {
                return Err(WorkError::at(&note)(error).into());
            }
            let earlier: Option<Submitted> =
                durable::read(&note, 1 << 20).ok().and_then(|text| serde_json::from_slice(&text).ok());
            let jobs = earlier.map_or_else(
                || "by a process that has not ended well or is at it".to_owned(),
                |earlier| format!("as {}", earlier.jobs.join(", ")),
            );
            return Err(CampaignError::Submitted { path: place.path().to_owned(), jobs });
        }
        let submitted = self.send(place);
        match &submitted {
            // GNU parallel has done its work when it ends.
            Ok(jobs) if self.engine != Engine::Parallel => {
                durable::write_json(&note, &Submitted { engine: self.engine, jobs: jobs.clone() })?;
            }
            _ => {
                if_present(fs::remove_file(&note).map_err(WorkError::at(&note)))?;
            }
        }
        submitted
    }

    fn send(&self, place: &Place) -> Result<Vec<String>, CampaignError> {
        for script in &self.scripts {
            durable::write(&place.jobs().join(&script.name), script.text.as_bytes())?;
        }
        let path = |script: &Script| place.jobs().join(&script.name);
        match self.engine {
            Engine::Slurm => {
                let mut jobs: Vec<String> = Vec::new();
                for script in &self.scripts {
                    let mut command = Command::new("sbatch");
                    command.arg("--parsable");
                    if let Some(before) = jobs.last() {
                        command
                            .arg(format!("--dependency=afterok:{before}"))
                            .arg("--kill-on-invalid-dep=yes");
                    }
                    let answer = answer_of(command.arg(path(script)))?;
                    // With several clusters, the answer is `job;cluster`.
                    jobs.push(answer.split(';').next().unwrap_or_default().trim().to_owned());
                }
                Ok(jobs.into_iter().map(|job| format!("job {job}")).collect())
            }
            Engine::Hq => self.scripts.iter().try_fold(Vec::new(), |mut jobs, script| {
                let mut command = Command::new("hq");
                jobs.push(answer_of(command.args(["job", "submit-file"]).arg(path(script)))?);
                Ok(jobs)
            }),
            Engine::Parallel => {
                for script in &self.scripts {
                    let status = Command::new("bash").arg(path(script)).stdout(Stdio::null()).status();
                    let status = status.map_err(|error| engine_error("bash", error.to_string()))?;
                    if !status.success() {
                        let log = place.jobs().join("parallel-*.log");
                        let reason = format!("a batch failed ({status}); see {}", log.display());
                        return Err(engine_error("parallel", reason));
                    }
                }
                Ok(self.scripts.iter().map(|script| script.name.clone()).collect())
            }
        }
    }
}

/// What a program prints, on one line.
fn answer_of(command: &mut Command) -> Result<String, CampaignError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| engine_error(&program, error.to_string()))?;
    let text = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        certamen_work::text::one_line(&lines.join("; "))
    };
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(engine_error(&program, format!("{} ({})", text(&output.stderr), output.status)))
    }
}

fn engine_error(program: &str, reason: String) -> CampaignError {
    CampaignError::Engine { program: program.to_owned(), reason }
}
