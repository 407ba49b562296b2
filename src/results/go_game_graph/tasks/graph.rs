//! `certamen count go.graph`

use crate::connectivity::{Components, components};
use crate::graph::{Census, GameGraph};
use certamen_work::answer::{Answer, Outcome};
use certamen_work::failure::Failure;
use certamen_work::progress::Progress;
use certamen_work::session::Session;
use certamen_work::subject_command::Run;
use clap::Args;
use encodings::go::BoardSides;
use serde_json::json;

/// Count the positions of a board of Go and the moves between them.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    PROGRAM count go.graph --board 1x3   15 positions, 42 moves\n  \
    PROGRAM count go.graph --board 2x2   57 positions")]
pub(super) struct CountGraph {
    /// The board: two sides, at most 16 points.
    #[arg(long, value_name = "BOARD")]
    board: BoardSides,
}

impl Run for CountGraph {
    fn run(&self, session: &Session) -> Result<Outcome, Failure> {
        match self.counted(session)? {
            Some((census, components)) => self.answer(session, census, components),
            None => session.interrupted(),
        }
    }
}

impl CountGraph {
    /// The counts; `None` if it was stopped.
    fn counted(&self, session: &Session) -> anyhow::Result<Option<(Census, Components)>> {
        let progress = Progress::begun(session, format!("finding the positions of {}", self.board));
        let Some(graph) = GameGraph::new(self.board, &session.stop)? else { return Ok(None) };
        progress.begin(format!("counting the moves of {}", self.board));
        let Some(census) = graph.census(&session.stop) else { return Ok(None) };
        progress.begin(format!("finding the strongly connected components of {}", self.board));
        let components = components(&graph, &session.stop);
        Ok(components.map(|components| (census, components)))
    }

    fn answer(
        &self,
        session: &Session,
        census: Census,
        Components { count, largest }: Components,
    ) -> Result<Outcome, Failure> {
        let Census { nodes, edges } = census;
        let average = census.average_outdegree();
        let connected = if count == 1 {
            "strongly connected".to_owned()
        } else {
            format!("{count} strongly connected components, the largest of {largest}")
        };
        session.conclude(Answer::holds(
            format!("{nodes} positions, {edges} moves, {average:.6} a position; {connected}\n"),
            json!({
                "query": "go.graph",
                "board": self.board.to_string(),
                "nodes": nodes,
                "edges": edges,
                "average_outdegree": average,
                "components": count,
                "largest_component": largest,
            }),
        ))
    }
}
