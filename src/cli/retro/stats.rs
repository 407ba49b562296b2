//! `retro stats`

use super::{TableVerb, Tables, answered};
use certamen_play::Game;
use certamen_retro::subject::{AnyRetro, StatsReport};
use certamen_work::schema::{AnswerSchema, OrUndecided, of_answer};
use certamen_work::{Outcome, Session};
use clap::Args;

/// Count the positions of each layer by their values, and all of them by the plies to the end.
///
/// Positions that share a number by symmetry count once. They count whether they are reachable or not.
#[derive(Args, Debug)]
pub(super) struct Stats {
    #[command(flatten)]
    tables: Tables,
}

impl TableVerb for Stats {
    const VERB: &'static [&'static str] = &["retro", "stats"];
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<StatsReport<'_>>>);

    fn run(&self, game: &dyn AnyRetro, _: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        answered(session, |monitor| game.stats(&self.tables.dir, monitor))
    }
}
