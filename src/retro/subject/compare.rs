//! Compares the tables of two variants of a game, position by position.
//!
//! Idea: positions are exchanged as text, so the variants may number them differently. Every position of the first
//! directory is looked up in the second one.
//!
//! Cost: a text and a block of a table for each position.

use super::answer::{VerdictReport, in_words, verdict_report};
use super::{AnyRetro, Monitor, Verdict};
use crate::positions::{RetroError, SolverProgress, Value};
use certamen_work::answer::Answer;
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// What a position is worth to the player to move, without plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Won.
    Won,
    /// Neither won nor lost.
    Drawn,
    /// Lost.
    Lost,
}

impl Class {
    fn of(verdict: &Verdict) -> Option<Self> {
        match (verdict.value, verdict.score) {
            (Some(Value::Win(_)), _) | (None, Some(1..)) => Some(Self::Won),
            (Some(Value::Loss(_)), _) | (None, Some(..=-1)) => Some(Self::Lost),
            (Some(Value::Draw), _) | (None, Some(0)) => Some(Self::Drawn),
            (None, None) => None,
        }
    }

    /// The class as a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }
}

/// Positions of one kind: their class in the first variant and in the second, and how the plies compare where both are
/// won or both are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// In the first variant.
    pub one: Class,
    /// In the second variant.
    pub other: Class,
    /// The plies in the first variant against those in the second.
    pub plies: Option<Ordering>,
}

/// The positions of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there are.
    pub positions: u64,
    /// If they differ, one that takes the fewest plies, with both values.
    pub simplest: Option<(String, Verdict, Verdict)>,
}

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The positions of the first variant that the second does not have.
    pub missing: u64,
    /// The others, by kind.
    pub kinds: BTreeMap<Pair, Tally>,
}

/// Compares two variants.
///
/// # Errors
/// [`RetroError`] if a table is missing or damaged.
pub fn compare(
    (one, directory): (&dyn AnyRetro, &Path),
    (other, with): (&dyn AnyRetro, &Path),
    monitor: &mut Monitor<'_>,
) -> Result<Comparison, RetroError> {
    let others = other.open(with)?;
    others.require_all()?;
    let (mut comparison, mut done) = (Comparison::default(), 0);
    one.open(directory)?.each(&mut |text, verdict| {
        monitor.proceed()?;
        done += 1;
        if done % 10_000 == 0 {
            monitor.report(SolverProgress::Begun(&format!("{done} positions compared")));
        }
        let found = others.verdict(text)?;
        let classes = found.as_ref().and_then(|found| Some((Class::of(verdict)?, Class::of(found)?)));
        let (Some(found), Some((one, other))) = (found, classes) else {
            comparison.missing += 1;
            return Ok(true);
        };
        let plies = |verdict: &Verdict| verdict.value.and_then(Value::plies);
        let compared = plies(verdict).zip(plies(&found)).map(|(one, other)| one.cmp(&other));
        let pair = Pair { one, other, plies: compared.filter(|_| one == other) };
        let tally = comparison.kinds.entry(pair).or_default();
        tally.positions += 1;
        if verdict.value != found.value || verdict.score != found.score {
            let depth = |one: &Verdict, other: &Verdict| plies(one).max(plies(other));
            let is_simpler = tally
                .simplest
                .as_ref()
                .is_none_or(|(_, one, other)| depth(verdict, &found) < depth(one, other));
            if is_simpler {
                tally.simplest = Some((text.to_owned(), *verdict, found));
            }
        }
        Ok(true)
    })?;
    Ok(comparison)
}

/// The answer as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CompareReport<'a> {
    one: &'a str,
    other: &'a str,
    /// The positions of the first variant that the second does not have.
    missing: u64,
    kinds: Vec<KindReport<'a>>,
}

/// The positions of a kind.
#[derive(Debug, Serialize, JsonSchema)]
struct KindReport<'a> {
    one: &'a str,
    other: &'a str,
    /// How the plies in the first variant compare with those in the second.
    plies: Option<&'a str>,
    positions: u64,
    /// If they differ, one that takes the fewest plies.
    simplest: Option<PairReport<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PairReport<'a> {
    position: &'a str,
    one: VerdictReport,
    other: VerdictReport,
}

impl Comparison {
    /// The answer that this is the comparison of two games.
    pub(super) fn answer(&self, one: &str, other: &str) -> Answer {
        let kinds = self.kinds.iter().map(|(pair, tally)| report(*pair, tally)).collect();
        let report = CompareReport { one, other, missing: self.missing, kinds };
        Answer::holds(describe(one, other, self), report)
    }
}

/// How the plies under the first variant compare with those under the second, in words.
pub fn plies_in_words(plies: Option<Ordering>) -> Option<&'static str> {
    plies.map(|plies| match plies {
        Ordering::Less => "fewer",
        Ordering::Equal => "as many",
        Ordering::Greater => "more",
    })
}

fn describe(one: &str, other: &str, found: &Comparison) -> String {
    let mut text =
        format!("{one} and {other}\n{:<8} {:<8} {:<8} {:>14}  e.g.\n", "one", "other", "plies", "positions");
    for (pair, tally) in &found.kinds {
        let columns = (pair.one.name(), pair.other.name(), plies_in_words(pair.plies).unwrap_or_default());
        let _ = write!(text, "{:<8} {:<8} {:<8} {:>14}", columns.0, columns.1, columns.2, tally.positions);
        if let Some((position, one, other)) = &tally.simplest {
            let _ = write!(text, "  {position} {}; {}", in_words(one), in_words(other));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    if found.missing > 0 {
        let _ = writeln!(text, "{} positions are not among those of {other}", found.missing);
    }
    text
}

fn report(pair: Pair, tally: &Tally) -> KindReport<'_> {
    let simplest = tally.simplest.as_ref().map(|(position, one, other)| PairReport {
        position,
        one: verdict_report(one),
        other: verdict_report(other),
    });
    KindReport {
        one: pair.one.name(),
        other: pair.other.name(),
        plies: plies_in_words(pair.plies),
        positions: tally.positions,
        simplest,
    }
}
