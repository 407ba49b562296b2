//! `retro longest`

use super::{AboutTables, Tables};
use certamen_play::Solvable;
use certamen_retro::subject::AnyRetro;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

/// Find the positions whose win takes the most plies, each with a line of best play.
///
/// Positions that share a number by symmetry count once. They count whether they are reachable or not.
#[derive(Args, Debug)]
pub(super) struct Longest {
    #[command(flatten)]
    tables: Tables,
    /// The longest losses instead.
    #[arg(long)]
    losses: bool,
    /// List at most N positions; all are counted.
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
}

impl AboutTables for Longest {
    const VERB: &'static [&'static str] = &["retro", "longest"];

    fn reads(&self) -> Option<&Path> {
        Some(&self.tables.dir)
    }

    fn run(&self, game: &dyn AnyRetro, _: &dyn Solvable, session: &Session) -> anyhow::Result<Outcome> {
        let found = game.longest(&self.tables.dir, self.losses, self.limit)?;
        let what = if self.losses { "lost" } else { "won" };
        let mut text = match found.plies {
            Some(plies) => {
                format!("{} positions are {what} in {plies} plies, and none in more\n", found.count)
            }
            None => format!("no position is {what}\n"),
        };
        for (position, line) in &found.positions {
            let _ = writeln!(text, "{position}  {}", line.join(" "));
        }
        let positions: Vec<_> = found
            .positions
            .iter()
            .map(|(position, line)| json!({ "position": position, "line": line.join(" ") }))
            .collect();
        let object = json!({
            "game": game.subject(), "outcome": if self.losses { "loss" } else { "win" }, "plies": found.plies,
            "count": found.count, "positions": positions,
        });
        session.answer(&text, &object)?;
        Ok(Outcome::Holds)
    }
}
