//! The commands: counts of the graph and of games, and a game through all positions.

mod cycle;
mod games;
mod graph;

use certamen_work::subject_command::{SubjectCommand, subject_command};

/// The commands.
pub fn commands() -> Vec<Box<dyn SubjectCommand>> {
    vec![
        subject_command::<games::CountGames>(&["count"], "go.games"),
        subject_command::<graph::CountGraph>(&["count"], "go.graph"),
        subject_command::<cycle::SolveCycle>(&["solve"], "go.cycle"),
    ]
}
