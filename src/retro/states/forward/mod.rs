//! Breadth-first search over states: the number of plies from the start to each state.
//!
//! Idea: layers with the most pieces come first, because no move adds a piece. Within a group of layers, sweep d makes
//! the moves of the positions that were met at distance d, from all states that allow them; `cell` explains how three
//! values of a position represent its states. So each move of the game is made once. Layers above take part in each
//! sweep with the moves that remove a piece. Source: H. Takizawa (2023), <https://doi.org/10.7717/peerj-cs.1560>,
//! algorithm 9 and table 3.
//!
//! Cost: a cell of four bytes for each position, and one ranking and one visit to a cell for each move, which waits in
//! four bytes, as when solving backwards. When a layer is done, one byte for each position (its least distance) is
//! written. Runs can be stopped, resumed and killed as there.

mod cell;
mod distances;
mod moves;
mod sweep;

pub use distances::Distances;
pub use moves::{Forward, ForwardMove, MoveSelection};

use self::moves::subject;
use self::sweep::{Cursor, LayersAbove, Sweeper};
use super::checkpoint;
use super::game::{Game, Group, LayerShape, shapes_of};
use super::memory::Memory;
use super::move_buckets::MoveBuckets;
use super::run::{Files, run};
use super::solve::{RunOutcome, remove};
use super::store::Store;
use crate::table::{Monitor, SolverProgress, TableError};
use certamen_work::stop::Stop;
use std::path::PathBuf;
use std::time::Duration;

fn checkpoint_path(store: &Store, group: &Group, made: MoveSelection) -> PathBuf {
    store.path(&format!("{}.{made}.search", group.name))
}

/// Removes the damaged distances and the damaged checkpoint of a group, so that they are searched for anew.
/// Gives what was wrong with each.
///
/// # Errors
/// [`TableError`] if a file cannot be read or removed.
pub fn repair(
    game: &impl Game,
    store: &Store,
    group: &Group,
    made: MoveSelection,
    stop: &Stop,
) -> Result<Vec<TableError>, TableError> {
    let subject = subject(store, made);
    let found = |shape: &LayerShape| {
        let open = || Distances::open(store, shape, made)?.check(stop);
        (Distances::path(store, shape, made), open())
    };
    let mut files: Vec<_> = shapes_of(game, group)?.into_iter().map(found).collect();
    let path = checkpoint_path(store, group, made);
    let checked = checkpoint::check::<Cursor>(&path, &subject, &group.name, stop);
    files.push((path, checked));
    super::repair::remove_damaged(files, stop)
}

/// The groups in the order in which they are searched.
pub fn order(game: &impl Game) -> impl Iterator<Item = &Group> {
    game.groups().iter().rev()
}

/// Searches a group of layers, from its checkpoint if there is one; the layers above must have been searched.
///
/// # Errors
/// [`TableError`] if layers above are missing or damaged, a file cannot be written, or a distance is too great;
/// [`TableError::Stopped`] after a request to stop.
pub fn search(
    game: &impl Forward,
    store: &Store,
    group: &Group,
    made: MoveSelection,
    interval: Duration,
    monitor: &mut Monitor<'_>,
) -> Result<RunOutcome, TableError> {
    let shapes = shapes_of(game, group)?;
    let subject = subject(store, made);
    let path = checkpoint_path(store, group, made);
    if shapes.iter().all(|shape| Distances::is_there(store, shape, made)) {
        shapes.iter().try_for_each(|shape| Distances::open(store, shape, made)?.check(monitor.stop()))?;
        remove(&path)?;
        return Ok(RunOutcome::SolvedBefore);
    }
    let above = LayersAbove::open(game, store, group, made)?;
    let mut memory = Memory::new(&group.name, &shapes, MoveBuckets::LEAST_BYTES)?;
    let mut sweeper = Sweeper::new(game, group, &shapes, &above, made, memory.cells());
    let files = Files { path: &path, subject: &subject, group: &group.name };
    let cursor = run(&mut sweeper, &files, interval, monitor)?;
    monitor.report(SolverProgress::Begun(&format!("{}: writing distances", group.name)));
    for ((shape, cells), counts) in shapes.iter().zip(sweeper.swept.cells()).zip(&cursor.counts) {
        distances::write(store, shape, made, cells, counts)?;
    }
    remove(&path)?;
    Ok(RunOutcome::Solved)
}
