//! `retro probe`

use super::{TableVerb, Tables};
use certamen_play::{START, Solvable};
use certamen_retro::subject::{AnyRetro, ProbeReport};
use certamen_work::schema::{AnswerSchema, of_answer};
use certamen_work::{Outcome, Session};
use clap::Args;
use std::path::Path;

/// Look up the value of a position and of each of its moves, with a line of best play.
///
/// Values count plies to the end of the game; the winner plays for few plies, the loser for many. A pass is a ply. The
/// checksum of every block that is read is checked, and the position's value is compared with the best value of its moves.
#[derive(Args, Debug)]
pub(super) struct Probe {
    #[command(flatten)]
    tables: Tables,
    /// The position, in the notation that `games` shows, or START.
    #[arg(value_name = "POSITION", default_value = START, hide_default_value = true, allow_hyphen_values = true)]
    position: String,
}

impl TableVerb for Probe {
    const VERB: &'static [&'static str] = &["retro", "probe"];
    const SCHEMA: AnswerSchema = Some(of_answer::<ProbeReport>);

    fn reads(&self) -> Option<&Path> {
        Some(&self.tables.dir)
    }

    fn run(&self, game: &dyn AnyRetro, _: &dyn Solvable, session: &Session) -> anyhow::Result<Outcome> {
        let position = (self.position != START).then_some(self.position.as_str());
        session.conclude(game.probe(&self.tables.dir, position)?)
    }
}
