//! `certamen count go.positions`

use super::Count;
use crate::cli::progress::Progress;
use crate::cli::{Outcome, Session};
use crate::count::plan::Plan;
use crate::count::run::{self, Counted, Settings, count};
use anyhow::Context;
use serde_json::json;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

impl Count {
    pub(super) fn plan_positions(&self, session: &Session) -> anyhow::Result<Outcome> {
        let plan = Plan::new(self.go_board()?, self.memory, rayon::current_num_threads());
        let mut text = String::new();
        let _ = writeln!(text, "states     {} to {}", plan.least_states, plan.most_states);
        let _ = writeln!(
            text,
            "residues   {}: {} at once, {} batches of {} expansions",
            plan.residues, plan.residues_at_once, plan.batches, plan.expansions
        );
        let _ = writeln!(text, "memory     {}", size(plan.memory));
        let _ = writeln!(text, "disk       {}", size(plan.disk));
        let _ = writeln!(text, "time       about {} on {} threads", duration(plan.seconds), plan.threads);
        session.answer(&text, &plan)?;
        Ok(Outcome::Holds)
    }

    pub(super) fn count_positions(&self, session: &Session) -> anyhow::Result<Outcome> {
        let settings = Settings {
            memory: self.memory,
            directory: self.dir.as_deref(),
            interval: self.checkpoint_every,
            residues: self.residues,
            stop: &session.stop,
        };
        let progress = Progress::new(session);
        progress.estimate(format!("counting {}", self.go_board()?));
        let start = Instant::now();
        let mut first = None;
        let mut told = start;
        let counted = count(self.go_board()?, &settings, &mut |seen: run::Progress| {
            let (begun, done) = *first.get_or_insert((Instant::now(), seen.done));
            let left = (1.0 - seen.done) * begun.elapsed().as_secs_f64() / (seen.done - done);
            progress.arrive(seen.done, &stage(seen, left));
            if told.elapsed() > Duration::from_secs(10) {
                told = Instant::now();
                progress.line(&format!("{:.0} %, {}", seen.done * 100.0, stage(seen, left)));
            }
        });
        drop(progress);
        let Some(counted) = counted? else {
            let kept = self.dir.as_ref().map_or_else(String::new, |dir| {
                format!(": go on with the same command, from {}", dir.display())
            });
            session.answer(
                &format!("undecided (interrupted){kept}\n"),
                &json!({ "verdict": "undecided", "dir": self.dir }),
            )?;
            return Ok(Outcome::Undecided);
        };
        self.answer_positions(session, &counted, start.elapsed())
    }

    fn answer_positions(
        &self,
        session: &Session,
        counted: &Counted,
        time: Duration,
    ) -> anyhow::Result<Outcome> {
        let height = self.go_board()?.height();
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
        session.answer(
            &text,
            &json!({
                "query": "go.positions",
                "board": self.go_board()?.to_string(),
                "count": last.to_string(),
                "modulus": counted.modulus.as_ref().map(ToString::to_string),
                "widths": widths,
                "residues": counted.residues,
                "expansions": counted.expansions,
                "seconds": time.as_secs_f64(),
            }),
        )?;
        Ok(Outcome::Holds)
    }
}

fn stage(seen: run::Progress, left: f64) -> String {
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

/// A time for people.
fn duration(seconds: f64) -> String {
    let (unit, name) = [(86400.0, "days"), (3600.0, "h"), (60.0, "min")]
        .into_iter()
        .find(|(unit, _)| seconds >= 100.0 * unit)
        .unwrap_or((1.0, "s"));
    format!("{:.0} {name}", seconds / unit)
}

/// A number of bytes for people.
fn size(bytes: u64) -> String {
    if bytes == 0 {
        "none".to_owned()
    } else if bytes < 1 << 30 {
        format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
    } else {
        format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))
    }
}
