//! `perft`

use crate::verb::{AboutGames, Seated};
use certamen_play::{Counted, PlayError, Purpose};
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::time::Instant;

/// Deeper trees than this have more leaves than can be counted.
const DEPTH_LIMIT: i64 = 60;

/// Count the leaves of the game tree at a depth, natively and on all cores.
///
/// The help of a game says what a ply is, and how finished games are counted.
#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// The depth in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(..=DEPTH_LIMIT))]
    depth: u32,
    /// Also print the number of leaves after each first ply.
    #[arg(long)]
    divide: bool,
}

impl AboutGames for Perft {
    const NAME: &'static str = "perft";
    const PURPOSE: Purpose = Purpose::Perft;

    fn run(
        &self,
        Seated { game, given, position }: Seated<'_>,
        session: &Session,
    ) -> anyhow::Result<Outcome> {
        let table = game.table(given)?;
        let begun = Instant::now();
        let counted = table.perft(position, self.depth, self.divide, &session.stop);
        let Counted { divided, leaves } = match counted {
            Err(PlayError::Stopped) => return Ok(session.interrupted()?),
            counted => counted?,
        };
        let mut text = String::new();
        for (ply, leaves) in &divided {
            let _ = writeln!(text, "{ply} {leaves}");
        }
        let _ = writeln!(text, "{leaves}");
        session.note(&format!("{:.2} s", begun.elapsed().as_secs_f64()));
        session.answer(&text, &json!({ "depth": self.depth, "leaves": leaves, "divide": divided }))?;
        Ok(Outcome::Holds)
    }
}
