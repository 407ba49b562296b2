//! `puzzles`

use super::{TableVerb, Tables, answered};
use certamen_play::{Game, Solvable};
use certamen_retro::subject::{AnyRetro, PuzzlesReport, Wanted};
use certamen_work::schema::{AnswerSchema, OrUndecided, of_answer};
use certamen_work::{Outcome, Session};
use clap::Args;

/// Find the positions of solved tables that the game calls puzzles, each with a line of best play.
#[derive(Args, Debug)]
pub(super) struct Puzzles {
    #[command(flatten)]
    tables: Tables,
    #[command(flatten)]
    listed: PuzzleFlags,
}

/// Which puzzles are listed.
#[derive(Args, Debug)]
pub(super) struct PuzzleFlags {
    /// List only positions that are decided in N plies.
    #[arg(long, value_name = "N")]
    pub(super) plies: Option<u16>,
    /// List only positions with a single move that keeps the outcome.
    #[arg(long)]
    pub(super) single: bool,
    /// List at most N positions; all are counted.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(super) limit: usize,
}

impl TableVerb for Puzzles {
    const VERB: &'static [&'static str] = &["puzzles"];
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<PuzzlesReport<'_>>>);

    fn is_offered(solvable: &dyn Solvable) -> bool {
        solvable.features().puzzle.is_some()
    }

    fn run(&self, game: &dyn AnyRetro, _: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        let PuzzleFlags { limit, .. } = self.listed;
        answered(session, |monitor| game.puzzles(&self.tables.dir, self.listed.wanted(), limit, monitor))
    }
}

impl PuzzleFlags {
    pub(super) fn wanted(&self) -> Wanted {
        Wanted { plies: self.plies, single: self.single }
    }
}
