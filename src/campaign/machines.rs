//! The machines that did tasks, as the records of runs name them.
//!
//! What it does not show: that a machine did its tasks. Records are not sealed, and whoever can write the directory can write
//! them.

use crate::record::RunRecord;
use certamen_work::text::escaped;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The longest name of a machine or a version, in characters.
const NAME: usize = 64;

/// A machine, and the tasks that it did with a version of the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Its name.
    pub host: String,
    /// The version of the program; empty if the record does not say it.
    pub certamen: String,
    /// The number of tasks.
    pub tasks: usize,
    /// Their measured seconds.
    pub seconds: f64,
}

/// The number of tasks and the seconds, by machine and version.
#[derive(Debug, Default)]
pub(crate) struct Machines(BTreeMap<(String, String), (usize, f64)>);

impl Machines {
    /// Counts a task that is done, by its record.
    pub(crate) fn count(&mut self, record: &RunRecord) {
        let (tasks, seconds) = self.0.entry((name(&record.host), name(&record.certamen))).or_default();
        *tasks += 1;
        *seconds += record.seconds.max(0.0);
    }

    /// The machines, those with the most tasks first, and not more than this number.
    pub(crate) fn list(&self, most: usize) -> Vec<Machine> {
        let machine = |((host, certamen), &(tasks, seconds)): (&(String, String), &(usize, f64))| Machine {
            host: host.clone(),
            certamen: certamen.clone(),
            tasks,
            // Milliseconds are read back as they were written.
            seconds: (seconds * 1e3).round() / 1e3,
        };
        let mut list: Vec<Machine> = self.0.iter().map(machine).collect();
        list.sort_by_key(|machine| Reverse(machine.tasks));
        list.truncate(most);
        list
    }
}

/// A name from a file as a part of a line.
pub(crate) fn name(text: &str) -> String {
    escaped(text).chars().take(NAME).collect()
}
