//! A list in the making: how its positions are found, and what is printed.

use super::flags::Enumerate;
use super::report::{ListEnd, ListedPosition};
use crate::frame::app::App;
use anyhow::{Context, bail};
use certamen_ask::enumerate::{Enumeration, NextAnswer};
use certamen_ask::known_answers::{KnownAnswers, NOT_COMPLETE};
use certamen_ask::listed::ListEntry;
use certamen_ask::question::ListedQuestion;
use certamen_ask::witness::AnyWitness;
use certamen_prove::certificate::list::{
    self, CheckedList, Checkpoint, ClosingOutcome, ClosingPolicy, List, PATIENCE,
};
use certamen_prove::strategy::{StopPair, search_beside};
use certamen_work::failure::is_broken_pipe;
use certamen_work::file;
use certamen_work::{Answer, Limits, Outcome, Progress, Session};
use serde_json::json;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The next step of a list.
enum ListStep {
    Next(NextAnswer),
    /// Nothing: a relaxation of the question was refuted.
    Closed(Box<CheckedList>),
    /// It was not found in time.
    Slow,
}

/// The result of the work that runs beside the search for the next position.
enum BackgroundOutcome {
    /// A relaxation of the question was refuted.
    Closed(Box<CheckedList>),
    /// The time for the next position has passed.
    Late,
    /// The next position was found before.
    Needless,
}

/// Builds a list, position by position.
pub(super) struct ListBuilder<'a> {
    pub(super) flags: &'a Enumerate,
    pub(super) app: &'a App,
    pub(super) session: &'a Session,
    /// The question, with the clauses that it has taken.
    pub(super) question: ListedQuestion,
    pub(super) limits: Limits,
    /// The positions so far, in order.
    pub(super) entries: Vec<ListEntry>,
    /// How many of them are printed.
    printed: usize,
    /// Whether they were found in order, without others before.
    pub(super) is_in_order: bool,
    pub(super) checkpoint: Option<Arc<Checkpoint>>,
}

impl<'a> ListBuilder<'a> {
    pub(super) fn new(
        flags: &'a Enumerate,
        app: &'a App,
        session: &'a Session,
        question: &ListedQuestion,
        limits: Limits,
    ) -> Self {
        Self {
            flags,
            app,
            session,
            question: question.clone(),
            limits,
            entries: Vec::new(),
            printed: 0,
            is_in_order: true,
            checkpoint: None,
        }
    }

    /// Keeps how far the proof along the gaps is.
    pub(super) fn keep_in(&mut self, checkpoint: Checkpoint) {
        self.checkpoint = Some(Arc::new(checkpoint));
    }

    /// Goes on with the list of an unfinished proof, which has these positions.
    pub(super) fn go_on_along_gaps(mut self, unfinished: KnownAnswers) -> anyhow::Result<Outcome> {
        if !self.take_over(unfinished)? {
            return Ok(self.broken_off(None));
        }
        self.session.note(&format!("the unfinished proof goes on, with {} positions", self.entries.len()));
        match self.complete_along_gaps()? {
            Some(outcome) => Ok(outcome),
            None => self.go_on(None),
        }
    }

    /// Begins with positions that are known, and tries to prove that there are no others. `None` if the list goes on.
    pub(super) fn begin(&mut self, beginning: KnownAnswers) -> anyhow::Result<Option<Outcome>> {
        if beginning.passed_over > 0 {
            let count = beginning.passed_over;
            self.session.note(&format!(
                "{count} of the known positions are passed over: another position stands for their class"
            ));
        }
        if !self.take_over(beginning)? {
            return Ok(Some(self.broken_off(None)));
        }
        if self.entries.is_empty() || self.flags.no_proof || self.question.question().is_expandable() {
            return Ok(None);
        }
        self.close_known()
    }

    /// Prints known positions, which begin the list. Returns whether it goes on, as `print` does.
    fn take_over(&mut self, known: KnownAnswers) -> anyhow::Result<bool> {
        for (entry, witness) in known.entries {
            self.entries.push(entry.clone());
            if !self.print(&entry, &witness)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lists the positions that follow `after`, or that are not known.
    pub(super) fn go_on(mut self, after: Option<&str>) -> anyhow::Result<Outcome> {
        let mut looking = Limits { stop: self.limits.stop.child(), ..self.limits.clone() };
        let mut positions = self.positions(after, &looking)?;
        let mut progress = self.listing();
        let has_proof = !self.flags.no_proof && after.is_none();
        let mut is_patient = false;
        loop {
            let step = if has_proof && !self.question.question().is_expandable() {
                self.step(&mut positions, &looking, is_patient)?
            } else {
                ListStep::Next(positions.next_position()?)
            };
            match step {
                ListStep::Next(NextAnswer::Position(entry, witness)) => {
                    if !self.print(&entry, &witness)? {
                        drop(progress);
                        return Ok(self.broken_off(after));
                    }
                    self.insert(entry);
                }
                ListStep::Closed(checked) => {
                    drop(progress);
                    return self.tell(&checked);
                }
                ListStep::Slow => {
                    drop(progress);
                    self.session.note("the next position is hard to find: the others follow in no order");
                    if let Some(outcome) = self.complete_along_gaps()? {
                        return Ok(outcome);
                    }
                    is_patient = true;
                    looking = Limits { stop: self.limits.stop.child(), ..self.limits.clone() };
                    positions = self.positions(None, &looking)?;
                    progress = self.listing();
                }
                ListStep::Next(NextAnswer::Complete) => {
                    drop(progress);
                    self.question = positions.question().with_symmetry_breaking(false);
                    return self.complete();
                }
                ListStep::Next(NextAnswer::Stopped) => {
                    drop(progress);
                    return self.stopped(after);
                }
            }
        }
    }

    fn listing(&self) -> Progress {
        Progress::begun(self.session, format!("listing {:#}", self.question))
    }

    /// The positions after a line that are not listed yet, in order.
    fn positions(&self, after: Option<&str>, looking: &Limits) -> anyhow::Result<Enumeration> {
        let mut positions = Enumeration::new(&self.question, self.flags.listing(), after, looking)?;
        positions.exclude(&self.entries)?;
        Ok(positions)
    }

    pub(super) fn list(&self) -> List<'_> {
        List { question: &self.question, listing: self.flags.listing(), entries: &self.entries }
    }

    /// Adds an entry in the order of the lines.
    pub(super) fn insert(&mut self, entry: ListEntry) {
        let form = self.question.line_form();
        let bits = form.bits(&entry.line);
        let place = self.entries.partition_point(|known| form.bits(&known.line) < bits);
        self.entries.insert(place, entry);
    }

    /// Prints a position. Returns whether the list goes on: not if its reader is gone and there is no certificate to
    /// complete. Then the position was not read, and does not count.
    pub(super) fn print(&mut self, entry: &ListEntry, witness: &AnyWitness) -> anyhow::Result<bool> {
        let mut text = entry.to_string();
        if self.session.json {
            text = json!(ListedPosition { witness, line: &entry.line }).to_string();
        }
        match file::write_out(format!("{text}\n").as_bytes()) {
            Err(error) if is_broken_pipe(&error) => return Ok(self.flags.out.is_some()),
            written => written?,
        }
        self.printed += 1;
        Ok(true)
    }

    /// Reports that the reader of the list is gone, and how to continue.
    pub(super) fn broken_off(&self, after: Option<&str>) -> Outcome {
        let how = self.how_to_continue(after).map(|how| format!("; {how}")).unwrap_or_default();
        self.session.note(&format!("nobody reads the list: ended after {} positions{how}", self.printed));
        Outcome::Undecided
    }

    /// Reports that a limit ended the list, and how to continue.
    pub(super) fn stopped(&self, after: Option<&str>) -> anyhow::Result<Outcome> {
        let count = self.entries.len();
        let text = format!("{NOT_COMPLETE}{count} positions so far\n");
        self.session.answer(&Answer::holds(text, ListEnd::Stopped { complete: false, positions: count }))?;
        if let Some(how) = self.how_to_continue(after) {
            self.session.note(&how);
        }
        Ok(Outcome::Undecided)
    }

    /// How a list that is not complete is continued, if a position is known.
    pub(super) fn how_to_continue(&self, after: Option<&str>) -> Option<String> {
        if self.checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.has_begun()) {
            return Some("to continue: the same command, which goes on from its checkpoint".to_owned());
        }
        let last = self.entries.last().map(|entry| entry.line.as_str()).or(after)?;
        Some(match (self.is_in_order, &self.flags.from) {
            (true, None) => format!("to continue: --after {last}"),
            (false, None) => "to continue: --from a file of the positions printed here".to_owned(),
            (_, Some(_)) => {
                "to continue: --from a file of the known positions and of those printed here".to_owned()
            }
        })
    }

    /// The next position. If that takes long, the relaxations of the question are tried meanwhile: they may show that no
    /// position follows. If it takes very long, it is given up, unless one is patient.
    fn step(
        &self,
        positions: &mut Enumeration,
        looking: &Limits,
        is_patient: bool,
    ) -> anyhow::Result<ListStep> {
        let (begun, patience) = (Instant::now(), self.flags.patience);
        let stop = self.limits.stop.child();
        let meanwhile = self.limits.within((!is_patient).then_some(patience));
        let meanwhile = Limits { stop, ..meanwhile };
        let stops = StopPair { work: &looking.stop, search: &meanwhile.stop };
        let beside = || {
            if let Some(checked) = self.relaxation(&meanwhile)? {
                return Ok(BackgroundOutcome::Closed(Box::new(checked)));
            }
            while !is_patient && begun.elapsed() < patience && !meanwhile.stop.is_requested() {
                thread::sleep(Duration::from_millis(10));
            }
            Ok(if is_patient || meanwhile.stop.is_requested() {
                BackgroundOutcome::Needless
            } else {
                BackgroundOutcome::Late
            })
        };
        let ends =
            |beside: &anyhow::Result<BackgroundOutcome>| !matches!(beside, Ok(BackgroundOutcome::Needless));
        let (next, beside) =
            search_beside(patience.min(PATIENCE), stops, beside, ends, || positions.next_position());
        match (beside.transpose()?, next?) {
            (Some(BackgroundOutcome::Closed(_)), NextAnswer::Position(entry, _)) => {
                let line = entry.line;
                bail!("a relaxation was refuted, and {line} was found: this is a defect of this program")
            }
            (Some(BackgroundOutcome::Closed(checked)), NextAnswer::Complete | NextAnswer::Stopped) => {
                Ok(ListStep::Closed(checked))
            }
            (_, NextAnswer::Stopped) if !self.limits.is_over() => Ok(ListStep::Slow),
            (_, next) => Ok(ListStep::Next(next)),
        }
    }

    /// The list that a relaxation of the question closes.
    fn relaxation(&self, limits: &Limits) -> anyhow::Result<Option<CheckedList>> {
        if !self.list().has_relaxations() {
            return Ok(None);
        }
        let (list, out) = (self.list(), self.flags.out.as_deref());
        let closed = list::close(list, ClosingPolicy::Relaxations, out, self.app.registry(), limits, |_| {});
        match closed.context("cannot close the list")? {
            ClosingOutcome::Undecided(_) | ClosingOutcome::Open => Ok(None),
            ClosingOutcome::Proved(checked) => Ok(Some(checked)),
        }
    }
}
