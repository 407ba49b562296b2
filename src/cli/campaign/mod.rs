//! Campaigns: `plan`, `work`, `status`, `submit` and `gather`. What a campaign does is the business of what is registered
//! ([`certamen_campaign::Campaign`]); no verb here names one, except that every question can be divided into cubes, and its
//! profile into classes.

mod cubes;
mod forecast;
mod gather;
mod plan;
mod position;
mod profile;
mod question;
mod recheck;
mod status;
mod submit;
mod work;

pub(crate) use cubes::PlanCube;
pub(crate) use gather::Gather;
pub(crate) use plan::planning;
pub(crate) use position::of_game;
pub(crate) use profile::{PlanProfile, has_classes};
pub(crate) use question::QuestionCampaign;
pub(crate) use recheck::{OutputInspection, ProvenanceRemarks, RecomputeFlags, judged};
pub(crate) use status::Status;
pub(crate) use submit::Submit;
pub(crate) use work::Work;

use certamen_work::Failure;

/// An error of a campaign or of its work, for `anyhow`: its text and its causes stay.
pub(crate) fn failed(failure: Failure) -> anyhow::Error {
    anyhow::Error::from_boxed(failure)
}

/// A number of things, as in `1 task` or `2 tasks`.
pub(crate) fn number_of(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
