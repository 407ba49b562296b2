//! The answer of `audit`: whether values agree with their moves.

use super::SampleResult;
use crate::positions::{Audit, Kind};
use certamen_work::answer::Answer;
use serde_json::{Value, json};
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
    let objects: Vec<_> = audits.iter().map(|(kind, audit)| object(*kind, audit)).collect();
    let verdict = if wrong == 0 { "agrees" } else { "disagrees" };
    let object = json!({ "verdict": verdict, "game": game, "tables": objects, "samples": sampled });
    Answer::judged(wrong == 0, text, object)
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

fn object(kind: Kind, audit: &Audit) -> Value {
    let first: Vec<_> = audit
        .first
        .iter()
        .map(|one| json!({ "position": one.position, "found": one.found, "derived": one.derived }))
        .collect();
    json!({
        "kind": kind.to_string(), "layers": audit.layers, "positions": audit.positions, "wrong": audit.wrong, "first": first,
    })
}
