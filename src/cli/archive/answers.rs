//! Verdicts of archives, as lines or as a JSON object on each line.

use super::errors::{self, ErrorForm};
use certamen_records::{Event, Hit, Place, Record, Remark, Summary, Verdict, VerdictReport};
use certamen_work::file::{FileError, write_out};
use certamen_work::schema::JsonSchema;
use certamen_work::session::tell;
use certamen_work::text::{csv_cell, csv_text, escaped};
use certamen_work::{Answer, Outcome, Session};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The form of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SummaryForm {
    /// For people; with --json one object.
    Text,
    /// A table.
    Csv,
    /// A picture of the legal moves by ply.
    Svg,
}

/// The form of positions that satisfy a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitForm {
    /// A line or an object for each.
    Each,
    /// A table.
    Csv,
}

/// Which answers are printed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OutputOptions {
    /// What the records are together, instead of each.
    pub(crate) summary: Option<SummaryForm>,
    /// The positions that satisfy a condition, instead of each record.
    pub(crate) hits: Option<HitForm>,
    /// Nothing of records that can be read.
    pub(crate) is_silent: bool,
    /// A table of what is wrong, instead of each.
    pub(crate) errors: Option<ErrorForm>,
    /// Whether the game has no second opinion.
    pub(crate) is_alone: bool,
}

/// The bytes that are written at a time.
const CHUNK: usize = 1 << 16;

/// The answers so far.
pub(crate) struct ArchiveReport<'s> {
    session: &'s Session,
    wish: OutputOptions,
    pending: String,
    summary: Summary,
    games: u64,
    illegal: u64,
    unreadable: u64,
    first_unreadable: Option<String>,
    differing: u64,
    remarked: u64,
    hits: u64,
    games_with_hits: u64,
    written: Result<(), FileError>,
}

impl<'s> ArchiveReport<'s> {
    pub(crate) fn new(session: &'s Session, wish: OutputOptions) -> Self {
        Self {
            session,
            wish,
            pending: match wish {
                OutputOptions { errors: Some(_), .. } => errors::HEAD.to_owned(),
                OutputOptions { hits: Some(HitForm::Csv), .. } => {
                    "file,game,line,ply,board,second_opinion\n".to_owned()
                }
                _ => String::new(),
            },
            summary: Summary::default(),
            games: 0,
            illegal: 0,
            unreadable: 0,
            first_unreadable: None,
            differing: 0,
            remarked: 0,
            hits: 0,
            games_with_hits: 0,
            written: Ok(()),
        }
    }

    /// Adds what was found. Returns whether anybody reads the answers.
    pub(crate) fn add(&mut self, event: &Event<'_>) -> bool {
        match *event {
            Event::Begun(..) => {}
            Event::Judged(file, record, verdict) => match verdict.disagreement() {
                // It is a defect of the rules, and no judgement on the record.
                Some(reason) => self.unread(file, Some(record.place), reason),
                None => self.judged(file, record, verdict),
            },
            Event::Broken(file, broken) => {
                let place = broken.place;
                self.unread(file, Some(place), &broken.reason);
            }
            Event::Unreadable(file, reason) => self.unread(file, None, reason),
        }
        self.written.is_ok()
    }

    fn judged(&mut self, file: &str, record: &Record, verdict: &Verdict) {
        self.games += 1;
        self.illegal += u64::from(!verdict.is_legal());
        let differs = verdict
            .checks
            .iter()
            .any(|check| matches!(check.agreement, certamen_records::Agreement::Differs(_)));
        self.differing += u64::from(differs);
        if self.wish.errors.is_some() {
            self.pending += &errors::of_record(file, record, verdict);
            self.remarked += u64::from(!record.remarks.is_empty());
            return self.flush_if(CHUNK);
        }
        if self.wish.summary.is_some() {
            self.summary.add(file, record, verdict);
        }
        if self.wish.hits.is_some() {
            self.games_with_hits += u64::from(!verdict.hits.is_empty());
            for hit in &verdict.hits {
                self.hits += 1;
                if self.wish.hits == Some(HitForm::Csv) {
                    self.row(file, record.place, hit);
                } else if self.session.json {
                    let Hit { ply, board, confirmed } = hit;
                    let second_opinion = (!confirmed).then_some(false);
                    let found = FoundInRecord::Hit { ply: *ply, board, second_opinion };
                    self.object(file, Some(record.place), found);
                } else {
                    let alone = if hit.confirmed { "" } else { " (no second opinion)" };
                    let (place, Hit { ply, board, .. }) = (record.place, hit);
                    self.line(&format!("{file}: {place}: after ply {ply}: {board}{alone}"));
                }
            }
        }
        let is_bad = !verdict.is_legal() || differs;
        let is_table = self.wish.summary.is_some() || self.wish.hits == Some(HitForm::Csv);
        let says_less = self.wish.hits.is_some() && verdict.is_legal() || self.wish.is_silent || is_table;
        if let Some(remark) = record.remarks.first() {
            self.remarked += 1;
            // Where records have no line of their own, one remark stands for all.
            if says_less && self.remarked == 1 {
                self.note(&format!("{file}: {}: {remark}", record.place));
            }
        }
        if self.wish.hits.is_some() && verdict.is_legal() || self.wish.is_silent {
            return;
        }
        if is_table {
            if is_bad {
                self.note(&format!("{file}: {}: {}", record.place, verdict.line()));
            }
            return;
        }
        if self.session.json {
            let labels = record.labels.iter().map(|(label, text)| (label.name(), &**text)).collect();
            let (verdict, complaints) = (verdict.report(), record.remarks.as_slice());
            let found = FoundInRecord::Verdict { verdict, labels, complaints };
            self.object(file, Some(record.place), found);
        } else {
            let remarks = record.remarks.iter().map(|remark| format!("; remark: {remark}"));
            let remarks = remarks.collect::<String>();
            self.line(&format!("{file}: {}: {}{remarks}", record.place, verdict.line()));
        }
    }

    fn unread(&mut self, file: &str, place: Option<Place>, reason: &str) {
        self.unreadable += 1;
        self.summary.add_unreadable();
        let at = place.map_or_else(String::new, |place| format!(" {place}:"));
        let text = escaped(&format!("{file}:{at} unreadable: {reason}")).into_owned();
        // A line for each, also where only a summary is asked for. The first is the error that ends the command.
        match &self.first_unreadable {
            None => self.first_unreadable = Some(text),
            Some(_) => tell(&text),
        }
        if self.wish.errors.is_some() {
            self.pending += &errors::of_unreadable(file, place, reason);
            return self.flush_if(CHUNK);
        }
        if self.session.json && self.wish.summary.is_none() && !self.wish.is_silent {
            self.object(file, place, FoundInRecord::Unreadable { unreadable: reason });
        }
    }

    /// Prints a change that would mend a record.
    pub(crate) fn change(&mut self, file: &str, place: Place, change: &str) {
        if self.session.json {
            self.object(file, Some(place), FoundInRecord::Change { change });
        } else {
            self.line(&format!("{file}: {place}: {change}"));
        }
    }

    /// Ends the answer of a repair: 0 if nothing is left to be mended.
    pub(crate) fn mended(mut self, changed: u64, hopeless: u64, is_written: bool) -> anyhow::Result<Outcome> {
        self.flush_if(1);
        std::mem::replace(&mut self.written, Ok(()))?;
        let how = if is_written { "mended" } else { "could be mended" };
        let counts = format!("{} records, {changed} {how}, {hopeless} cannot be", self.games);
        if self.session.json {
            self.session.note(&counts);
        } else {
            self.session.answer(&Answer::holds(counts + "\n", Value::Null))?;
        }
        let left = if is_written { hopeless } else { changed + hopeless };
        self.outcome(true, left)
    }

    /// Writes a line to standard error that is not part of the answer.
    fn note(&self, text: &str) {
        self.session.note(&escaped(text));
    }

    /// Prints a line.
    fn line(&mut self, text: &str) {
        self.pending += &escaped(text);
        self.pending.push('\n');
        self.flush_if(CHUNK);
    }

    /// Prints a position as a row of a table.
    fn row(&mut self, file: &str, place: Place, hit: &Hit) {
        let (game, line) = match place {
            Place::Game(number) => (number.to_string(), String::new()),
            Place::Line(number) => (String::new(), number.to_string()),
        };
        let Hit { ply, board, confirmed } = hit;
        let (file, board) = (csv_cell(file), csv_text(board));
        let _ = writeln!(self.pending, "{file},{game},{line},{ply},{board},{confirmed}");
        self.flush_if(CHUNK);
    }

    /// Prints an object.
    fn object(&mut self, file: &str, place: Option<Place>, found: FoundInRecord<'_>) {
        let mut object = json!(ArchiveLine { file, place, found });
        if self.wish.is_alone {
            object["second_opinion"] = json!(false);
        }
        self.pending += &object.to_string();
        self.pending.push('\n');
        self.flush_if(CHUNK);
    }

    fn flush_if(&mut self, length: usize) {
        if self.pending.len() >= length && self.written.is_ok() {
            self.written = write_out(self.pending.as_bytes());
            self.pending.clear();
        }
    }

    /// Ends the answer. `is_whole` is false if the work was interrupted.
    pub(crate) fn finish(mut self, is_whole: bool) -> anyhow::Result<Outcome> {
        self.flush_if(1);
        match std::mem::replace(&mut self.written, Ok(())) {
            Err(error) if certamen_work::failure::is_broken_pipe(&error) => return Ok(Outcome::Undecided),
            written => written?,
        }
        self.answer()?;
        let illegal = self.illegal;
        self.outcome(is_whole, illegal)
    }

    /// The number of records and files that could not be read.
    pub(crate) const fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// The number of records that were read with a remark.
    pub(crate) const fn remarked(&self) -> u64 {
        self.remarked
    }

    /// The outcome with this number of records that are not as they should be.
    ///
    /// # Errors
    /// [`UnreadableError`] if anything could not be read.
    pub(crate) fn outcome(&self, is_whole: bool, bad: u64) -> anyhow::Result<Outcome> {
        if let Some(first) = &self.first_unreadable {
            return Err(UnreadableError::new(first.clone(), self.unreadable).into());
        }
        Ok(match (is_whole, bad) {
            (false, _) => Outcome::Undecided,
            (true, 0) => Outcome::Holds,
            (true, _) => Outcome::DoesNotHold,
        })
    }

    fn answer(&self) -> Result<(), FileError> {
        if self.games == 0 && self.unreadable > 0 && self.wish.errors.is_none() {
            // The error says it all.
            return Ok(());
        }
        let legal = self.games - self.illegal;
        match self.wish.summary {
            Some(SummaryForm::Text) => {
                return self.session.answer(&Answer::holds(self.summary.text(), self.summary.report()));
            }
            Some(form) => {
                let text = if form == SummaryForm::Csv { self.summary.csv() } else { self.summary.svg() };
                return write_out(text.as_bytes());
            }
            None => {}
        }
        let mut counts = format!("{legal} legal, {} illegal", self.illegal);
        if self.unreadable > 0 {
            let _ = write!(counts, ", {} unreadable", self.unreadable);
        }
        if self.differing > 0 {
            let claim = if self.differing == 1 { "claims" } else { "claim" };
            let _ = write!(counts, "; {} {claim} what was not found", self.differing);
        }
        if self.remarked > 0 {
            let _ = write!(counts, "; {} read with a remark", self.remarked);
        }
        if self.wish.hits.is_some() {
            let _ = write!(counts, "; {} positions in {} games", self.hits, self.games_with_hits);
        }
        if self.session.json || self.wish.errors.is_some() || self.wish.hits == Some(HitForm::Csv) {
            self.session.note(&counts);
            return Ok(());
        }
        self.session.answer(&Answer::holds(counts + "\n", Value::Null))
    }
}

/// Records could not be read: the first one, and how many more. The others have been reported.
#[derive(Debug, thiserror::Error)]
#[error("{first}{more}")]
pub(crate) struct UnreadableError {
    first: String,
    more: String,
}

impl UnreadableError {
    /// The error of this number of records, of which this is the first.
    pub(crate) fn new(first: String, count: u64) -> Self {
        let more = if count == 1 { String::new() } else { format!(" (and {} more)", count - 1) };
        Self { first, more }
    }
}

/// What was found in a record, a file or a position, as a line of JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ArchiveLine<'a> {
    file: &'a str,
    /// Where the record is; nothing if the file cannot be read.
    #[serde(flatten)]
    place: Option<Place>,
    #[serde(flatten)]
    found: FoundInRecord<'a>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum FoundInRecord<'a> {
    /// The verdict on the record.
    Verdict {
        #[serde(flatten)]
        verdict: VerdictReport<'a>,
        /// Names, dates and other texts.
        labels: BTreeMap<&'a str, &'a str>,
        /// Remarks on how it was read.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        complaints: &'a [Remark],
    },
    /// A position that satisfies the condition.
    Hit {
        ply: usize,
        board: &'a str,
        /// False if nothing else has confirmed it.
        #[serde(skip_serializing_if = "Option::is_none")]
        second_opinion: Option<bool>,
    },
    /// Why it cannot be read.
    Unreadable { unreadable: &'a str },
    /// A change that would mend it.
    Change { change: &'a str },
}
