//! The progress of long work on tables, of both engines.

use crate::positions::Way;
use certamen_work::stop::{Interrupted, Stop};
use std::fmt;

/// The progress of long work on tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolverProgress<'a> {
    /// The layers are explored: every move of the positions of this layer is made.
    Finding {
        /// Its name.
        layer: &'a str,
        /// The number of its numbers.
        size: u64,
    },
    /// The values of a layer are derived again.
    Auditing {
        /// Its name.
        layer: &'a str,
        /// The number of its numbers.
        size: u64,
    },
    /// The positions at this distance are known.
    Distance {
        /// The distance.
        plies: usize,
        /// The number of these positions.
        positions: u64,
    },
    /// Samples are compared.
    Checking,
    /// A group begins.
    Group {
        /// Its name.
        name: &'a str,
        /// The number of its numbers.
        size: u64,
        /// The method.
        way: Way,
    },
    /// The moves of the group are made for the first time.
    Looked {
        /// The number of finished numbers.
        done: u64,
        /// The number of all numbers.
        total: u64,
    },
    /// The moves of the group do not fit in memory: they are made again for each number of plies.
    Again,
    /// A sweep over a group finds the values, or distances, of this number of plies.
    Sweep {
        /// The group.
        name: &'a str,
        /// The number of plies.
        plies: u8,
        /// The number of finished parts.
        done: u64,
        /// The number of parts.
        total: u64,
    },
    /// All values of this number of plies are known.
    Plies {
        /// The number of plies.
        plies: u16,
    },
    /// A checkpoint is written.
    Saved,
    /// The group continues where an earlier run ended.
    Resumed {
        /// Its name.
        name: &'a str,
        /// The number of numbers that an earlier run has looked at.
        done: u64,
        /// The number of all numbers.
        total: u64,
    },
    /// The tables of the group are written.
    Written,
    /// The group is already solved in an earlier run.
    Known {
        /// Its name.
        name: &'a str,
    },
    /// Something has been done.
    Done(&'a str),
    /// Work begins.
    Begun(&'a str),
    /// Work begins that is soon over.
    Passing(&'a str),
    /// Work begins of which the finished part is known.
    Estimated(&'a str),
    /// A part of it is done.
    Share {
        /// What is being done.
        doing: &'a str,
        /// The finished part, from 0 to 1.
        share: f64,
    },
}

/// Receives reports of progress.
pub type Watch<'w> = dyn FnMut(SolverProgress<'_>) + 'w;

/// What long work is given by those who wait for it: a request to stop, and the receiver of its progress.
pub struct Monitor<'m> {
    stop: &'m Stop,
    watch: Option<&'m mut Watch<'m>>,
}

impl<'m> Monitor<'m> {
    /// For work that ends at this request to stop, and whose progress is wanted.
    pub fn new(stop: &'m Stop, watch: &'m mut Watch<'m>) -> Self {
        Self { stop, watch: Some(watch) }
    }

    /// For work that ends at this request to stop, and whose progress nobody wants.
    pub fn silent(stop: &'m Stop) -> Self {
        Self { stop, watch: None }
    }

    /// The same for a part of the work.
    pub fn reborrow(&mut self) -> Monitor<'_> {
        match &mut self.watch {
            Some(watch) => Monitor::new(self.stop, &mut **watch),
            None => Monitor::silent(self.stop),
        }
    }

    /// The request to stop.
    pub fn stop(&self) -> &'m Stop {
        self.stop
    }

    /// Requires that no stop has been requested.
    ///
    /// # Errors
    /// [`Interrupted`] if one has.
    pub fn proceed(&self) -> Result<(), Interrupted> {
        self.stop.proceed()
    }

    /// Begins work of which the finished part is known: that part, from 0 to 1, is reported by what this returns.
    pub fn estimated<'s>(&'s mut self, doing: &'s str) -> impl FnMut(f64) + 's {
        self.report(SolverProgress::Estimated(doing));
        move |share| self.report(SolverProgress::Share { doing, share })
    }

    /// Reports progress.
    pub fn report(&mut self, now: SolverProgress<'_>) {
        if let Some(watch) = &mut self.watch {
            watch(now);
        }
    }
}

impl fmt::Debug for Monitor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Monitor").field("stop", &self.stop).finish_non_exhaustive()
    }
}
