//! The tasks that Othello adds to the command line.

mod reach;

use certamen_work::subject_command::{SubjectCommand, subject_command};

/// All tasks.
pub(crate) fn all() -> Vec<Box<dyn SubjectCommand>> {
    vec![subject_command::<reach::Reach>(&["reach"], "othello")]
}
