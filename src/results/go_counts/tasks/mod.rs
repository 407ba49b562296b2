//! The commands: counts of positions, and results derived from counts.

mod campaign;
mod positions;
mod recurrence;

use certamen_campaign::Campaign;
use certamen_work::task::{Task, task};
use std::sync::Arc;

/// The commands.
pub fn tasks() -> Vec<Box<dyn Task>> {
    vec![
        task::<positions::CountPositions>(&["count"], "go.positions"),
        task::<recurrence::Recurrence>(&["recurrence"], "go.positions"),
    ]
}

/// What can be divided into tasks for many machines.
pub fn campaigns() -> Vec<Arc<dyn Campaign>> {
    vec![Arc::new(campaign::Positions)]
}
