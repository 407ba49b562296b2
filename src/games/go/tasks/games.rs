//! `certamen count go.games`

use super::Count;
use crate::cli::progress::Progress;
use crate::cli::{Outcome, Session};
use crate::game_graph::games::{self, GamesError};
use crate::game_graph::graph::GameGraph;
use crate::game_graph::sampling;
use anyhow::bail;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

impl Count {
    pub(super) fn count_games(&self, session: &Session) -> anyhow::Result<Outcome> {
        let start = Instant::now();
        let Some(graph) = GameGraph::new(self.go_board()?, &session.stop)? else {
            return session.interrupted();
        };
        let progress = Progress::new(session);
        progress.estimate(format!("counting the games of {}", self.go_board()?));
        let counted = games::count(&graph, self.memory, &session.stop, &|seen: games::Progress| {
            let stage = format!("beginning {} of {}", seen.done, seen.beginnings);
            progress.arrive(seen.done as f64 / seen.beginnings as f64, &stage);
        });
        drop(progress);
        let counted = match counted {
            Err(error @ GamesError::TooLarge(_)) => {
                bail!("{}: {error}; --sample estimates", self.go_board()?)
            }
            counted => counted?,
        };
        let Some(counted) = counted else { return session.interrupted() };
        let seconds = start.elapsed().as_secs_f64();
        session.note(&format!(
            "{} positions; {} expansions, {seconds:.2} s",
            graph.len(),
            counted.expansions
        ));
        session.answer(
            &format!("{}\n", counted.games),
            &json!({
                "query": "go.games",
                "board": self.go_board()?.to_string(),
                "count": counted.games.to_string(),
                "positions": graph.len(),
                "expansions": counted.expansions,
                "seconds": seconds,
            }),
        )?;
        Ok(Outcome::Holds)
    }

    pub(super) fn sample_games(&self, session: &Session) -> anyhow::Result<Outcome> {
        let Some(graph) = GameGraph::new(self.go_board()?, &session.stop)? else {
            return session.interrupted();
        };
        if graph.len() > sampling::MOST_NODES {
            bail!(
                "{}: the board has {} legal positions; games are estimated up to {}",
                self.go_board()?,
                graph.len(),
                sampling::MOST_NODES
            );
        }
        let progress = Progress::new(session);
        progress.estimate(format!("sampling the games of {}", self.go_board()?));
        let (runs, done) = (self.runs as usize, AtomicUsize::new(0));
        let found = sampling::estimate(&graph, runs, self.seed, &session.stop, &|| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.arrive(done as f64 / runs as f64, &format!("run {done} of {runs}"));
        });
        drop(progress);
        let Some(found) = found else { return session.interrupted() };
        session.answer(
            &format!(
                "about 10^{:.3} games, standard error {:.1} % of that\n\
                 single runs give 10^{:.2} in the mean of logarithms, standard deviation {:.2}; {} runs\n",
                found.log10,
                found.relative_error * 100.0,
                found.log10_of_runs,
                found.deviation,
                found.runs
            ),
            &json!({
                "query": "go.games",
                "board": self.go_board()?.to_string(),
                "log10": found.log10,
                "relative_standard_error": found.relative_error,
                "log10_of_runs": found.log10_of_runs,
                "deviation": found.deviation,
                "runs": found.runs,
                "seed": self.seed,
            }),
        )?;
        Ok(Outcome::Holds)
    }
}
