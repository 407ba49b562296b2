//! Solves a group of layers backwards, ply by ply, from its checkpoint to its tables.
//!
//! `run` goes from one sweep to the next, and `sweep` has the work of one ply.

use super::cell::Cell;
use super::game::{Game, Group, shapes_of};
use super::layers_below::LayersBelow;
use super::memory::Memory;
use super::move_buckets::MoveBuckets;
use super::run::{Files, run};
use super::store::Store;
use super::sweep::Sweeper;
use super::table;
use crate::table::{Monitor, SolverProgress, TableError};
use std::fs;
use std::time::Duration;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// The group is solved and its tables are written.
    Solved,
    /// Already done in an earlier run.
    SolvedBefore,
}

/// Solves a group of layers, from its checkpoint if there is one. A checkpoint is written after each `interval` and
/// when the run is stopped.
///
/// # Errors
/// [`TableError`] if a table of the group is damaged ([`repair`](super::repair()) removes it), layers below are missing
/// or damaged, a file cannot be written, or a win takes too many plies; [`TableError::Stopped`] after a request to stop.
pub fn solve(
    game: &impl Game,
    store: &Store,
    group: &Group,
    interval: Duration,
    monitor: &mut Monitor<'_>,
) -> Result<RunOutcome, TableError> {
    let shapes = shapes_of(game, group)?;
    let checkpoint = store.checkpoint_path(group);
    if shapes.iter().all(|shape| store.is_solved(shape)) {
        shapes.iter().try_for_each(|shape| store.table(shape)?.check(monitor.stop()))?;
        remove(&checkpoint)?;
        return Ok(RunOutcome::SolvedBefore);
    }
    let below = LayersBelow::open(game, store, group)?;
    let mut memory = Memory::new(&group.name, &shapes, MoveBuckets::LEAST_BYTES)?;
    let mut sweeper = Sweeper::new(game, group, &shapes, &below, memory.cells());
    let files = Files { path: &checkpoint, subject: store.subject(), group: &group.name };
    run(&mut sweeper, &files, interval, monitor)?;
    monitor.report(SolverProgress::Begun(&format!("{}: writing tables", group.name)));
    for (shape, cells) in shapes.iter().zip(sweeper.swept.cells()) {
        let entry = |rank: u32| Cell::of_bits(cells[rank as usize]).close();
        table::write(&store.table_path(shape), store.subject(), shape, entry)?;
    }
    remove(&checkpoint)?;
    Ok(RunOutcome::Solved)
}

/// Removes a checkpoint that is no longer needed.
pub(super) fn remove(checkpoint: &std::path::Path) -> Result<(), TableError> {
    match fs::remove_file(checkpoint) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(crate::table::at(checkpoint)(error))
        }
        _ => Ok(()),
    }
}
