//! Solving a group of layers backwards, ply by ply.
//!
//! Idea: sweep n delivers what became known with n - 1 plies. A position whose best value has n - 1 plies tells each
//! position before it, but those whose move forbids its only best move; to these it tells its second value, when that
//! is known. So each move of the game is followed backwards once (K. Thompson, Retrograde analysis of certain
//! endgames, 1986), and each learns its value exactly when its plies are due. A position that has learnt enough is due
//! in the next sweep. Layers below, which are solved, take part in each sweep as if they were being solved as well.
//!
//! Cost: a cell of four bytes a position, one random access to memory for each move, and one look at each cell a sweep;
//! blocks of 4096 cells in which nothing is due are passed over. The words that a batch of moves leads to are first
//! read, so that the processor fetches many at a time, and then exchanged.
//!
//! Sweeps fall into stretches. Between stretches a run can be interrupted, and checkpoints are taken.

use super::cell::Cell;
use super::checkpoint::{self, Cursor};
use super::error::TableError;
use super::game::{Arrival, Forbidden, Game, Group, LayerShape, Place};
use super::store::Store;
use super::table::{self, BLOCK, Table};
use super::value::Value;
use crate::stop::Stop;
use memmap2::{Advice, MmapMut};
use rayon::prelude::*;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use zerocopy::FromBytes;

/// The number of blocks of a stretch: a few seconds of work at the most.
const STRETCH: u64 = 1024;
/// How many moves are gathered before their cells are looked up.
const BATCH: usize = 1024;

/// What the solver is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'a> {
    /// It goes on where an earlier run stopped.
    Resumed {
        /// The group.
        group: &'a str,
        /// The sweep.
        plies: u8,
    },
    /// Every position's moves are counted.
    Opening {
        /// The group.
        group: &'a str,
        /// The number of positions that are done.
        done: u64,
        /// The number of positions.
        total: u64,
    },
    /// A sweep.
    Sweep {
        /// The group.
        group: &'a str,
        /// The number of plies of the values that become known.
        plies: u8,
        /// The number of stretches that are done.
        done: u64,
        /// The number of stretches.
        total: u64,
    },
    /// A checkpoint has been written.
    Checkpoint,
    /// The tables are written.
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
    /// It was before.
    SolvedBefore,
    /// It was asked to stop, and left a checkpoint.
    Stopped,
}

/// Solves a group of layers, from its checkpoint if there is one. A checkpoint is written after each `interval` and when
/// the run is stopped.
///
/// # Errors
/// [`TableError`] where layers below are missing or damaged, a file cannot be written, or a win takes too many plies.
pub fn solve(
    game: &impl Game,
    store: &Store,
    group: &Group,
    interval: Duration,
    stop: &Stop,
    watch: &mut dyn FnMut(Progress<'_>),
) -> Result<Ended, TableError> {
    let shapes: Vec<&LayerShape> =
        group.layers.iter().map(|&layer| &game.layers()[usize::from(layer)]).collect();
    let checkpoint = store.checkpoint_path(group);
    if shapes.iter().all(|shape| store.is_solved(shape)) {
        shapes.iter().try_for_each(|shape| store.table(shape).map(drop))?;
        remove(&checkpoint)?;
        return Ok(Ended::SolvedBefore);
    }
    let below = Below::open(game, store, group)?;
    let mut memory = Memory::new(group, &shapes)?;
    let sweeper = Sweeper::new(game, group, &shapes, &below, memory.cells());
    let cells: Vec<&[AtomicU32]> = sweeper.layers.iter().map(|layer| layer.cells).collect();
    let save = |cursor| checkpoint::write(&checkpoint, store.subject(), &group.name, &cells, cursor);

    let mut cursor = match checkpoint::read(&checkpoint, store.subject(), &group.name, &cells)? {
        Some(cursor) => {
            watch(Progress::Resumed { group: &group.name, plies: cursor.plies });
            cursor
        }
        None if !sweeper.open(stop, watch) => return Ok(Ended::Stopped),
        None => Cursor { plies: 2, stretch: 0, learnt: false },
    };
    sweeper.expect_everything(cursor);
    let mut saved = Instant::now();
    loop {
        for stretch in cursor.stretch..sweeper.stretches() {
            let now = || Cursor { stretch, learnt: sweeper.is_due(cursor.plies), ..cursor };
            if stop.is_requested() {
                save(now())?;
                return Ok(Ended::Stopped);
            }
            if saved.elapsed() >= interval {
                save(now())?;
                watch(Progress::Checkpoint);
                saved = Instant::now();
            }
            sweeper.sweep(cursor.plies, stretch)?;
            let (done, total) = (stretch + 1, sweeper.stretches());
            watch(Progress::Sweep { group: &group.name, plies: cursor.plies, done, total });
        }
        if !sweeper.is_due(cursor.plies) && below.most_plies < cursor.plies {
            break;
        }
        if cursor.plies == Value::MOST_PLIES {
            return Err(TableError::TooLong(group.name.clone()));
        }
        cursor = Cursor { plies: cursor.plies + 1, stretch: 0, learnt: false };
    }
    watch(Progress::Writing { group: &group.name });
    for (shape, cells) in shapes.iter().zip(&cells) {
        let entry = |rank: u32| Cell::of_bits(cells[rank as usize].load(Ordering::Relaxed)).close();
        table::write(&store.table_path(shape), store.subject(), shape, entry)?;
    }
    remove(&checkpoint)?;
    Ok(Ended::Solved)
}

fn remove(checkpoint: &std::path::Path) -> Result<(), TableError> {
    match fs::remove_file(checkpoint) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(super::error::at(checkpoint)(error))
        }
        _ => Ok(()),
    }
}

/// The cells of a group, in huge pages where the system has them: with small ones most accesses would miss the
/// translation buffers too.
struct Memory(Vec<MmapMut>);

impl Memory {
    fn new(group: &Group, shapes: &[&LayerShape]) -> Result<Self, TableError> {
        let map = |shape: &&LayerShape| {
            let bytes = 4 * u64::from(shape.size);
            let failed = |source| TableError::Memory { group: group.name.clone(), bytes, source };
            let map = MmapMut::map_anon(bytes as usize).map_err(failed)?;
            #[cfg(target_os = "linux")]
            {
                // Advice only: without huge pages it is slower and as right.
                let _ = map.advise(Advice::HugePage);
            }
            Ok(map)
        };
        Ok(Self(shapes.iter().map(map).collect::<Result<_, _>>()?))
    }

    fn cells(&mut self) -> Vec<&[AtomicU32]> {
        // Pages are aligned, and their length is a multiple of a word's, so that this never fails.
        self.0
            .iter_mut()
            .filter_map(|map| <[AtomicU32]>::mut_from_bytes(map).ok())
            .map(|cells| &*cells)
            .collect()
    }
}

/// The solved layers that moves of the group lead to.
struct Below {
    layers: Vec<(u8, Table, Vec<[u64; 4]>)>,
    most_plies: u8,
}

impl Below {
    /// Opens their tables, and notes for each block which numbers of plies are in it.
    fn open(game: &impl Game, store: &Store, group: &Group) -> Result<Self, TableError> {
        let mut layers = Vec::new();
        for &layer in &group.below {
            let table = store.table(&game.layers()[usize::from(layer)])?;
            let noted = |block| {
                let mut buffer = Vec::new();
                let entries = table.block(block, &mut buffer)?;
                Ok(entries.fold([0u64; 4], |mut noted, entry| {
                    noted[usize::from(entry.best.plies() >> 6)] |= 1 << (entry.best.plies() & 63);
                    noted
                }))
            };
            let noted =
                (0..table.blocks()).into_par_iter().map(noted).collect::<Result<Vec<_>, TableError>>()?;
            layers.push((layer, table, noted));
        }
        let all = layers.iter().flat_map(|(.., noted)| noted);
        let all = all.fold([0; 4], |all, noted| std::array::from_fn(|part| all[part] | noted[part]));
        let most_plies = (0..=u8::MAX).rev().find(|&plies| is_noted(&all, plies)).unwrap_or(0);
        Ok(Self { layers, most_plies })
    }
}

fn is_noted(noted: &[u64; 4], plies: u8) -> bool {
    noted[usize::from(plies >> 6)] >> (plies & 63) & 1 == 1
}

/// A layer that is being solved.
struct Layer<'a> {
    number: u8,
    shape: &'a LayerShape,
    cells: &'a [AtomicU32],
    /// By the parity of the plies and the block: the number of plies of that parity that was learnt last.
    learnt: [Vec<AtomicU8>; 2],
}

/// What a stretch of a sweep goes over.
#[derive(Clone, Copy, Debug)]
enum Source {
    Below(usize),
    Own(usize),
}

struct Sweeper<'a, G> {
    game: &'a G,
    group: &'a Group,
    below: &'a Below,
    layers: Vec<Layer<'a>>,
    /// The place of a layer among those of the group.
    slots: [u8; 64],
    /// The layers of the group as a set.
    members: u64,
    stretches: Vec<(Source, std::ops::Range<u64>)>,
    is_too_long: AtomicBool,
}

impl<'a, G: Game> Sweeper<'a, G> {
    fn new(
        game: &'a G,
        group: &'a Group,
        shapes: &[&'a LayerShape],
        below: &'a Below,
        cells: Vec<&'a [AtomicU32]>,
    ) -> Self {
        let vacant = |shape: &LayerShape| (0..table::blocks(shape)).map(|_| AtomicU8::new(0)).collect();
        let layers: Vec<Layer<'a>> = group
            .layers
            .iter()
            .zip(shapes)
            .zip(cells)
            .map(|((&layer, &shape), cells)| Layer {
                number: layer,
                shape,
                cells,
                learnt: [vacant(shape), vacant(shape)],
            })
            .collect();
        let mut slots = [u8::MAX; 64];
        let mut members = 0;
        for (slot, layer) in layers.iter().enumerate() {
            slots[usize::from(layer.number & 63)] = slot as u8;
            members |= 1 << (layer.number & 63);
        }
        let mut stretches = Vec::new();
        let mut cut = |source, blocks: u64| {
            let ends = (0..blocks).step_by(STRETCH as usize);
            stretches.extend(ends.map(|first| (source, first..(first + STRETCH).min(blocks))));
        };
        for (place, (_, table, _)) in below.layers.iter().enumerate() {
            cut(Source::Below(place), table.blocks());
        }
        for (place, layer) in layers.iter().enumerate() {
            cut(Source::Own(place), table::blocks(layer.shape));
        }
        Self { game, group, below, layers, slots, members, stretches, is_too_long: AtomicBool::new(false) }
    }

    fn stretches(&self) -> u64 {
        self.stretches.len() as u64
    }

    /// Counts the moves of every position, and knows those that end the game. `false` if it was asked to stop.
    fn open(&self, stop: &Stop, watch: &mut dyn FnMut(Progress<'_>)) -> bool {
        let total = self.layers.iter().map(|layer| layer.cells.len() as u64).sum();
        let mut done = 0;
        for layer in &self.layers {
            for (part, cells) in layer.cells.chunks((STRETCH * u64::from(BLOCK)) as usize).enumerate() {
                if stop.is_requested() {
                    return false;
                }
                let first = part as u32 * STRETCH as u32 * BLOCK;
                cells.par_iter().enumerate().with_min_len(BLOCK as usize).for_each(|(place, cell)| {
                    let at = Place { layer: layer.number, rank: first + place as u32 };
                    cell.store(Cell::opening(self.game.opening(at)).bits(), Ordering::Relaxed);
                });
                done += cells.len() as u64;
                watch(Progress::Opening { group: &self.group.name, done, total });
            }
        }
        true
    }

    /// Lets every block be looked at once: it is not known what is due in it.
    fn expect_everything(&self, cursor: Cursor) {
        let mark = |plies: u8| {
            let blocks = self.layers.iter().flat_map(|layer| &layer.learnt[usize::from(plies & 1)]);
            blocks.for_each(|last| last.store(plies, Ordering::Relaxed));
        };
        mark(cursor.plies - 1);
        if cursor.learnt {
            mark(cursor.plies);
        }
    }

    /// Whether anything with so many plies may have been learnt.
    fn is_due(&self, plies: u8) -> bool {
        let is_last = |last: &AtomicU8| last.load(Ordering::Relaxed) == plies;
        self.layers.iter().any(|layer| layer.learnt[usize::from(plies & 1)].iter().any(is_last))
    }

    /// Delivers what is known with one ply less from a stretch.
    fn sweep(&self, plies: u8, stretch: u64) -> Result<(), TableError> {
        let (source, blocks) = &self.stretches[stretch as usize];
        blocks.clone().into_par_iter().try_for_each_init(Batch::default, |batch, block| {
            match *source {
                Source::Below(place) => self.sweep_below(plies, place, block, batch)?,
                Source::Own(place) => self.sweep_own(plies, &self.layers[place], block, batch),
            }
            self.deliver(plies, batch);
            Ok(())
        })?;
        if self.is_too_long.load(Ordering::Relaxed) {
            return Err(TableError::TooLong(self.group.name.clone()));
        }
        Ok(())
    }

    fn sweep_below(&self, plies: u8, place: usize, block: u64, batch: &mut Batch) -> Result<(), TableError> {
        let (layer, table, noted) = &self.below.layers[place];
        if !is_noted(&noted[block as usize], plies - 1) {
            return Ok(());
        }
        let mut buffer = std::mem::take(&mut batch.buffer);
        for (rank, entry) in (block as u32 * BLOCK..).zip(table.block(block, &mut buffer)?) {
            if entry.best.plies() == plies - 1 {
                let to = Place { layer: *layer, rank };
                self.tell(to, Forbidden::Whatever, entry.best, plies, batch);
            }
        }
        batch.buffer = buffer;
        Ok(())
    }

    fn sweep_own(&self, plies: u8, layer: &Layer<'_>, block: u64, batch: &mut Batch) {
        let due = plies - 1;
        if layer.learnt[usize::from(due & 1)][block as usize].load(Ordering::Relaxed) != due {
            return;
        }
        for rank in table::positions(layer.shape, block) {
            let cell = Cell::of_bits(layer.cells[rank as usize].load(Ordering::Relaxed));
            let (best, second) = (cell.best(), cell.second());
            if best.plies() != due && second.plies() != due {
                continue;
            }
            let to = Place { layer: layer.number, rank };
            if best == second {
                self.tell(to, Forbidden::Whatever, best, plies, batch);
                continue;
            }
            if best.plies() == due {
                self.tell(to, Forbidden::AllBut(cell.only()), best, plies, batch);
            }
            if second.plies() == due {
                self.tell(to, Forbidden::Just(cell.only()), second, plies, batch);
            }
        }
    }

    /// Tells the positions before that a move leads to a state of this value.
    #[inline]
    fn tell(&self, to: Place, forbidden: Forbidden, value: Value, plies: u8, batch: &mut Batch) {
        let moves = if value.is_win() { &mut batch.lost } else { &mut batch.won };
        self.game.arrivals(to, forbidden, self.members, moves);
        if moves.len() >= BATCH {
            self.deliver(plies, batch);
        }
    }

    fn deliver(&self, plies: u8, batch: &mut Batch) {
        for (moves, value) in [(&mut batch.won, Value::win(plies)), (&mut batch.lost, Value::loss(plies))] {
            let cells = moves.iter().map(|arrival| self.cell(arrival).1.load(Ordering::Relaxed));
            // Reading ahead: the processor has many of these reads under way at a time, but one exchange.
            std::hint::black_box(cells.fold(0, |all, cell| all ^ cell));
            for arrival in moves.iter() {
                self.learn(arrival, plies, value);
            }
            moves.clear();
        }
    }

    #[inline(always)]
    fn cell(&self, arrival: &Arrival) -> (&Layer<'a>, &AtomicU32) {
        let slot = self.slots[usize::from(arrival.from.layer & 63)];
        let layer = &self.layers[usize::from(slot)];
        (layer, &layer.cells[arrival.from.rank as usize])
    }

    #[inline(always)]
    fn learn(&self, arrival: &Arrival, plies: u8, value: Value) {
        const VALUES: u32 = (1 << 18) - 1;
        let (layer, cell) = self.cell(arrival);
        let mut bits = cell.load(Ordering::Relaxed);
        loop {
            let next = Cell::of_bits(bits).learn(arrival.by, value).bits();
            match cell.compare_exchange_weak(bits, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) if (bits ^ next) & VALUES == 0 => return,
                Ok(_) => break,
                Err(found) => bits = found,
            }
        }
        let last = &layer.learnt[usize::from(plies & 1)][(arrival.from.rank / BLOCK) as usize];
        if last.load(Ordering::Relaxed) != plies {
            last.store(plies, Ordering::Relaxed);
        }
    }
}

/// Moves whose value is known but not told.
#[derive(Debug, Default)]
struct Batch {
    won: Vec<Arrival>,
    lost: Vec<Arrival>,
    buffer: Vec<u8>,
}
