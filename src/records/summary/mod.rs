//! What many records are together.
//!
//! Equal games are found by keys of 64 bits, of which [`KEPT`] are kept; records beyond them are counted as not searched.
//! So memory is bounded: 150 MB at most.

mod csv;
mod svg;
mod text;

use crate::record::{Place, Record};
use crate::verdict::{Agreement, Verdict};
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The number of games whose keys are kept.
pub(crate) const KEPT: usize = 4_000_000;

/// The greatest value of a number, and where it was found first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maximum {
    /// The value.
    pub value: u16,
    /// The file.
    pub file: String,
    /// The record.
    pub place: Place,
    /// The number of plies before the position.
    pub ply: usize,
}

/// The legal moves after a number of plies.
#[derive(Clone, Debug, Default)]
struct PlyCounts {
    games: u64,
    moves: u64,
    most: Option<Maximum>,
}

/// How often claims of a kind agree, differ, or were not checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
struct Claims {
    agree: u64,
    differ: u64,
    not_checked: u64,
}

/// The summary as JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SummaryReport<'a> {
    games: u64,
    legal: u64,
    illegal: u64,
    /// The illegal records by the reason.
    reasons: &'a BTreeMap<&'static str, u64>,
    /// Records and rests of files that could not be read.
    unreadable: u64,
    /// Records that were read with a remark.
    complaints: u64,
    results: ResultCounts,
    claims: Vec<ClaimsReport>,
    duplicates: u64,
    /// Other games that end in the same position.
    transpositions: u64,
    /// The games beyond those in which equal ones are searched.
    not_searched: u64,
    most_legal_moves: Option<MaximumReport>,
    plies: Vec<PlyReport>,
    /// The number of plies, and how many games have it.
    lengths: Vec<(usize, u64)>,
    /// The number of passes, and how many games have it.
    passes: Vec<(usize, u64)>,
}

/// The results of legal games.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct ResultCounts {
    first: u64,
    second: u64,
    draws: u64,
    unfinished: u64,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct ClaimsReport {
    claim: &'static str,
    #[serde(flatten)]
    counts: Claims,
}

/// The greatest number of legal moves, and where it was found first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct MaximumReport {
    value: u16,
    file: String,
    place: String,
    ply: usize,
}

/// The legal moves after a number of plies.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PlyReport {
    ply: usize,
    games: u64,
    moves: u64,
    most: Option<MaximumReport>,
}

/// What many records are together.
///
/// # Examples
/// ```
/// use certamen_records::{Place, Record, Summary, Verdict};
///
/// let mut summary = Summary::default();
/// summary.add("games", &Record::new(Place::Line(1), "a1"), &Verdict { plies: 1, ..Verdict::default() });
/// assert!(summary.text().starts_with("1 game, 1 legal\n"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Summary {
    games: u64,
    legal: u64,
    /// By the reason.
    illegal: BTreeMap<&'static str, u64>,
    /// Records and rests of files that could not be read.
    unreadable: u64,
    /// Records that were read with a remark.
    remarked: u64,
    first_wins: u64,
    second_wins: u64,
    draws: u64,
    unfinished: u64,
    /// By what they are about, in the order in which they were met.
    claims: Vec<(&'static str, Claims)>,
    duplicates: u64,
    transpositions: u64,
    not_searched: u64,
    moves_seen: FxHashSet<u64>,
    ends_seen: FxHashMap<u64, u64>,
    /// By the number of plies before the position.
    plies: Vec<PlyCounts>,
    /// The number of legal games by the number of their plies.
    lengths: BTreeMap<usize, u64>,
    /// The number of legal games by the number of their passes.
    passes: BTreeMap<usize, u64>,
}

impl Summary {
    /// Adds a record.
    pub fn add(&mut self, file: &str, record: &Record, verdict: &Verdict) {
        self.games += 1;
        self.remarked += u64::from(!record.remarks.is_empty());
        for check in &verdict.checks {
            let name = check.claim.name();
            let place = self.claims.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                self.claims.push((name, Claims::default()));
                self.claims.len() - 1
            });
            if let Some((_, claims)) = self.claims.get_mut(place) {
                *(match check.agreement {
                    Agreement::Agrees => &mut claims.agree,
                    Agreement::Differs(_) => &mut claims.differ,
                    Agreement::NotChecked(_) => &mut claims.not_checked,
                }) += 1;
            }
        }
        if let Some(illegal) = &verdict.illegal {
            *self.illegal.entry(illegal.kind).or_default() += 1;
            return;
        }
        self.legal += 1;
        match verdict.score {
            Some((first, second)) if first > second => self.first_wins += 1,
            Some((first, second)) if first < second => self.second_wins += 1,
            Some(_) => self.draws += 1,
            None if verdict.over => {}
            None => self.unfinished += 1,
        }
        *self.lengths.entry(verdict.plies).or_default() += 1;
        *self.passes.entry(verdict.passes).or_default() += 1;
        self.count_moves(file, record.place, verdict);
        self.search_equal(verdict);
    }

    /// Adds a record, or the rest of a file, that cannot be read.
    pub fn add_unreadable(&mut self) {
        self.unreadable += 1;
    }

    fn count_moves(&mut self, file: &str, place: Place, verdict: &Verdict) {
        if self.plies.len() < verdict.mobility.len() {
            self.plies.resize_with(verdict.mobility.len(), PlyCounts::default);
        }
        for (ply, (&value, known)) in verdict.mobility.iter().zip(&mut self.plies).enumerate() {
            known.games += 1;
            known.moves += u64::from(value);
            if known.most.as_ref().is_none_or(|most| most.value < value) {
                known.most = Some(Maximum { value, file: file.to_owned(), place, ply });
            }
        }
    }

    fn search_equal(&mut self, verdict: &Verdict) {
        let Some(keys) = verdict.keys else { return };
        if self.moves_seen.contains(&keys.moves) {
            self.duplicates += 1;
            return;
        }
        let is_known = self.ends_seen.contains_key(&keys.end);
        self.transpositions += u64::from(is_known);
        if self.moves_seen.len() < KEPT {
            self.moves_seen.insert(keys.moves);
            self.ends_seen.entry(keys.end).or_insert(keys.moves);
        } else {
            self.not_searched += 1;
        }
    }

    /// The position with the most legal moves.
    pub fn most_moves(&self) -> Option<&Maximum> {
        let found = self.plies.iter().filter_map(|ply| ply.most.as_ref());
        // The first of those that are equal.
        found.reduce(|most, next| if next.value > most.value { next } else { most })
    }

    /// The number of records that are not legal.
    pub fn illegal(&self) -> u64 {
        self.games - self.legal
    }

    /// The summary as JSON.
    pub fn report(&self) -> SummaryReport<'_> {
        let extreme = |Maximum { value, file, place, ply }: &Maximum| MaximumReport {
            value: *value,
            file: file.clone(),
            place: place.to_string(),
            ply: *ply,
        };
        let plies = self.plies.iter().enumerate().map(|(ply, found)| PlyReport {
            ply,
            games: found.games,
            moves: found.moves,
            most: found.most.as_ref().map(extreme),
        });
        let counts = |map: &BTreeMap<usize, u64>| map.iter().map(|(&key, &count)| (key, count)).collect();
        SummaryReport {
            games: self.games,
            legal: self.legal,
            illegal: self.illegal(),
            reasons: &self.illegal,
            unreadable: self.unreadable,
            complaints: self.remarked,
            results: ResultCounts {
                first: self.first_wins,
                second: self.second_wins,
                draws: self.draws,
                unfinished: self.unfinished,
            },
            claims: self.claims.iter().map(|&(claim, counts)| ClaimsReport { claim, counts }).collect(),
            duplicates: self.duplicates,
            transpositions: self.transpositions,
            not_searched: self.not_searched,
            most_legal_moves: self.most_moves().map(extreme),
            plies: plies.collect(),
            lengths: counts(&self.lengths),
            passes: counts(&self.passes),
        }
    }
}

#[cfg(test)]
mod tests;
