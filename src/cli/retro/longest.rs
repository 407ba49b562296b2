//! `retro longest`

use super::{TableVerb, Tables, answered};
use certamen_play::Game;
use certamen_retro::subject::{AnyRetro, LongestReport};
use certamen_work::schema::{AnswerSchema, OrUndecided, of_answer};
use certamen_work::{Outcome, Session};
use clap::Args;

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
    /// List at most N positions; all are counted [default: 10, or 100 if they are drawn].
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

impl TableVerb for Longest {
    const VERB: &'static [&'static str] = &["retro", "longest"];
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<LongestReport<'_>>>);

    fn run(&self, game: &dyn AnyRetro, _: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        answered(session, |monitor| game.longest(&self.tables.dir, self.losses, self.limit, monitor))
    }
}
