//! The tasks that Othello adds to the command line.

mod reach;

use certamen_work::task::{Task, task};

/// All tasks.
pub(crate) fn all() -> Vec<Box<dyn Task>> {
    vec![task::<reach::Reach>(&["reach"], "othello")]
}
