//! A campaign as a page shows it: [`Status`] with the tasks in progress, the machines and the failures.
//!
//! It only reads: no file is written, and no lock is taken, since a lock on a record would keep a worker from its task. So
//! what an observer saw stays in its memory, and a run counts as alive while its beat goes on.
//!
//! Idea: the names in a directory say which outputs and records there are, and only those are opened. An output that was seen
//! with its seal, and the record of a run that made it, are not opened again as long as the output has its name.
//!
//! What it does not show: that a record or a log is true. Files and directories that cannot be read count as missing.
//! Cost: for each new output two small reads, shared by all processors; afterwards its name in a list.

use crate::campaign::{Need, Work};
use crate::directory::CampaignDirectory;
use crate::machines::{Machine, Machines, name};
use crate::output::OutputState;
use crate::plan::TaskId;
use crate::record::{RunRecord, RunSign, RunStatus, SILENCE, read};
use crate::status::{StageStatus, Status, estimate};
use crate::work::HAD_OUTPUTS;
use certamen_work::durable;
use certamen_work::text::escaped;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::Instant;

/// How many tasks, machines and failures are listed.
const LISTED: usize = 100;
/// How many tasks are looked at before their records are summed up.
const CHUNK: usize = 8192;
/// The logs that are looked at, the newest first; those that are listed, and the size of their ends in bytes and lines.
const LOGS: usize = 100;
const LISTED_LOGS: usize = 10;
const LOG_END: u64 = 4096;
const LOG_LINES: usize = 5;
/// The longest line of a log or an error, in characters.
const LINE: usize = 300;

/// A campaign as a page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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

/// The end of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LogEnd {
    /// The file below `jobs`.
    pub name: String,
    /// Its last lines.
    pub lines: Vec<String>,
}

/// What a task has on disk: the state of its output, and the record of its last run.
type Found = (Result<OutputState, String>, Option<RunRecord>);

/// A task that is done: the number of its machine and the seconds, if its record says them.
type DoneRun = Option<(usize, f64)>;

/// The last beats of runs, and when each was first seen.
type Beats = HashMap<TaskId, (RunSign, Instant)>;

/// An observer of one campaign. It remembers what it saw.
#[derive(Debug, Default)]
pub struct Observer {
    /// What the outputs belonged to.
    identity: String,
    /// The tasks that are done, by stage and number.
    done: Vec<Vec<Option<DoneRun>>>,
    /// Those of them whose record is missing or not yet complete: they are looked at again.
    unsettled: Vec<TaskId>,
    machines: Machines,
    beats: Beats,
}

impl Observer {
    /// Looks at a campaign. Without its work, all stages count.
    pub fn look(&mut self, place: &CampaignDirectory, work: Option<&dyn Work>) -> Overview {
        if self.identity != place.identity() {
            *self = Self { identity: place.identity().to_owned(), ..Self::default() };
            let empty = |stage: &crate::Stage| vec![None; stage.count()];
            self.done = place.plan().stages.iter().map(empty).collect();
        }
        self.machines.restart();
        for at in std::mem::take(&mut self.unsettled) {
            self.done[at.stage][at.index] = None;
        }
        let plan = place.plan();
        let mut seen = Overview {
            campaign: format!("{} {}", plan.verb, plan.text),
            model: plan.model.clone(),
            status: Status::default(),
            expected_seconds: 0.0,
            done_seconds: 0.0,
            is_gathered: place.result().is_dir(),
            running: Vec::new(),
            machines: Vec::new(),
            failed: 0,
            failures: Vec::new(),
            logs: Vec::new(),
        };
        // What cannot be read shows nothing.
        let records = place.recorded().unwrap_or_default();
        let mut beats = Beats::new();
        for stage in 0..plan.stages.len() {
            let need = work.map_or(Need::Yes, |work| work.need(place, stage).unwrap_or(Need::Unknown));
            let (name, tasks) = (plan.stages[stage].name.clone(), plan.stages[stage].count());
            let outputs = place.named(stage).unwrap_or_else(|_| vec![false; tasks]);
            let recorded = records.get(stage).cloned().unwrap_or_else(|| vec![false; tasks]);
            let is_open = need == Need::Unknown && !outputs.contains(&true);
            let status = match need {
                Need::No => StageStatus { name, ..StageStatus::default() },
                _ if is_open => StageStatus { name, tasks, is_open, ..StageStatus::default() },
                _ => {
                    let has: Vec<(bool, bool)> = outputs.into_iter().zip(recorded).collect();
                    self.stage(place, stage, &has, (&mut beats, &mut seen))
                }
            };
            seen.status.stages.push(status);
        }
        self.beats = beats;
        estimate(place, &mut seen.status);
        seen.machines = self.machines.list();
        seen.machines.truncate(LISTED);
        seen.status.stalled.truncate(LISTED);
        seen.logs = logs(&place.jobs());
        seen
    }

    /// Looks at the tasks of a stage, of which it is known whether they have an output and a record.
    fn stage(
        &mut self,
        place: &CampaignDirectory,
        stage: usize,
        has: &[(bool, bool)],
        (beats, seen): (&mut Beats, &mut Overview),
    ) -> StageStatus {
        let planned = &place.plan().stages[stage];
        let mut status =
            StageStatus { name: planned.name.clone(), tasks: planned.count(), ..StageStatus::default() };
        seen.expected_seconds += planned.total_seconds();
        for (index, &(has_output, _)) in has.iter().enumerate() {
            if !has_output {
                self.done[stage][index] = None;
            }
        }
        let is_new = |&index: &usize| has[index] != (false, false) && self.done[stage][index].is_none();
        let new: Vec<usize> = (0..planned.count()).filter(is_new).collect();
        for chunk in new.chunks(CHUNK) {
            let found: Vec<(usize, Found)> = chunk
                .par_iter()
                .map(|&index| (index, find(place, TaskId { stage, index }, has[index])))
                .collect();
            for (index, found) in found {
                self.note(place, TaskId { stage, index }, found, (&mut *beats, &mut *seen, &mut status));
            }
        }
        for (done, expected) in self.done[stage].iter().zip(planned.costs()) {
            let Some(run) = done else { continue };
            status.done += 1;
            seen.done_seconds += expected;
            if let Some((machine, seconds)) = *run {
                self.machines.count(machine, seconds);
                if seconds > 0.0 {
                    status.expected_seconds += expected;
                    status.measured_seconds += seconds;
                }
            }
        }
        status
    }

    /// Notes what a task has on disk.
    fn note(
        &mut self,
        place: &CampaignDirectory,
        at: TaskId,
        found: Found,
        (beats, seen, status): (&mut Beats, &mut Overview, &mut StageStatus),
    ) {
        let mut fail = |host: Option<&str>, reason: &str| {
            seen.failed += 1;
            if seen.failures.len() < LISTED {
                let (task, reason) = (place.name_of(at), line(reason));
                seen.failures.push(TaskTrouble { task, host: host.map(name), reason });
            }
        };
        let (output, record) = found;
        match output {
            Ok(OutputState::Missing) => {}
            Ok(OutputState::Whole(_)) => {
                let record = record.filter(|record| record.phase == RunStatus::Done);
                if record.is_none() {
                    self.unsettled.push(at);
                }
                let run = record.map(|record| (self.machines.number(&record), record.seconds.max(0.0)));
                self.done[at.stage][at.index] = Some(run);
                return;
            }
            Ok(OutputState::Altered(reason) | OutputState::Foreign(reason)) | Err(reason) => {
                fail(None, &format!("its output: {reason}"));
            }
        }
        let Some(record) = record else { return };
        if record.phase != RunStatus::Running {
            status.left += 1;
            if record.phase == RunStatus::Failed {
                fail(Some(&record.host), record.error.as_deref().unwrap_or("failed"));
            }
            return;
        }
        let (host, process, seconds) = (name(&record.host), record.process, record.seconds);
        let beat = record.sign();
        let earlier = self.beats.get(&at).filter(|(earlier, _)| *earlier == beat);
        let since = earlier.map_or_else(Instant::now, |&(_, since)| since);
        let silent = Some(since.elapsed()).filter(|silent| *silent >= SILENCE);
        beats.insert(at, (beat, since));
        match silent {
            Some(_) => {
                status.left += 1;
                seen.status.stalled.push(place.name_of(at));
            }
            None => status.running += 1,
        }
        if seen.running.len() < LISTED {
            let (task, silent_seconds) = (place.name_of(at), silent.map(|silent| silent.as_secs_f64()));
            seen.running.push(RunningTask { task, host, process, seconds, silent_seconds });
        }
    }
}

/// The state of an output and the record of the last run, where names say that there are some.
fn find(place: &CampaignDirectory, at: TaskId, (has_output, has_record): (bool, bool)) -> Found {
    let output = if has_output { place.state(at, false) } else { Ok(OutputState::Missing) };
    (output.map_err(|error| error.to_string()), has_record.then(|| read(place, at)).flatten())
}

/// The ends of logs that do not end as work does that ended well. Of a name that is a link, nothing is read.
fn logs(directory: &Path) -> Vec<LogEnd> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.file_name().to_str()?.to_owned();
            // The log of GNU parallel is a table of its jobs.
            let is_log = name.strip_suffix(".log").is_some_and(|name| !name.starts_with("parallel-"));
            let metadata = is_log.then(|| entry.metadata().ok()).flatten()?;
            metadata.is_file().then(|| (metadata.modified().ok(), name))
        })
        .collect();
    found.sort_unstable_by(|one, other| other.cmp(one));
    let ends = found.into_iter().take(LOGS).filter_map(|(_, name)| {
        let lines = last_lines(&directory.join(&name))?;
        let is_well = lines.last().is_none_or(|last| last.ends_with(HAD_OUTPUTS));
        (!is_well).then(|| LogEnd { name: line(&name), lines })
    });
    ends.take(LISTED_LOGS).collect()
}

/// The last lines of a file.
fn last_lines(path: &Path) -> Option<Vec<String>> {
    let mut file = durable::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LOG_END))).ok()?;
    let mut bytes = Vec::new();
    file.take(LOG_END).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.trim().is_empty()).rev().take(LOG_LINES).map(line).collect();
    lines.reverse();
    Some(lines)
}

/// A text from a file as a line.
fn line(text: &str) -> String {
    escaped(text.trim_end()).chars().take(LINE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Squares, place, work};
    use crate::{TaskSelection, status};
    use std::collections::BTreeMap;
    use std::path::PathBuf;
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

    #[test]
    #[cfg(unix)]
    fn a_log_that_is_a_link_is_not_read() {
        let squares = Squares::default();
        let (directory, place) = place(&squares);
        let secret = directory.path().join("secret");
        fs::write(&secret, "of somebody else\n").expect("a file");
        std::os::unix::fs::symlink(&secret, place.jobs().join("hq-square-0.log")).expect("a link");
        assert_eq!(Observer::default().look(&place, None).logs, []);
    }
}
