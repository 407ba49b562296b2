//! Scripts for engines, and their submission.
//!
//! A script does batches of at least a minute by the plan (unless the user wants others), one stage after the other, with
//! the memory and the time of the plan. It calls `work DIR --range A..B`, and nothing else of the campaign depends on the
//! engine. Only tasks without an output are submitted, so the same command continues after a time limit or a failure.
//!
//! `jobs/submitted.json` says what was submitted. Of two submissions at once only one goes on: it has `jobs/submitting`,
//! which gets its name in one step, also without locks. If its process has ended, its lock says so.

mod hyperqueue;
mod parallel;
mod shell;
mod slurm;
mod turn;

use crate::batch::{Batch, MOST_BATCHES, batches};
use crate::campaign::{Need, Work};
use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use certamen_work::WorkError;
use certamen_work::durable::{self, if_present};
use certamen_work::failure::Failure;
use certamen_work::text::one_line;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use turn::Turn;

/// An engine that runs jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// Slurm: job arrays, by sbatch
    Slurm,
    /// `HyperQueue`: a job definition file, by hq
    #[value(help = "HyperQueue: a job definition file, by hq")]
    Hq,
    /// GNU parallel, on this machine or those of --sshlogin
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
    /// Further words for the engine. Those of Slurm and of parallel are in the files.
    pub options: Vec<String>,
}

/// How much is submitted at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SubmissionLimits {
    /// The least expected seconds of a batch.
    pub batch_seconds: f64,
    /// The greatest number of stages.
    pub stages: usize,
    /// The greatest number of batches of a stage. `None`: 1000, or fewer if Slurm says that arrays are shorter.
    pub batches: Option<usize>,
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
struct ScriptNames<'a> {
    program: String,
    directory: String,
    jobs: PathBuf,
    about: String,
    /// Further words for the engine.
    options: &'a [String],
}

/// The slack of a time limit, in seconds: a start on a slow file system.
const SLACK: f64 = 600.0;
/// A time limit is this number of times the expected cost. The model is only a model.
const CARE: f64 = 3.0;

impl Submission {
    /// The scripts for all tasks that have no output and may have something to do. `program` is this program; `options`
    /// are further words for the engine.
    ///
    /// # Errors
    /// [`CampaignError`] if the outputs or the directory cannot be read, or if a path or an option cannot be in a script of
    /// this engine; the errors of [`Work::need`].
    pub fn new(
        place: &CampaignDirectory,
        work: &dyn Work,
        engine: Engine,
        program: &Path,
        extent: SubmissionLimits,
        options: &[String],
    ) -> Result<Self, Failure> {
        let directory = fs::canonicalize(place.path()).map_err(WorkError::at(place.path()))?;
        if let Some(option) = options.iter().find(|option| option.contains(char::is_control)) {
            return Err(format!("{option}: an option with control characters cannot be in a script").into());
        }
        let names = ScriptNames {
            program: shell::line(program)?,
            directory: shell::directory(&directory, engine)?,
            jobs: directory.join("jobs"),
            about: format!("{} {}", place.plan().verb, one_line(&place.plan().text)),
            options,
        };
        let elements = || if engine == Engine::Slurm { slurm::longest_array() } else { None };
        let most = extent.batches.or_else(elements).unwrap_or(MOST_BATCHES);
        let mut stages = Vec::new();
        for (number, planned) in place.plan().stages.iter().enumerate() {
            if stages.len() == extent.stages {
                break;
            }
            if work.need(place, number)? == Need::No {
                continue;
            }
            let batches = batches(place, number, extent.batch_seconds, most)?;
            if batches.is_empty() {
                continue;
            }
            let longest = batches.iter().map(|batch| batch.seconds).fold(0.0, f64::max);
            stages.push(StageJobs {
                name: &planned.name,
                threads: planned.threads.max(1),
                memory: planned.memory.div_ceil(1 << 20).max(1),
                limit: ((longest * CARE + SLACK) / 60.0).ceil() as u64 * 60,
                tasks: batches.iter().map(|batch| batch.tasks).sum(),
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
            options: options.to_vec(),
        })
    }

    /// The files as one text, each after its name.
    pub fn text(&self) -> String {
        let text = |script: &Script| format!("==> jobs/{} <==\n{}", script.name, script.text);
        self.scripts.iter().map(text).collect()
    }

    /// Writes the files into the campaign and submits them. Returns what the engine called the jobs. With `again`, an
    /// earlier submission does not matter.
    ///
    /// # Errors
    /// [`CampaignError::Submitted`], [`CampaignError::Engine`], [`CampaignError::Work`]
    pub fn submit(&self, place: &CampaignDirectory, again: bool) -> Result<Vec<String>, CampaignError> {
        let _turn = Turn::take(place)?;
        let note = place.jobs().join("submitted.json");
        if let Some(earlier) = if_present(durable::read(&note, 1 << 20))?.filter(|_| !again) {
            let earlier = serde_json::from_slice(&earlier).ok();
            let jobs = earlier.filter(|earlier: &Submitted| !earlier.jobs.is_empty()).map_or_else(
                || "by a process that has not ended well".to_owned(),
                |earlier| format!("as {}", earlier.jobs.join(", ")),
            );
            return Err(CampaignError::Submitted { path: place.path().to_owned(), jobs });
        }
        let mut jobs = Vec::new();
        durable::write_json(&note, &Submitted { engine: self.engine, jobs: jobs.clone() })?;
        let sent = self.send(place, &mut jobs);
        // GNU parallel has done its work when it ends. What an engine has taken stays noted if a later stage is refused.
        if jobs.is_empty() || self.engine == Engine::Parallel {
            if_present(fs::remove_file(&note).map_err(WorkError::at(&note)))?;
        } else {
            durable::write_json(&note, &Submitted { engine: self.engine, jobs: jobs.clone() })?;
        }
        sent.map(|()| jobs)
    }

    /// Submits the files, and adds what the engine called the jobs.
    fn send(&self, place: &CampaignDirectory, jobs: &mut Vec<String>) -> Result<(), CampaignError> {
        let path = |script: &Script| place.jobs().join(&script.name);
        for script in &self.scripts {
            durable::write(&path(script), script.text.as_bytes())?;
        }
        let mut before = None;
        for script in &self.scripts {
            match self.engine {
                Engine::Slurm => {
                    let mut command = Command::new("sbatch");
                    command.arg("--parsable");
                    if let Some(before) = before {
                        command
                            .arg(format!("--dependency=afterok:{before}"))
                            .arg("--kill-on-invalid-dep=yes");
                    }
                    before = Some(job_of(command.arg(path(script)), jobs)?);
                }
                Engine::Hq => {
                    let mut command = Command::new("hq");
                    command.args(["--output-mode=quiet", "job", "submit-file"]).args(&self.options);
                    job_of(command.arg(path(script)), jobs)?;
                }
                Engine::Parallel => {
                    let status = Command::new("bash").arg(path(script)).stdout(Stdio::null()).status();
                    let status = status.map_err(|error| engine_error("bash", error.to_string()))?;
                    if !status.success() {
                        let log = place.jobs().join("parallel-*.log");
                        let reason = format!("a batch failed ({status}); see {}", log.display());
                        return Err(engine_error("parallel", reason));
                    }
                    jobs.push(script.name.clone());
                }
            }
        }
        Ok(())
    }
}

/// Runs a program that submits a job, adds the job to a list, and returns its number.
fn job_of(command: &mut Command, jobs: &mut Vec<String>) -> Result<u32, CampaignError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| engine_error(&program, error.to_string()))?;
    let flat = |text: &str| {
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        one_line(&lines.join("; "))
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let reason = flat(&String::from_utf8_lossy(&output.stderr));
        return Err(engine_error(&program, format!("{reason} ({})", output.status)));
    }
    let Some(number) = job_number(&printed) else {
        jobs.push("a job without a number".to_owned());
        return Err(engine_error(&program, format!("there is no job number in `{}`", flat(&printed))));
    };
    jobs.push(format!("job {number}"));
    Ok(number)
}

/// The number of a job in what a program prints: the last line that is a number, without the name of a cluster after `;`.
/// Sites print greetings around it.
fn job_number(printed: &str) -> Option<u32> {
    let number = |line: &str| {
        let (number, cluster) = line.trim().split_once(';').unwrap_or((line.trim(), "cluster"));
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        let is_whole = !cluster.is_empty() && cluster.chars().all(is_name);
        // A sign is no digit.
        let is_number = is_whole && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| number.parse().ok()).flatten().filter(|&number| number > 0)
    };
    printed.lines().rev().find_map(number)
}

fn engine_error(program: &str, reason: String) -> CampaignError {
    CampaignError::Engine { program: program.to_owned(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_job_is_the_last_line_that_is_one() {
        let cases = [
            ("4711\n", Some(4711)),
            ("4711;alpha\n", Some(4711)),
            ("Welcome to the cluster\n4711\n", Some(4711)),
            ("  4711  \r\nHave 2 nice days\n\n", Some(4711)),
            ("2026\n4711;alpha-2\n", Some(4711)),
            ("Welcome to the cluster\n", None),
            ("Submitted batch job 4711\n", None),
            ("4711; maintenance on Monday\n", None),
            ("+4711\n-4711\n0\n4711;\n;alpha\n99999999999\n", None),
            ("", None),
        ];
        for (printed, number) in cases {
            assert_eq!(job_number(printed), number, "{printed:?}");
        }
    }
}
