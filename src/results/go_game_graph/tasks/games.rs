//! `certamen count go.games`

use crate::games::{self, GamesError};
use crate::graph::GameGraph;
use crate::sampling::{self, Estimate};
use anyhow::{Context, bail};
use certamen_work::amount;
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::memory;
use certamen_work::progress::Progress;
use certamen_work::session::Session;
use certamen_work::subject_command::Run;
use clap::Args;
use encodings::go::BoardSides;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The default memory limit, if the machine has that much.
const DEFAULT_MEMORY: u64 = 8 << 30;

/// Count the games of Go on a board under positional superko, without their passes.
///
/// With --sample the number is estimated, with its standard error.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM count go.games --board 2x2                     386356909593\n  \
    PROGRAM count go.games --board 2x3 --sample --runs 1000")]
pub(super) struct CountGames {
    /// The board: two sides, at most 16 points.
    #[arg(long, value_name = "BOARD")]
    board: BoardSides,
    /// Estimate the number, with its standard error, instead of counting.
    #[arg(long)]
    sample: bool,
    /// With --sample: the number of independent runs.
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "sample", value_parser = clap::value_parser!(u32).range(2..=100_000_000))]
    runs: u32,
    /// With --sample: the seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// The approximate memory to use: bytes, or with K, M, G or T [default: 8G, or what the machine has].
    #[arg(long, value_name = "SIZE", value_parser = amount::bytes)]
    memory: Option<u64>,
}

impl Run for CountGames {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        Ok(if self.sample { self.estimate(session) } else { self.count(session) }?)
    }
}

impl CountGames {
    fn count(&self, session: &Session) -> anyhow::Result<Outcome> {
        let memory = memory::allowed(self.memory, DEFAULT_MEMORY).context("--memory")?;
        let start = Instant::now();
        let Some(graph) = GameGraph::new(self.board, &session.stop)? else {
            return session.interrupted();
        };
        let progress = Progress::new(session);
        progress.estimate(format!("counting the games of {}", self.board));
        let counted = games::count(&graph, memory, &session.stop, &|seen: games::GamesProgress| {
            let stage = format!("beginning {} of {}", seen.done, seen.beginnings);
            progress.arrive(seen.done as f64 / seen.beginnings as f64, &stage);
        });
        drop(progress);
        let counted = match counted {
            Err(error @ GamesError::TooLarge(_)) => bail!("{}: {error}; --sample estimates", self.board),
            counted => counted?,
        };
        let Some(counted) = counted else { return session.interrupted() };
        let seconds = start.elapsed().as_secs_f64();
        session.note(&format!(
            "{} positions; {} expansions, {seconds:.2} s",
            graph.len(),
            counted.expansions
        ));
        session.conclude(Answer::holds(
            format!("{}\n", counted.games),
            json!({
                "query": "go.games",
                "board": self.board.to_string(),
                "count": counted.games.to_string(),
                "positions": graph.len(),
                "expansions": counted.expansions,
                "seconds": seconds,
            }),
        ))
    }

    fn estimate(&self, session: &Session) -> anyhow::Result<Outcome> {
        let Some(graph) = GameGraph::new(self.board, &session.stop)? else {
            return session.interrupted();
        };
        if graph.len() > sampling::MOST_NODES {
            bail!(
                "{}: the board has {} legal positions; games are estimated up to {}",
                self.board,
                graph.len(),
                sampling::MOST_NODES
            );
        }
        let progress = Progress::new(session);
        progress.estimate(format!("sampling the games of {}", self.board));
        let (runs, done) = (self.runs as usize, AtomicUsize::new(0));
        let found = sampling::estimate(&graph, runs, self.seed, &session.stop, &|| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.arrive(done as f64 / runs as f64, &format!("run {done} of {runs}"));
        });
        drop(progress);
        match found {
            Some(found) => self.answer_estimate(session, &found),
            None => session.interrupted(),
        }
    }

    fn answer_estimate(&self, session: &Session, found: &Estimate) -> anyhow::Result<Outcome> {
        session.conclude(Answer::holds(
            format!(
                "about 10^{:.3} games, standard error {:.1} % of that\n\
                 single runs give 10^{:.2} in the mean of logarithms, standard deviation {:.2}; {} runs\n",
                found.log10,
                found.relative_error * 100.0,
                found.log10_of_runs,
                found.deviation,
                found.runs
            ),
            json!({
                "query": "go.games",
                "board": self.board.to_string(),
                "log10": found.log10,
                "relative_standard_error": found.relative_error,
                "log10_of_runs": found.log10_of_runs,
                "deviation": found.deviation,
                "runs": found.runs,
                "seed": self.seed,
            }),
        ))
    }
}
