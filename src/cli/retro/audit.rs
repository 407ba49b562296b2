//! `retro audit`

use super::{AboutTables, Tables, report};
use certamen_retro::positions::{Audit as Found, Kind};
use certamen_retro::subject::AnyRetro;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

/// Derive every value of the tables anew from those of its moves.
///
/// One pass over all positions, by moves forwards. Values count plies, so that only the true ones agree with their moves. It
/// does not show that the moves are those of the game: records and pictures are held against the naive game for that.
#[derive(Args, Debug)]
pub(super) struct Audit {
    #[command(flatten)]
    tables: Tables,
}

impl AboutTables for Audit {
    const VERB: &'static [&'static str] = &["retro", "audit"];

    fn reads(&self) -> Option<&Path> {
        Some(&self.tables.dir)
    }

    fn run(&self, game: &dyn AnyRetro, session: &Session) -> anyhow::Result<Outcome> {
        let progress = Progress::new(session);
        let begun = Instant::now();
        let audits = game.audit(&self.tables.dir, &session.stop, &mut |now| report(&progress, &begun, now));
        drop(progress);
        let audits = audits?;
        if audits.iter().any(|(_, audit)| audit.is_stopped) {
            return Ok(session.interrupted()?);
        }
        session.note(&format!("{:.1} s", begun.elapsed().as_secs_f64()));
        let mut text = String::new();
        for (kind, audit) in &audits {
            describe(&mut text, *kind, audit);
        }
        let wrong: u64 = audits.iter().map(|(_, audit)| audit.wrong).sum();
        let objects: Vec<_> = audits.iter().map(|(kind, audit)| object(*kind, audit)).collect();
        let verdict = if wrong == 0 { "agrees" } else { "disagrees" };
        session.answer(&text, &json!({ "verdict": verdict, "game": game.subject(), "tables": objects }))?;
        Ok(if wrong == 0 { Outcome::Holds } else { Outcome::DoesNotHold })
    }
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
