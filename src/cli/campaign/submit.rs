//! `submit`

use super::{failed, number_of};
use crate::frame::app::App;
use crate::frame::processor_build::program_for_any;
use crate::frame::verb::PlainVerb;
use anyhow::{Context, bail};
use certamen_campaign::submit::{Engine, Submission, SubmissionLimits};
use certamen_campaign::{CampaignDirectory, LEAST_SECONDS};
use certamen_work::amount::{self, AmountError};
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Outcome, Session};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Write job scripts for an engine, and submit them.
///
/// The scripts go into DIR/jobs. They do batches of tasks, each of at least a minute by the plan, stage after stage, with
/// the memory and the time of the plan. Only tasks without an output are submitted. A campaign that was submitted before
/// is refused unless --again is given: jobs that run twice are harmless, but lose time. Stages that turn out to have
/// nothing to do end at once. With parallel, the command ends when the work is done.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  PROGRAM submit camp --to slurm --dry-run\n  PROGRAM submit camp --to slurm\n  \
    PROGRAM submit camp --to parallel --again\n  PROGRAM submit camp --to slurm --stages 20\n  \
    PROGRAM submit camp --to slurm --again --batches 200\n  \
    PROGRAM submit camp --to slurm --account chess --partition long --engine-option '--constraint=avx2 --nice'\n  \
    PROGRAM submit camp --to hq --engine-option '--server-dir /shared/hq'\n  \
    PROGRAM submit camp --to parallel --engine-option '--sshloginfile nodes'"
)]
pub(crate) struct Submit {
    /// The directory of the campaign.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The engine.
    #[arg(long, value_name = "ENGINE")]
    to: Engine,
    /// The least expected seconds of a batch, by the costs of the plan.
    #[arg(long, value_name = "S", default_value_t = LEAST_SECONDS, value_parser = batch_seconds)]
    batch_seconds: f64,
    /// Submit at most N stages, the first ones that are not complete [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    stages: Option<u16>,
    /// Submit at most about N batches of a stage [default: 1000, or what Slurm allows in an array].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    batches: Option<u16>,
    /// Charge this account of Slurm.
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Submit to this partition of Slurm.
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Use this quality of service of Slurm.
    #[arg(long, value_name = "NAME")]
    qos: Option<String>,
    /// Further options for the engine, with quotation marks as in a shell; can be repeated. They become a line `#SBATCH` of
    /// each script for slurm, arguments of `hq job submit-file`, or arguments of `parallel`.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    engine_option: Vec<String>,
    /// Print the scripts; write and submit nothing.
    #[arg(long)]
    dry_run: bool,
    /// Submit although it was submitted before.
    #[arg(long, conflicts_with = "dry_run")]
    again: bool,
}

/// The cost of a batch.
fn batch_seconds(text: &str) -> Result<f64, AmountError> {
    amount::interval(text).map(|seconds| seconds.as_secs_f64())
}

impl Submit {
    /// The words for the engine.
    fn options(&self) -> anyhow::Result<Vec<String>> {
        let mut words = Vec::new();
        for (flag, value) in
            [("--account", &self.account), ("--partition", &self.partition), ("--qos", &self.qos)]
        {
            let Some(value) = value else { continue };
            match self.to {
                Engine::Slurm => words.push(format!("{flag}={value}")),
                Engine::Hq => bail!(
                    "{flag} is not an option of jobs of HyperQueue: its workers have it, as in `hq alloc add slurm -- {flag}={value}`"
                ),
                Engine::Parallel => bail!("{flag} is an option of slurm, not of parallel"),
            }
        }
        for option in &self.engine_option {
            let more = shlex::split(option);
            words
                .extend(more.with_context(|| format!("--engine-option {option}: a quotation mark is open"))?);
        }
        Ok(words)
    }
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
struct SubmitAnswer<'a> {
    campaign: &'a Path,
    /// The number of tasks that have no output.
    tasks: usize,
    batches: usize,
    /// The names of the scripts.
    scripts: Vec<&'a str>,
    /// With `--dry-run`: the scripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<Vec<&'a str>>,
    /// The jobs, as the engine names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    jobs: Option<Vec<String>>,
}

impl PlainVerb for Submit {
    const NAME: &'static str = "submit";
    const SCHEMA: AnswerSchema = Some(of_answer::<SubmitAnswer<'_>>);

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let place = CampaignDirectory::open(&self.directory)?;
        let program = program_for_any().context("the path of this program is not known")?;
        let work = place.work(app.campaigns()).map_err(failed)?;
        let extent = SubmissionLimits {
            batch_seconds: self.batch_seconds,
            stages: self.stages.map_or(usize::MAX, usize::from),
            batches: self.batches.map(usize::from),
        };
        let options = self.options()?;
        let submission = Submission::new(&place, &*work, self.to, &program, extent, &options);
        let submission = submission.map_err(failed)?;
        let (tasks, batches) = (submission.tasks, submission.batches);
        let names: Vec<&str> = submission.scripts.iter().map(|script| script.name.as_str()).collect();
        let campaign = &*self.directory;
        let mut object = SubmitAnswer { campaign, tasks, batches, scripts: names, texts: None, jobs: None };
        let text = if tasks == 0 {
            "nothing to submit: every task has its output\n".to_owned()
        } else if self.dry_run {
            object.texts = Some(submission.scripts.iter().map(|script| script.text.as_str()).collect());
            submission.text()
        } else {
            let jobs = submission.submit(&place, self.again)?;
            let tasks = number_of(tasks, "task");
            let batches = if batches == 1 { "1 batch".to_owned() } else { format!("{batches} batches") };
            let text = format!("{tasks} in {batches}: {}\n", jobs.join(", "));
            object.jobs = Some(jobs);
            text
        };
        session.conclude(Answer::holds(text, object))
    }
}
