//! The answer of `audit`: whether values agree with their moves.

use super::SampleResult;
use crate::positions::{Audit, Kind};
use certamen_work::answer::Answer;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;

/// What was found, as text and as JSON.
pub(super) fn answer(game: &str, audits: &[(Kind, Audit)], sampled: &[SampleResult]) -> Answer {
    let mut text = String::new();
    for (kind, audit) in audits {
        describe(&mut text, *kind, audit);
    }
    for sample in sampled {
        describe_sample(&mut text, sample);
    }
    let wrong: u64 = audits.iter().map(|(_, audit)| audit.wrong).sum();
    let wrong = wrong + sampled.iter().map(|sample| sample.wrong).sum::<u64>();
    let tables = audits.iter().map(|(kind, audit)| report(*kind, audit)).collect();
    let verdict = if wrong == 0 { "agrees" } else { "disagrees" };
    Answer::judged(wrong == 0, text, AuditReport { verdict, game, tables, samples: sampled })
}

fn describe(text: &mut String, kind: Kind, audit: &Audit) {
    let Audit { positions, wrong, layers, .. } = audit;
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

fn describe_sample(text: &mut String, sample: &SampleResult) {
    let SampleResult { by, positions, moves, wrong, .. } = sample;
    let _ = match wrong {
        0 => writeln!(text, "sample: {positions} positions have the same {moves} moves and values by {by}"),
        _ => writeln!(text, "sample: {wrong} of {positions} positions have other moves or values by {by}"),
    };
    for line in &sample.first {
        let _ = writeln!(text, "{line}");
    }
}

fn report(kind: Kind, audit: &Audit) -> TableReport<'_> {
    let &Audit { layers, positions, wrong, ref first, .. } = audit;
    let first = first.iter().map(|one| EntryReport {
        position: &one.position,
        found: &one.found,
        derived: &one.derived,
    });
    TableReport { kind: kind.to_string(), layers, positions, wrong, first: first.collect() }
}

/// The answer as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditReport<'a> {
    /// `agrees` or `disagrees`.
    verdict: &'static str,
    game: &'a str,
    tables: Vec<TableReport<'a>>,
    /// What other ways to find moves say about samples.
    samples: &'a [SampleResult],
}

#[derive(Debug, Serialize, JsonSchema)]
struct TableReport<'a> {
    kind: String,
    layers: usize,
    positions: u64,
    wrong: u64,
    /// The first wrong entries.
    first: Vec<EntryReport<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct EntryReport<'a> {
    position: &'a str,
    found: &'a str,
    /// What its moves give.
    derived: &'a str,
}
