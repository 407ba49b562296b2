//! The commands of Push Fight, a file for each.

mod positions;
mod solve_position;

use crate::NAME;
use certamen_work::task::{Task, task};

/// The commands.
pub fn tasks() -> Vec<Box<dyn Task>> {
    vec![
        task::<solve_position::SolvePosition>(&["solve-position"], NAME),
        task::<positions::Positions>(&["count"], positions::SUBJECT),
    ]
}

#[cfg(test)]
mod tests {
    use super::tasks;

    #[test]
    fn every_task_has_valid_arguments_and_a_description() {
        for task in tasks() {
            task.command().debug_assert();
            assert!(task.command().get_about().is_some(), "{task:?}");
        }
    }
}
