//! `gather`, and `check` on a campaign.

use super::{failed, number_of};
use crate::app::App;
use crate::check::not_verified;
use crate::checker::Checker;
use crate::verb::Plain;
use crate::{check_directory, cube};
use certamen_campaign::{Defect, Gathering, Place, Recheck, Share};
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The number of defects that are listed.
const LISTED: usize = 20;

/// Put the result of a campaign together.
///
/// Checks the seal of every output, and names those that are missing, altered or foreign. The result is written into
/// DIR/result, and printed. Exits with 3 if outputs are missing, with 1 if others are wrong, or if a task that is done
/// again has another output.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  PROGRAM gather camp\n  PROGRAM gather camp --recheck 1%")]
pub(crate) struct Gather {
    /// The directory of the campaign.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Do a random share of the tasks again and compare their outputs byte for byte, as in 1%.
    #[arg(long, value_name = "SHARE")]
    recheck: Option<Share>,
    /// The seed of the choice of these tasks, to repeat it.
    #[arg(long, value_name = "N", requires = "recheck")]
    seed: Option<u64>,
}

impl Plain for Gather {
    const NAME: &'static str = "gather";

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let place = Place::open(&self.directory)?;
        let work = place.work(app.campaigns()).map_err(failed)?;
        let gathering = Gathering { place: &place, work: &*work, stop: &session.stop };
        let progress = Progress::new(session);
        let tasks = gathering.tasks().map_err(failed)?;
        let count = tasks.len();
        progress.estimate(format!("checking {count} outputs"));
        let defects =
            gathering.defects(&tasks, |done| progress.arrive(done as f64 / count as f64, "checking outputs"));
        let defects = defects.map_err(failed)?;
        if !defects.is_empty() {
            drop(progress);
            return refuse(session, &defects, count);
        }
        let mut rechecked = None;
        if let Some(share) = self.recheck {
            let seed = self.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
            let recheck =
                gathering.recheck(&tasks, share, seed, |name| progress.line(&format!("again: {name}")));
            let recheck = recheck.map_err(failed)?;
            if !recheck.differ.is_empty() {
                drop(progress);
                return disagree(session, &recheck, seed);
            }
            rechecked = Some((recheck.tasks, seed));
        }
        progress.begin("putting the result together".to_owned());
        let gathered = gathering.result().map_err(failed)?;
        drop(progress);
        let mut text = gathered.text;
        let mut object = json!({
            "campaign": self.directory, "tasks": count, "result": place.result(), "answer": gathered.object,
        });
        if let Some((tasks, seed)) = rechecked {
            let _ = writeln!(
                text,
                "{tasks} of {} done again: the same bytes (--seed {seed})",
                number_of(count, "task")
            );
            object["rechecked"] = json!(tasks);
            object["seed"] = json!(seed);
        }
        let outputs = number_of(count, "output");
        let _ = writeln!(text, "{outputs} with their seals; result in {}", place.result().display());
        session.answer(&text, &object)?;
        Ok(gathered.outcome)
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

/// Names the tasks that have another output when they are done again.
fn disagree(session: &Session, recheck: &Recheck, seed: u64) -> anyhow::Result<Outcome> {
    let Recheck { tasks, differ } = recheck;
    let text = format!(
        "done again, these tasks have another output: {} ({} of {tasks}, --seed {seed})\n",
        differ.join(", "),
        differ.len()
    );
    session
        .answer(&text, &json!({ "verdict": "wrong", "rechecked": tasks, "differ": differ, "seed": seed }))?;
    Ok(Outcome::DoesNotHold)
}

/// Checks a campaign: its result by its own checker, or by putting it together again.
pub(crate) fn check(
    app: &App,
    session: &Session,
    directory: &Path,
    checker: Option<&Checker<'_>>,
) -> anyhow::Result<Outcome> {
    let place = Place::open(directory)?;
    if cube::is_manifest(&place.result()) {
        return check_directory::cubes(app, session, &place.result(), checker);
    }
    let work = place.work(app.campaigns()).map_err(failed)?;
    let gathering = Gathering { place: &place, work: &*work, stop: &session.stop };
    let tasks = gathering.tasks().map_err(failed)?;
    if let Some(Defect { task, reason, .. }) = gathering.defects(&tasks, |_| {}).map_err(failed)?.first() {
        return not_verified(session, &format!("{}: {task}: {reason}", directory.display()));
    }
    match gathering.is_result().map_err(failed)? {
        None => not_verified(session, &format!("{} has no result: gather makes it", directory.display())),
        Some((_, false)) => {
            let result = place.result();
            not_verified(session, &format!("{}: not what the outputs give", result.display()))
        }
        Some((gathered, true)) => {
            let object = json!({ "verdict": "verified", "answer": gathered.object });
            let text = format!("{}the outputs give this result again\ns VERIFIED\n", gathered.text);
            session.answer(&text, &object)?;
            Ok(gathered.outcome)
        }
    }
}
