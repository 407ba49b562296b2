//! `certamen retro compare`

use super::{Subject, value_object};
use crate::cli::progress::Progress;
use crate::cli::{Outcome, Session};
use crate::query::on_side;
use crate::retro::engine::{Game, Store, Tables};
use crate::retro::ostle::{Case, Comparison, Kind, OstleGame, Rule, Tally};
use anyhow::Context;
use clap::Args;
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Compare what the two readings of rule 8 make of each position.
///
/// Counts positions by their value where nothing is forbidden, under the reading of `--rule` and under the other one, in the
/// layers that both directories have. Of each kind of difference the position that takes the fewest plies is told. A
/// position "differs in a state" if the readings disagree about its value with some move forbidden, or none.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  certamen retro compare ostle --dir ostle --with ostle-paper")]
pub(super) struct Compare {
    #[command(flatten)]
    subject: Subject,
    /// The directory of the tables under the other reading.
    #[arg(long, value_name = "DIR")]
    with: PathBuf,
}

impl Compare {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        on_side!(self.subject.side()?, SIDE => self.compare::<SIDE>(session))
    }

    fn compare<const SIDE: usize>(&self, session: &Session) -> anyhow::Result<Outcome> {
        let game = self.subject.game::<SIDE>()?;
        let rule = match game.rule() {
            Rule::Literal => Rule::Paper,
            Rule::Paper => Rule::Literal,
        };
        let other = OstleGame::<SIDE>::new(game.variant(), rule);
        let (one, two) = (Store::open(&self.subject.dir, &game), Store::open(&self.with, &other));
        let (one, two) = (one.context("no solved game")?, two.context("no solved game")?);
        let layers = game.layers().iter().enumerate();
        let built: Vec<(u8, String)> = layers
            .filter(|(_, shape)| one.is_solved(shape) && two.is_solved(shape))
            .map(|(layer, shape)| (layer as u8, shape.name.clone()))
            .collect();
        let (tables, others) = (Tables::open(&game, one)?, Tables::open(&other, two)?);
        let progress = Progress::new(session);
        let mut all = Comparison::default();
        for (layer, name) in &built {
            let name = format!("comparing {name}");
            progress.estimate(name.clone());
            let mut watch = |share| progress.arrive(share, &name);
            let Some(compared) = OstleGame::compare(&tables, &others, *layer, &session.stop, &mut watch)?
            else {
                return session.interrupted();
            };
            all = all.joined(&compared);
        }
        drop(progress);
        let layers: Vec<&str> = built.iter().map(|(_, name)| name.as_str()).collect();
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
    let (one, other) = (game.rule().to_string(), other.to_string());
    let _ = writeln!(
        text,
        "{one:<8} {other:<8} {:<7} {:>13} {:>17}  e.g.",
        "plies", "positions", "differ in a state"
    );
    for (&kind, tally) in &all.kinds {
        let plies = plies(kind).unwrap_or_default();
        let (one, other) = (kind.one.to_string(), kind.other.to_string());
        let _ =
            write!(text, "{one:<8} {other:<8} {plies:<7} {:>13} {:>17}", tally.positions, tally.differing);
        if !kind.is_same() {
            let Case { one, other, .. } = tally.simplest;
            let _ = write!(text, "  {} {one}, {other}", position(game, &tally.simplest));
        }
        text.push('\n');
    }
    text
}

fn object<const SIDE: usize>(game: &OstleGame<SIDE>, kind: Kind, tally: &Tally) -> Value {
    let case = tally.simplest;
    json!({
        "one": kind.one.to_string(), "other": kind.other.to_string(), "plies": plies(kind), "positions": tally.positions,
        "differing": tally.differing,
        "simplest": {
            "position": position(game, &case), "one": value_object(case.one), "other": value_object(case.other),
        },
    })
}

fn position<const SIDE: usize>(game: &OstleGame<SIDE>, case: &Case) -> String {
    notation::print(game.ranking().unrank(case.place).0, Position::<SIDE>::LAYOUT)
}

/// How the plies under the first reading compare, where both have the same outcome.
fn plies(kind: Kind) -> Option<&'static str> {
    (kind.one == kind.other).then_some(match kind.plies {
        Ordering::Less => "fewer",
        Ordering::Equal => "as many",
        Ordering::Greater => "more",
    })
}
