//! `certamen enumerate`

use super::progress::Progress;
use super::question::QueryArgs;
use super::{Outcome, Session, file};
use crate::bound::Limits;
use crate::enumerate::{Enumeration, Listing, Next};
use crate::query::{OthelloMobility, Question};
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::time::Duration;
use verify::othello as naive;

/// List all positions that answer a question.
///
/// One line each, in the order of the lines (`-`, then O, then X, a1 first; X is to move), as they are found; then the
/// statement that there are no others. Each is counted by the naive game. A list that was ended goes on behind its last
/// line with `--after`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen enumerate othello.mobility --board 4x4 --at-least 8\n  \
    certamen enumerate othello.mobility --at-least 34 --empties 37 --up-to-symmetry")]
pub(super) struct Enumerate {
    #[command(flatten)]
    query: QueryArgs,
    /// One of each class of symmetric positions: of those whose occupied squares come first the one whose line does.
    #[arg(long)]
    up_to_symmetry: bool,
    /// Go on behind this line.
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    after: Option<String>,
    /// End after this many seconds.
    #[arg(long, value_name = "S", value_parser = super::question::seconds)]
    time_limit: Option<Duration>,
}

impl Enumerate {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        let Question::OthelloMobility(query) = self.query.question(false)?;
        if query.reach.is_some() {
            bail!("enumerate lists positions of any kind: leave out --reachable and what belongs to it");
        }
        self.check_line(query)?;
        let listing = if self.up_to_symmetry { Listing::UpToSymmetry } else { Listing::All };
        let deadline = self.time_limit.and_then(|time| std::time::Instant::now().checked_add(time));
        let limits = Limits { time: None, deadline, stop: session.stop.clone() };
        let mut list = Enumeration::new(query, listing, self.after.as_deref(), &limits)?;
        let progress = Progress::new(session);
        progress.begin(format!("listing {query}"));
        let mut count = 0_u64;
        let mut last = self.after.clone();
        loop {
            match list.next_position()? {
                Next::Position(witness) => {
                    count += 1;
                    let text =
                        if session.json { serde_json::to_string(&witness)? } else { witness.board.clone() };
                    file::write_out(format!("{text}\n").as_bytes())?;
                    last = Some(witness.board);
                }
                Next::Complete => {
                    drop(progress);
                    let text = match &self.after {
                        None => format!("complete: {count} positions, and no others\n"),
                        Some(_) => format!("complete: {count} more positions, and no others\n"),
                    };
                    session.answer(&text, &json!({ "complete": true, "positions": count }))?;
                    return Ok(Outcome::Holds);
                }
                Next::Stopped => {
                    drop(progress);
                    let text = format!("not complete: {count} positions so far\n");
                    session.answer(&text, &json!({ "complete": false, "positions": count }))?;
                    if let Some(last) = last {
                        session.note(&format!("to go on: --after {last}"));
                    }
                    return Ok(Outcome::Undecided);
                }
            }
        }
    }

    /// The line to go on behind is a board of the question's size.
    fn check_line(&self, query: OthelloMobility) -> anyhow::Result<()> {
        let Some(line) = &self.after else { return Ok(()) };
        let board = naive::parse_board(line).context("--after")?;
        if naive::write_line(&board) != *line || board.size().edge() != query.board.side() {
            bail!(
                "--after: expected a line of this list, {} characters of X, O and -",
                query.board.squares()
            );
        }
        Ok(())
    }
}
