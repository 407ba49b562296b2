//! The outputs of a campaign: their seals, and tasks that are computed again.

use super::failed;
use certamen_campaign::{
    CampaignDirectory, CampaignError, Defect, Gathering, PROVENANCE, Provenance, Recheck, Sample,
};
use certamen_work::{Failure, Progress};
use clap::Args;

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

/// The outputs of a campaign.
pub(crate) struct OutputInspection {
    pub(crate) tasks: usize,
    pub(crate) defects: Vec<Defect>,
    /// Only if there are no defects.
    pub(crate) recomputed: Option<Recheck>,
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
            recomputed = Some(recheck.map_err(failed)?);
        }
        Ok(Self { tasks: count, defects, recomputed })
    }

    /// The tasks that have another output when they are computed again.
    pub(crate) fn disagreement(&self) -> Option<&Recheck> {
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
