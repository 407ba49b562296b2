//! `retro compare`

use super::{AboutTables, Tables, in_words};
use anyhow::{Context, ensure};
use certamen_play::Solvable;
use certamen_play::atlas::verdict_object;
use certamen_retro::positions::Store;
use certamen_retro::subject::{AnyRetro, Comparison, Pair, compare};
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

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

impl AboutTables for Compare {
    const VERB: &'static [&'static str] = &["retro", "compare"];

    fn is_offered(solvable: &dyn Solvable) -> bool {
        solvable.has_variants()
    }

    fn reads(&self) -> Option<&Path> {
        Some(&self.tables.dir)
    }

    fn run(
        &self,
        game: &dyn AnyRetro,
        solvable: &dyn Solvable,
        session: &Session,
    ) -> anyhow::Result<Outcome> {
        let nothing = || format!("no solved game in {}", self.with.display());
        let subject = Store::held(&self.with)?.with_context(nothing)?;
        let all = solvable.all();
        let other = all.iter().find(|one| one.subject() == subject);
        let other = other.with_context(|| format!("{} holds {subject}", self.with.display()))?;
        ensure!(
            game.variant_of().is_some() && game.variant_of() == other.variant_of(),
            "{subject} is not a variant of {}: their positions differ",
            game.subject()
        );
        let progress = Progress::new(session);
        let mut watch = |done: u64| progress.begin(format!("{done} positions compared"));
        let (one, with) = ((game, self.tables.dir.as_path()), (&**other, self.with.as_path()));
        let found = compare(one, with, &session.stop, &mut watch)?;
        drop(progress);
        let Some(found) = found else { return Ok(session.interrupted()?) };
        let text = describe(&game.subject(), &subject, &found);
        let kinds: Vec<Value> = found.kinds.iter().map(|(pair, tally)| object(*pair, tally)).collect();
        session.answer(
            &text,
            &json!({ "one": game.subject(), "other": subject, "missing": found.missing, "kinds": kinds }),
        )?;
        Ok(Outcome::Holds)
    }
}

fn plies(pair: Pair) -> Option<&'static str> {
    pair.plies.map(|plies| match plies {
        Ordering::Less => "fewer",
        Ordering::Equal => "as many",
        Ordering::Greater => "more",
    })
}

fn describe(one: &str, other: &str, found: &Comparison) -> String {
    let mut text =
        format!("{one} and {other}\n{:<8} {:<8} {:<8} {:>14}  e.g.\n", "one", "other", "plies", "positions");
    for (pair, tally) in &found.kinds {
        let columns = (pair.one.name(), pair.other.name(), plies(*pair).unwrap_or_default());
        let _ = write!(text, "{:<8} {:<8} {:<8} {:>14}", columns.0, columns.1, columns.2, tally.positions);
        if let Some((position, one, other)) = &tally.simplest {
            let _ = write!(text, "  {position} {}; {}", in_words(one), in_words(other));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    if found.missing > 0 {
        let _ = writeln!(text, "{} positions are not among those of {other}", found.missing);
    }
    text
}

fn object(pair: Pair, tally: &certamen_retro::subject::Tally) -> Value {
    let simplest = tally.simplest.as_ref().map(|(position, one, other)| {
        json!({ "position": position, "one": verdict_object(one), "other": verdict_object(other) })
    });
    json!({
        "one": pair.one.name(), "other": pair.other.name(), "plies": plies(pair), "positions": tally.positions,
        "simplest": simplest,
    })
}
