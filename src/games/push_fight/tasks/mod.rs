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

#[cfg(test)]
mod tests {
    use super::commands;

    #[test]
    fn every_command_has_valid_arguments_and_a_description() {
        for command in commands() {
            command.command().debug_assert();
            assert!(command.command().get_about().is_some(), "{command:?}");
        }
    }
}
