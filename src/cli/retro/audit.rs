//! `retro audit`

use super::{TableVerb, Tables, answered_after};
use certamen_play::Game;
use certamen_retro::positions::MEMORY;
use certamen_retro::subject::{AnyRetro, AuditReport, Options};
use certamen_work::amount;
use certamen_work::schema::{AnswerSchema, OrUndecided, of_answer};
use certamen_work::wait_flag::WaitFlags;
use certamen_work::{Outcome, Session};
use clap::Args;

/// Derive every value of the tables anew from those of its moves.
///
/// One pass over all positions, by moves forwards. Values count plies, so only the true values agree with their moves.
/// Whether the moves are those of the game is tested on a sample: a solver finds the moves of some positions from the
/// rules as clauses, and the naive game, if there is one, finds them from the printed rules.
#[derive(Args, Debug)]
pub(super) struct Audit {
    #[command(flatten)]
    tables: Tables,
    /// The allowed memory, such as 8G; tables that do not fit are read from the disk.
    #[arg(long, value_name = "BYTES", value_parser = amount::bytes, default_value_t = MEMORY, hide_default_value = true)]
    memory: u64,
    /// Compare about N positions with the other sources of moves; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: u64,
    #[command(flatten)]
    waiting: WaitFlags,
}

impl TableVerb for Audit {
    const VERB: &'static [&'static str] = &["retro", "audit"];
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<AuditReport<'_>>>);

    fn run(&self, game: &dyn AnyRetro, _: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        answered_after(self.waiting, session, |wait, monitor| {
            let options = Options { memory: self.memory, wait, ..Options::default() };
            game.audit(&self.tables.dir, &options, self.sample, monitor)
        })
    }
}
