//! `gather`, and `check` on a campaign.
//!
//! What `check` does not show unless all tasks are computed again: that an output is right. Seals, the plan, witnesses and
//! clauses are compared; who wrote an output is not known.

use super::{failed, number_of};
use crate::app::App;
use crate::check::checker::Checker;
use crate::check::directory;
use crate::verb::PlainVerb;
use crate::verdict::not_verified;
use anyhow::bail;
use certamen_ask::cube::MANIFEST;
use certamen_campaign::{
    CampaignAnswer, CampaignDirectory, CampaignError, Defect, Gathering, Recheck, Sample,
};
use certamen_work::durable;
use certamen_work::failure::Failure;
use certamen_work::file::shown;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The number of defects that are listed.
const LISTED: usize = 20;
/// The largest manifest of cubes, in bytes.
const MANIFEST_LIMIT: u64 = 1 << 32;

/// Put the result of a campaign together.
///
/// Checks the seal of every output, and names those that are missing, altered or foreign. The result is written into
/// DIR/result, and printed. A seal does not say that an output is right: --recompute computes some tasks again. Exits with
/// 3 if outputs are missing, with 1 if others are wrong, or if a task that is computed again has another output.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  PROGRAM gather camp\n  PROGRAM gather camp --recompute 1%\n  PROGRAM gather camp --recompute all"
)]
pub(crate) struct Gather {
    /// The directory of the campaign.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    #[command(flatten)]
    again: RecomputeFlags,
}

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
    recheck: Recheck,
    /// The number of all tasks.
    tasks: usize,
    seed: u64,
}

impl RecheckReport {
    /// Adds a line and members to an answer.
    pub(crate) fn report(&self, text: &mut String, object: &mut Value) {
        let Self { recheck, tasks, seed } = self;
        let (count, all) = (recheck.tasks, number_of(*tasks, "task"));
        let _ = match recheck.differ.as_slice() {
            [] => writeln!(text, "{count} of {all} computed again: the same bytes (--seed {seed})"),
            differ => writeln!(
                text,
                "computed again, these tasks have another output: {} ({} of {count}, --seed {seed})",
                differ.join(", "),
                differ.len()
            ),
        };
        object["tasks"] = json!(tasks);
        object["recomputed"] = json!(count);
        object["differ"] = json!(recheck.differ);
        object["seed"] = json!(seed);
    }
}

/// The outputs of a campaign.
struct OutputInspection {
    tasks: usize,
    defects: Vec<Defect>,
    /// Only if there are no defects.
    recomputed: Option<RecheckReport>,
}

impl OutputInspection {
    /// Checks all seals, and computes some tasks again.
    fn new(gathering: &Gathering<'_>, again: &RecomputeFlags, progress: &Progress) -> anyhow::Result<Self> {
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
    fn disagreement(&self) -> Option<&RecheckReport> {
        self.recomputed.as_ref().filter(|recomputed| !recomputed.recheck.differ.is_empty())
    }
}

impl PlainVerb for Gather {
    const NAME: &'static str = "gather";

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let place = CampaignDirectory::open(&self.directory)?;
        let work = place.work(app.campaigns()).map_err(failed)?;
        let gathering = Gathering { place: &place, work: &*work, stop: &session.stop };
        let progress = Progress::new(session);
        let inspected = OutputInspection::new(&gathering, &self.again, &progress)?;
        let count = inspected.tasks;
        if !inspected.defects.is_empty() {
            drop(progress);
            return refuse(session, &inspected.defects, count);
        }
        if let Some(recomputed) = inspected.disagreement() {
            drop(progress);
            let (mut text, mut object) = (String::new(), json!({ "verdict": "wrong" }));
            recomputed.report(&mut text, &mut object);
            session.answer(&text, &object)?;
            return Ok(Outcome::DoesNotHold);
        }
        progress.begin("putting the result together".to_owned());
        let gathered = judged(gathering.result())?;
        drop(progress);
        let gathered = match gathered {
            Ok(gathered) => gathered,
            Err(defect) => return refuse(session, &[defect], count),
        };
        let mut text = gathered.text;
        let mut object = json!({
            "campaign": self.directory, "tasks": count, "result": place.result(), "answer": gathered.object,
        });
        if let Some(recomputed) = &inspected.recomputed {
            recomputed.report(&mut text, &mut object);
        }
        let outputs = number_of(count, "output");
        let _ = writeln!(text, "{outputs} with their seals; result in {}", shown(&place.result()));
        session.answer(&text, &object)?;
        Ok(gathered.outcome)
    }
}

/// Separates the judgement that an output is wrong from errors.
fn judged<T>(result: Result<T, Failure>) -> anyhow::Result<Result<T, Defect>> {
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

/// Names the outputs that are not what they should be.
fn refuse(session: &Session, defects: &[Defect], count: usize) -> anyhow::Result<Outcome> {
    let mut text = String::new();
    // What is wrong is more important than what is missing.
    let (missing, wrong): (Vec<&Defect>, Vec<&Defect>) = defects.iter().partition(|defect| defect.is_missing);
    for Defect { task, reason, .. } in wrong.iter().chain(&missing).take(LISTED) {
        let _ = writeln!(text, "{task}: {reason}");
    }
    if defects.len() > LISTED {
        let _ = writeln!(text, "and {} more", defects.len() - LISTED);
    }
    let _ = writeln!(text, "{} of {count} outputs missing, {} wrong", missing.len(), wrong.len());
    let verdict = if wrong.is_empty() { "incomplete" } else { "wrong" };
    session.answer(&text, &json!({ "verdict": verdict, "missing": missing, "wrong": wrong }))?;
    Ok(if wrong.is_empty() { Outcome::Undecided } else { Outcome::DoesNotHold })
}

/// Checks a campaign: the proofs of cubes; otherwise seals and the result, and tasks that are computed again. Only if these
/// are all tasks, the campaign is verified.
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
        return refused("there is no result: gather makes it");
    }
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
            let (mut text, mut object) = ("c ".to_owned(), json!({ "verdict": "not verified" }));
            recomputed.report(&mut text, &mut object);
            session.answer(&format!("{text}s NOT VERIFIED\n"), &object)?;
            return Ok(Outcome::DoesNotHold);
        }
        if !is_of_cubes {
            progress.begin("putting the result together".to_owned());
            let result = judged(gathering.is_result())?;
            drop(progress);
            return match result {
                Err(Defect { task, reason, .. }) => refused(&format!("{task}: {reason}")),
                Ok(Some((gathered, true))) => conclude(session, gathered, &found),
                Ok(_) => refused("its result is not what the outputs give"),
            };
        }
        inspected = Some(found);
    }
    // What is verified is what was planned.
    if durable::read(&place.result().join(MANIFEST), MANIFEST_LIMIT)? != place.input(MANIFEST)? {
        return refused("its result is not about the cubes of the plan");
    }
    let recomputed = inspected.as_ref().and_then(|inspected| inspected.recomputed.as_ref());
    directory::cubes(app, session, &place.result(), checker, recomputed)
}

/// Reports a campaign whose result is what its outputs give.
fn conclude(
    session: &Session,
    gathered: CampaignAnswer,
    inspected: &OutputInspection,
) -> anyhow::Result<Outcome> {
    let (mut text, tasks) = (gathered.text, inspected.tasks);
    let mut object = json!({ "answer": gathered.object, "tasks": tasks, "recomputed": 0 });
    let mut recomputed = 0;
    if let Some(again) = &inspected.recomputed {
        again.report(&mut text, &mut object);
        recomputed = again.recheck.tasks;
        if recomputed == tasks {
            object["verdict"] = json!("verified");
            session.answer(&format!("{text}s VERIFIED\n"), &object)?;
            return Ok(gathered.outcome);
        }
    }
    object["verdict"] = json!("not computed again");
    let rest = match recomputed {
        0 => String::new(),
        _ => format!("{} of {} ", tasks - recomputed, number_of(tasks, "task")),
    };
    session.answer(&format!("{text}outputs agree with the plan; {rest}not computed again\n"), &object)?;
    Ok(Outcome::Undecided)
}
