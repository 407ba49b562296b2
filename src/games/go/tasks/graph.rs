//! `certamen count go.graph`

use super::Count;
use crate::cli::progress::Progress;
use crate::cli::{Outcome, Session};
use crate::game_graph::connectivity::{Components, components};
use crate::game_graph::graph::{Census, GameGraph};
use serde_json::json;

impl Count {
    pub(super) fn count_graph(&self, session: &Session) -> anyhow::Result<Outcome> {
        let progress = Progress::new(session);
        progress.begin(format!("finding the positions of {}", self.go_board()?));
        let Some(graph) = GameGraph::new(self.go_board()?, &session.stop)? else {
            return session.interrupted();
        };
        progress.begin(format!("counting the moves of {}", self.go_board()?));
        let Some(census) = graph.census(&session.stop) else { return session.interrupted() };
        progress.begin(format!("finding what leads to what on {}", self.go_board()?));
        let Some(components) = components(&graph, &session.stop) else { return session.interrupted() };
        drop(progress);
        let (Census { nodes, edges }, Components { count, largest }) = (census, components);
        let average = census.average_outdegree();
        let connected = if count == 1 {
            "strongly connected".to_owned()
        } else {
            format!("{count} strongly connected components, the largest of {largest}")
        };
        session.answer(
            &format!("{nodes} positions, {edges} moves, {average:.6} a position; {connected}\n"),
            &json!({
                "query": "go.graph",
                "board": self.go_board()?.to_string(),
                "nodes": nodes,
                "edges": edges,
                "average_outdegree": average,
                "components": count,
                "largest_component": largest,
            }),
        )?;
        Ok(Outcome::Holds)
    }
}
