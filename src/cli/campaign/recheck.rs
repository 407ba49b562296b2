//! The outputs of a campaign: their seals, and tasks that are computed again.

use super::{failed, number_of};
use certamen_campaign::{CampaignError, Defect, Gathering, Recheck, Sample};
use certamen_work::{Answer, Failure, Progress};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;

/// Which tasks are computed again.
#[derive(Args, Debug)]
pub(crate) struct RecomputeFlags {
    /// Compute random tasks of a campaign again and compare their outputs byte for byte: a number of them, a share such as
    /// 1%, or all.
    #[arg(long = "recompute", visible_alias = "recheck", value_name = "TASKS")]
    pub(crate) sample: Option<Sample>,
    /// The seed of the choice of these tasks, to repeat it.
    #[arg(long, value_name = "N", requires = "sample")]
    seed: Option<u64>,
}

/// The tasks of a campaign that were computed again.
pub(crate) struct RecheckReport {
    pub(crate) recheck: Recheck,
    /// The number of all tasks.
    tasks: usize,
    seed: u64,
}

impl RecheckReport {
    /// Adds a line and members to an answer.
    pub(crate) fn add_to(&self, answer: &mut Answer) {
        let Self { recheck, tasks, seed } = self;
        let (count, all) = (recheck.tasks, number_of(*tasks, "task"));
        let _ = match recheck.differ.as_slice() {
            [] => writeln!(answer.text, "{count} of {all} computed again: the same bytes (--seed {seed})"),
            differ => writeln!(
                answer.text,
                "computed again, these tasks have another output: {} ({} of {count}, --seed {seed})",
                differ.join(", "),
                differ.len()
            ),
        };
        answer.object["tasks"] = json!(tasks);
        answer.object["recomputed"] = json!(count);
        answer.object["differ"] = json!(recheck.differ);
        answer.object["seed"] = json!(seed);
    }
}

/// The outputs of a campaign.
pub(crate) struct OutputInspection {
    pub(crate) tasks: usize,
    pub(crate) defects: Vec<Defect>,
    /// Only if there are no defects.
    pub(crate) recomputed: Option<RecheckReport>,
}

impl OutputInspection {
    /// Checks all seals, and computes some tasks again.
    pub(crate) fn new(
        gathering: &Gathering<'_>,
        again: &RecomputeFlags,
        progress: &Progress,
    ) -> anyhow::Result<Self> {
        let tasks = gathering.tasks().map_err(failed)?;
        let count = tasks.len();
        progress.estimate(format!("checking {count} outputs"));
        let defects =
            gathering.defects(&tasks, |done| progress.arrive(done as f64 / count as f64, "checking outputs"));
        let defects = defects.map_err(failed)?;
        let mut recomputed = None;
        if let Some(sample) = again.sample.filter(|_| defects.is_empty()) {
            let seed = again.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
            let recheck =
                gathering.recheck(&tasks, sample, seed, |name| progress.line(&format!("again: {name}")));
            recomputed = Some(RecheckReport { recheck: recheck.map_err(failed)?, tasks: count, seed });
        }
        Ok(Self { tasks: count, defects, recomputed })
    }

    /// The tasks that have another output when they are computed again.
    pub(crate) fn disagreement(&self) -> Option<&RecheckReport> {
        self.recomputed.as_ref().filter(|recomputed| !recomputed.recheck.differ.is_empty())
    }
}

/// Separates the judgement that an output is wrong from errors.
pub(crate) fn judged<T>(result: Result<T, Failure>) -> anyhow::Result<Result<T, Defect>> {
    let failure = match result {
        Ok(value) => return Ok(Ok(value)),
        Err(failure) => failure,
    };
    match failure.downcast_ref::<CampaignError>() {
        Some(CampaignError::Wrong { task, reason }) => {
            Ok(Err(Defect { task: task.clone(), reason: reason.clone(), is_missing: false }))
        }
        _ => Err(failed(failure)),
    }
}
