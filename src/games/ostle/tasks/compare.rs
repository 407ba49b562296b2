//! `certamen retro compare`

use super::subject::{Layers, Subject, position_at, value_object};
use crate::solve::comparison::{Comparison, Kind, Tally};
use crate::solve::{OstleGame, Rule};
use anyhow::Context;
use certamen_retro::engine::{Game, Store, Tables};
use certamen_work::progress::Progress;
use certamen_work::session::{Outcome, Session};
use clap::Args;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Compare the values of each position under the two readings of rule 8.
///
/// --rule is the reading of the tables in --dir, and --with has the tables of the other reading. Positions are counted by
/// their two values with no move forbidden. If both values are wins, or both losses, the column `plies` says whether the
/// first takes more or fewer plies. `differing` counts the positions for which the readings disagree with no move or with
/// some move forbidden, even if rule 8 never forbids that move there. For each kind with such positions, the one with the
/// fewest plies is shown.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM retro build ostle --dir ostle\n  \
    PROGRAM retro build ostle --dir ostle-paper --rule paper\n  \
    PROGRAM retro compare ostle --dir ostle --with ostle-paper")]
pub(super) struct Compare {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    layers: Layers,
    /// The directory of the tables of the other reading.
    #[arg(long, value_name = "DIR")]
    with: PathBuf,
}

on_every_side!(Compare, compare);

impl Compare {
    fn compare<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let (variant, own) = (self.subject.variant()?, self.subject.rule());
        let rule = match own {
            Rule::Literal => Rule::Paper,
            Rule::Paper => Rule::Literal,
        };
        let layers = self.layers.names(variant)?;
        let require = |directory: &Path, rule: Rule| {
            Store::require(directory, &OstleGame::<SIDE>::subject_of(variant, rule), &layers)
                .with_context(|| format!("no solved game in {}", directory.display()))
        };
        require(&self.subject.dir, own)?;
        require(&self.with, rule)?;
        let (game, other) = (OstleGame::<SIDE>::new(variant, own), OstleGame::<SIDE>::new(variant, rule));
        let layer = self.layers.one(&game);
        let tables = Tables::open(&game, Store::open(&self.subject.dir, &game)?)?.complete(layer)?;
        let others = Tables::open(&other, Store::open(&self.with, &other)?)?.complete(layer)?;
        let progress = Progress::new(session);
        let mut all = Comparison::default();
        let name = |layer: u8| game.layers()[usize::from(layer)].name.as_str();
        for &layer in tables.layers() {
            let name = format!("comparing {}", name(layer));
            progress.estimate(name.clone());
            let mut watch = |share| progress.arrive(share, &name);
            let Some(compared) = OstleGame::compare(&tables, &others, layer, &session.stop, &mut watch)?
            else {
                return Ok(session.interrupted()?);
            };
            all = all.joined(&compared);
        }
        drop(progress);
        let layers: Vec<&str> = tables.layers().iter().map(|&layer| name(layer)).collect();
        let kinds: Vec<Value> = all.kinds.iter().map(|(kind, tally)| object(&game, *kind, tally)).collect();
        session.answer(
            &describe(&game, rule, &layers, &all),
            &json!({ "one": game.subject(), "other": other.subject(), "layers": layers, "kinds": kinds }),
        )?;
        Ok(Outcome::Holds)
    }
}

fn describe<const SIDE: usize>(
    game: &OstleGame<SIDE>,
    other: Rule,
    layers: &[&str],
    all: &Comparison,
) -> String {
    let mut text = format!("layers {}\n", layers.join(" "));
    let columns = (game.rule().to_string(), other.to_string());
    let _ = writeln!(
        text,
        "{:<8} {:<8} {:<7} {:>13} {:>10}  e.g.",
        columns.0, columns.1, "plies", "positions", "differing"
    );
    for (&kind, tally) in &all.kinds {
        let columns = (kind.one.to_string(), kind.other.to_string(), plies(kind).unwrap_or_default());
        let _ = write!(
            text,
            "{:<8} {:<8} {:<7} {:>13} {:>10}",
            columns.0, columns.1, columns.2, tally.positions, tally.differing
        );
        let case = tally.simplest;
        if case.differs {
            let _ = write!(text, "  {} {}, {}", position_at(game, case.place), case.one, case.other);
        }
        text.push('\n');
    }
    text
}

fn object<const SIDE: usize>(game: &OstleGame<SIDE>, kind: Kind, tally: &Tally) -> Value {
    let case = tally.simplest;
    let simplest = case.differs.then(|| {
        json!({
            "position": position_at(game, case.place), "one": value_object(case.one), "other": value_object(case.other),
        })
    });
    json!({
        "one": kind.one.to_string(), "other": kind.other.to_string(), "plies": plies(kind),
        "positions": tally.positions, "differing": tally.differing, "simplest": simplest,
    })
}

/// How the plies under the first reading compare, if both values are wins or both are losses.
fn plies(kind: Kind) -> Option<&'static str> {
    kind.plies.map(|plies| match plies {
        Ordering::Less => "fewer",
        Ordering::Equal => "as many",
        Ordering::Greater => "more",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::comparison::Case;
    use certamen_retro::engine::{self, Place};
    use encodings::ostle::variant::Variant;

    #[test]
    fn each_kind_is_shown_with_the_simplest_position_that_differs() {
        let game = OstleGame::<3>::new(Variant::new(3, 2, 1).unwrap(), Rule::Literal);
        let mut all = Comparison::default();
        for (rank, one, other, differs) in [
            (0, engine::Value::win(3), engine::Value::win(3), false),
            (1, engine::Value::win(5), engine::Value::win(3), true),
            (2, engine::Value::DRAW, engine::Value::loss(4), true),
        ] {
            let simplest = Case { place: Place { layer: 0, rank }, one, other, differs };
            let tally = Tally { positions: 7, differing: if differs { 7 } else { 0 }, simplest };
            all.kinds.insert(Kind::new(one, other), tally);
        }
        let position = |rank| position_at(&game, Place { layer: 0, rank });
        let text = describe(&game, Rule::Paper, &["2v2", "3v2"], &all);
        let expected = format!(
            "layers 2v2 3v2\n\
             literal  paper    plies       positions  differing  e.g.\n\
             win      win      as many             7          0\n\
             win      win      more                7          7  {} win in 5, win in 3\n\
             draw     loss                         7          7  {} draw, loss in 4\n",
            position(1),
            position(2)
        );
        assert_eq!(text, expected);
        let kinds: Vec<Value> = all.kinds.iter().map(|(&kind, tally)| object(&game, kind, tally)).collect();
        assert_eq!((&kinds[0]["plies"], &kinds[0]["simplest"]), (&json!("as many"), &Value::Null));
        assert_eq!(
            (&kinds[2]["plies"], &kinds[2]["simplest"]["position"]),
            (&Value::Null, &json!(position(2)))
        );
    }
}
