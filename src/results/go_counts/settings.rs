//! How a count is made, and how far it is.

use certamen_work::durable::Wait;
use certamen_work::stop::Stop;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

/// The greatest number of residues that are computed together.
pub const MOST_RESIDUES: usize = 8;

/// The settings of a count.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// The approximate number of bytes of memory to use.
    pub memory: u64,
    /// The directory for checkpoints, and for values that exceed the memory.
    pub directory: Option<&'a Path>,
    /// The time between checkpoints.
    pub interval: Duration,
    /// A limit on the number of residues. With fewer than an exact count needs, numbers are known modulo the product of
    /// their moduli.
    pub residues: Option<NonZeroUsize>,
    /// What to do while another process writes into the directory.
    pub wait: Wait,
    /// Checked often.
    pub stop: &'a Stop,
}

impl<'a> Settings<'a> {
    /// The settings of an exact count that keeps nothing on disk.
    pub const fn in_memory(memory: u64, stop: &'a Stop) -> Self {
        Self { memory, directory: None, interval: Duration::MAX, residues: None, wait: Wait::No, stop }
    }
}

/// The progress of a count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountProgress {
    /// The part of the work that is done, from 0 to 1.
    pub done: f64,
    /// The number of complete columns in this batch, and of all columns.
    pub columns: (usize, usize),
    /// The number of residues that are known, that this batch computes, and that are needed.
    pub residues: (usize, usize, usize),
    /// Whether values are on disk.
    pub on_disk: bool,
}
