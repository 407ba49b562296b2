//! `check` on a campaign.
//!
//! What it does not show unless all tasks are computed again: that an output is right. Seals, the plan, witnesses and
//! clauses are compared; who wrote an output is not known. A result of strategies needs no outputs that are right: the
//! naive game has checked it. Of tables that are audited, every value was derived anew. What `gather` kept of who computed
//! what is printed as remarks, and changes no verdict.

use super::checker::Checker;
use super::directory;
use super::report::{CampaignReport, RecheckDisagreement};
use crate::campaign::{OutputInspection, ProvenanceRemarks, RecomputeFlags, failed, judged, number_of};
use crate::frame::app::App;
use crate::frame::verdict::not_verified;
use anyhow::bail;
use certamen_ask::cube::{Cubes, MANIFEST};
use certamen_campaign::{CampaignDirectory, Defect, Gathering, Recheck};
use certamen_prove::certificate::value::is_value;
use certamen_work::{Answer, Outcome, Progress, Session};
use std::path::Path;

/// Checks a campaign: the proofs of cubes, or strategies; otherwise seals and the result, and tasks that are computed again.
/// Only if these are all tasks, the campaign is verified.
pub(crate) fn check(
    app: &App,
    session: &Session,
    directory: &Path,
    checker: Option<&Checker<'_>>,
    again: &RecomputeFlags,
) -> anyhow::Result<Outcome> {
    let place = CampaignDirectory::open(directory)?;
    let is_of_cubes = place.plan().files.iter().any(|file| file.name == MANIFEST);
    if checker.is_some() && !is_of_cubes {
        bail!("--checker: {} has no proofs", directory.display());
    }
    let refused = |reason: &str| not_verified(session, &format!("{}: {reason}", directory.display()));
    if !place.result().is_dir() {
        bail!("{}: there is no result to check: `gather` makes it", directory.display());
    }
    let remarks = ProvenanceRemarks::read(&place)?;
    let mut inspected = None;
    if !is_of_cubes || again.sample.is_some() {
        let work = place.work(app.campaigns()).map_err(failed)?;
        let gathering = Gathering { place: &place, work: &*work, stop: &session.stop };
        let progress = Progress::new(session);
        let found = OutputInspection::new(&gathering, again, &progress)?;
        if let Some(Defect { task, reason, .. }) = found.defects.first() {
            return refused(&format!("{task}: {reason}"));
        }
        if let Some(recomputed) = found.disagreement() {
            drop(progress);
            let text = format!("c {recomputed}s NOT VERIFIED\n");
            let object = RecheckDisagreement { verdict: "not verified", recheck: recomputed };
            return session.conclude(Answer::fails(text, object));
        }
        if !is_of_cubes {
            progress.begin("putting the result together".to_owned());
            let result = judged(gathering.is_result())?;
            drop(progress);
            return match result {
                Err(Defect { task, reason, .. }) => refused(&format!("{task}: {reason}")),
                Ok(Some((gathered, true))) => {
                    let is_shown = work.is_shown() || is_value(&place.result());
                    conclude(session, gathered, &found, &remarks, is_shown)
                }
                Ok(_) => refused("its result is not what the outputs give"),
            };
        }
        inspected = Some(found);
    }
    // What is verified is what was planned.
    if !Cubes::has_manifest(&place.result(), &place.input(MANIFEST)?)? {
        return refused("its result is not about the cubes of the plan");
    }
    let recomputed = inspected.as_ref().and_then(|inspected| inspected.recomputed.as_ref());
    directory::cubes(app, session, &place.result(), checker, Some((recomputed, &remarks)))
}

/// Reports a campaign whose result is what its outputs give. Putting it together has shown that it is right, by its
/// strategies or by its own values, if `is_shown`.
fn conclude(
    session: &Session,
    gathered: Answer,
    inspected: &OutputInspection,
    remarks: &ProvenanceRemarks,
    is_shown: bool,
) -> anyhow::Result<Outcome> {
    let (tasks, again) = (inspected.tasks, inspected.recomputed.as_ref());
    let recomputed = again.map_or(0, |again| again.recomputed);
    let is_verified = is_shown || again.is_some() && recomputed == tasks;
    let object = CampaignReport {
        verdict: if is_verified { "verified" } else { "not computed again" },
        answer: &gathered.object,
        tasks,
        recomputed,
        differ: again.map(|again| &*again.differ),
        seed: again.map(|again| again.seed),
        provenance: remarks.provenance.as_ref(),
    };
    let text = gathered.text + &again.map(Recheck::to_string).unwrap_or_default() + &remarks.text;
    if is_verified {
        return session.conclude(Answer::new(gathered.outcome, text + "s VERIFIED\n", object));
    }
    let rest = match recomputed {
        0 => String::new(),
        _ => format!("{} of {} ", tasks - recomputed, number_of(tasks, "task")),
    };
    let text = format!("{text}outputs agree with the plan; {rest}not computed again\n");
    session.conclude(Answer::undecided(text, object))
}
