//! `certamen enumerate`

use crate::app::App;
use crate::verb::{AboutQuestions, Asking};
use anyhow::{Context, bail};
use certamen_ask::enumerate::{Enumeration, Listing, Next};
use certamen_ask::kind::Kind;
use certamen_ask::known::known;
use certamen_ask::listed::ListEntry;
use certamen_ask::question::ListedQuestion;
use certamen_ask::witness::AnyWitness;
use certamen_prove::certificate::WriteError;
use certamen_prove::certificate::list::{self, CheckedList, Closed, List, PATIENCE, Ways};
use certamen_work::failure::is_broken_pipe;
use certamen_work::file;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// List all positions that answer a question, with a proof that there are no others.
///
/// There is one line for each position, in the order of the lines, printed as they are found; the help of a question
/// explains the letters. If a position alone does not show that it is an answer, its line continues with what does: the
/// winning move, or the game that leads there. Each position is checked by the naive game. At the end the question is
/// refuted with all of them excluded, and the proof is checked. If the question has relaxations (see `solve`), they are tried
/// as well, while a position is looked for and at the end: one that is refuted with the listed positions excluded completes
/// the list. With --out the list and its proof are kept as a certificate that `check` re-checks offline.
///
/// `--after` continues a list after its last line; then no proof shows that there are no others. `--from` begins with positions
/// that are known; the proof is tried at once, and only if it fails are others looked for. If the reader of the list is gone,
/// the command ends with exit code 3, but with --out it completes the certificate.
#[derive(Args, Debug)]
pub(crate) struct Enumerate {
    /// List the first position of each class of symmetric positions, by its occupied squares and then by its line.
    #[arg(long)]
    up_to_symmetry: bool,
    /// Continue after this line of a list (with --json, the `line` of an object).
    #[arg(long, value_name = "LINE", allow_hyphen_values = true, conflicts_with = "out")]
    after: Option<String>,
    /// Begin with the positions of this file (- is standard input), one on each line and in any order: those of an earlier
    /// list, or of another program. Each is checked. Up to symmetry any position of a class will do.
    #[arg(long, value_name = "FILE", conflicts_with = "after")]
    from: Option<PathBuf>,
    /// Write a certificate of the list to this directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Do not prove that there are no others: rely on the solver.
    #[arg(long, conflicts_with = "out")]
    no_proof: bool,
    /// Stop after this many seconds, undecided.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
}

/// The longest file of known positions, in bytes.
const KNOWN_LIMIT: u64 = 1 << 30;

/// What follows in a list.
enum Step {
    Next(Next),
    /// Nothing: a relaxation of the question was refuted.
    Closed(Box<CheckedList>),
}

impl AboutQuestions for Enumerate {
    const NAME: &'static str = "enumerate";
    const SAMPLE: &'static str = "";

    fn applies(kind: &dyn Kind) -> bool {
        kind.abilities().listed
    }

    fn run(&self, app: &App, asked: Asking<'_>, session: &Session) -> anyhow::Result<Outcome> {
        let question = asked.exact(session)?;
        let name = question.name().to_owned();
        let question = question.listed().with_context(|| format!("{name} cannot be listed"))?;
        let after = self.after(&question)?;
        if let Some(out) = &self.out {
            list::require_destination(out)?;
        }
        let deadline = self.time_limit.and_then(|time| std::time::Instant::now().checked_add(time));
        let limits = Limits { time: None, deadline, stop: session.stop.clone() };
        let looking = Limits { stop: session.stop.child(), ..limits.clone() };
        let mut positions = Enumeration::new(&question, self.listing(), after.as_deref(), &looking)?;
        if let Some(symmetries) = question.symmetries().filter(|_| self.up_to_symmetry) {
            session.note(&format!("symmetries that leave the question unchanged: {symmetries}"));
        }
        let mut entries = self.known(&question, session)?;
        positions.exclude(&entries)?;
        for entry in &entries {
            if !self.print(session, entry, &question.witness_of_entry(entry)?)? {
                return Ok(self.broken_off(session, &entries));
            }
        }
        if let Some(outcome) = self.known_alone(app, session, &question, &entries, &limits)? {
            return Ok(outcome);
        }
        let progress = Progress::new(session);
        progress.begin(format!("listing {question}"));
        let list = List { question: &question, listing: self.listing(), entries: &[] };
        let tries_relaxations = !self.no_proof && after.is_none() && list.has_relaxations();
        loop {
            let list = List { entries: &entries, ..list };
            let step = if tries_relaxations {
                self.step(app, &mut positions, &looking, list, &limits)?
            } else {
                Step::Next(positions.next_position()?)
            };
            match step {
                Step::Closed(checked) => {
                    drop(progress);
                    return self.tell(session, entries.len(), &checked);
                }
                Step::Next(Next::Position(entry, witness)) => {
                    let is_read = self.print(session, &entry, &witness)?;
                    insert(&question, &mut entries, entry);
                    if !is_read {
                        drop(progress);
                        return Ok(self.broken_off(session, &entries));
                    }
                }
                Step::Next(Next::Complete) => {
                    drop(progress);
                    return self.complete(app, session, &question, &entries, &limits);
                }
                Step::Next(Next::Stopped) => {
                    drop(progress);
                    let count = entries.len();
                    let text = format!("not complete: {count} positions so far\n");
                    session.answer(&text, &json!({ "complete": false, "positions": count }))?;
                    if let Some(how) = self.how_to_continue(&entries) {
                        session.note(&how);
                    }
                    return Ok(Outcome::Undecided);
                }
            }
        }
    }
}

/// Adds an entry in the order of the lines.
fn insert(question: &ListedQuestion, entries: &mut Vec<ListEntry>, entry: ListEntry) {
    let form = question.line_form();
    let bits = form.bits(&entry.line);
    let place = entries.partition_point(|known| form.bits(&known.line) < bits);
    entries.insert(place, entry);
}

impl Enumerate {
    fn listing(&self) -> Listing {
        if self.up_to_symmetry { Listing::UpToSymmetry } else { Listing::All }
    }

    /// The positions that are known.
    fn known(&self, question: &ListedQuestion, session: &Session) -> anyhow::Result<Vec<ListEntry>> {
        let Some(path) = &self.from else { return Ok(Vec::new()) };
        let text = file::read_text(path, KNOWN_LIMIT, &session.stop)?;
        known(question, self.listing(), &text).with_context(|| path.display().to_string())
    }

    /// Prints a position. Returns whether the list goes on: not if its reader is gone and there is no certificate to
    /// complete.
    fn print(&self, session: &Session, entry: &ListEntry, witness: &AnyWitness) -> anyhow::Result<bool> {
        let mut text = entry.to_string();
        if session.json {
            let mut object = serde_json::to_value(witness)?;
            object["line"] = json!(entry.line);
            text = object.to_string();
        }
        match file::write_out(format!("{text}\n").as_bytes()) {
            Err(error) if is_broken_pipe(&error) => Ok(self.out.is_some()),
            written => Ok(written.map(|()| true)?),
        }
    }

    /// Reports that the reader of the list is gone, and how to continue.
    fn broken_off(&self, session: &Session, entries: &[ListEntry]) -> Outcome {
        let (count, how) = (entries.len(), self.how_to_continue(entries).unwrap_or_default());
        session.note(&format!("nobody reads the list: ended after {count} positions; {how}"));
        Outcome::Undecided
    }

    /// How a list that is not complete is continued, if a position is known.
    fn how_to_continue(&self, entries: &[ListEntry]) -> Option<String> {
        let last = entries.last().map(|entry| &entry.line).or(self.after.as_ref())?;
        Some(match self.from {
            Some(_) => "to continue: --from with these positions".to_owned(),
            None => format!("to continue: --after {last}"),
        })
    }

    /// Tries to prove that there are no others than those that are known. `None` if there are some, or none are known.
    fn known_alone(
        &self,
        app: &App,
        session: &Session,
        question: &ListedQuestion,
        entries: &[ListEntry],
        limits: &Limits,
    ) -> anyhow::Result<Option<Outcome>> {
        if entries.is_empty() || self.no_proof {
            return Ok(None);
        }
        match self.prove(app, session, question, entries, limits) {
            Err(WriteError::Incomplete(other)) => {
                session.note(&format!("the known positions are not all: {other}"));
                Ok(None)
            }
            closed => {
                self.end(session, entries, closed, "it is not known whether there are others").map(Some)
            }
        }
    }

    /// Ends the list, and reports how it is known that there are no others.
    fn complete(
        &self,
        app: &App,
        session: &Session,
        question: &ListedQuestion,
        entries: &[ListEntry],
        limits: &Limits,
    ) -> anyhow::Result<Outcome> {
        if self.no_proof || self.after.is_some() {
            let count = entries.len();
            let more = if self.after.is_some() { " more" } else { "" };
            let text =
                format!("complete: {count}{more} positions, and no others by the word of the solver\n");
            session.answer(&text, &json!({ "complete": true, "positions": count, "proof": null }))?;
            return Ok(Outcome::Holds);
        }
        let closed = self.prove(app, session, question, entries, limits);
        self.end(session, entries, closed, "the solver finds no others")
    }

    /// Refutes that there are others.
    fn prove(
        &self,
        app: &App,
        session: &Session,
        question: &ListedQuestion,
        entries: &[ListEntry],
        limits: &Limits,
    ) -> Result<Closed, WriteError> {
        let progress = Progress::new(session);
        progress.begin(format!("refuting that there are others: {question}"));
        let list = List { question, listing: self.listing(), entries };
        list::close(list, Ways::All, self.out.as_deref(), app.registry(), limits, |_| {})
    }

    /// Reports how the proof ended. `otherwise` is what is known without one.
    fn end(
        &self,
        session: &Session,
        entries: &[ListEntry],
        closed: Result<Closed, WriteError>,
        otherwise: &str,
    ) -> anyhow::Result<Outcome> {
        let count = entries.len();
        match closed.context("cannot close the list")? {
            Closed::Proved(checked) => self.tell(session, count, &checked),
            Closed::Open => bail!("the question itself was not asked: this is a defect of this program"),
            Closed::Undecided(reason) => {
                let text = format!("undecided ({reason}): {count} positions, and {otherwise}\n");
                let object = json!({ "complete": null, "positions": count, "reason": reason.to_string() });
                session.answer(&text, &object)?;
                Ok(Outcome::Undecided)
            }
        }
    }

    /// The next position. If that takes long, the relaxations of the question are tried meanwhile: they may show that no
    /// position follows.
    fn step(
        &self,
        app: &App,
        positions: &mut Enumeration,
        looking: &Limits,
        list: List<'_>,
        limits: &Limits,
    ) -> anyhow::Result<Step> {
        let meanwhile = Limits { stop: limits.stop.child(), ..limits.clone() };
        let (found, is_found) = mpsc::channel::<()>();
        let within = &meanwhile;
        let close = move || {
            // The sender is dropped when the position is found.
            if is_found.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return Ok(None);
            }
            let out = self.out.as_deref();
            let closed = list::close(list, Ways::Relaxations, out, app.registry(), within, |_| {});
            let proved = match closed.context("cannot close the list") {
                Ok(Closed::Undecided(_) | Closed::Open) => return Ok(None),
                Ok(Closed::Proved(checked)) => Ok(Some(checked)),
                Err(error) => Err(error),
            };
            looking.stop.request();
            proved
        };
        thread::scope(|scope| {
            let closing = thread::Builder::new().spawn_scoped(scope, close).ok();
            let next = positions.next_position();
            drop(found);
            meanwhile.stop.request();
            let closed = closing.map(|closing| closing.join().unwrap_or_else(|panic| resume_unwind(panic)));
            match (closed.transpose()?.flatten(), next?) {
                (Some(_), Next::Position(entry, _)) => {
                    let line = entry.line;
                    bail!("a relaxation was refuted, and {line} was found: this is a defect of this program")
                }
                (Some(checked), Next::Complete | Next::Stopped) => Ok(Step::Closed(Box::new(checked))),
                (None, next) => Ok(Step::Next(next)),
            }
        })
    }

    /// Reports that the list is complete, and how that was proved.
    fn tell(&self, session: &Session, count: usize, checked: &CheckedList) -> anyhow::Result<Outcome> {
        let kept = self.out.as_ref().map(|out| format!("; certificate in {}", out.display()));
        let kept = kept.unwrap_or_default();
        let text = format!("complete: {count} positions, and no others; proof checked{kept}\n");
        let report = checked.refutation.report;
        let mut object = json!({
            "complete": true, "positions": count, "certificate": self.out,
            "proof": { "additions": report.additions, "bytes": report.bytes },
        });
        if let Some(closing) = checked.closing() {
            object["strategy"] = json!(checked.closed_by);
            session.note(&closing);
        }
        session.answer(&text, &object)?;
        Ok(Outcome::Holds)
    }

    /// The line to continue after, which must be a position of the question's board. It may include the evidence that
    /// follows it in the list.
    fn after(&self, question: &ListedQuestion) -> anyhow::Result<Option<String>> {
        let Some(text) = &self.after else { return Ok(None) };
        let (form, line) = (question.line_form(), ListEntry::from(text.as_str()).line);
        if form.bits(&line).is_none() {
            bail!("--after: expected a line of this list, {}", form.form());
        }
        Ok(Some(line))
    }
}
