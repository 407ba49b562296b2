//! `certamen enumerate`

use crate::app::App;
use crate::verb::{AboutQuestions, Asking};
use anyhow::{Context, bail};
use certamen_ask::enumerate::{Enumeration, Listing, Next};
use certamen_ask::kind::Kind;
use certamen_ask::listed::Entry;
use certamen_ask::question::ListedQuestion;
use certamen_prove::certificate::list::{self, Closed};
use certamen_work::failure::is_broken_pipe;
use certamen_work::file;
use certamen_work::limits::Limits;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// List all positions that answer a question, with a proof that there are no others.
///
/// One line each, in the order of the lines, as they are found; the help of a question says which letters a line has.
/// After a position stands what shows that it is an answer, where the position alone does not: the move that wins, or the
/// game that leads there. Each is held against the question. In the end the question is refuted with all of them excluded,
/// and the proof is checked; --out keeps it, with the list, as a certificate that `check` re-checks offline. A list that
/// was ended goes on after its last line with `--after`; that nothing follows is then the solver's word. Where nobody reads the
/// list any more, it ends with exit code 3, and with --out it is completed.
#[derive(Args, Debug)]
pub(crate) struct Enumerate {
    /// One of each class of symmetric positions: of those whose occupied squares come first the one whose line comes first.
    #[arg(long)]
    up_to_symmetry: bool,
    /// Go on after this line (with --json, the `line` of an object).
    #[arg(long, value_name = "LINE", allow_hyphen_values = true, conflicts_with = "out")]
    after: Option<String>,
    /// Write a certificate of the list to this directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Take the solver's word that there are no others.
    #[arg(long, conflicts_with = "out")]
    no_proof: bool,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = certamen_work::amount::seconds)]
    time_limit: Option<Duration>,
}

impl AboutQuestions for Enumerate {
    const NAME: &'static str = "enumerate";

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
        let mut positions = Enumeration::new(&question, self.listing(), after.as_deref(), &limits)?;
        if let Some(symmetries) = question.symmetries().filter(|_| self.up_to_symmetry) {
            session.note(&format!("symmetries that leave the question unchanged: {symmetries}"));
        }
        let progress = Progress::new(session);
        progress.begin(format!("listing {question}"));
        let mut entries = Vec::new();
        loop {
            match positions.next_position()? {
                Next::Position(entry, witness) => {
                    let mut text = entry.to_string();
                    if session.json {
                        let mut object = serde_json::to_value(&witness)?;
                        object["line"] = json!(entry.line);
                        text = object.to_string();
                    }
                    entries.push(entry);
                    match file::write_out(format!("{text}\n").as_bytes()) {
                        // The certificate has all positions, whoever reads them here.
                        Err(error) if is_broken_pipe(&error) && self.out.is_some() => {}
                        Err(error) if is_broken_pipe(&error) => {
                            drop(progress);
                            return Ok(broken_off(session, &entries));
                        }
                        written => written?,
                    }
                }
                Next::Complete => {
                    drop(progress);
                    return self.complete(app, session, &question, &entries, &limits);
                }
                Next::Stopped => {
                    drop(progress);
                    let count = entries.len();
                    let text = format!("not complete: {count} positions so far\n");
                    session.answer(&text, &json!({ "complete": false, "positions": count }))?;
                    if let Some(last) = entries.last().map(|entry: &Entry| &entry.line).or(after.as_ref()) {
                        session.note(&format!("to go on: --after {last}"));
                    }
                    return Ok(Outcome::Undecided);
                }
            }
        }
    }
}

/// Says that nobody reads the list any more, and how it goes on.
fn broken_off(session: &Session, entries: &[Entry]) -> Outcome {
    let last = entries.last().map(|entry| entry.line.as_str()).unwrap_or_default();
    let count = entries.len();
    session.note(&format!("nobody reads the list: ended after {count} positions; to go on: --after {last}"));
    Outcome::Undecided
}

impl Enumerate {
    fn listing(&self) -> Listing {
        if self.up_to_symmetry { Listing::UpToSymmetry } else { Listing::All }
    }

    /// Closes the list, and says how that there are no others is known.
    fn complete(
        &self,
        app: &App,
        session: &Session,
        question: &ListedQuestion,
        entries: &[Entry],
        limits: &Limits,
    ) -> anyhow::Result<Outcome> {
        let count = entries.len();
        if self.no_proof || self.after.is_some() {
            let more = if self.after.is_some() { " more" } else { "" };
            let text =
                format!("complete: {count}{more} positions, and no others by the word of the solver\n");
            session.answer(&text, &json!({ "complete": true, "positions": count, "proof": null }))?;
            return Ok(Outcome::Holds);
        }
        let progress = Progress::new(session);
        progress.begin(format!("refuting that there are others: {question}"));
        let out = self.out.as_deref();
        let closed = list::close(question, self.listing(), entries, out, app.registry(), limits, |_| {});
        drop(progress);
        match closed.context("cannot close the list")? {
            Closed::Proved(checked) => {
                let kept = self.out.as_ref().map(|out| format!("; certificate in {}", out.display()));
                let text = format!(
                    "complete: {count} positions, and no others; proof checked{}\n",
                    kept.unwrap_or_default()
                );
                let report = checked.refutation.report;
                let object = json!({
                    "complete": true, "positions": count, "certificate": self.out,
                    "proof": { "additions": report.additions, "bytes": report.bytes },
                });
                session.answer(&text, &object)?;
                Ok(Outcome::Holds)
            }
            Closed::Undecided(reason) => {
                let text =
                    format!("undecided ({reason}): {count} positions, and the solver finds no others\n");
                let object = json!({ "complete": null, "positions": count, "reason": reason.to_string() });
                session.answer(&text, &object)?;
                Ok(Outcome::Undecided)
            }
        }
    }

    /// The line to go on after, which is one of a position of the question's board; what stands after it in the list
    /// may come with it.
    fn after(&self, question: &ListedQuestion) -> anyhow::Result<Option<String>> {
        let Some(text) = &self.after else { return Ok(None) };
        let (form, line) = (question.line_form(), Entry::from(text.as_str()).line);
        if form.bits(&line).is_none() {
            bail!("--after: expected a line of this list, {}", form.form());
        }
        Ok(Some(line))
    }
}
