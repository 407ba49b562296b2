//! The commands: counts of positions, and results derived from counts.

mod campaign;
mod positions;
mod recurrence;

use certamen_campaign::Campaign;
use certamen_work::subject_command::{SubjectCommand, subject_command};
use std::sync::Arc;

/// The commands.
pub fn commands() -> Vec<Box<dyn SubjectCommand>> {
    vec![
        subject_command::<positions::CountPositions>(&["count"], "go.positions"),
        subject_command::<recurrence::Recurrence>(&["recurrence"], "go.positions"),
    ]
}

/// What can be divided into tasks for many machines.
pub fn campaigns() -> Vec<Arc<dyn Campaign>> {
    vec![Arc::new(campaign::Positions)]
}
