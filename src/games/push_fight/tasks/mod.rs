//! The commands of Push Fight, a file for each.

mod positions;
mod solve_position;

use crate::board::NAME;
use certamen_work::subject_command::{SubjectCommand, subject_command};

/// The commands.
pub fn commands() -> Vec<Box<dyn SubjectCommand>> {
    vec![
        subject_command::<solve_position::SolvePosition>(&["solve-position"], NAME),
        subject_command::<positions::Positions>(&["count"], positions::SUBJECT),
    ]
}
