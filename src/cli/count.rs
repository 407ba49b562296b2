//! `certamen count`

mod games;
mod graph;
mod positions;
mod push_fight;
mod solutions;

use super::question::{Parameters, QueryName};
use super::{Outcome, Session};
use crate::count::board::Board;
use anyhow::{Context, bail};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use solutions::SolutionFlags;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

/// Count exactly: all solutions of a query.
///
/// A count that is given a directory keeps checkpoints there: ended by Ctrl-C or a kill, the same command goes on from
/// the last. With the directory, states that exceed the memory go to disk.
///
/// The answers to a question that solvers take are counted by a binary decision diagram of its circuit: the positions, in
/// however many ways a game or a turn may answer for each. What that reaches depends on the rules more than on the size:
/// the legal positions of Go to 5x5 take a second, and so do questions about 4x4 Othello or 3x3 Ostle; do not expect moves
/// along lines of 8 squares. There is no telling before: set --time-limit and --memory. For others there is
/// `emit --full --projection show`, and a model counter.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    certamen count go.positions --board 9x9                 103919148791293834318983090438798793469\n  \
    certamen count go.positions --board 13x13 --widths      all of 13x1 to 13x13\n  \
    certamen count go.positions --board 16x16 --plan        what that would take\n  \
    certamen count go.positions --board 14x14 --memory 4G --dir c14\n  \
    certamen count go.positions --board 14x14 --residues 1  the count modulo a prime near 2^64\n  \
    certamen count go.games --board 2x2                     386356909593\n  \
    certamen count go.games --board 2x3 --sample --runs 1000\n  \
    certamen count go.graph --board 1x3                     15 positions, 42 moves\n  \
    certamen count push-fight.positions                     401567166000, and how many no push can have led to\n  \
    certamen count go.strings --board 5x5                   414295148741, by decision diagram\n  \
    certamen count go.strings --board 4x4 --at-least 8\n  \
    certamen count othello.mobility --board 4x4 --at-least 8 --time-limit 60\n  \
    certamen count ostle.mobility --board 3x3 --at-least 12\n  \
    certamen count push-fight.win --board 4x3 --in 1")]
pub(super) struct Count {
    /// What is counted: `game.noun`.
    #[arg(value_name = "QUERY")]
    query: CountQuery,
    /// Give the counts of all narrower boards of the same height as well.
    #[arg(long)]
    widths: bool,
    /// Make no more than so many residues: with fewer than it takes, the count is known modulo the product of their
    /// moduli, in part of the time. With --dir, a later command goes on to more.
    #[arg(long, value_name = "N", conflicts_with = "plan")]
    residues: Option<NonZeroUsize>,
    /// Say what the count would take, and do not begin it.
    #[arg(long)]
    plan: bool,
    /// With go.games: estimate the number, with its standard error, in place of counting.
    #[arg(long)]
    sample: bool,
    /// With --sample: how many independent runs.
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "sample", value_parser = clap::value_parser!(u32).range(2..=100_000_000))]
    runs: u32,
    /// With --sample: where chance starts from.
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Memory to use, about: bytes, or with K, M, G or T.
    #[arg(long, value_name = "SIZE", default_value = "8G", value_parser = bytes)]
    memory: u64,
    /// Where checkpoints are kept, and states that exceed the memory.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Seconds between checkpoints.
    #[arg(long, value_name = "S", default_value = "300", value_parser = super::question::seconds, requires = "dir")]
    checkpoint_every: Duration,
    #[command(flatten)]
    solutions: SolutionFlags,
    #[command(flatten)]
    parameters: Parameters,
}

/// What can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountQuery {
    /// The legal positions of a Go board.
    Positions,
    /// The games of Go on a board under positional superko, passes apart.
    Games,
    /// The positions of a Go board and the moves between them.
    Graph,
    /// The positions of Push Fight, and those that no push can have led to.
    PushFight,
    /// The answers to a question, by decision diagram.
    Answers(QueryName),
}

impl ValueEnum for CountQuery {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<CountQuery>> = LazyLock::new(|| {
            let native = [CountQuery::Positions, CountQuery::Games, CountQuery::Graph, CountQuery::PushFight];
            let questions = QueryName::value_variants().iter().copied().map(CountQuery::Answers);
            native.into_iter().chain(questions).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Self::Positions => ("go.positions", "The legal positions of a Go board"),
            Self::Games => ("go.games", "The games of Go on a board under positional superko, passes apart"),
            Self::Graph => ("go.graph", "The positions of a Go board and the moves between them"),
            Self::PushFight => (
                "push-fight.positions",
                "The positions of Push Fight, and those that no push can have led to",
            ),
            Self::Answers(query) => return query.to_possible_value(),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

impl Count {
    pub(super) fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        self.refuse_what_does_not_apply()?;
        match self.query {
            CountQuery::Positions if self.plan => self.plan_positions(session),
            CountQuery::Positions => self.count_positions(session),
            CountQuery::Games if self.sample => self.sample_games(session),
            CountQuery::Games => self.count_games(session),
            CountQuery::Graph => self.count_graph(session),
            CountQuery::PushFight => self.count_push_fight(session),
            CountQuery::Answers(query) => self.count_solutions(session, query),
        }
    }

    /// The board of Go, which has no usual size.
    fn go_board(&self) -> anyhow::Result<Board> {
        let board = self.parameters.board.as_deref();
        let board = board.context("--board: give the two sides of the board, as in 9x9")?;
        board.parse().with_context(|| format!("--board {board}"))
    }

    fn refuse_what_does_not_apply(&self) -> anyhow::Result<()> {
        let of_positions = [
            ("--widths", self.widths),
            ("--residues", self.residues.is_some()),
            ("--plan", self.plan),
            ("--dir", self.dir.is_some()),
        ];
        let of_games = [("--sample", self.sample)];
        let of_solutions: Vec<_> =
            self.solutions.given().into_iter().chain(self.parameters.given()).collect();
        let foreign: &[&[(&str, bool)]] = match self.query {
            CountQuery::Positions => &[&of_games, &of_solutions],
            CountQuery::Games => &[&of_positions, &of_solutions],
            CountQuery::Graph | CountQuery::PushFight => &[&of_positions, &of_games, &of_solutions],
            CountQuery::Answers(_) => &[&of_positions, &of_games],
        };
        match foreign.iter().copied().flatten().find(|(_, is_given)| *is_given) {
            Some((flag, _)) => bail!("{flag} does not apply to this query"),
            None => Ok(()),
        }
    }
}

/// A number of bytes: digits, and K, M, G or T for powers of 1024.
fn bytes(text: &str) -> Result<u64, String> {
    let form = || "expected a number of bytes, as in 8G".to_owned();
    let unit = text.chars().last().and_then(|last| "KMGT".find(last.to_ascii_uppercase()));
    let (digits, shift) = match unit {
        Some(unit) => (&text[..text.len() - 1], 10 * (unit as u32 + 1)),
        None => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| form())?;
    number.checked_mul(1 << shift).ok_or_else(form)
}
