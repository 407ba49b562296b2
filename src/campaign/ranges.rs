//! Campaigns of commands that go through a range of numbers, and whose results for parts of the range add up.
//!
//! A command implements [`RangeCommand`] (its flags) and [`RangeTask`] (its work on a range); [`by_ranges`] makes a campaign of
//! it, with a stage of tasks of about equal ranges. The cost comes from small ranges that are done for the plan. The
//! result is the answer of the command in one run, as text and as JSON, and a line for each range.

use crate::campaign::{Campaign, TaskOutcome, TaskRun, Work};
use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::forecast::spread;
use crate::plan::{Stage, TaskDivision};
use certamen_work::answer::Answer;
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::session::Session;
use certamen_work::stop::{Interrupted, Stop};
use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The stage.
const STAGE: &str = "ranges";
/// The flag for the number of tasks.
const TASKS: &str = "tasks";
/// The greatest number of tasks.
const MOST_TASKS: u64 = 1_000_000;
/// The number of places at which ranges are done for an estimate, and the time for each.
const PROBES: u64 = 3;
const PROBE: Duration = Duration::from_millis(50);
/// The longest output, in bytes.
const OUTPUT_LIMIT: u64 = 1 << 28;

/// A command that goes through a range of numbers, with its flags.
///
/// # Examples
/// The sum of the squares below a number, by ranges:
/// ```
/// use certamen_campaign::{RangeCommand, RangeParts, RangeTask, by_ranges};
/// use certamen_work::answer::{Answer, Outcome};
/// use certamen_work::failure::Failure;
/// use certamen_work::limits::Limits;
/// use certamen_work::session::Session;
/// use clap::{Arg, ArgMatches, Command, value_parser};
/// use std::ops::Range;
///
/// struct Squares(u64);
///
/// impl RangeTask for Squares {
///     type Part = u64;
///     fn numbers(&self) -> Range<u64> { 0..self.0 }
///     fn part(&self, range: Range<u64>, _: &Limits) -> Result<Option<u64>, Failure> {
///         Ok(Some(range.map(|number| number * number).sum()))
///     }
///     fn answer(&self, parts: RangeParts<'_, u64>) -> Result<Answer, Failure> {
///         let mut sum = 0;
///         for part in parts {
///             sum += part?.1;
///         }
///         Ok(Answer::holds(format!("{sum}\n"), sum))
///     }
/// }
///
/// struct SumOfSquares;
///
/// impl RangeCommand for SumOfSquares {
///     type Question = u64;
///     type Task = Squares;
///     fn verb(&self) -> &'static str { "sum" }
///     fn subject(&self) -> &str { "squares" }
///     fn command(&self) -> Command {
///         Command::new("squares").arg(Arg::new("below").long("below").value_parser(value_parser!(u64)))
///     }
///     fn question(&self, flags: &ArgMatches, _: &Session) -> Result<(String, u64), Failure> {
///         let below = *flags.get_one("below").ok_or("--below is missing")?;
///         Ok((format!("squares --below {below}"), below))
///     }
///     fn open(&self, below: u64) -> Result<Squares, Failure> { Ok(Squares(below)) }
/// }
///
/// // `plan sum squares --below 1000000 --tasks 100 --out camp`, once the program has registered it:
/// let campaign = by_ranges(SumOfSquares);
/// let flags = campaign.command().try_get_matches_from(["squares", "--below", "1000000", "--tasks", "100"])?;
/// let planned = campaign.plan(&flags, &Session::default())?;
/// assert_eq!(planned.stages[0].count(), 100);
/// # Ok::<(), Failure>(())
/// ```
pub trait RangeCommand: Send + Sync {
    /// What is asked. It must be enough to open the work on another machine.
    type Question: Serialize + DeserializeOwned;
    /// The work.
    type Task: RangeTask + 'static;

    /// The verb that is divided, in one word.
    fn verb(&self) -> &'static str;

    /// The subject of the verb.
    fn subject(&self) -> &str;

    /// The command of the subject with its own flags and its help. The flag `--tasks` is added.
    fn command(&self) -> Command;

    /// Commands for the help, without the name of the program, each with a remark.
    fn examples(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What the flags ask for, in one line and for [`RangeCommand::open`].
    ///
    /// # Errors
    /// [`Failure`] if they ask for nothing that can be done.
    fn question(&self, matches: &ArgMatches, session: &Session) -> Result<(String, Self::Question), Failure>;

    /// Opens the work.
    ///
    /// # Errors
    /// [`Failure`] if what it needs is missing or not what was planned.
    fn open(&self, question: Self::Question) -> Result<Self::Task, Failure>;
}

/// The parts of all ranges in their order.
pub type RangeParts<'a, P> = &'a mut dyn Iterator<Item = Result<(Range<u64>, P), Failure>>;

/// Work on a range of numbers.
pub trait RangeTask: Send + Sync {
    /// What is kept of a range.
    type Part: Serialize + DeserializeOwned + Send;

    /// The numbers.
    fn numbers(&self) -> Range<u64>;

    /// How many numbers a task has by default: about a minute of work.
    fn usual(&self) -> u64 {
        1 << 22
    }

    /// The memory of a task in bytes.
    fn memory(&self) -> u64 {
        256 << 20
    }

    /// Does a range; `None` after a request to stop. The same range gives the same part. Threads of rayon that it uses
    /// are those of the task.
    ///
    /// # Errors
    /// [`Failure`]
    fn part(&self, range: Range<u64>, limits: &Limits) -> Result<Option<Self::Part>, Failure>;

    /// The answer of the command, from the parts of all ranges in their order. Each part is read when it is taken: what is
    /// not kept of it takes no memory.
    ///
    /// # Errors
    /// [`Failure`] if the parts do not fit each other, and the errors of parts.
    fn answer(&self, parts: RangeParts<'_, Self::Part>) -> Result<Answer, Failure>;
}

/// The campaign of a command that goes through ranges.
pub fn by_ranges<C: RangeCommand + 'static>(command: C) -> Arc<dyn Campaign> {
    Arc::new(RangeCampaign(command))
}

struct RangeCampaign<C>(C);

impl<C: RangeCommand> Campaign for RangeCampaign<C> {
    fn verb(&self) -> &'static str {
        self.0.verb()
    }

    fn subject(&self) -> &str {
        self.0.subject()
    }

    fn command(&self) -> Command {
        self.0.command().arg(
            Arg::new(TASKS)
                .long(TASKS)
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..=MOST_TASKS))
                .help("The number of tasks [default: by the number of numbers]"),
        )
    }

    fn examples(&self) -> Vec<(String, String)> {
        self.0.examples()
    }

    fn plan(&self, matches: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure> {
        let (text, question) = self.0.question(matches, session)?;
        let stored = serde_json::to_value(&question)?;
        let ranged = self.0.open(question)?;
        let all = ranged.numbers();
        let length = all.end.saturating_sub(all.start);
        let usual = length.div_ceil(ranged.usual().max(1)).clamp(1, MOST_TASKS);
        let count = matches.get_one::<u64>(TASKS).copied().unwrap_or(usual).clamp(1, length.max(1));
        let probes = measured(&ranged, session)?;
        let each = probes.iter().sum::<f64>() / probes.len().max(1) as f64;
        let stage = Stage::new(STAGE, count as usize, each * length as f64 / count as f64, ranged.memory())
            .with_spread(spread(&probes));
        let model = format!("{length} numbers, {} each by ranges that were done now", brief(each));
        Ok(TaskDivision { text, question: stored, model, stages: vec![stage], ..TaskDivision::default() })
    }

    fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
        let ranged = self.0.open(serde_json::from_value(place.plan().question.clone())?)?;
        let all = ranged.numbers();
        let tasks = match place.plan().stages.as_slice() {
            [stage] if stage.name == STAGE => stage.count(),
            _ => 0,
        };
        if !(1..=all.end.saturating_sub(all.start).max(1)).contains(&(tasks as u64)) {
            return Err(format!("{}: its stages are not those of ranges", place.path().display()).into());
        }
        Ok(Box::new(RangeWork { ranged, tasks }))
    }
}

/// A time in a unit that suits it.
fn brief(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s => format!("{:.1} ms", s * 1e3),
    }
}

/// The thread of a task that has one: rayon's own pool would take all processors.
///
/// # Errors
/// [`Failure`] if the system has no thread to give.
pub fn one_thread() -> Result<ThreadPool, Failure> {
    Ok(ThreadPoolBuilder::new().num_threads(1).build()?)
}

/// One of `parts` parts of a range, which have about equal length.
///
/// # Examples
/// ```
/// use certamen_campaign::part;
///
/// let parts: Vec<_> = (0..3).map(|index| part(&(0..10), index, 3)).collect();
/// assert_eq!(parts, [0..3, 3..6, 6..10]);
/// ```
pub fn part(all: &Range<u64>, index: u64, parts: u64) -> Range<u64> {
    let length = u128::from(all.end.saturating_sub(all.start));
    let at = |index: u64| all.start + (length * u128::from(index) / u128::from(parts.max(1))) as u64;
    at(index)..at(index.saturating_add(1))
}

/// The seconds for a number in some ranges that are spread over all.
fn measured<R: RangeTask>(ranged: &R, session: &Session) -> Result<Vec<f64>, Failure> {
    let _progress = Progress::begun(session, "doing some ranges for an estimate".to_owned());
    let limits = session.limits(None);
    let (all, threads) = (ranged.numbers(), one_thread()?);
    let timed = |range: Range<u64>| {
        let begun = Instant::now();
        match threads.install(|| ranged.part(range, &limits))? {
            Some(_) => Ok(begun.elapsed()),
            None => Err(Failure::from(Interrupted)),
        }
    };
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let mut probes = Vec::new();
    for probe in 0..PROBES {
        let first = part(&all, 2 * probe + 1, 2 * PROBES).start;
        // Not measured: it may load what all ranges share.
        timed(first..first + 1)?;
        let mut width = 1;
        probes.push(loop {
            let range = first..all.end.min(first.saturating_add(width));
            let (took, numbers) = (timed(range.clone())?, range.end - range.start);
            if took >= PROBE || range.end == all.end {
                break took.as_secs_f64() / numbers as f64;
            }
            width *= 4;
        });
    }
    Ok(probes)
}

/// Writes an answer into the directory of a result, as text and as JSON.
///
/// # Errors
/// [`Failure`] if a file cannot be written.
pub fn write_answer(result: &Path, answer: &Answer) -> Result<(), Failure> {
    fs::write(result.join("answer.txt"), &answer.text)?;
    Ok(fs::write(result.join("answer.json"), format!("{}\n", answer.object))?)
}

/// The ranges of a campaign.
struct RangeWork<R> {
    ranged: R,
    tasks: usize,
}

impl<R: RangeTask> RangeWork<R> {
    /// The range of a task.
    fn range(&self, index: usize) -> Range<u64> {
        part(&self.ranged.numbers(), index as u64, self.tasks as u64)
    }
}

impl<R: RangeTask> Work for RangeWork<R> {
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<TaskOutcome, Failure> {
        let range = self.range(run.at.index);
        let Some(part) = one_thread()?.install(|| self.ranged.part(range, run.limits))? else {
            return Ok(TaskOutcome::Stopped);
        };
        TaskOutcome::done(output, &part)
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let mut lines = BufWriter::new(File::create(result.join("ranges.jsonl"))?);
        // An error of a part is not one of the answer.
        let mut failure = None;
        let mut part = |index: usize| -> Result<(Range<u64>, R::Part), Failure> {
            let part: R::Part = place.parsed(STAGE, index, OUTPUT_LIMIT, stop)?;
            let range = self.range(index);
            let line = json!({ "from": range.start, "to": range.end, "part": part });
            serde_json::to_writer(&mut lines, &line)?;
            lines.write_all(b"\n")?;
            Ok((range, part))
        };
        let mut parts = (0..self.tasks).map(|index| {
            part(index).map_err(|error| {
                failure.get_or_insert(error);
                Failure::from("a part cannot be read")
            })
        });
        let gathered = self.ranged.answer(&mut parts);
        if let Some(failure) = failure {
            return Err(failure);
        }
        let gathered = gathered.map_err(|reason| CampaignError::wrong(STAGE, reason.to_string()))?;
        lines.into_inner().map_err(io::IntoInnerError::into_error)?;
        write_answer(result, &gathered)?;
        Ok(gathered)
    }
}
