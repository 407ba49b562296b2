//! `retro audit`

use super::{AboutTables, Tables, report};
use certamen_play::Solvable;
use certamen_retro::positions::{Audit as Found, Kind, MEMORY, SolverProgress};
use certamen_retro::subject::{AnyRetro, Sampled};
use certamen_work::amount;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

/// Derive every value of the tables anew from those of its moves.
///
/// One pass over all positions, by moves forwards. Values count plies, so only the true values agree with their moves.
/// Whether the moves are those of the game is tested on a sample: a solver finds the moves of some positions from the
/// rules as clauses, and the naive game, if there is one, finds them from the printed rules.
#[derive(Args, Debug)]
pub(super) struct Audit {
    #[command(flatten)]
    tables: Tables,
    /// The allowed memory, such as 8G; tables that do not fit are read from the disk.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, default_value_t = MEMORY, hide_default_value = true)]
    memory: u64,
    /// Compare about N positions with the other sources of moves; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: u64,
}

impl AboutTables for Audit {
    const VERB: &'static [&'static str] = &["retro", "audit"];

    fn reads(&self) -> Option<&Path> {
        Some(&self.tables.dir)
    }

    fn run(&self, game: &dyn AnyRetro, _: &dyn Solvable, session: &Session) -> anyhow::Result<Outcome> {
        let progress = Progress::new(session);
        let begun = Instant::now();
        let mut watch = |now: SolverProgress<'_>| report(&progress, &begun, now);
        let audits = game.audit(&self.tables.dir, self.memory, &session.stop, &mut watch);
        // Tables that contradict themselves have no values to compare.
        let is_right = audits
            .as_ref()
            .is_ok_and(|all| all.iter().all(|(_, audit)| audit.wrong == 0 && !audit.is_stopped));
        let sampled = if is_right && self.sample > 0 {
            game.sample(&self.tables.dir, self.sample, &session.stop)?
        } else {
            Vec::new()
        };
        drop(progress);
        let audits = audits?;
        if audits.iter().any(|(_, audit)| audit.is_stopped) || sampled.iter().any(|sample| sample.is_stopped)
        {
            return Ok(session.interrupted()?);
        }
        session.note(&format!("{:.1} s", begun.elapsed().as_secs_f64()));
        let (text, object, outcome) = answer(&game.subject(), &audits, &sampled);
        session.answer(&text, &object)?;
        Ok(outcome)
    }
}

/// What was found, as text and as JSON.
pub(super) fn answer(
    game: &str,
    audits: &[(Kind, Found)],
    sampled: &[Sampled],
) -> (String, serde_json::Value, Outcome) {
    let mut text = String::new();
    for (kind, audit) in audits {
        describe(&mut text, *kind, audit);
    }
    for sample in sampled {
        describe_sample(&mut text, sample);
    }
    let wrong: u64 = audits.iter().map(|(_, audit)| audit.wrong).sum();
    let wrong = wrong + sampled.iter().map(|sample| sample.wrong).sum::<u64>();
    let samples: Vec<_> = sampled.iter().map(sample_object).collect();
    let objects: Vec<_> = audits.iter().map(|(kind, audit)| object(*kind, audit)).collect();
    let verdict = if wrong == 0 { "agrees" } else { "disagrees" };
    let object = json!({ "verdict": verdict, "game": game, "tables": objects, "samples": samples });
    (text, object, if wrong == 0 { Outcome::Holds } else { Outcome::DoesNotHold })
}

fn describe(text: &mut String, kind: Kind, audit: &Found) {
    let Found { positions, wrong, layers, .. } = audit;
    let _ = match wrong {
        0 => writeln!(text, "{kind}: all {positions} positions of {layers} layers agree with their moves"),
        _ => writeln!(
            text,
            "{kind}: {wrong} of {positions} positions of {layers} layers do not agree with their moves"
        ),
    };
    for one in &audit.first {
        let _ =
            writeln!(text, "{}: the table says {}, its moves say {}", one.position, one.found, one.derived);
    }
}

fn describe_sample(text: &mut String, sample: &Sampled) {
    let Sampled { by, positions, moves, wrong, .. } = sample;
    let _ = match wrong {
        0 => writeln!(text, "sample: {positions} positions have the same {moves} moves and values by {by}"),
        _ => writeln!(text, "sample: {wrong} of {positions} positions have other moves or values by {by}"),
    };
    for line in &sample.first {
        let _ = writeln!(text, "{line}");
    }
}

fn sample_object(sample: &Sampled) -> serde_json::Value {
    json!({
        "by": sample.by, "positions": sample.positions, "moves": sample.moves, "wrong": sample.wrong,
        "first": sample.first,
    })
}

fn object(kind: Kind, audit: &Found) -> serde_json::Value {
    let first: Vec<_> = audit
        .first
        .iter()
        .map(|one| json!({ "position": one.position, "found": one.found, "derived": one.derived }))
        .collect();
    json!({
        "kind": kind.to_string(), "layers": audit.layers, "positions": audit.positions, "wrong": audit.wrong, "first": first,
    })
}
