//! The answer of `stats`: how many positions have each value.

use super::ValueCounts;
use crate::positions::{Census, Kind, ValueRule};
use certamen_work::answer::Answer;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The answer as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StatsReport<'a> {
    game: &'a str,
    tables: Vec<TableReport>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TableReport {
    kind: String,
    layers: Vec<LayerReport>,
    /// All layers.
    #[serde(flatten)]
    counts: Counts,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LayerReport {
    layer: String,
    #[serde(flatten)]
    counts: Counts,
}

/// The numbers in the tables, those of positions among them, and the positions by their plies or scores.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Counts {
    Plies { numbers: u64, positions: u64, drawn: u64, won: BTreeMap<u16, u64>, lost: BTreeMap<u16, u64> },
    Score { numbers: u64, positions: u64, scores: BTreeMap<i32, u64> },
}

/// What was counted, as text and as JSON.
pub(super) fn answer(game: &str, rule: ValueRule, counted: Vec<ValueCounts>) -> Answer {
    let mut text = String::new();
    let mut tables = Vec::new();
    for ValueCounts { kind, layers } in counted {
        let all = layers.iter().fold(Census::default(), |all, (_, census)| all.joined(census));
        match kind {
            Kind::Plies if rule == ValueRule::Puzzle => write_moves(&mut text, &layers, &all),
            Kind::Plies => write_plies(&mut text, &layers, &all),
            Kind::Score => write_scores(&mut text, &all),
        }
        let layers =
            layers.into_iter().map(|(layer, census)| LayerReport { layer, counts: counts(kind, census) });
        tables.push(TableReport {
            kind: kind.to_string(),
            layers: layers.collect(),
            counts: counts(kind, all),
        });
    }
    Answer::holds(text, StatsReport { game, tables })
}

fn write_plies(text: &mut String, layers: &[(String, Census)], all: &Census) {
    let _ =
        writeln!(text, "{:>16} {:>14} {:>14} {:>14} {:>14}", "layer", "positions", "won", "lost", "drawn");
    let row = |text: &mut String, name: &str, census: &Census| {
        let (won, lost): (u64, u64) = (census.won.values().sum(), census.lost.values().sum());
        let _ =
            writeln!(text, "{name:>16} {:>14} {won:>14} {lost:>14} {:>14}", census.positions, census.drawn);
    };
    for (name, census) in layers {
        row(text, name, census);
    }
    row(text, "all", all);
    let _ = writeln!(text, "{:>16} {:>14} {:>14}", "plies", "won", "lost");
    let most = all.won.keys().chain(all.lost.keys()).max().copied();
    for plies in most.map(|most| 0..=most).into_iter().flatten() {
        let count = |counts: &BTreeMap<u16, u64>| counts.get(&plies).copied().unwrap_or(0);
        if count(&all.won) + count(&all.lost) > 0 {
            let _ = writeln!(text, "{plies:>16} {:>14} {:>14}", count(&all.won), count(&all.lost));
        }
    }
}

/// The values of a puzzle.
fn write_moves(text: &mut String, layers: &[(String, Census)], all: &Census) {
    let _ = writeln!(text, "{:>16} {:>14} {:>14} {:>14}", "layer", "positions", "solved", "no solution");
    let named = layers.iter().map(|(name, census)| (name.as_str(), census)).chain([("all", all)]);
    for (name, census) in named {
        let solved: u64 = census.won.values().sum();
        let _ = writeln!(text, "{name:>16} {:>14} {solved:>14} {:>14}", census.positions, census.drawn);
    }
    let _ = writeln!(text, "{:>16} {:>14}", "moves", "solved");
    for (moves, count) in &all.won {
        let _ = writeln!(text, "{moves:>16} {count:>14}");
    }
}

fn write_scores(text: &mut String, all: &Census) {
    let _ = writeln!(text, "{:>16} {:>14}", "best score", "positions");
    for (score, count) in &all.scores {
        let _ = writeln!(text, "{score:>+16} {count:>14}");
    }
}

fn counts(kind: Kind, census: Census) -> Counts {
    let Census { numbers, positions, drawn, won, lost, scores } = census;
    match kind {
        Kind::Plies => Counts::Plies { numbers, positions, drawn, won, lost },
        Kind::Score => Counts::Score { numbers, positions, scores },
    }
}
