//! `certamen enumerate`

use super::progress::Progress;
use super::question::QueryArgs;
use super::{Outcome, Session, file};
use crate::bound::Limits;
use crate::certificate::list::{self, Closed};
use crate::enumerate::{Enumeration, Listing, Next};
use crate::query::{Entry, Listed, Question};
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// List all positions that answer a question, with a proof that there are no others.
///
/// One line each, in the order of the lines, as they are found. The letters of Othello are in the order - O X, a1
/// first, and X is to move; those of Push Fight in the order . o O x X Y, c4 first, and o O are to move; those of Ostle
/// 0 1 2 3, the last rank first, and 1 is to move; those of Go . O X, the top row first. Behind a position stands what shows
/// that it is an answer, where it alone does not: the move that wins, or with --reachable the game that leads there (X is
/// to move in the line, whoever that is in the game). The naive game looks at each. In the end the question is refuted with
/// all of them excluded, and the proof is checked; --out keeps it, with the list, as a certificate that `certamen check`
/// re-checks offline. A list that was ended goes on behind its last line with `--after`; that nothing follows is then the
/// solver's word.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen enumerate push-fight.stuck --out stuck\n  \
    certamen enumerate othello.mobility --board 4x4 --at-least 8\n  \
    certamen enumerate ostle.mobility --board 3x3 --at-least 15 --up-to-symmetry\n  \
    certamen enumerate go.strings --board 4x4 --at-least 12\n  \
    certamen enumerate push-fight.win --board 4x3 --in 1\n  \
    certamen enumerate othello.mobility --board 4x4 --reachable --discs 8 --at-least 5\n  \
    certamen enumerate othello.mobility --at-least 34 --empties 37 --up-to-symmetry")]
pub(super) struct Enumerate {
    #[command(flatten)]
    query: QueryArgs,
    /// One of each class of symmetric positions: of those whose occupied squares come first the one whose line does; of
    /// those that games reach the first line.
    #[arg(long)]
    up_to_symmetry: bool,
    /// Go on behind this line (with --json, the `line` of an object).
    #[arg(long, value_name = "LINE", allow_hyphen_values = true, conflicts_with = "out")]
    after: Option<String>,
    /// Write a certificate of the list to this directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Take the solver's word that there are no others.
    #[arg(long, conflicts_with = "out")]
    no_proof: bool,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = super::question::seconds)]
    time_limit: Option<Duration>,
}

impl Enumerate {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        let question = self.query.exact()?;
        let after = self.after(question)?;
        if let Some(out) = &self.out {
            list::require_destination(out)?;
        }
        let deadline = self.time_limit.and_then(|time| std::time::Instant::now().checked_add(time));
        let limits = Limits { time: None, deadline, stop: session.stop.clone() };
        let mut positions = Enumeration::new(question, self.listing(), after.as_deref(), &limits)?;
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
                    file::write_out(format!("{text}\n").as_bytes())?;
                    entries.push(entry);
                }
                Next::Complete => {
                    drop(progress);
                    return self.complete(session, question, &entries, &limits);
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

    fn listing(&self) -> Listing {
        if self.up_to_symmetry { Listing::UpToSymmetry } else { Listing::All }
    }

    /// Closes the list, and says how that there are no others is known.
    fn complete(
        &self,
        session: &Session,
        question: Question,
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
        let closed = list::close(question, self.listing(), entries, self.out.as_deref(), limits, |_| {});
        drop(progress);
        match closed.context("cannot close the list")? {
            Closed::Proved(checked) => {
                let kept = self.out.as_ref().map(|out| format!("; certificate in {}", out.display()));
                let text = format!(
                    "complete: {count} positions, and no others; proof checked{}\n",
                    kept.unwrap_or_default()
                );
                let object = json!({
                    "complete": true, "positions": count, "certificate": self.out,
                    "proof": { "additions": checked.proof.additions, "bytes": checked.proof.bytes },
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

    /// The line to go on behind, which is one of a position of the question's board; what stands behind it in the list
    /// may come with it.
    fn after(&self, question: Question) -> anyhow::Result<Option<String>> {
        let Some(text) = &self.after else { return Ok(None) };
        let (form, line) = (question.line_form(), Entry::from(text.as_str()).line);
        if form.bits(&line).is_none() {
            bail!("--after: expected a line of this list, {}", form.form());
        }
        Ok(Some(line))
    }
}
