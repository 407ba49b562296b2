//! A campaign of somebody else: squares of numbers, and then their sum.

use crate::submit::{Engine, Submission, SubmissionLimits};
use crate::{
    Campaign, CampaignDirectory, CampaignError, Event, Gathering, Need, OutputState, Plan, Stage,
    TaskDivision, TaskGroup, TaskId, TaskRun, TaskSelection, Work, Worker, status,
};
use certamen_work::answer::Answer;
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::session::Session;
use certamen_work::stop::{Interrupted, Stop};
use clap::{ArgMatches, Command};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

const COUNT: usize = 20;

/// Squares; task `stop_at` makes a request to stop.
#[derive(Clone, Default)]
pub(crate) struct Squares {
    pub(crate) stop_at: Option<usize>,
    pub(crate) fails_at: Option<usize>,
    pub(crate) stop: Stop,
    pub(crate) runs: Arc<AtomicUsize>,
}

impl Campaign for Squares {
    fn verb(&self) -> &'static str {
        "square"
    }

    fn subject(&self) -> &'static str {
        "numbers"
    }

    fn command(&self) -> Command {
        Command::new("numbers")
    }

    fn plan(&self, _: &ArgMatches, _: &Session) -> Result<TaskDivision, Failure> {
        let cheap = TaskGroup { count: 5, seconds: 1.0 };
        let squares = Stage {
            tasks: vec![cheap, TaskGroup { count: COUNT - 5, seconds: 2.0 }],
            ..Stage::new("square", 1, 0.0, 1)
        };
        Ok(TaskDivision {
            text: "numbers".to_owned(),
            question: json!({ "numbers": COUNT }),
            files: [("numbers.txt".to_owned(), b"0 to 19".to_vec())].into(),
            stages: vec![squares, Stage::new("sum", 1, 0.5, 1).after("square")],
            ..TaskDivision::default()
        })
    }

    fn open(&self, _: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        Ok(Box::new(self.clone()))
    }
}

impl Work for Squares {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        let index = run.at.index;
        if run.at.stage == 0 {
            write!(output, "{}", index * index)?;
            if self.fails_at == Some(index) {
                return Err("this number is not liked".into());
            }
            if self.stop_at == Some(index) {
                self.stop.request();
                return Err(Interrupted.into());
            }
            return Ok(());
        }
        let mut sum = 0;
        for index in 0..COUNT {
            let text = String::from_utf8(run.place.bytes(TaskId { stage: 0, index }, 100)?)?;
            sum += text.parse::<usize>()?;
        }
        Ok(write!(output, "{sum}")?)
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, _: &Stop) -> Result<Answer, Failure> {
        let text = String::from_utf8(place.bytes(TaskId { stage: 1, index: 0 }, 100)?)?;
        std::fs::write(result.join("sum.txt"), &text)?;
        Ok(Answer::holds(text.as_str(), json!({ "sum": text })))
    }
}

fn created(
    path: &Path,
    campaign: &dyn Campaign,
    planned: &TaskDivision,
) -> Result<CampaignDirectory, CampaignError> {
    let plan = Plan::of(campaign.verb(), campaign.subject(), planned)?;
    CampaignDirectory::create(path, &plan, &planned.files)
}

pub(crate) fn place(campaign: &Squares) -> (TempDir, CampaignDirectory) {
    let directory = TempDir::new().expect("a directory");
    let planned = campaign.plan(&ArgMatches::default(), &Session::default()).expect("a plan");
    let place = created(&directory.path().join("camp"), campaign, &planned).expect("a campaign");
    (directory, place)
}

pub(crate) fn work(
    place: &CampaignDirectory,
    work: &Squares,
    asked: &TaskSelection,
    jobs: usize,
) -> Result<crate::WorkReport, Failure> {
    let limits = Limits { stop: work.stop.clone(), ..Limits::default() };
    let mut events = 0;
    let worker = Worker { place, work, jobs, limits: &limits, again: false };
    let worked = worker.run(asked, &mut |event| events += usize::from(matches!(event, Event::Done(..))));
    if let Ok(worked) = &worked {
        assert_eq!(worked.done, events);
    }
    worked
}

#[test]
fn stages_follow_each_other_and_the_result_is_put_together() {
    let squares = Squares::default();
    let (_directory, place) = place(&squares);
    let plan = place.plan();
    assert_eq!((plan.count(), plan.first_of(1)), (21, 20));
    assert!((plan.stages[0].total_seconds() - 35.0).abs() < 1e-9);
    // The last task needs the others.
    let lacking = work(&place, &squares, &TaskSelection::Tasks(20..21), 1).expect("no error");
    assert_eq!((lacking.done, lacking.lacks.as_deref()), (0, Some("square")));
    let some = work(&place, &squares, &TaskSelection::Tasks(3..7), 2).expect("no error");
    assert_eq!((some.done, some.before), (4, 0));
    let all = work(&place, &squares, &TaskSelection::All, 3).expect("no error");
    assert_eq!((all.done, all.before), (17, 4));
    assert_eq!(squares.runs.load(Ordering::Relaxed), 21, "no task is done twice");
    let seen = status(&place, Some(&squares)).expect("a status");
    assert!(seen.is_done() && seen.stages[0].done == 20 && seen.seconds_left < 1e-9, "{seen:?}");
    let stop = Stop::new();
    let gathering = Gathering { place: &place, work: &squares, stop: &stop };
    let tasks = gathering.tasks().expect("no error");
    assert_eq!(tasks.len(), 21);
    assert_eq!(gathering.defects(&tasks, |_| {}).expect("no error"), []);
    let recheck = gathering.recheck(&tasks, "50%".parse().expect("a sample"), 1, |_| {}).expect("no error");
    assert_eq!((recheck.recomputed, recheck.differ.len()), (11, 0));
    assert_eq!(gathering.result().expect("no error").text, "2470");
    assert!(gathering.is_result().expect("no error").is_some_and(|(_, is_same)| is_same));
    std::fs::write(place.result().join("sum.txt"), "2471").expect("a file");
    assert!(gathering.is_result().expect("no error").is_some_and(|(_, is_same)| !is_same));
}

#[test]
fn a_stop_leaves_no_output_and_the_work_continues() {
    let stopping = Squares { stop_at: Some(4), ..Squares::default() };
    let (_directory, place) = place(&stopping);
    let stopped = work(&place, &stopping, &TaskSelection::All, 1).expect("no error");
    assert_eq!((stopped.done, stopped.is_stopped), (4, true));
    assert_eq!(place.state(TaskId { stage: 0, index: 4 }, true).expect("a state"), OutputState::Missing);
    let names = std::fs::read_dir(place.path().join("out/square")).expect("outputs").count();
    assert_eq!(names, 4, "nothing unfinished is left");
    assert_eq!(work(&place, &Squares::default(), &TaskSelection::All, 1).expect("no error").done, 17);
}

#[test]
fn an_error_of_a_task_ends_the_others_and_is_reported() {
    let failing = Squares { fails_at: Some(2), ..Squares::default() };
    let (_directory, place) = place(&failing);
    let error = work(&place, &failing, &TaskSelection::All, 2).expect_err("an error").to_string();
    assert_eq!(error, "this number is not liked");
    assert_eq!(work(&place, &Squares::default(), &TaskSelection::All, 2).expect("no error").lacks, None);
}

#[test]
fn a_task_that_another_machine_may_do_comes_last() {
    let squares = Squares::default();
    let (_directory, place) = place(&squares);
    let record = place.record_path(TaskId { stage: 0, index: 3 });
    let running =
        json!({ "host": "else.where", "process": 1, "beat": 0, "seconds": 0.0, "phase": "running" });
    std::fs::write(&record, running.to_string()).expect("a file");
    let limits = Limits::default();
    let worker = Worker { place: &place, work: &squares, jobs: 1, limits: &limits, again: false };
    let mut waits = Vec::new();
    let worked = worker.run(&TaskSelection::All, &mut |event| {
        if let Event::Waiting(tasks, stage) = event {
            waits.push((tasks, stage, squares.runs.load(Ordering::Relaxed)));
            // The other machine ends: a worker that is told to does a task in any case.
            let done = work(&place, &Squares::default(), &TaskSelection::Tasks(3..4), 1).expect("no error");
            assert_eq!((done.done, done.before), (1, 0));
        }
    });
    let worked = worked.expect("no error");
    assert_eq!((worked.done, worked.before, waits), (20, 1, vec![(1, "square".to_owned(), 19)]));
    // Nobody who has ended well is waited for.
    std::fs::remove_file(place.output_path(TaskId { stage: 0, index: 3 })).expect("an output");
    assert_eq!(work(&place, &squares, &TaskSelection::All, 1).expect("no error").done, 1);
}

#[test]
fn a_hundred_thousand_outputs_and_records_are_read_from_two_lists() {
    const MANY: usize = 100_000;
    let directory = TempDir::new().expect("a directory");
    let planned = TaskDivision {
        // Costs that all differ, as measured ones do.
        stages: vec![Stage {
            tasks: (0..MANY).map(|index| TaskGroup { count: 1, seconds: index as f64 / 1e4 }).collect(),
            ..Stage::new("square", 1, 0.0, 1)
        }],
        ..TaskDivision::default()
    };
    let squares = Squares::default();
    let place = created(&directory.path().join("camp"), &squares, &planned).expect("a campaign");
    let done = work(&place, &squares, &TaskSelection::Tasks(99_990..MANY), 1).expect("no error").done;
    // Names that are none of an output.
    for name in ["+99999", "0099999", "0000001", "100000", ".certamen-abcdef", "x"] {
        std::fs::write(place.path().join("out/square").join(name), "x").expect("a file");
    }
    assert_eq!((done, place.missing(0).expect("no error").len()), (10, MANY - 10));
    let seen = status(&place, Some(&squares)).expect("a status");
    assert_eq!((seen.stages[0].done, seen.stages[0].left, seen.stages[0].tasks), (10, 0, MANY));
    assert!(seen.stages[0].expected_seconds > 99.0, "a sample: {seen:?}");
    let extent = SubmissionLimits { batch_seconds: 60.0, stages: 1, batches: Some(50) };
    let submission = Submission::new(&place, &squares, Engine::Hq, Path::new("/certamen"), extent, &[]);
    let submission = submission.expect("scripts");
    assert!(
        (30..=51).contains(&submission.batches) && submission.tasks == MANY - 10,
        "{}",
        submission.batches
    );
    assert!(submission.scripts[0].text.contains("..99990\"]"), "what is done is in no batch");
}

#[test]
fn files_that_were_altered_are_refused() {
    let squares = Squares::default();
    let (_directory, place) = place(&squares);
    assert_eq!(place.input("numbers.txt").expect("a file"), b"0 to 19");
    std::fs::write(place.path().join("input/numbers.txt"), "0 to 18").expect("a file");
    assert!(
        place
            .input("numbers.txt")
            .expect_err("an error")
            .to_string()
            .ends_with("not the file that was planned")
    );
    assert!(place.input("other.txt").is_err());
    // A directory that is used.
    let planned = squares.plan(&ArgMatches::default(), &Session::default()).expect("a plan");
    assert!(created(place.path(), &squares, &planned).is_err());
}

/// A number is halved until it is 1. The number of stages is not known beforehand.
#[derive(Clone, Copy)]
struct Halves;

const MOST: usize = 9;

impl Halves {
    /// The number after a stage, if its output is there.
    fn after(place: &CampaignDirectory, stage: usize) -> Result<Option<u8>, Failure> {
        Ok(place.head(TaskId { stage, index: 0 }, 1)?.map(|head| head[0]))
    }
}

impl Campaign for Halves {
    fn verb(&self) -> &'static str {
        "halve"
    }

    fn subject(&self) -> &'static str {
        "number"
    }

    fn command(&self) -> Command {
        Command::new("number")
    }

    fn plan(&self, _: &ArgMatches, _: &Session) -> Result<TaskDivision, Failure> {
        let name = |stage: usize| format!("half-{stage}");
        let stage = |number: usize| {
            let stage = Stage::new(&name(number), 1, 1.0, 1);
            if number == 0 { stage } else { stage.after(&name(number - 1)) }
        };
        Ok(TaskDivision {
            text: "12".to_owned(),
            stages: (0..MOST).map(stage).collect(),
            ..TaskDivision::default()
        })
    }

    fn open(&self, _: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        Ok(Box::new(*self))
    }
}

impl Work for Halves {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let half = match run.at.stage {
            0 => 12,
            stage => run.place.bytes(TaskId { stage: stage - 1, index: 0 }, 9)?[0] / 2,
        };
        Ok(output.write_all(&[half])?)
    }

    fn need(&self, place: &CampaignDirectory, stage: usize) -> Result<Need, Failure> {
        for earlier in 0..stage {
            match Self::after(place, earlier)? {
                None => return Ok(Need::Unknown),
                Some(1) => return Ok(Need::No),
                Some(_) => {}
            }
        }
        Ok(Need::Yes)
    }

    fn gather(&self, _: &CampaignDirectory, _: &Path, _: &Stop) -> Result<Answer, Failure> {
        Ok(Answer::holds("", json!({})))
    }
}

#[test]
fn stages_that_turn_out_to_have_nothing_to_do_need_no_outputs() {
    let directory = TempDir::new().expect("a directory");
    let planned = Halves.plan(&ArgMatches::default(), &Session::default()).expect("a plan");
    let place = created(&directory.path().join("camp"), &Halves, &planned).expect("a campaign");
    let seen = status(&place, Some(&Halves)).expect("a status");
    assert_eq!(seen.stages.iter().filter(|stage| stage.is_open).count(), MOST - 1);
    assert!(seen.to_string().contains("at most 8 more stages"), "{seen}");
    let stop = Stop::new();
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let worker = Worker { place: &place, work: &Halves, jobs: 1, limits: &limits, again: false };
    let early = worker.run(&TaskSelection::Tasks(5..6), &mut |_| ()).expect("no error");
    assert_eq!((early.done, early.lacks.as_deref()), (0, Some("half-4")));
    // 12, 6, 3, 1.
    assert_eq!(worker.run(&TaskSelection::All, &mut |_| ()).expect("no error").done, 4);
    let late = worker.run(&TaskSelection::Tasks(5..6), &mut |_| ()).expect("no error");
    assert_eq!((late.done, late.before, late.lacks), (0, 0, None));
    let seen = status(&place, Some(&Halves)).expect("a status");
    assert!(seen.is_done() && seen.to_string().lines().count() == 6, "{seen}");
    assert!(seen.seconds_left < 1e-9, "{seen:?}");
    // Without its work, nothing says that the others have nothing to do.
    assert!(!status(&place, None).expect("a status").is_done());
    let gathering = Gathering { place: &place, work: &Halves, stop: &stop };
    assert_eq!(gathering.tasks().expect("no error").len(), 4);
    let program = Path::new("/certamen");
    let submitted = |stages: usize| {
        let extent = SubmissionLimits { batch_seconds: 60.0, stages, batches: None };
        Submission::new(&place, &Halves, Engine::Slurm, program, extent, &[]).expect("scripts").scripts.len()
    };
    assert_eq!(submitted(usize::MAX), 0);
    // If an output is lost, only that one is missing, and what follows is still checked.
    std::fs::remove_file(place.output_path(TaskId { stage: 1, index: 0 })).expect("an output");
    let tasks = gathering.tasks().expect("no error");
    assert_eq!(tasks.len(), 4);
    let defects = gathering.defects(&tasks, |_| {}).expect("no error");
    assert_eq!(defects.iter().map(|defect| defect.task.as_str()).collect::<Vec<_>>(), ["half-1 0"]);
    assert_eq!((submitted(usize::MAX), submitted(2)), (6, 2));
}
