//! The ability to verify archives: files of records in the formats that people have.

use crate::game::{PlayError, ReplayReport, Table};
use crate::record_search::{RecordCondition, SearchedRecord};
use certamen_ask::flag::Given;
use certamen_records::{DISAGREEMENT, Format, IllegalRecord, Judge, Lines, Record, Verdict};
use certamen_work::stop::Stop;
use std::fmt;

/// What a judge finds out about records, besides whether they are legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Investigation {
    /// Positions are searched for this condition in the language of questions.
    pub condition: Option<String>,
    /// Positions with at most this number of empty squares are solved, to check claims about best play.
    pub solve: Option<u32>,
}

/// A game whose records are found in formats of their own.
pub trait Archives: Send + Sync {
    /// The formats, the most particular ones first. The last one is taken if none recognises a file.
    fn formats(&self) -> Vec<Box<dyn Format>>;

    /// The names of the formats that [`Table::replay_file`] reads as well, each verdict as soon as its record is there.
    fn at_table(&self) -> &'static [&'static str] {
        &["lines"]
    }

    /// What verifies records on the board that is chosen.
    ///
    /// # Errors
    /// [`PlayError::Flags`], also for a condition that cannot be read.
    fn judge(&self, given: &Given, wanted: &Investigation, stop: &Stop) -> Result<Box<dyn Judge>, PlayError>;
}

/// The archives of any game at a table: lines in its notation, which the table replays.
pub struct TableJudge {
    table: Box<dyn Table>,
    position: Option<String>,
    search: Option<Box<dyn RecordCondition>>,
}

impl TableJudge {
    /// The judge of a table; records begin at the start or at this position.
    pub fn new(table: Box<dyn Table>, position: Option<&str>) -> Self {
        Self { table, position: position.map(str::to_owned), search: None }
    }

    /// Searches the positions of each record, which begins where those of the table begin.
    #[must_use]
    pub fn searching(self, search: Box<dyn RecordCondition>) -> Self {
        Self { search: Some(search), ..self }
    }

    /// The only format of such archives.
    pub fn formats() -> Vec<Box<dyn Format>> {
        vec![Box::new(Lines::default())]
    }
}

impl fmt::Debug for TableJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableJudge").field("position", &self.position).finish_non_exhaustive()
    }
}

impl Judge for TableJudge {
    fn judge(&self, record: &Record) -> Verdict {
        let (position, moves) = (self.position.as_deref(), &*record.moves);
        let Some(search) = &self.search else { return verdict(self.table.replay(position, moves)) };
        let SearchedRecord { report, hits } = search.replay(&*self.table, position, moves);
        let mut verdict = verdict(report);
        match hits {
            Ok(hits) => verdict.hits = hits,
            Err(error) if verdict.is_legal() => {
                verdict.illegal =
                    Some(IllegalRecord { ply: 0, kind: kind_of(&error), reason: error.to_string() });
            }
            Err(_) => {}
        }
        verdict
    }
}

/// An error in a few words.
const fn kind_of(error: &PlayError) -> &'static str {
    match error {
        PlayError::Disagreement(_) | PlayError::Twins(_) | PlayError::Unjudged(_) => DISAGREEMENT,
        _ => "a position that cannot be read",
    }
}

/// What a replay has found.
fn verdict(report: Result<ReplayReport, PlayError>) -> Verdict {
    match report {
        Ok(replayed) => {
            let number = |name: &str| replayed.object[name].as_u64().unwrap_or_default() as usize;
            let (kind, line) = match replayed.verdict.split_once(": ") {
                Some(("illegal", reason)) => ("an illegal ply", reason),
                Some((_, found)) => ("", found),
                None => ("an illegal ply", replayed.verdict.as_str()),
            };
            let illegal = (!replayed.is_legal).then(|| {
                let ply = number_after(line, "ply ");
                IllegalRecord { ply, kind: "an illegal ply", reason: line.to_owned() }
            });
            let found = if kind.is_empty() { line.to_owned() } else { String::new() };
            let over = replayed.object["over"].as_bool().unwrap_or_default();
            let mut names = ["position", "board", "state"].into_iter();
            let end = names.find_map(|name| replayed.object[name].as_str()).unwrap_or_default();
            Verdict {
                illegal,
                plies: number("plies"),
                passes: number("passes"),
                over,
                found,
                end: end.to_owned(),
                ..Verdict::default()
            }
        }
        Err(error) => {
            let (kind, reason) = (kind_of(&error), error.to_string());
            Verdict { illegal: Some(IllegalRecord { ply: 0, kind, reason }), ..Verdict::default() }
        }
    }
}

/// The number behind a word, or 0.
fn number_after(text: &str, word: &str) -> usize {
    let behind = text.split(word).nth(1).unwrap_or_default();
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}
