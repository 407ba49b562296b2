//! The machines that did tasks, as the records of runs name them.
//!
//! What it does not show: that a machine did its tasks. Records are not sealed, and whoever can write the directory can write
//! them.

use crate::record::RunRecord;
use certamen_work::text::escaped;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

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

/// Counts by machine.
#[derive(Debug, Default)]
pub(crate) struct Machines {
    numbers: HashMap<(String, String), usize>,
    all: Vec<Machine>,
}

impl Machines {
    /// The number of the machine of a record.
    pub(crate) fn number(&mut self, record: &RunRecord) -> usize {
        let (host, certamen) = (name(&record.host), name(&record.certamen));
        let next = self.all.len();
        let number = *self.numbers.entry((host.clone(), certamen.clone())).or_insert(next);
        if number == next {
            self.all.push(Machine { host, certamen, ..Machine::default() });
        }
        number
    }

    /// Counts a task of a machine.
    pub(crate) fn count(&mut self, number: usize, seconds: f64) {
        if let Some(machine) = self.all.get_mut(number) {
            machine.tasks += 1;
            machine.seconds += seconds;
        }
    }

    /// Begins to count anew. Machines keep their numbers.
    pub(crate) fn restart(&mut self) {
        for machine in &mut self.all {
            (machine.tasks, machine.seconds) = (0, 0.0);
        }
    }

    /// The machines with tasks, those with the most first.
    pub(crate) fn list(&self) -> Vec<Machine> {
        // Milliseconds are read back as they were written.
        let rounded =
            |machine: &Machine| Machine { seconds: (machine.seconds * 1e3).round() / 1e3, ..machine.clone() };
        let busy = self.all.iter().filter(|machine| machine.tasks > 0);
        let mut list: Vec<Machine> = busy.map(rounded).collect();
        list.sort_by(|one, other| other.tasks.cmp(&one.tasks).then_with(|| one.host.cmp(&other.host)));
        list
    }
}

/// A name from a file as a part of a line.
pub(crate) fn name(text: &str) -> String {
    escaped(text).chars().take(NAME).collect()
}
