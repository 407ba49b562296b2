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
mod sweep;

pub use distances::Distances;

use self::sweep::{Cursor, LayersAbove, Sweeper};
use super::checkpoint;
use super::game::{Game, Group, LayerShape, Place, shapes_of};
use super::memory::Memory;
use super::parcels::Parcels;
use super::run::{Files, run};
use super::solve::{RunOutcome, remove};
use super::store::Store;
use super::value::MoveIndex;
use crate::table::SolverProgress;
use crate::table::TableError;
use certamen_work::stop::Stop;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Which moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveSelection {
    /// Only moves that are not forbidden.
    Allowed,
    /// Forbidden moves too; states still differ by their forbidden moves. This reproduces the publication's table 3,
    /// although its algorithm says otherwise.
    All,
}

impl fmt::Display for MoveSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allowed => "allowed",
            Self::All => "all",
        })
    }
}

/// A move forwards, to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForwardMove {
    /// The move's number.
    pub by: MoveIndex,
    /// The position to which it leads.
    pub to: Place,
    /// The move that is forbidden there (the least of its images if symmetries fix the position); [`MoveIndex::NONE`]
    /// if none is.
    pub forbidden: MoveIndex,
}

/// A game whose states can be searched from the start.
pub trait Forward: Game {
    /// The position at the start, where no move is forbidden.
    fn start(&self) -> Place;
    /// Adds every move of a position that leads to a layer in the set `into`.
    fn steps(&self, from: Place, into: u64, found: &mut Vec<ForwardMove>);
}

/// The search as one line, which files contain.
fn subject(store: &Store, made: MoveSelection) -> String {
    format!("{}, distances by {made} moves", store.subject())
}

fn checkpoint_path(store: &Store, group: &Group, made: MoveSelection) -> PathBuf {
    store.path(&format!("{}.{made}.search", group.name))
}

/// Removes the damaged distances and the damaged checkpoint of a group, so that they are searched for anew.
/// Gives what was wrong with each; `None` if a request to stop ended it.
///
/// # Errors
/// [`TableError`] if a file cannot be read or removed.
pub fn repair(
    game: &impl Game,
    store: &Store,
    group: &Group,
    made: MoveSelection,
    stop: &Stop,
) -> Result<Option<Vec<TableError>>, TableError> {
    let subject = subject(store, made);
    let found = |shape: &LayerShape| {
        let open = || Distances::open(store, shape, made)?.check(stop).map(drop);
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
/// [`TableError`] if layers above are missing or damaged, a file cannot be written, or a distance is too great.
pub fn search(
    game: &impl Forward,
    store: &Store,
    group: &Group,
    made: MoveSelection,
    interval: Duration,
    stop: &Stop,
    watch: &mut dyn FnMut(SolverProgress<'_>),
) -> Result<RunOutcome, TableError> {
    let shapes = shapes_of(game, group)?;
    let subject = subject(store, made);
    let path = checkpoint_path(store, group, made);
    if shapes.iter().all(|shape| Distances::is_there(store, shape, made)) {
        for shape in &shapes {
            if !Distances::open(store, shape, made)?.check(stop)? {
                return Ok(RunOutcome::Stopped);
            }
        }
        remove(&path)?;
        return Ok(RunOutcome::SolvedBefore);
    }
    let above = LayersAbove::open(game, store, group, made)?;
    let mut memory = Memory::new(&group.name, &shapes, Parcels::LEAST_BYTES)?;
    let mut sweeper = Sweeper::new(game, group, &shapes, &above, made, memory.cells());
    let files = Files { path: &path, subject: &subject, group: &group.name };
    let Some(cursor) = run(&mut sweeper, &files, interval, stop, watch)? else {
        return Ok(RunOutcome::Stopped);
    };
    watch(SolverProgress::Begun(&format!("{}: writing distances", group.name)));
    for ((shape, cells), counts) in shapes.iter().zip(sweeper.swept.cells()).zip(&cursor.counts) {
        distances::write(store, shape, made, cells, counts)?;
    }
    remove(&path)?;
    Ok(RunOutcome::Solved)
}
