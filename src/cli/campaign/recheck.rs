//! The outputs of a campaign: their seals, and tasks that are computed again.

use super::{failed, number_of};
use certamen_campaign::{
    CampaignDirectory, CampaignError, Defect, Gathering, PROVENANCE, Provenance, Recheck, Sample,
};
use certamen_work::schema::JsonSchema;
use certamen_work::{Failure, Progress};
use clap::Args;
use serde::Serialize;

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
#[derive(Serialize, JsonSchema)]
pub(crate) struct RecheckReport {
    /// The number of all tasks.
    tasks: usize,
    /// The number of those that were computed again.
    pub(crate) recomputed: usize,
    /// Those of them that have another output.
    pub(crate) differ: Vec<String>,
    /// The seed of their choice.
    pub(crate) seed: u64,
}

impl RecheckReport {
    /// The same as a line of text.
    pub(crate) fn line(&self) -> String {
        let Self { tasks, recomputed, differ, seed } = self;
        let all = number_of(*tasks, "task");
        match differ.as_slice() {
            [] => format!("{recomputed} of {all} computed again: the same bytes (--seed {seed})\n"),
            differ => format!(
                "computed again, these tasks have another output: {} ({} of {recomputed}, --seed {seed})\n",
                differ.join(", "),
                differ.len()
            ),
        }
    }
}

/// The outputs of a campaign.
pub(crate) struct OutputInspection {
    pub(crate) tasks: usize,
    pub(crate) defects: Vec<Defect>,
    /// Only if there are no defects.
    pub(crate) recomputed: Option<RecheckReport>,
    /// The same, as it is kept.
    recheck: Option<(Recheck, Sample)>,
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
        let (mut recomputed, mut kept) = (None, None);
        if let Some(sample) = again.sample.filter(|_| defects.is_empty()) {
            let seed = again.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
            let recheck =
                gathering.recheck(&tasks, sample, seed, |name| progress.line(&format!("again: {name}")));
            let recheck = recheck.map_err(failed)?;
            let differ = recheck.differ.clone();
            recomputed = Some(RecheckReport { tasks: count, recomputed: recheck.tasks, differ, seed });
            kept = Some((recheck, sample));
        }
        Ok(Self { tasks: count, defects, recomputed, recheck: kept })
    }

    /// Writes beside the result what was computed again, and by whom.
    pub(crate) fn write_provenance(&self, place: &CampaignDirectory) -> anyhow::Result<Provenance> {
        let now = self.recheck.as_ref().zip(self.recomputed.as_ref());
        Ok(Provenance::write(place, now.map(|((recheck, sample), report)| (recheck, *sample, report.seed)))?)
    }

    /// The tasks that have another output when they are computed again.
    pub(crate) fn disagreement(&self) -> Option<&RecheckReport> {
        self.recomputed.as_ref().filter(|recomputed| !recomputed.differ.is_empty())
    }
}

/// What a campaign says of who computed it. It is no evidence, and no verdict rests on it.
#[derive(Default)]
pub(crate) struct ProvenanceRemarks {
    /// Lines of text.
    pub(crate) text: String,
    /// The same as an object.
    pub(crate) provenance: Option<Provenance>,
}

impl ProvenanceRemarks {
    /// Reads what `gather` kept. What cannot be read is a remark too.
    pub(crate) fn read(place: &CampaignDirectory) -> anyhow::Result<Self> {
        let remark = |text: String| Self { text: format!("c {text}\n"), provenance: None };
        let found = match Provenance::read(place) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(Self::default()),
            Err(error) => return Ok(remark(error.to_string())),
        };
        if !found.is_about(place)? {
            return Ok(remark(format!("{PROVENANCE} is about other outputs than those that are there")));
        }
        let lines = found.to_string();
        let lines: Vec<&str> = lines.lines().collect();
        Ok(Self { provenance: Some(found), ..remark(lines.join("\nc ")) })
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
