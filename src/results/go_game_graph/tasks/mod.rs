//! The commands: counts of the graph and of games, and a game through all positions.

mod cycle;
mod games;
mod graph;

use certamen_work::task::{Task, task};

/// The commands.
pub fn tasks() -> Vec<Box<dyn Task>> {
    vec![
        task::<games::CountGames>(&["count"], "go.games"),
        task::<graph::CountGraph>(&["count"], "go.graph"),
        task::<cycle::SolveCycle>(&["solve"], "go.cycle"),
    ]
}
