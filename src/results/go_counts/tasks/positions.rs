//! `certamen count go.positions`

use crate::plan::Plan;
use crate::run::{self, CountReport, Settings, count};
use anyhow::Context;
use certamen_work::amount;
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::memory;
use certamen_work::progress::Progress;
use certamen_work::session::Session;
use certamen_work::subject_command::Run;
use certamen_work::wait_flag::WaitFlags;
use clap::Args;
use encodings::go::BoardSides;
use serde_json::json;
use std::fmt::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The default memory limit, if the machine has that much.
const DEFAULT_MEMORY: u64 = 8 << 30;

/// Count the legal positions of a board of Go exactly.
///
/// With --dir the count keeps checkpoints: after Ctrl-C or a kill, the same command continues from the last one. States
/// that exceed the memory are kept in the directory.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM count go.positions --board 9x9                 103919148791293834318983090438798793469\n  \
    PROGRAM count go.positions --board 13x13 --widths      all of 13x1 to 13x13\n  \
    PROGRAM count go.positions --board 16x16 --plan        what that would take\n  \
    PROGRAM count go.positions --board 14x14 --memory 4G --dir c14\n  \
    PROGRAM count go.positions --board 14x14 --residues 1  the count modulo a prime near 2^64")]
pub(super) struct CountPositions {
    /// The board: two sides of 1 to 19 points, as in 9x9.
    #[arg(long, value_name = "BOARD")]
    board: BoardSides,
    /// Print the counts of all narrower boards of the same height as well.
    #[arg(long)]
    widths: bool,
    /// Compute at most this many residues. With fewer than an exact count needs, the count is known modulo the product
    /// of their moduli, in part of the time. With --dir, a later command can compute more.
    #[arg(long, value_name = "N", conflicts_with = "plan")]
    residues: Option<NonZeroUsize>,
    /// Print the cost of the count, and do not start it.
    #[arg(long)]
    plan: bool,
    /// The approximate memory to use: bytes, or with K, M, G or T [default: 8G, or what the machine has].
    #[arg(long, value_name = "SIZE", value_parser = amount::bytes)]
    memory: Option<u64>,
    /// Where checkpoints are kept, and states that exceed the memory.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Seconds between checkpoints.
    #[arg(long, value_name = "S", default_value = "300", value_parser = amount::interval, requires = "dir")]
    checkpoint_every: Duration,
    #[command(flatten)]
    waiting: WaitFlags,
}

impl Run for CountPositions {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        Ok(if self.plan { self.show_plan(session) } else { self.count(session) }?)
    }
}

impl CountPositions {
    /// The plan may be meant for another machine.
    fn show_plan(&self, session: &Session) -> anyhow::Result<Outcome> {
        let memory = self.memory.map_or_else(|| memory::allowed(None, DEFAULT_MEMORY), Ok)?;
        let plan = Plan::new(self.board, memory, rayon::current_num_threads());
        session.answer(&plan)?;
        Ok(Outcome::Holds)
    }

    fn count(&self, session: &Session) -> anyhow::Result<Outcome> {
        let memory = memory::allowed(self.memory, DEFAULT_MEMORY).context("--memory")?;
        let settings = |wait| Settings {
            memory,
            directory: self.dir.as_deref(),
            interval: self.checkpoint_every,
            residues: self.residues,
            wait,
            stop: &session.stop,
        };
        let progress = Progress::new(session);
        progress.estimate(format!("counting {}", self.board));
        let start = Instant::now();
        let mut first = None;
        let mut reported = start;
        let mut watch = |seen: run::CountProgress| {
            let (begun, done) = *first.get_or_insert((Instant::now(), seen.done));
            let left = (1.0 - seen.done) * begun.elapsed().as_secs_f64() / (seen.done - done);
            progress.arrive(seen.done, &stage(seen, left));
            if reported.elapsed() > Duration::from_secs(10) {
                reported = Instant::now();
                progress.line(&format!("{:.0} %, {}", seen.done * 100.0, stage(seen, left)));
            }
        };
        let work = |wait| count(self.board, &settings(wait), &mut watch);
        let counted = self.waiting.until_free(session, work);
        drop(progress);
        match counted? {
            Some(counted) => self.answer(session, &counted, start.elapsed()),
            None => self.interrupted(session),
        }
    }

    fn interrupted(&self, session: &Session) -> anyhow::Result<Outcome> {
        let kept = self
            .dir
            .as_ref()
            .map_or_else(String::new, |dir| format!(": the same command continues, from {}", dir.display()));
        session.conclude(Answer::undecided(
            format!("undecided (interrupted){kept}\n"),
            json!({ "verdict": "undecided", "dir": self.dir }),
        ))
    }

    fn answer(&self, session: &Session, counted: &CountReport, time: Duration) -> anyhow::Result<Outcome> {
        let height = self.board.height();
        let last = counted.counts.last().context("a board has a column")?;
        let mut text = String::new();
        let modulo =
            counted.modulus.as_ref().map_or_else(String::new, |modulus| format!(" modulo {modulus}"));
        for (width, count) in (1..).zip(&counted.counts).filter(|_| self.widths) {
            let _ = writeln!(text, "{height}x{width} {count}{modulo}");
        }
        if !self.widths {
            let _ = writeln!(text, "{last}{modulo}");
        }
        session.note(&format!(
            "{} digits; {} residues, {} expansions, {:.2} s",
            last.to_string().len(),
            counted.residues,
            counted.expansions,
            time.as_secs_f64()
        ));
        let widths: Vec<_> = (1_usize..)
            .zip(&counted.counts)
            .map(|(width, count)| json!({ "board": format!("{height}x{width}"), "count": count.to_string() }))
            .collect();
        session.conclude(Answer::holds(
            text,
            json!({
                "query": "go.positions",
                "board": self.board.to_string(),
                "count": last.to_string(),
                "modulus": counted.modulus.as_ref().map(ToString::to_string),
                "widths": widths,
                "residues": counted.residues,
                "expansions": counted.expansions,
                "seconds": time.as_secs_f64(),
            }),
        ))
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "states     {} to {}", self.least_states, self.most_states)?;
        writeln!(
            f,
            "residues   {}: {} at once, {} batches of {} expansions",
            self.residues, self.residues_at_once, self.batches, self.expansions
        )?;
        writeln!(f, "memory     {}", size(self.memory))?;
        writeln!(f, "disk       {}", size(self.disk))?;
        writeln!(f, "time       about {} on {} threads", duration(self.seconds), self.threads)
    }
}

fn stage(seen: run::CountProgress, left: f64) -> String {
    let (known, at_once, needed) = seen.residues;
    let place = if seen.on_disk { ", on disk" } else { "" };
    let left = if left.is_finite() && left > 0.0 {
        format!(", about {} left", duration(left))
    } else {
        String::new()
    };
    format!(
        "residues {} to {} of {needed}, column {} of {}{place}{left}",
        known + 1,
        known + at_once,
        seen.columns.0 + 1,
        seen.columns.1
    )
}

/// A time in readable form.
fn duration(seconds: f64) -> String {
    let (unit, name) = [(86400.0, "days"), (3600.0, "h"), (60.0, "min")]
        .into_iter()
        .find(|(unit, _)| seconds >= 100.0 * unit)
        .unwrap_or((1.0, "s"));
    format!("{:.0} {name}", seconds / unit)
}

/// A number of bytes in readable form.
fn size(bytes: u64) -> String {
    if bytes == 0 {
        "none".to_owned()
    } else if bytes < 1 << 30 {
        format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
    } else {
        format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))
    }
}
