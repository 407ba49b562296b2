//! `puzzles`

use super::{AboutTables, Tables};
use certamen_play::Solvable;
use certamen_play::atlas::value_object;
use certamen_retro::subject::{AnyRetro, Puzzles as Found};
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

/// Find the positions of solved tables that the game calls puzzles, each with a line of best play.
#[derive(Args, Debug)]
pub(super) struct Puzzles {
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    listed: Listed,
}

/// Which puzzles are listed.
#[derive(Args, Debug)]
pub(super) struct Listed {
    /// List only positions that are decided in N plies.
    #[arg(long, value_name = "N")]
    pub(super) plies: Option<u16>,
    /// List at most N positions; all are counted.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(super) limit: usize,
}

impl AboutTables for Puzzles {
    const VERB: &'static [&'static str] = &["puzzles"];

    fn is_offered(solvable: &dyn Solvable) -> bool {
        solvable.puzzle().is_some()
    }

    fn reads(&self) -> Option<&Path> {
        Some(&self.tables.dir)
    }

    fn run(&self, game: &dyn AnyRetro, _: &dyn Solvable, session: &Session) -> anyhow::Result<Outcome> {
        let progress = Progress::new(session);
        progress.begin("looking through all positions".to_owned());
        let found = game.puzzles(&self.tables.dir, self.listed.plies, self.listed.limit, &session.stop)?;
        drop(progress);
        if found.is_stopped {
            return Ok(session.interrupted()?);
        }
        let (text, object) = answer(&game.subject(), game.puzzle().unwrap_or_default(), &found);
        session.answer(&text, &object)?;
        Ok(Outcome::Holds)
    }
}

/// What was found, as text and as JSON.
pub(super) fn answer(game: &str, about: &str, found: &Found) -> (String, serde_json::Value) {
    let mut text = format!("{} positions in which {about}\n", found.count);
    for (position, value, line) in &found.positions {
        let value = value.map(|value| value.to_string()).unwrap_or_default();
        let _ = writeln!(text, "{position}  {value}  {}", line.join(" "));
    }
    let positions: Vec<_> = found
        .positions
        .iter()
        .map(|(position, value, line)| {
            json!({ "position": position, "value": value.map(value_object), "line": line.join(" ") })
        })
        .collect();
    (text, json!({ "game": game, "about": about, "puzzles": found.count, "positions": positions }))
}
