//! A list in the making: what is printed, when it is complete, and how that is proved.

use super::Enumerate;
use crate::app::App;
use anyhow::{Context, bail, ensure};
use certamen_ask::enumerate::{Enumeration, Next};
use certamen_ask::known::{COMPLETE, Known, NOT_COMPLETE, UNDECIDED};
use certamen_ask::listed::ListEntry;
use certamen_ask::question::ListedQuestion;
use certamen_ask::witness::AnyWitness;
use certamen_prove::certificate::WriteError;
use certamen_prove::certificate::list::{
    self, Along, Beside as BesideGaps, CheckedList, Checkpoint, Closed, List, Meet, PATIENCE, Ways,
};
use certamen_prove::strategy::{Stops, search_beside};
use certamen_work::failure::is_broken_pipe;
use certamen_work::file;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use serde_json::json;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// What follows in a list.
enum Step {
    Next(Next),
    /// Nothing: a relaxation of the question was refuted.
    Closed(Box<CheckedList>),
    /// It was not found in time.
    Slow,
}

/// The result of what goes on beside the search for the next position.
enum Beside {
    /// A relaxation of the question was refuted.
    Closed(Box<CheckedList>),
    /// The time for the next position has passed.
    Late,
    /// The next position was found before.
    Needless,
}

/// What became of a proof that there are no others.
enum Proof {
    Ended(Result<Closed, WriteError>),
    /// Nobody reads the positions that were met.
    Unread,
}

/// A list in the making.
pub(super) struct Making<'a> {
    flags: &'a Enumerate,
    app: &'a App,
    session: &'a Session,
    question: &'a ListedQuestion,
    pub(super) limits: Limits,
    /// The positions so far, in order.
    entries: Vec<ListEntry>,
    /// How many of them are printed.
    printed: usize,
    /// Whether they were found in order, without others before.
    is_in_order: bool,
    checkpoint: Option<Arc<Checkpoint>>,
}

impl<'a> Making<'a> {
    pub(super) fn new(
        flags: &'a Enumerate,
        app: &'a App,
        session: &'a Session,
        question: &'a ListedQuestion,
        limits: Limits,
    ) -> Self {
        Self {
            flags,
            app,
            session,
            question,
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
    pub(super) fn go_on_along_gaps(mut self, unfinished: Known) -> anyhow::Result<Outcome> {
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
    pub(super) fn begin(&mut self, beginning: Known) -> anyhow::Result<Option<Outcome>> {
        if beginning.passed_over > 0 {
            let count = beginning.passed_over;
            self.session.note(&format!(
                "{count} of the known positions are passed over: another position stands for their class"
            ));
        }
        if !self.take_over(beginning)? {
            return Ok(Some(self.broken_off(None)));
        }
        if self.entries.is_empty() || self.flags.no_proof {
            return Ok(None);
        }
        self.is_in_order = false;
        let others = "it is not known whether there are others";
        let other = match self.prove(Ways::All)? {
            Proof::Unread => return Ok(Some(self.broken_off(None))),
            Proof::Ended(Err(WriteError::Incomplete(other))) => other,
            Proof::Ended(closed) => return self.end(closed, others).map(Some),
        };
        self.session.note(&format!("the known positions are not all: {other}"));
        self.complete_along_gaps()
    }

    /// Prints known positions, which begin the list. Returns whether it goes on, as `print` does.
    fn take_over(&mut self, known: Known) -> anyhow::Result<bool> {
        for (entry, witness) in known.entries {
            self.entries.push(entry.clone());
            if !self.print(&entry, &witness)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lists the positions that are missing as a refutation meets them. `None` if it meets one that cannot be listed in this
    /// way: what shows that it is an answer is not about the position that stands for its class, or there is no room left.
    fn complete_along_gaps(&mut self) -> anyhow::Result<Option<Outcome>> {
        self.is_in_order = false;
        match self.prove(Ways::Hard)? {
            Proof::Unread => Ok(Some(self.broken_off(None))),
            Proof::Ended(Err(WriteError::Incomplete(_))) => Ok(None),
            Proof::Ended(closed) => self.end(closed, "it is not known whether there are others").map(Some),
        }
    }

    /// Lists the positions that follow `after`, or that are not known.
    pub(super) fn go_on(mut self, after: Option<&str>) -> anyhow::Result<Outcome> {
        let mut looking = Limits { stop: self.limits.stop.child(), ..self.limits.clone() };
        let mut positions = self.positions(after, &looking)?;
        if let Some(symmetries) = self.question.symmetries().filter(|_| self.flags.up_to_symmetry) {
            self.session.note(&format!("symmetries that leave the question unchanged: {symmetries}"));
        }
        let mut progress = self.listing();
        let has_proof = !self.flags.no_proof && after.is_none();
        let mut is_patient = false;
        loop {
            let step = if has_proof {
                self.step(&mut positions, &looking, is_patient)?
            } else {
                Step::Next(positions.next_position()?)
            };
            match step {
                Step::Next(Next::Position(entry, witness)) => {
                    if !self.print(&entry, &witness)? {
                        drop(progress);
                        return Ok(self.broken_off(after));
                    }
                    self.insert(entry);
                }
                Step::Closed(checked) => {
                    drop(progress);
                    return self.tell(&checked);
                }
                Step::Slow => {
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
                Step::Next(Next::Complete) => {
                    drop(progress);
                    return self.complete();
                }
                Step::Next(Next::Stopped) => {
                    drop(progress);
                    return self.stopped(after);
                }
            }
        }
    }

    fn listing(&self) -> Progress {
        let progress = Progress::new(self.session);
        progress.begin(format!("listing {}", self.question));
        progress
    }

    /// The positions after a line that are not listed yet, in order.
    fn positions(&self, after: Option<&str>, looking: &Limits) -> anyhow::Result<Enumeration> {
        let mut positions = Enumeration::new(self.question, self.flags.listing(), after, looking)?;
        positions.exclude(&self.entries)?;
        Ok(positions)
    }

    fn list(&self) -> List<'_> {
        List { question: self.question, listing: self.flags.listing(), entries: &self.entries }
    }

    /// Adds an entry in the order of the lines.
    fn insert(&mut self, entry: ListEntry) {
        let form = self.question.line_form();
        let bits = form.bits(&entry.line);
        let place = self.entries.partition_point(|known| form.bits(&known.line) < bits);
        self.entries.insert(place, entry);
    }

    /// Prints a position. Returns whether the list goes on: not if its reader is gone and there is no certificate to
    /// complete. Then the position was not read, and does not count.
    fn print(&mut self, entry: &ListEntry, witness: &AnyWitness) -> anyhow::Result<bool> {
        let mut text = entry.to_string();
        if self.session.json {
            let mut object = serde_json::to_value(witness)?;
            object["line"] = json!(entry.line);
            text = object.to_string();
        }
        match file::write_out(format!("{text}\n").as_bytes()) {
            Err(error) if is_broken_pipe(&error) => return Ok(self.flags.out.is_some()),
            written => written?,
        }
        self.printed += 1;
        Ok(true)
    }

    /// Reports that the reader of the list is gone, and how to continue.
    fn broken_off(&self, after: Option<&str>) -> Outcome {
        let how = self.how_to_continue(after).map(|how| format!("; {how}")).unwrap_or_default();
        self.session.note(&format!("nobody reads the list: ended after {} positions{how}", self.printed));
        Outcome::Undecided
    }

    /// Reports that a limit ended the list, and how to continue.
    pub(super) fn stopped(&self, after: Option<&str>) -> anyhow::Result<Outcome> {
        let count = self.entries.len();
        let text = format!("{NOT_COMPLETE}{count} positions so far\n");
        self.session.answer(&text, &json!({ "complete": false, "positions": count }))?;
        if let Some(how) = self.how_to_continue(after) {
            self.session.note(&how);
        }
        Ok(Outcome::Undecided)
    }

    /// How a list that is not complete is continued, if a position is known.
    fn how_to_continue(&self, after: Option<&str>) -> Option<String> {
        let last = self.entries.last().map(|entry| entry.line.as_str()).or(after)?;
        Some(match (self.is_in_order, &self.flags.from) {
            (true, None) => format!("to continue: --after {last}"),
            (false, None) => "to continue: --from a file of the positions printed here".to_owned(),
            (_, Some(_)) => {
                "to continue: --from a file of the known positions and of those printed here".to_owned()
            }
        })
    }

    /// Ends the list, and reports how it is known that there are no others.
    fn complete(&mut self) -> anyhow::Result<Outcome> {
        let goes_on = self.flags.after.is_some();
        if self.flags.no_proof || goes_on {
            let count = self.entries.len();
            let more = if goes_on { " more" } else { "" };
            let text =
                format!("{COMPLETE}{count}{more} positions, and no others by the word of the solver\n");
            self.session.answer(&text, &json!({ "complete": true, "positions": count, "proof": null }))?;
            return Ok(Outcome::Holds);
        }
        match self.prove(Ways::All)? {
            Proof::Unread => Ok(self.broken_off(None)),
            Proof::Ended(closed) => self.end(closed, "the solver finds no others"),
        }
    }

    /// Refutes that there are others. Those that are met on the way are printed, and belong to the list.
    fn prove(&mut self, ways: Ways) -> anyhow::Result<Proof> {
        let (entries, limits) =
            (self.entries.clone(), Limits { stop: self.limits.stop.child(), ..self.limits.clone() });
        let (question, listing, session) = (self.question, self.flags.listing(), self.session);
        let (out, registry) = (self.flags.out.as_deref(), self.app.registry());
        let (sender, receiver) = mpsc::channel();
        let checkpoint = self.checkpoint.clone();
        let close = {
            let limits = limits.clone();
            let progress = Arc::new(Progress::new(session));
            move || {
                progress.estimate(format!("refuting that there are others: {question}"));
                let list = List { question, listing, entries: &entries };
                let meet: Meet = {
                    let progress = Arc::clone(&progress);
                    Arc::new(move |along: Along<'_>| match along {
                        Along::Met(entry, witness) => sender.send((entry.clone(), witness.clone())).is_ok(),
                        Along::Behind(share) => {
                            progress.arrive(share, "along the gaps");
                            true
                        }
                        Along::Kept(share) => {
                            let percent = 100.0 * share;
                            progress.report(&format!(
                                "checkpoint written, {percent:.1} % of the listed positions are behind"
                            ));
                            true
                        }
                    })
                };
                let beside = BesideGaps { meet, checkpoint };
                list::complete(list, ways, out, registry, &limits, &beside, |_| {})
            }
        };
        thread::scope(|scope| {
            let closing = thread::Builder::new().spawn_scoped(scope, close)?;
            let is_read = self.take_in(receiver);
            if !matches!(is_read, Ok(true)) {
                limits.stop.request();
            }
            let closed = closing.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok(if is_read? { Proof::Ended(closed) } else { Proof::Unread })
        })
    }

    /// Prints the positions that a refutation meets, until it ends. Returns whether the list goes on, as `print` does.
    fn take_in(&mut self, met: Receiver<(ListEntry, AnyWitness)>) -> anyhow::Result<bool> {
        for (entry, witness) in met {
            if !self.print(&entry, &witness)? {
                return Ok(false);
            }
            self.insert(entry);
        }
        Ok(true)
    }

    /// Reports how the proof ended. `otherwise` is what is known without one.
    fn end(&self, closed: Result<Closed, WriteError>, otherwise: &str) -> anyhow::Result<Outcome> {
        match closed.context("cannot close the list")? {
            Closed::Proved(checked) => self.tell(&checked),
            Closed::Open => bail!("the question itself was not asked: this is a defect of this program"),
            Closed::Undecided(reason) => {
                let count = self.entries.len();
                let text = format!("{UNDECIDED}{reason}): {count} positions, and {otherwise}\n");
                let object = json!({ "complete": null, "positions": count, "reason": reason.to_string() });
                self.session.answer(&text, &object)?;
                if let Some(how) = self.how_to_continue(None).filter(|_| !self.is_in_order) {
                    self.session.note(&how);
                }
                Ok(Outcome::Undecided)
            }
        }
    }

    /// The next position. If that takes long, the relaxations of the question are tried meanwhile: they may show that no
    /// position follows. If it takes very long, it is given up, unless one is patient.
    fn step(&self, positions: &mut Enumeration, looking: &Limits, is_patient: bool) -> anyhow::Result<Step> {
        let (begun, patience) = (Instant::now(), self.flags.patience);
        let stop = self.limits.stop.child();
        let meanwhile = self.limits.within((!is_patient).then_some(patience));
        let meanwhile = Limits { stop, ..meanwhile };
        let stops = Stops { work: &looking.stop, search: &meanwhile.stop };
        let beside = || {
            if let Some(checked) = self.relaxation(&meanwhile)? {
                return Ok(Beside::Closed(Box::new(checked)));
            }
            while !is_patient && begun.elapsed() < patience && !meanwhile.stop.is_requested() {
                thread::sleep(Duration::from_millis(10));
            }
            Ok(if is_patient || meanwhile.stop.is_requested() { Beside::Needless } else { Beside::Late })
        };
        let ends = |beside: &anyhow::Result<Beside>| !matches!(beside, Ok(Beside::Needless));
        let (next, beside) =
            search_beside(patience.min(PATIENCE), stops, beside, ends, || positions.next_position());
        match (beside.transpose()?, next?) {
            (Some(Beside::Closed(_)), Next::Position(entry, _)) => {
                let line = entry.line;
                bail!("a relaxation was refuted, and {line} was found: this is a defect of this program")
            }
            (Some(Beside::Closed(checked)), Next::Complete | Next::Stopped) => Ok(Step::Closed(checked)),
            (_, Next::Stopped) if !self.limits.is_over() => Ok(Step::Slow),
            (_, next) => Ok(Step::Next(next)),
        }
    }

    /// The list that a relaxation of the question closes.
    fn relaxation(&self, limits: &Limits) -> anyhow::Result<Option<CheckedList>> {
        if !self.list().has_relaxations() {
            return Ok(None);
        }
        let (list, out) = (self.list(), self.flags.out.as_deref());
        let closed = list::close(list, Ways::Relaxations, out, self.app.registry(), limits, |_| {});
        match closed.context("cannot close the list")? {
            Closed::Undecided(_) | Closed::Open => Ok(None),
            Closed::Proved(checked) => Ok(Some(checked)),
        }
    }

    /// Reports that the list is complete, and how that was proved.
    fn tell(&self, checked: &CheckedList) -> anyhow::Result<Outcome> {
        let count = self.entries.len();
        ensure!(
            checked.entries == self.entries,
            "the list that was proved is another one: this is a defect of this program"
        );
        let kept = self.flags.out.as_ref().map(|out| format!("; certificate in {}", out.display()));
        let kept = kept.unwrap_or_default();
        let text = format!("{COMPLETE}{count} positions, and no others; proof checked{kept}\n");
        let report = checked.refutation.report;
        let mut object = json!({
            "complete": true, "positions": count, "certificate": self.flags.out,
            "proof": { "additions": report.additions, "bytes": report.bytes },
        });
        if let Some(closing) = checked.closing() {
            object["strategy"] = json!(checked.closed_by);
            self.session.note(&closing);
        }
        self.session.answer(&text, &object)?;
        Ok(Outcome::Holds)
    }
}
