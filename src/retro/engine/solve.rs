//! Solves a group of layers backwards, ply by ply, from its checkpoint to its tables.
//!
//! `sweep` has the work of one ply. Sweeps are divided into stretches; between stretches a run can be interrupted and
//! checkpoints are taken.

use super::below::Below;
use super::cell::Cell;
use super::checkpoint::{self, Cursor};
use super::error::TableError;
use super::game::{Game, Group, shapes_of};
use super::memory::Memory;
use super::parcels::Parcels;
use super::store::Store;
use super::sweep::Sweeper;
use super::table;
use super::value::Value;
use certamen_work::stop::Stop;
use std::fs;
use std::time::{Duration, Instant};

/// The progress of solving a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupProgress<'a> {
    /// It continues where an earlier run stopped.
    Resumed {
        /// The group.
        group: &'a str,
        /// The sweep.
        plies: u8,
    },
    /// The moves of every position are being counted.
    Opening {
        /// The group.
        group: &'a str,
        /// The number of finished positions.
        done: u64,
        /// The number of positions.
        total: u64,
    },
    /// A sweep.
    Sweep {
        /// The group.
        group: &'a str,
        /// The number of plies of the values that become known in it.
        plies: u8,
        /// The number of finished stretches.
        done: u64,
        /// The number of stretches.
        total: u64,
    },
    /// A checkpoint has been written.
    Checkpoint,
    /// The tables are being written.
    Writing {
        /// The group.
        group: &'a str,
    },
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The group is solved and its tables are written.
    Solved,
    /// Already done in an earlier run.
    SolvedBefore,
    /// A request to stop ended it, after it wrote a checkpoint.
    Stopped,
}

/// Solves a group of layers, from its checkpoint if there is one. A checkpoint is written after each `interval` and
/// when the run is stopped.
///
/// # Errors
/// [`TableError`] if a table of the group is damaged ([`repair`](super::repair()) removes it), layers below are missing
/// or damaged, a file cannot be written, or a win takes too many plies.
pub fn solve(
    game: &impl Game,
    store: &Store,
    group: &Group,
    interval: Duration,
    stop: &Stop,
    watch: &mut dyn FnMut(GroupProgress<'_>),
) -> Result<Ended, TableError> {
    let shapes = shapes_of(game, group)?;
    let checkpoint = store.checkpoint_path(group);
    if shapes.iter().all(|shape| store.is_solved(shape)) {
        for shape in &shapes {
            if !store.table(shape)?.check(stop)? {
                return Ok(Ended::Stopped);
            }
        }
        remove(&checkpoint)?;
        return Ok(Ended::SolvedBefore);
    }
    let below = Below::open(game, store, group)?;
    let mut memory = Memory::new(&group.name, &shapes, Parcels::LEAST_BYTES)?;
    let mut sweeper = Sweeper::new(game, group, &shapes, &below, memory.cells());
    let (subject, name) = (store.subject(), &group.name);
    let save = |sweeper: &Sweeper<'_, _>, cursor| {
        checkpoint::write(&checkpoint, subject, name, &sweeper.swept.cells(), &cursor)
    };

    let mut cursor =
        match checkpoint::read::<Cursor>(&checkpoint, subject, name, &mut sweeper.swept.cells_mut())? {
            Some(cursor) => {
                watch(GroupProgress::Resumed { group: &group.name, plies: cursor.plies });
                cursor
            }
            None if !sweeper.open(stop, watch)? => return Ok(Ended::Stopped),
            None => Cursor { plies: 2, stretch: 0, learnt: false },
        };
    sweeper.expect_everything(cursor);
    let mut saved = Instant::now();
    loop {
        for stretch in cursor.stretch..sweeper.swept.stretches() {
            if stop.is_requested() || saved.elapsed() >= interval {
                let now = sweeper.settle(cursor, stretch);
                save(&sweeper, now)?;
                if stop.is_requested() {
                    return Ok(Ended::Stopped);
                }
                watch(GroupProgress::Checkpoint);
                saved = Instant::now();
            }
            sweeper.sweep(cursor.plies, stretch)?;
            let (done, total) = (stretch + 1, sweeper.swept.stretches());
            watch(GroupProgress::Sweep { group: &group.name, plies: cursor.plies, done, total });
        }
        sweeper.deliver(cursor.plies);
        if !sweeper.is_due(cursor.plies) && below.most_plies < cursor.plies {
            break;
        }
        if cursor.plies == Value::MOST_PLIES {
            return Err(TableError::TooLong(group.name.clone()));
        }
        cursor = Cursor { plies: cursor.plies + 1, stretch: 0, learnt: false };
    }
    watch(GroupProgress::Writing { group: &group.name });
    for (shape, cells) in shapes.iter().zip(sweeper.swept.cells()) {
        let entry = |rank: u32| Cell::of_bits(cells[rank as usize]).close();
        table::write(&store.table_path(shape), store.subject(), shape, entry)?;
    }
    remove(&checkpoint)?;
    Ok(Ended::Solved)
}

/// Removes a checkpoint that is no longer needed.
pub(super) fn remove(checkpoint: &std::path::Path) -> Result<(), TableError> {
    match fs::remove_file(checkpoint) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(super::error::at(checkpoint)(error))
        }
        _ => Ok(()),
    }
}
