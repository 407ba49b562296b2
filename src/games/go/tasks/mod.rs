//! The tasks that Go adds to the command line: counts of positions and games, results derived from counts, and a game
//! through all positions.

mod campaign;
mod cycle;
mod games;
mod graph;
mod positions;
mod recurrence;

use certamen_campaign::Campaign;
use certamen_work::task::{Task, task};
use std::sync::Arc;

/// The tasks that Go adds to the command line.
pub fn tasks() -> Vec<Box<dyn Task>> {
    vec![
        task::<positions::CountPositions>(&["count"], "go.positions"),
        task::<games::CountGames>(&["count"], "go.games"),
        task::<graph::CountGraph>(&["count"], "go.graph"),
        task::<recurrence::Recurrence>(&["recurrence"], "go.positions"),
        task::<cycle::SolveCycle>(&["solve"], "go.cycle"),
    ]
}

/// What can be divided into tasks for many machines.
pub fn campaigns() -> Vec<Arc<dyn Campaign>> {
    vec![Arc::new(campaign::Positions)]
}
