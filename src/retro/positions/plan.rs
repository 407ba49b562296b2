//! Estimates the cost of solving a game before it starts: numbers, edges and memory, from samples.

use super::capacity::working_disk;
use super::direct;
use super::error::RetroError;
use super::game::Place;
use super::groups::Group;
use super::numbered::{NumberContent, SolverContext};
use super::with_moves;
use std::fmt;
use std::time::Instant;

/// The number of samples of a layer.
pub(super) const SAMPLES: u64 = 1000;

/// The method for solving a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Backwards, with its moves in memory.
    WithMoves,
    /// By making its moves again for each number of plies, without moves in memory.
    WithoutMoves,
    /// By its moves and un-moves as numbers, a byte for each number.
    Direct,
    /// By making its moves again, with values on disk.
    Disk,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WithMoves => "moves in memory",
            Self::WithoutMoves => "moves made again for each number of plies",
            Self::Direct => "moves and un-moves as numbers, a byte for each number",
            Self::Disk => "values on disk, moves made again and sorted for each number of plies",
        })
    }
}

/// The cost of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// Its name.
    pub group: String,
    /// The number of its layers.
    pub layers: usize,
    /// The number of its numbers.
    pub numbers: u64,
    /// The number of its positions, estimated from samples.
    pub positions: f64,
    /// The number of their moves, estimated from samples.
    pub moves: f64,
    /// The seconds of one processor in which all numbers are looked at once, estimated from samples.
    pub seconds: f64,
    /// The method.
    pub way: Way,
    /// The bytes of memory that this method needs, estimated from samples.
    pub memory: f64,
    /// The least number of bytes of memory without the disk.
    pub least_memory: u128,
    /// The batches of moves for each number of plies, if values are on disk: as often the values of the group and of
    /// the layers below are read. Estimated from samples.
    pub batches: f64,
    /// The bytes of its tables on disk, without their headers.
    pub table: u128,
    /// The bytes on disk that its values take while it is solved there.
    pub working: u128,
    /// The bytes that each batch reads at most, if values are on disk.
    pub read: u128,
}

/// The cost of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The groups, in the order of solving.
    pub groups: Vec<Cost>,
    /// The allowed memory in bytes.
    pub allowed: u64,
    /// The disk space that is allowed or free, in bytes. `None` if it is not known.
    pub room: Option<u64>,
    /// Whether the numbers are those of a list of the positions that are reached.
    pub is_listed: bool,
}

impl Plan {
    pub(super) fn of(solving: &SolverContext<'_>) -> Result<Self, RetroError> {
        let groups = solving.groups()?;
        let groups = groups.iter().map(|group| cost(solving, group)).collect();
        let is_listed = solving.game.is_listed();
        Ok(Self { groups, allowed: solving.settings.memory, room: solving.settings.disk, is_listed })
    }

    /// The number of all numbers.
    pub fn numbers(&self) -> u128 {
        self.groups.iter().map(|group| u128::from(group.numbers)).sum()
    }

    /// The size of the tables on disk in bytes, without their headers.
    pub fn disk(&self) -> u128 {
        self.groups.iter().map(|group| group.table).sum()
    }

    /// The bytes on disk that the largest group takes while it is solved there, besides its tables.
    pub fn working_disk(&self) -> u128 {
        self.groups.iter().map(|group| group.working).max().unwrap_or(0)
    }

    /// Whether the disk has room for the tables, and for every group that does not fit in the allowed memory.
    pub fn fits(&self) -> bool {
        let needed = self.disk() + self.working_disk();
        self.room.is_none_or(|room| needed <= u128::from(room))
    }
}

fn cost(solving: &SolverContext<'_>, group: &Group) -> Cost {
    let settings = solving.settings;
    let Sampled { positions, moves, seconds, .. } = Sampled::of(solving, group);
    let below = solving.memory_below(group) as f64;
    let by_edges =
        below + moves * with_moves::PER_EDGE as f64 + group.size as f64 * with_moves::PER_NUMBER as f64;
    let least_memory = solving.least_memory(group);
    let has_room = by_edges <= settings.memory as f64 && group.size <= with_moves::MOST_NUMBERS;
    let way = match (solving.fits(group), has_room) {
        (false, _) => Way::Disk,
        _ if solving.direct().is_some() => Way::Direct,
        (true, true) => Way::WithMoves,
        (true, false) => Way::WithoutMoves,
    };
    let memory = match way {
        Way::WithMoves => by_edges,
        Way::WithoutMoves => least_memory as f64,
        Way::Direct => {
            let full = (direct::PER_NUMBER + direct::PER_MOVE) as f64 * group.size as f64;
            if full <= settings.memory as f64 { full } else { least_memory as f64 }
        }
        Way::Disk => settings.memory as f64,
    };
    let requests = settings.extent().requests;
    let on_disk = way == Way::Disk;
    Cost {
        group: group.name.clone(),
        layers: group.layers.len(),
        numbers: group.size,
        positions,
        moves,
        seconds,
        way,
        memory,
        least_memory,
        table: solving.table(group.size),
        working: if on_disk { working_disk(group.size) } else { 0 },
        batches: if on_disk { (moves / requests as f64).ceil() } else { 0.0 },
        read: if on_disk { solving.memory_below(group) + 2 * u128::from(group.size) } else { 0 },
    }
}

/// What samples of a group show, for all its numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sampled {
    pub(super) positions: f64,
    pub(super) moves: f64,
    /// The seconds of one processor for all numbers, and those of them for positions in which the game is not over.
    pub(super) seconds: f64,
    pub(super) moving_seconds: f64,
}

impl Sampled {
    pub(super) fn of(solving: &SolverContext<'_>, group: &Group) -> Self {
        let SolverContext { game, settings } = *solving;
        let (mut all, mut reader, mut after) = (Self::default(), game.reader(), Vec::new());
        for &layer in &group.layers {
            let size = game.layers()[layer as usize].size;
            let share = size as f64 / size.clamp(1, SAMPLES) as f64;
            for rank in samples(size, SAMPLES) {
                let begun = Instant::now();
                let found = reader.look(Place { layer, rank }, settings.kind, &mut after);
                let seconds = begun.elapsed().as_secs_f64() * share;
                all.seconds += seconds;
                if matches!(found, Ok(NumberContent::Nothing)) {
                    continue;
                }
                all.positions += share;
                // A mistake of the game is reported when it is solved.
                if let Ok(NumberContent::Moves) = found {
                    all.moves += after.len() as f64 * share;
                    all.moving_seconds += seconds;
                }
            }
        }
        all
    }
}

/// At most `count` numbers below `size`, evenly spread.
pub(super) fn samples(size: u64, count: u64) -> impl Iterator<Item = u64> {
    let count = count.min(size);
    // Each sample lies a third of a step after the step begins, so that a repeating pattern is not always sampled at
    // the same point.
    let at =
        move |place: u64| (u128::from(size) * (3 * u128::from(place) + 1) / (3 * u128::from(count))) as u64;
    (0..count).map(at)
}
