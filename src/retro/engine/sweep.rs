//! Sweeps over the positions of a group: delivers known values to the positions before.
//!
//! Idea: sweep n delivers the values of n - 1 plies. A position whose best value has n - 1 plies delivers it to each
//! position before it, except to those whose move forbids its only best move; these get its second value when that is
//! known. So each move of the game is followed backwards once (K. Thompson, Retrograde analysis of certain endgames,
//! 1986), and each learns its value exactly when its plies are due. A position that has learnt enough is due in the
//! next sweep. Solved layers below take part in each sweep as if they were being solved as well.
//!
//! Cost: a cell of four bytes for each position, one random access to memory for each move, and one look at each cell
//! in each sweep; blocks of 4096 cells in which nothing is due are skipped. The words of a batch of moves are first
//! read, so that the processor fetches many at a time, and then exchanged.

use super::below::Below;
use super::cell::Cell;
use super::checkpoint::Cursor;
use super::error::TableError;
use super::game::{Arrival, Forbidden, Game, Group, LayerShape, Opening, Place};
use super::solve::GroupProgress;
use super::table::{self, BLOCK};
use super::value::Value;
use certamen_work::stop::Stop;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};

/// The number of blocks of a stretch: at most a few seconds of work.
const STRETCH: u64 = 1024;
/// The number of moves that are gathered before their cells are looked up.
const BATCH: usize = 1024;

/// A layer that is being solved.
pub(super) struct Layer<'a> {
    number: u8,
    shape: &'a LayerShape,
    pub(super) cells: &'a [AtomicU32],
    /// By the parity of the plies and by the block: the last number of plies of that parity that was learnt.
    learnt: [Vec<AtomicU8>; 2],
}

/// The source of a stretch of a sweep.
#[derive(Clone, Copy, Debug)]
enum Source {
    Below(usize),
    Own(usize),
}

pub(super) struct Sweeper<'a, G> {
    game: &'a G,
    group: &'a Group,
    below: &'a Below,
    pub(super) layers: Vec<Layer<'a>>,
    /// The index of each layer in the group.
    slots: [u8; 64],
    /// The layers of the group as a set.
    members: u64,
    stretches: Vec<(Source, std::ops::Range<u64>)>,
    is_too_long: AtomicBool,
}

impl<'a, G: Game> Sweeper<'a, G> {
    pub(super) fn new(
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

    pub(super) fn stretches(&self) -> u64 {
        self.stretches.len() as u64
    }

    /// Counts the moves of every position, and records those that end the game. `false` if a request to stop ended it.
    pub(super) fn open(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(GroupProgress<'_>),
    ) -> Result<bool, TableError> {
        let total = self.layers.iter().map(|layer| layer.cells.len() as u64).sum();
        let mut done = 0;
        for layer in &self.layers {
            for (part, cells) in layer.cells.chunks((STRETCH * u64::from(BLOCK)) as usize).enumerate() {
                if stop.is_requested() {
                    return Ok(false);
                }
                let first = part as u32 * STRETCH as u32 * BLOCK;
                let refused = AtomicU32::new(u32::MAX);
                cells.par_iter().enumerate().with_min_len(BLOCK as usize).for_each(|(place, cell)| {
                    let at = Place { layer: layer.number, rank: first + place as u32 };
                    let opening = self.game.opening(at);
                    if is_solvable(opening) {
                        cell.store(Cell::opening(opening).bits(), Ordering::Relaxed);
                    } else {
                        refused.fetch_min(at.rank, Ordering::Relaxed);
                    }
                });
                let rank = refused.into_inner();
                if rank != u32::MAX {
                    return Err(self.refusal(layer, rank));
                }
                done += cells.len() as u64;
                watch(GroupProgress::Opening { group: &self.group.name, done, total });
            }
        }
        Ok(true)
    }

    /// Why a position cannot be solved.
    #[cold]
    fn refusal(&self, layer: &Layer<'_>, rank: u32) -> TableError {
        let legal = self.game.opening(Place { layer: layer.number, rank }).legal;
        let layer = layer.shape.name.clone();
        if legal.has_too_many() {
            TableError::TooManyMoves { layer, rank }
        } else if legal.count() < 2 {
            TableError::TooFewMoves { layer, rank }
        } else {
            TableError::StrayMove { layer, rank }
        }
    }

    /// Marks every block to be visited once, because it is not known what is due in it.
    pub(super) fn expect_everything(&self, cursor: Cursor) {
        let mark = |plies: u8| {
            let blocks = self.layers.iter().flat_map(|layer| &layer.learnt[usize::from(plies & 1)]);
            blocks.for_each(|last| last.store(plies, Ordering::Relaxed));
        };
        mark(cursor.plies - 1);
        if cursor.learnt {
            mark(cursor.plies);
        }
    }

    /// Whether a value of this number of plies may have been learnt.
    pub(super) fn is_due(&self, plies: u8) -> bool {
        let is_last = |last: &AtomicU8| last.load(Ordering::Relaxed) == plies;
        self.layers.iter().any(|layer| layer.learnt[usize::from(plies & 1)].iter().any(is_last))
    }

    /// Delivers the values of a stretch that have one ply less.
    pub(super) fn sweep(&self, plies: u8, stretch: u64) -> Result<(), TableError> {
        let (source, blocks) = &self.stretches[stretch as usize];
        blocks.clone().into_par_iter().try_for_each_init(Batch::default, |batch, block| {
            match *source {
                Source::Below(place) => self.sweep_below(plies, place, block, batch)?,
                Source::Own(place) => self.sweep_own(plies, &self.layers[place], block, batch),
            }
            self.deliver(plies, batch);
            Ok::<(), TableError>(())
        })?;
        if self.is_too_long.load(Ordering::Relaxed) {
            return Err(TableError::TooLong(self.group.name.clone()));
        }
        Ok(())
    }

    fn sweep_below(&self, plies: u8, place: usize, block: u64, batch: &mut Batch) -> Result<(), TableError> {
        let (layer, table, noted) = &self.below.layers[place];
        if !noted[block as usize].has(plies - 1) {
            return Ok(());
        }
        let mut buffer = std::mem::take(&mut batch.buffer);
        for (rank, entry) in (block as u32 * BLOCK..).zip(table.block(block, &mut buffer)?) {
            if entry.best.plies() == plies - 1 {
                let to = Place { layer: *layer, rank };
                self.gather(to, Forbidden::Whatever, entry.best, plies, batch);
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
                self.gather(to, Forbidden::Whatever, best, plies, batch);
                continue;
            }
            if best.plies() == due {
                self.gather(to, Forbidden::AllBut(cell.only()), best, plies, batch);
            }
            if second.plies() == due {
                self.gather(to, Forbidden::Just(cell.only()), second, plies, batch);
            }
        }
    }

    /// Gathers the moves that lead to a state with this value, and delivers them when there are enough.
    #[inline]
    fn gather(&self, to: Place, forbidden: Forbidden, value: Value, plies: u8, batch: &mut Batch) {
        let moves = if value.is_win() { &mut batch.lost } else { &mut batch.won };
        self.game.arrivals(to, forbidden, self.members, moves);
        if moves.len() >= BATCH {
            self.deliver(plies, batch);
        }
    }

    fn deliver(&self, plies: u8, batch: &mut Batch) {
        for (moves, value) in [(&mut batch.won, Value::win(plies)), (&mut batch.lost, Value::loss(plies))] {
            let cells = moves.iter().map(|arrival| self.cell(arrival).1.load(Ordering::Relaxed));
            // Prefetch: the processor can have many of these reads in flight, but only one exchange.
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
            // A third win teaches nothing, and a read is cheaper than an exchange.
            if next == bits {
                return;
            }
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

/// Whether an entry holds what these moves may come to.
#[inline]
fn is_solvable(Opening { legal, won, lost }: Opening) -> bool {
    legal.count() >= 2 && !legal.has_too_many() && won.is_within(legal) && lost.is_within(legal)
}

/// Moves whose value is known but not delivered.
#[derive(Debug, Default)]
struct Batch {
    won: Vec<Arrival>,
    lost: Vec<Arrival>,
    buffer: Vec<u8>,
}
