//! The command `retro turns push-fight`, and the same as a campaign.

mod campaign;
mod turns;

use certamen_campaign::Campaign;
use certamen_push_fight::NAME;
use certamen_work::subject_command::{SubjectCommand, subject_command};
use std::sync::Arc;

/// The commands.
pub fn commands() -> Vec<Box<dyn SubjectCommand>> {
    vec![subject_command::<turns::Turns>(&["retro", "turns"], NAME)]
}

/// What can be divided into tasks for many machines.
pub fn campaigns() -> Vec<Arc<dyn Campaign>> {
    vec![Arc::new(campaign::Turns)]
}
