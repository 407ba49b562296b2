//! `work`

use super::{failed, number_of};
use crate::frame::app::App;
use crate::frame::verb::PlainVerb;
use certamen_campaign::{CampaignDirectory, Event, HAD_OUTPUTS, TaskSelection, WorkReport, Worker};
use certamen_work::schema::{AnswerSchema, JsonSchema, of_answer};
use certamen_work::{Answer, Outcome, Progress, Session};
use clap::Args;
use serde::Serialize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Do tasks of a campaign on this machine.
///
/// Without --task and --range: all tasks that have no output and that no other process is doing, stage after stage. Any
/// number of processes and machines can work in one directory. Ctrl-C and SIGTERM end the tasks in progress; the same
/// command continues. Exits with 3 if tasks are left, because of a request to stop or because an earlier stage is not
/// complete.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  PROGRAM work camp\n  PROGRAM work camp --task 12\n  \
    PROGRAM work camp --range 12..24 --jobs 1")]
pub(crate) struct Work {
    /// The directory of the campaign.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The number of tasks at the same time [default: the processors, divided by the threads of a task].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Do this task only; tasks are counted from 0 through all stages.
    #[arg(long, value_name = "I", conflicts_with = "range")]
    task: Option<usize>,
    /// Do these tasks only, as in 12..24 (without 24).
    #[arg(long, value_name = "A..B", value_parser = range)]
    range: Option<Range<usize>>,
    /// Do tasks again that have an output.
    #[arg(long)]
    again: bool,
}

/// A range of tasks.
fn range(text: &str) -> Result<Range<usize>, &'static str> {
    let bounds = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    bounds.filter(|range: &Range<usize>| !range.is_empty()).ok_or("expected two numbers as in 12..24")
}

/// The answer as JSON.
#[derive(Serialize, JsonSchema)]
struct WorkAnswer<'a> {
    campaign: &'a Path,
    #[serde(flatten)]
    report: &'a WorkReport,
    /// The seconds by the clock.
    seconds: f64,
}

impl PlainVerb for Work {
    const NAME: &'static str = "work";
    const SCHEMA: AnswerSchema = Some(of_answer::<WorkAnswer<'_>>);

    fn run(&self, app: &App, session: &Session) -> anyhow::Result<Outcome> {
        let place = CampaignDirectory::open(&self.directory)?;
        let work = place.work(app.campaigns()).map_err(failed)?;
        let threads = place.plan().stages.iter().map(|stage| stage.threads).max().unwrap_or(1).max(1);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or((processors / threads).max(1), usize::from);
        let asked = match (self.task, &self.range) {
            (Some(task), _) => TaskSelection::Tasks(task..task.saturating_add(1)),
            (None, Some(range)) => TaskSelection::Tasks(range.clone()),
            (None, None) => TaskSelection::All,
        };
        let wanted = match &asked {
            TaskSelection::All => place.plan().count(),
            TaskSelection::Tasks(range) => range.len(),
        };
        let progress = Progress::new(session);
        progress.estimate(format!("working on {}", place.plan().text));
        let limits = session.limits(None);
        let worker = Worker { place: &place, work: &*work, jobs, limits: &limits, again: self.again };
        let begun = Instant::now();
        let mut done = 0;
        let mut watch = |event: Event| match event {
            Event::Done(name, seconds) => {
                done += 1;
                progress.arrive(f64::from(done) / wanted as f64, &name);
                progress.line(&format!("{name}: {seconds:.1} s"));
            }
            Event::Waiting(tasks, stage) => {
                progress.report(&format!(
                    "waiting for {} of stage {stage} that others do",
                    number_of(tasks, "task")
                ));
            }
        };
        let worked = worker.run(&asked, &mut watch).map_err(failed)?;
        drop(progress);
        report(session, &self.directory, &worked, begun.elapsed().as_secs_f64())
    }
}

fn report(
    session: &Session,
    directory: &std::path::Path,
    worked: &WorkReport,
    seconds: f64,
) -> anyhow::Result<Outcome> {
    let WorkReport { done, before, is_stopped, lacks, seconds: of_tasks } = worked;
    let mut text = format!("{} done, {before} {HAD_OUTPUTS}", number_of(*done, "task"));
    if let Some(stage) = lacks {
        text = format!("{text}; the others need the whole stage {stage} first");
    } else if *is_stopped {
        text = format!("{text}; stopped: the same command continues");
    }
    let object = WorkAnswer { campaign: directory, report: worked, seconds };
    session.note(&format!("{seconds:.2} s, of which tasks took {of_tasks:.2} s"));
    session.conclude(Answer::new(
        if *is_stopped || lacks.is_some() { Outcome::Undecided } else { Outcome::Holds },
        format!("{text}\n"),
        object,
    ))
}
