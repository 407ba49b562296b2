//! `gather`

use super::recheck::{OutputInspection, RecomputeFlags, judged};
use super::{failed, number_of};
use crate::frame::app::App;
use crate::frame::verb::PlainVerb;
use certamen_campaign::{CampaignDirectory, Defect, Gathering, Provenance, Recheck};
use certamen_work::file::shown;
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Outcome, Progress, Session};
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The number of defects that are listed.
const LISTED: usize = 20;

/// Put the result of a campaign together.
///
/// Checks the seal of every output, and names those that are missing, altered or foreign. The result is written into
/// DIR/result, and printed. A seal does not say that an output is right: --recompute computes some tasks again.
/// DIR/provenance.json keeps which ones, and who computed what; `check` prints it as remarks, since it is no evidence. Exits with
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

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum GatherAnswer<'a> {
    Gathered {
        campaign: &'a Path,
        /// The number of tasks.
        tasks: usize,
        /// The directory of the result.
        result: &'a Path,
        /// The result, which depends on the campaign.
        answer: &'a Value,
        /// The number of tasks that were computed again.
        #[serde(skip_serializing_if = "Option::is_none")]
        recomputed: Option<usize>,
        /// Those of them that have another output.
        #[serde(skip_serializing_if = "Option::is_none")]
        differ: Option<&'a [String]>,
        /// The seed of their choice.
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
        /// Who computed what, also in DIR/provenance.json. It is no evidence.
        provenance: &'a Provenance,
    },
    Differs {
        /// `wrong`
        verdict: &'a str,
        #[serde(flatten)]
        recheck: &'a Recheck,
    },
    /// Outputs are missing or wrong.
    Refused {
        /// `incomplete` or `wrong`
        verdict: &'a str,
        missing: Vec<&'a Defect>,
        wrong: Vec<&'a Defect>,
    },
}

impl PlainVerb for Gather {
    const NAME: &'static str = "gather";
    const SCHEMA: AnswerSchema = Some(of_answer::<GatherAnswer<'_>>);

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
            Provenance::write(&place, inspected.recomputed.as_ref())?;
            let object = GatherAnswer::Differs { verdict: "wrong", recheck: recomputed };
            return session.conclude(Answer::fails(recomputed.to_string(), object));
        }
        progress.begin("putting the result together".to_owned());
        let gathered = judged(gathering.result())?;
        drop(progress);
        let gathered = match gathered {
            Ok(gathered) => gathered,
            Err(defect) => return refuse(session, &[defect], count),
        };
        // After the result: a file about these outputs stays true if this is never reached.
        let provenance = Provenance::write(&place, inspected.recomputed.as_ref())?;
        let again = inspected.recomputed.as_ref();
        let object = GatherAnswer::Gathered {
            campaign: &self.directory,
            tasks: count,
            result: &place.result(),
            answer: &gathered.object,
            recomputed: again.map(|again| again.recomputed),
            differ: again.map(|again| &*again.differ),
            seed: again.map(|again| again.seed),
            provenance: &provenance,
        };
        let (outputs, lines) =
            (number_of(count, "output"), again.map(Recheck::to_string).unwrap_or_default());
        let end = format!("{lines}{outputs} with their seals; result in {}\n", shown(&place.result()));
        session.conclude(Answer::new(gathered.outcome, gathered.text + &end, object))
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
    let (verdict, outcome) =
        if wrong.is_empty() { ("incomplete", Outcome::Undecided) } else { ("wrong", Outcome::DoesNotHold) };
    let object = GatherAnswer::Refused { verdict, missing, wrong };
    session.conclude(Answer::new(outcome, text, object))
}
