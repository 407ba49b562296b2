//! What can be seen of a campaign in its files: for a page an [`Overview`] with the tasks in progress, the machines and the
//! failures, and for [`status()`](crate::status()) a part of it.
//!
//! Machines have different clocks, so no time of a file is read: a run goes on if its beat changes between two looks of the
//! same observer, which are apart by the observer's own clock. For a page, the observer only reads: no file is written, and
//! no lock is taken, since a lock on a record would keep a worker from its task. So what it saw stays in its memory.
//!
//! Idea: the names in a directory say which outputs and records there are, and only those are opened. An output that was seen
//! with its seal, and the record of a run that made it, are not opened again as long as the output has its name.
//!
//! What it does not show: that a record or a log is true. Files and directories that cannot be read count as missing on a
//! page, and are errors of `status`.
//! Cost: for each new output two small reads, shared by all processors; afterwards its name in a list.

use crate::campaign::{Need, Work};
use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::logs::{LogEnd, line, logs};
use crate::machines::{Machine, Machines, name};
use crate::output::NO_SEAL;
use crate::plan::TaskId;
use crate::record::{RunRecord, RunSign, RunStatus, SILENCE, is_held, read};
use crate::stages::{StageStatus, Status, estimate};
use certamen_work::failure::Failure;
use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// How many tasks, machines and failures are listed.
const LISTED: usize = 100;
/// How many tasks are looked at before what they have on disk is noted.
const CHUNK: usize = 8192;
/// Of the tasks of a stage that are done, `status` reads about as many records at most: for the measured cost.
const SAMPLE: usize = 1000;

/// A campaign as a page shows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Overview {
    /// The verb that was divided, and what was asked.
    pub campaign: String,
    /// How the costs were estimated.
    pub model: String,
    /// What `status` says.
    #[serde(flatten)]
    pub status: Status,
    /// The seconds of one processor that the plan expects of all tasks.
    pub expected_seconds: f64,
    /// The same for the tasks that are done.
    pub done_seconds: f64,
    /// Whether there is a result.
    pub is_gathered: bool,
    /// Some of the tasks in progress.
    pub running: Vec<RunningTask>,
    /// The machines that did most tasks, as the records of runs say.
    pub machines: Vec<Machine>,
    /// The number of tasks that failed, or whose output is altered or foreign.
    pub failed: usize,
    /// Some of them.
    pub failures: Vec<TaskTrouble>,
    /// The ends of some logs of engines whose last line is not that of work that ended well.
    pub logs: Vec<LogEnd>,
}

/// A task that a process works on, as its record says.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RunningTask {
    /// The task.
    pub task: String,
    /// The machine.
    pub host: String,
    /// The number of the process.
    pub process: u32,
    /// The seconds since it began, when it last wrote.
    pub seconds: f64,
    /// The seconds in which this observer has seen no sign of life, if these are several beats.
    pub silent_seconds: Option<f64>,
}

/// A task that has no output because of an error, or has the wrong one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TaskTrouble {
    /// The task.
    pub task: String,
    /// The machine, if a run failed.
    pub host: Option<String>,
    /// What is wrong.
    pub reason: String,
}

/// What a task has on disk: whether its output has a seal, if there is one, and the record of its last run.
type Found = (Option<Result<bool, CampaignError>>, Option<RunRecord>);

/// The last beats of runs by the names of their tasks, and when each was first seen.
type Beats = BTreeMap<String, (RunSign, Instant)>;

/// An observer of one campaign. It remembers what it saw.
#[derive(Debug, Default)]
pub struct Observer {
    /// Whether it looks once: then it sees locks, and reads a sample of the records of tasks that are done.
    is_single: bool,
    /// What the outputs belonged to.
    identity: String,
    /// The measured seconds of tasks that are done, by stage and number; 0 if they are not known.
    done: Vec<Vec<Option<f64>>>,
    /// Those of them whose record is missing or not yet complete: they are looked at again.
    unsettled: Vec<TaskId>,
    /// Who did the others.
    machines: Machines,
    pub(crate) beats: Beats,
    /// The beats of the look before.
    earlier: Beats,
    /// The first error of a look.
    pub(crate) trouble: Option<Failure>,
}

impl Observer {
    /// An observer that looks once, and knows these beats of an earlier look.
    pub(crate) fn once(beats: Beats) -> Self {
        Self { is_single: true, beats, ..Self::default() }
    }

    /// Looks at a campaign. Without its work, all stages count.
    pub fn look(&mut self, place: &CampaignDirectory, work: Option<&dyn Work>) -> Overview {
        let mut seen = self.survey(place, work);
        seen.status.stalled.truncate(LISTED);
        seen.machines = self.machines.list(LISTED);
        seen.logs = logs(&place.jobs());
        seen
    }

    /// The same without machines and logs.
    pub(crate) fn survey(&mut self, place: &CampaignDirectory, work: Option<&dyn Work>) -> Overview {
        let plan = place.plan();
        (self.trouble, self.earlier) = (None, std::mem::take(&mut self.beats));
        // Of what cannot be read there is nothing.
        let nothing = |stage: usize| vec![false; place.count(stage)];
        let numbers = 0..plan.stages.len();
        let named = |stage| self.noted(place.named(stage)).unwrap_or_else(|| nothing(stage));
        let outputs: Vec<Vec<bool>> = numbers.clone().map(named).collect();
        let records = self.noted(place.recorded()).unwrap_or_else(|| numbers.map(nothing).collect());
        for at in std::mem::take(&mut self.unsettled) {
            self.done[at.stage][at.index] = None;
        }
        let is_lost = |(done, named): (&Vec<Option<f64>>, &Vec<bool>)| {
            done.iter().zip(named).any(|(done, is_named)| done.is_some() && !is_named)
        };
        if self.identity != place.identity() || self.done.iter().zip(&outputs).any(is_lost) {
            place.identity().clone_into(&mut self.identity);
            self.done = plan.stages.iter().map(|stage| vec![None; stage.count()]).collect();
            self.machines = Machines::default();
        }
        let mut seen = Overview {
            campaign: format!("{} {}", plan.verb, plan.text),
            model: plan.model.clone(),
            is_gathered: place.result().is_dir(),
            ..Overview::default()
        };
        for (stage, (outputs, records)) in outputs.iter().zip(&records).enumerate() {
            let need =
                self.noted(work.map_or(Ok(Need::Yes), |work| work.need(place, stage))).unwrap_or_default();
            let is_open = need == Need::Unknown && !outputs.contains(&true);
            let tasks = if need == Need::No { 0 } else { place.count(stage) };
            let name = plan.stages[stage].name.clone();
            seen.status.stages.push(StageStatus { name, tasks, is_open, ..StageStatus::default() });
            if need != Need::No && !is_open {
                self.stage(place, stage, (outputs, records), &mut seen);
            }
        }
        estimate(place, &mut seen.status);
        seen
    }

    /// What could be read; otherwise nothing, and the first error is kept.
    fn noted<T>(&mut self, found: Result<T, impl Into<Failure>>) -> Option<T> {
        found.map_err(|error| self.trouble.get_or_insert(error.into())).ok()
    }

    /// Looks at the tasks of a stage that have an output or a record, by their names.
    fn stage(
        &mut self,
        place: &CampaignDirectory,
        stage: usize,
        (outputs, records): (&[bool], &[bool]),
        seen: &mut Overview,
    ) {
        let planned = &place.plan().stages[stage];
        seen.expected_seconds += planned.total_seconds();
        let done = &self.done[stage];
        let is_new = |&index: &usize| done[index].is_none() && (outputs[index] || records[index]);
        let new: Vec<usize> = (0..done.len()).filter(is_new).collect();
        let step = if self.is_single { new.len().div_ceil(SAMPLE).max(1) } else { 1 };
        let find = |(number, &index): (usize, &usize)| -> Found {
            let at = TaskId { stage, index };
            let output = outputs[index].then(|| place.is_done(at));
            let is_read = number.is_multiple_of(step) || !matches!(output, Some(Ok(true)));
            (output, if is_read && records[index] { read(place, at) } else { None })
        };
        for chunk in new.chunks(CHUNK) {
            let found: Vec<Found> = chunk.par_iter().enumerate().map(find).collect();
            for (&index, found) in chunk.iter().zip(found) {
                self.note(place, TaskId { stage, index }, found, seen);
            }
        }
        let status = &mut seen.status.stages[stage];
        for (done, expected) in self.done[stage].iter().zip(planned.costs()) {
            let Some(seconds) = *done else { continue };
            status.done += 1;
            seen.done_seconds += expected;
            if seconds > 0.0 {
                status.expected_seconds += expected;
                status.measured_seconds += seconds;
            }
        }
    }

    /// Notes what a task has on disk.
    fn note(&mut self, place: &CampaignDirectory, at: TaskId, (output, record): Found, seen: &mut Overview) {
        let task = place.name_of(at);
        match output {
            None => {}
            Some(Ok(true)) => {
                let record = record.filter(|record| record.phase == RunStatus::Done);
                let seconds = record.as_ref().map_or(0.0, |record| record.seconds.max(0.0));
                self.done[at.stage][at.index] = Some(seconds);
                match record {
                    Some(record) => self.machines.count(&record),
                    None => self.unsettled.push(at),
                }
                return;
            }
            Some(Ok(false)) => seen.fail(&task, None, &format!("its output: {NO_SEAL}")),
            Some(Err(error)) => {
                seen.fail(&task, None, &format!("its output: {error}"));
                self.trouble.get_or_insert(error.into());
            }
        }
        let Some(record) = record else { return };
        let status = &mut seen.status.stages[at.stage];
        if record.phase != RunStatus::Running {
            status.left += 1;
            if record.phase == RunStatus::Failed {
                seen.fail(&task, Some(&record.host), record.error.as_deref().unwrap_or("failed"));
            }
            return;
        }
        let beat = record.sign();
        let earlier = self.earlier.get(&task);
        let same = earlier.filter(|(earlier, _)| *earlier == beat);
        let has_changed = earlier.is_some() && same.is_none();
        let since = same.map_or_else(Instant::now, |&(_, since)| since);
        let silent = Some(since.elapsed()).filter(|silent| *silent >= SILENCE);
        // Without a lock to look at, a run that is new to the observer counts as one that goes on.
        if silent.is_none() && (!self.is_single || has_changed || is_held(place, at)) {
            status.running += 1;
        } else {
            status.left += 1;
        }
        if silent.is_some() {
            seen.status.stalled.push(task.clone());
        }
        self.beats.insert(task.clone(), (beat, since));
        if seen.running.len() < LISTED {
            let (process, seconds) = (record.process, record.seconds);
            let (host, silent_seconds) = (name(&record.host), silent.map(|silent| silent.as_secs_f64()));
            seen.running.push(RunningTask { task, host, process, seconds, silent_seconds });
        }
    }
}

impl Overview {
    /// Counts a failure, and lists it if there is room.
    fn fail(&mut self, task: &str, host: Option<&str>, reason: &str) {
        self.failed += 1;
        if self.failures.len() < LISTED {
            let (task, host, reason) = (task.to_owned(), host.map(name), line(reason));
            self.failures.push(TaskTrouble { task, host, reason });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TaskSelection;
    use crate::status;
    use crate::tests::{Squares, place, work};
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::time::{Duration, SystemTime};

    /// All names below a directory, with bytes and times.
    fn files(root: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
        let (mut files, mut open) = (BTreeMap::new(), vec![root.to_owned()]);
        while let Some(path) = open.pop() {
            let time = fs::metadata(&path).expect("a file").modified().expect("a time");
            if path.is_dir() {
                let entries = fs::read_dir(&path).expect("a directory");
                open.extend(entries.map(|entry| entry.expect("an entry").path()));
                files.insert(path, (Vec::new(), time));
            } else {
                files.insert(path.clone(), (fs::read(&path).expect("a file"), time));
            }
        }
        files
    }

    fn record(place: &CampaignDirectory, task: &str, text: &str) {
        fs::write(place.path().join("runs").join(task), text).expect("a record");
    }

    #[test]
    fn a_look_says_what_status_says_and_touches_nothing() {
        let failing = Squares { fails_at: Some(7), ..Squares::default() };
        let (_directory, place) = place(&failing);
        work(&place, &failing, &TaskSelection::All, 1).expect_err("task 7 fails");
        let running = r#"{"host":"<b>far\u001b","process":9,"beat":4,"seconds":3.5,"phase":"running"}"#;
        record(&place, "square-000009.json", running);
        record(&place, "square-000010.json", "{}");
        record(&place, "square-000099.json", running);
        record(&place, "other-000001.json", running);
        fs::write(place.path().join("out/square/000012"), "no seal").expect("a file");
        fs::write(place.path().join("out/square/.certamen-abc"), "a draft").expect("a file");
        for (name, text) in [
            ("hq-square-0.log", "a\n\n1 task done, 0 had their outputs\n"),
            ("hq-square-7.log", "begun\ncertamen: \u{1b}]0;x\u{7} this number is not liked\n"),
            ("parallel-square.log", "Seq\tHost\n"),
            ("notes.txt", "nothing"),
        ] {
            fs::write(place.jobs().join(name), text).expect("a log");
        }
        let before = files(place.path());
        let (mut observer, begun) = (Observer::default(), Instant::now());
        let seen = observer.look(&place, Some(&failing));
        let again = observer.look(&place, Some(&failing));
        assert_eq!(files(place.path()), before);
        assert_eq!(seen, again, "what is remembered is what was seen");
        let [squares, sums] = &seen.status.stages[..] else { panic!("{seen:?}") };
        assert_eq!((squares.done, squares.running, squares.left, sums.done), (7, 1, 1, 0));
        assert_eq!(seen.failed, 2);
        let failures: Vec<(&str, &str)> =
            seen.failures.iter().map(|failure| (&*failure.task, &*failure.reason)).collect();
        let wrong = "its output: truncated or altered: its last line is not a seal";
        assert_eq!(failures, [("square 7", "this number is not liked"), ("square 12", wrong)]);
        assert_eq!(seen.running.len(), 1);
        assert_eq!((&*seen.running[0].task, &*seen.running[0].host), ("square 9", "<b>far\\u{1b}"));
        let [machine] = &seen.machines[..] else { panic!("{seen:?}") };
        assert_eq!((machine.tasks, &*machine.certamen), (7, env!("CARGO_PKG_VERSION")));
        let [log] = &seen.logs[..] else { panic!("{seen:?}") };
        let end = "certamen: \\u{1b}]0;x\\u{7} this number is not liked";
        assert_eq!(
            (&*log.name, &log.lines[..]),
            ("hq-square-7.log", &["begun".to_owned(), end.to_owned()][..])
        );
        // The same numbers as those of `status`, which cannot see that the process of task 9 goes on.
        let known = status(&place, Some(&failing)).expect("a status");
        assert!((known.seconds_left - seen.status.seconds_left).abs() < 1e-9);
        assert_eq!((known.stages[0].done, known.stages[0].left), (7, 2));
        // Long after its last beat, a run is silent; its next beat shows that it goes on.
        let Some(past) = begun.checked_sub(Duration::from_secs(100)) else { return };
        observer.beats.values_mut().for_each(|(_, since)| *since = past);
        let seen = observer.look(&place, Some(&failing));
        assert_eq!(seen.status.stalled, ["square 9"]);
        assert!(seen.running[0].silent_seconds.is_some_and(|silent| silent >= 100.0));
        record(&place, "square-000009.json", &running.replace(":4,", ":5,"));
        let seen = observer.look(&place, Some(&failing));
        assert_eq!((seen.status.stages[0].running, seen.running[0].silent_seconds), (1, None));
        // The rest is done; then an output is lost, and then the directories.
        work(&place, &Squares::default(), &TaskSelection::All, 2).expect("no error");
        let seen = observer.look(&place, Some(&failing));
        assert!(seen.status.is_done() && seen.failed == 0 && seen.machines[0].tasks == 21, "{seen:?}");
        fs::remove_file(place.path().join("out/square/000003")).expect("an output");
        assert_eq!(observer.look(&place, None).status.stages[0].done, 19);
        for name in ["out", "runs", "jobs", "looks"] {
            fs::remove_dir_all(place.path().join(name)).expect("a directory");
        }
        let seen = observer.look(&place, Some(&failing));
        assert!(seen.status.stages.iter().all(|stage| stage.done + stage.running + stage.left == 0));
    }
}
