//! `retro compare`

use super::{TableVerb, Tables, answered};
use anyhow::{Context, ensure};
use certamen_play::{Game, Solvable};
use certamen_retro::subject::{AnyRetro, CompareReport, held};
use certamen_work::schema::{AnswerSchema, OrUndecided, of_answer};
use certamen_work::{Outcome, Session};
use clap::Args;
use std::path::PathBuf;

/// Compare the values of each position under two variants of the game.
///
/// Every position of the tables in --dir is looked up in those of --with. If both are won or both are lost, the column
/// `plies` says whether the variant of --dir takes more or fewer plies. For each kind of difference, a position with the
/// fewest plies is shown.
#[derive(Args, Debug)]
pub(super) struct Compare {
    #[command(flatten)]
    tables: Tables,
    /// The directory of the tables of the other variant.
    #[arg(long, value_name = "DIR")]
    with: PathBuf,
}

impl TableVerb for Compare {
    const VERB: &'static [&'static str] = &["retro", "compare"];
    const SCHEMA: AnswerSchema = Some(of_answer::<OrUndecided<CompareReport<'_>>>);

    fn is_offered(solvable: &dyn Solvable) -> bool {
        solvable.features().variants
    }

    fn run(&self, game: &dyn AnyRetro, asked: &dyn Game, session: &Session) -> anyhow::Result<Outcome> {
        let solvable = asked.solvable().context("this game cannot be solved")?;
        let nothing = || format!("no solved game in {}", self.with.display());
        let subject = held(&self.with)?.with_context(nothing)?;
        let other = solvable.of_subject(&subject);
        let other = other.with_context(|| format!("{} holds {subject}", self.with.display()))?;
        ensure!(
            game.variant_of().is_some() && game.variant_of() == other.variant_of(),
            "{subject} is not a variant of {}: their positions differ",
            game.subject()
        );
        answered(session, |monitor| game.compare(&self.tables.dir, (&*other, &self.with), monitor))
    }
}
