//! `certamen retro`: a file for each of its commands.

mod audit;
mod build;
mod compare;
mod distances;
mod figures;
mod longest;
mod phase;
mod probe;
mod stats;
mod turns;

use super::board::{BoardName, Pieces};
use super::{Outcome, Session};
use crate::retro::engine::{Place, Store, Tables, Value};
use crate::retro::ostle::{OstleGame, Rule, Wdl};
use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use encodings::ostle::notation;
use encodings::ostle::position::Position;
use encodings::ostle::variant::Variant;
use serde_json::json;
use std::path::PathBuf;

/// Solve a game backwards from its ends into tables and ask them, or classify ranges of positions.
#[derive(Args, Debug)]
pub(super) struct Retro {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Audit(audit::Audit),
    Build(build::Build),
    Compare(compare::Compare),
    Distances(distances::Search),
    Longest(longest::Longest),
    Phase(phase::Classify),
    Probe(probe::Probe),
    Stats(stats::Stats),
    Turns(turns::Turns),
}

/// The games that can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Solvable {
    /// Ostle.
    Ostle,
}

/// Which game is solved, and where its tables are.
#[derive(Args, Debug)]
pub(super) struct Subject {
    /// The game.
    game: Solvable,
    /// The directory of the tables.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The board.
    #[arg(long, value_name = "BOARD", default_value = "5x5")]
    board: BoardName,
    #[command(flatten)]
    pieces: Pieces,
    /// How rule 8 is read: as it is printed, or as the published program has it.
    #[arg(long, value_enum, default_value = "literal")]
    rule: RuleName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RuleName {
    /// No position may equal the one two plies before.
    Literal,
    /// One move back to the class, up to symmetry, of the position two plies before is forbidden.
    Paper,
}

impl Subject {
    /// The number of squares along an edge of the board.
    pub(super) fn side(&self) -> anyhow::Result<usize> {
        BoardName::ostle(Some(self.board))
    }

    fn variant(&self) -> anyhow::Result<Variant> {
        self.pieces.variant(self.side()?)
    }

    fn rule(&self) -> Rule {
        match self.rule {
            RuleName::Literal => Rule::Literal,
            RuleName::Paper => Rule::Paper,
        }
    }

    pub(super) fn game<const SIDE: usize>(&self) -> anyhow::Result<OstleGame<SIDE>> {
        Ok(OstleGame::new(self.variant()?, self.rule()))
    }

    /// The tables that have been built.
    pub(super) fn tables<'a, const SIDE: usize>(
        &self,
        game: &'a OstleGame<SIDE>,
    ) -> anyhow::Result<Tables<'a, OstleGame<SIDE>>> {
        let store = Store::open(&self.dir, game).context("no solved game")?;
        Ok(Tables::open(game, store)?)
    }
}

impl Retro {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        match &self.task {
            Task::Audit(task) => task.run(session),
            Task::Build(task) => task.run(session),
            Task::Compare(task) => task.run(session),
            Task::Distances(task) => task.run(session),
            Task::Longest(task) => task.run(session),
            Task::Phase(task) => task.run(session),
            Task::Probe(task) => task.run(session),
            Task::Stats(task) => task.run(session),
            Task::Turns(task) => task.run(session),
        }
    }
}

/// The position that stands for a place, as its notation has it.
pub(super) fn position_at<const SIDE: usize>(game: &OstleGame<SIDE>, place: Place) -> String {
    notation::print(game.ranking().unrank(place).0, Position::<SIDE>::LAYOUT)
}

/// A value as JSON has it.
pub(super) fn value_object(value: Value) -> serde_json::Value {
    let outcome = Wdl::from(value);
    if outcome == Wdl::Draw {
        return json!({ "outcome": outcome.to_string() });
    }
    json!({ "outcome": outcome.to_string(), "plies": value.plies() })
}
