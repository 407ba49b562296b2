//! `retro distances`

use super::{AboutTables, report};
use certamen_play::Solvable;
use certamen_retro::positions::MEMORY;
use certamen_retro::subject::{AnyRetro, Options};
use certamen_work::amount;
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

/// Search from the start and count the positions at each distance. Needs no tables.
///
/// Positions that share a number by symmetry count once; a pass is a ply. Positions in which the game is over count if
/// they are well formed.
#[derive(Args, Debug)]
pub(super) struct Distances {
    /// The allowed memory, such as 8G.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, default_value_t = MEMORY, hide_default_value = true)]
    memory: u64,
}

impl AboutTables for Distances {
    const VERB: &'static [&'static str] = &["retro", "distances"];

    fn reads(&self) -> Option<&Path> {
        None
    }

    fn run(&self, game: &dyn AnyRetro, _: &dyn Solvable, session: &Session) -> anyhow::Result<Outcome> {
        let options = Options { memory: self.memory, ..Options::default() };
        let progress = Progress::new(session);
        let begun = Instant::now();
        let found = game.distances(&options, &session.stop, &mut |now| report(&progress, &begun, now));
        drop(progress);
        let Some(counts) = found? else { return Ok(session.interrupted()?) };
        let mut text = format!("{} positions by the plies from the start\n", counts.iter().sum::<u64>());
        for (plies, count) in counts.iter().enumerate() {
            let _ = writeln!(text, "{plies:>6} {count:>14}");
        }
        session.answer(&text, &json!({ "game": game.subject(), "positions": counts }))?;
        Ok(Outcome::Holds)
    }
}
