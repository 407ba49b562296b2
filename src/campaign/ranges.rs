//! Campaigns of commands that go through a range of numbers, and whose results for parts of the range add up.
//!
//! A command implements [`RangeTask`] (its work on a range); [`by_ranges`] plans a stage of tasks of about equal ranges, and
//! [`range_work`] does them. The cost comes from small ranges that are done for the plan. The result is the answer of the
//! command in one run, as text and as JSON, and a line for each range.

use crate::campaign::{TaskRun, Work, write_value};
use crate::directory::CampaignDirectory;
use crate::error::CampaignError;
use crate::forecast::spread;
use crate::plan::{MOST_TASKS, Stage, TaskDivision, TaskId};
use certamen_work::answer::Answer;
use certamen_work::failure::Failure;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::session::Session;
use certamen_work::stop::{Interrupted, Stop};
use clap::{Arg, ArgMatches, value_parser};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

/// The stage.
const STAGE: &str = "ranges";
/// The flag for the number of tasks.
const TASKS: &str = "tasks";
/// The number of places at which ranges are done for an estimate, and the time for each.
const PROBES: u64 = 3;
const PROBE: Duration = Duration::from_millis(50);
/// The longest output, in bytes.
const OUTPUT_LIMIT: u64 = 1 << 28;

/// The parts of all ranges in their order.
pub type RangeParts<'a, P> = &'a mut dyn Iterator<Item = (Range<u64>, P)>;

/// Work on a range of numbers.
///
/// # Examples
/// The sum of the squares below a number, by ranges:
/// ```
/// use certamen_campaign::{
///     Campaign, CampaignDirectory, RangeParts, RangeTask, TaskDivision, Work, by_ranges, range_work, tasks_flag,
/// };
/// use certamen_work::answer::Answer;
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
///         let sum: u64 = parts.map(|(_, part)| part).sum();
///         Ok(Answer::holds(format!("{sum}\n"), sum))
///     }
/// }
///
/// struct SumOfSquares;
///
/// impl Campaign for SumOfSquares {
///     fn verb(&self) -> &'static str { "sum" }
///     fn subject(&self) -> &str { "squares" }
///     fn command(&self) -> Command {
///         let below = Arg::new("below").long("below").value_parser(value_parser!(u64));
///         Command::new("squares").args([below, tasks_flag()])
///     }
///     fn plan(&self, flags: &ArgMatches, session: &Session) -> Result<TaskDivision, Failure> {
///         let below = *flags.get_one("below").ok_or("--below is missing")?;
///         by_ranges(format!("squares --below {below}"), &below, &Squares(below), flags, session)
///     }
///     fn open(&self, place: &CampaignDirectory) -> Result<Box<dyn Work>, Failure> {
///         range_work(place, Squares(place.question()?))
///     }
/// }
///
/// // `plan sum squares --below 1000000 --tasks 100 --out camp`, once the program has registered it:
/// let command = SumOfSquares.command();
/// let flags = command.try_get_matches_from(["squares", "--below", "1000000", "--tasks", "100"])?;
/// let planned = SumOfSquares.plan(&flags, &Session::default())?;
/// assert_eq!(planned.stages[0].count(), 100);
/// # Ok::<(), Failure>(())
/// ```
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
    /// not kept of it takes no memory. After one that cannot be read there are no others, and the answer does not count.
    ///
    /// # Errors
    /// [`Failure`] if the parts do not fit each other.
    fn answer(&self, parts: RangeParts<'_, Self::Part>) -> Result<Answer, Failure>;
}

/// The flag `--tasks` of a command that is divided by ranges.
pub fn tasks_flag() -> Arg {
    Arg::new(TASKS)
        .long(TASKS)
        .value_name("N")
        .value_parser(value_parser!(u64).range(1..=MOST_TASKS as u64))
        .help("The number of tasks [default: by the number of numbers]")
}

/// Divides work into ranges, for [`Campaign::plan`](crate::Campaign::plan): what is asked, in one line and for
/// [`range_work`], the work, and the flags with [`tasks_flag`].
///
/// # Errors
/// The errors of [`RangeTask::part`]; [`Interrupted`] after a request to stop.
pub fn by_ranges(
    text: String,
    question: &impl Serialize,
    ranged: &impl RangeTask,
    matches: &ArgMatches,
    session: &Session,
) -> Result<TaskDivision, Failure> {
    let all = ranged.numbers();
    let length = all.end.saturating_sub(all.start);
    let usual = length.div_ceil(ranged.usual().max(1)).clamp(1, MOST_TASKS as u64);
    let asked = matches.try_get_one::<u64>(TASKS).ok().flatten();
    let count = asked.copied().unwrap_or(usual).clamp(1, length.max(1));
    let probes = measured(ranged, session)?;
    let each = probes.iter().sum::<f64>() / probes.len().max(1) as f64;
    let stage = Stage::new(STAGE, count as usize, each * length as f64 / count as f64, ranged.memory())
        .with_spread(spread(&probes));
    let model = format!("{length} numbers, {} each by ranges that were done now", brief(each));
    let question = serde_json::to_value(question)?;
    Ok(TaskDivision { text, question, model, stages: vec![stage], ..TaskDivision::default() })
}

/// The work of a directory that was planned [`by_ranges`], for [`Campaign::open`](crate::Campaign::open).
///
/// # Errors
/// [`CampaignError::Malformed`] if the stages are not those of ranges.
pub fn range_work<T: RangeTask + 'static>(
    place: &CampaignDirectory,
    ranged: T,
) -> Result<Box<dyn Work>, Failure> {
    let all = ranged.numbers();
    let most = all.end.saturating_sub(all.start).clamp(1, MOST_TASKS as u64) as usize;
    let tasks = place.plan().stages.first().map_or(0, Stage::count).min(most);
    place.require_stages(&[Stage::new(STAGE, tasks, 0.0, 0)], "ranges")?;
    Ok(Box::new(RangeWork { ranged, tasks }))
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
fn measured(ranged: &impl RangeTask, session: &Session) -> Result<Vec<f64>, Failure> {
    let _progress = Progress::begun(session, "doing some ranges for an estimate".to_owned());
    let limits = session.limits(None);
    let (all, threads) = (ranged.numbers(), one_thread()?);
    let timed = |range: Range<u64>| -> Result<Duration, Failure> {
        let begun = Instant::now();
        threads.install(|| ranged.part(range, &limits))?.ok_or(Interrupted)?;
        Ok(begun.elapsed())
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
    fn run(&self, run: &TaskRun<'_>, output: &mut dyn Write) -> Result<(), Failure> {
        let range = self.range(run.at.index);
        let part = one_thread()?.install(|| self.ranged.part(range, run.limits))?;
        write_value(output, &part.ok_or(Interrupted)?)
    }

    fn gather(&self, place: &CampaignDirectory, result: &Path, stop: &Stop) -> Result<Answer, Failure> {
        let mut lines = BufWriter::new(File::create(result.join("ranges.jsonl"))?);
        // An error of a part is not one of the answer.
        let mut failure = None;
        let mut part = |index: usize| -> Result<(Range<u64>, R::Part), Failure> {
            let part: R::Part = place.parsed(TaskId { stage: 0, index }, OUTPUT_LIMIT, stop)?;
            let range = self.range(index);
            let line = json!({ "from": range.start, "to": range.end, "part": part });
            write_value(&mut lines, &line)?;
            Ok((range, part))
        };
        let mut parts = (0..self.tasks).map_while(|index| match part(index) {
            Ok(part) => Some(part),
            Err(error) => {
                failure = Some(error);
                None
            }
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
