//! Sweeps over the positions of a group: delivers known values to the positions before.
//!
//! Idea: sweep n delivers the values of n - 1 plies. A position whose best value has n - 1 plies delivers it to each
//! position before it, except to those whose move forbids its only best move; these get its second value when that is
//! known. So each move of the game is followed backwards once (K. Thompson, Retrograde analysis of certain endgames,
//! 1986), and each learns its value exactly when its plies are due. A position that has learnt enough is due in the
//! next sweep. Solved layers below take part in each sweep as if they were being solved as well.
//!
//! Cost: a cell of four bytes for each position, four bytes written and read for each move, which wait until their region is
//! visited ([`Parcels`]), and one look at each cell in each sweep, apart from cells where nothing is due
//! ([`Marks`]).

use super::below::Below;
use super::cell::Cell;
use super::checkpoint::Cursor;
use super::error::TableError;
use super::game::{Arrival, Forbidden, Game, Group, LayerShape, Opening, Place};
use super::marks::Marks;
use super::parcels::{Parcel, Parcels};
use super::solve::GroupProgress;
use super::table::{self, BLOCK};
use super::value::{MoveIndex, Value};
use certamen_work::stop::Stop;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of blocks of a stretch: at most a few seconds of work.
const STRETCH: u64 = if cfg!(test) { 1 } else { 1024 };
/// The number of blocks after which it is seen whether many moves wait.
const PORTION: usize = 256;
/// The number of moves that are gathered before they are sent.
const BATCH: usize = 1024;
/// The bit of a parcel that says whether the move wins, after the five bits of its number.
const WINS: u32 = 5;
/// The number of cells that are looked at together.
const GLANCE: usize = 16;

/// A layer that is being solved.
pub(super) struct Layer<'a> {
    number: u8,
    shape: &'a LayerShape,
    cells: &'a mut [u32],
    /// By the number of plies: where values were learnt.
    learnt: Marks,
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
    layers: Vec<Layer<'a>>,
    /// The index of each layer in the group.
    slots: [u8; 64],
    /// The layers of the group as a set.
    members: u64,
    stretches: Vec<(Source, std::ops::Range<u64>)>,
    parcels: Parcels,
}

impl<'a, G: Game> Sweeper<'a, G> {
    pub(super) fn new(
        game: &'a G,
        group: &'a Group,
        shapes: &[&'a LayerShape],
        below: &'a Below,
        cells: Vec<&'a mut [u32]>,
    ) -> Self {
        let layers: Vec<Layer<'a>> = group
            .layers
            .iter()
            .zip(shapes)
            .zip(cells)
            .map(|((&number, &shape), cells)| Layer { number, shape, cells, learnt: Marks::new(shape) })
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
        Self { game, group, below, layers, slots, members, stretches, parcels: Parcels::new(shapes) }
    }

    /// The cells of each layer.
    pub(super) fn cells(&self) -> Vec<&[u32]> {
        debug_assert!(self.parcels.are_delivered(), "cells that have not learnt everything");
        self.layers.iter().map(|layer| &*layer.cells).collect()
    }

    /// The same, to be read from a checkpoint.
    pub(super) fn cells_mut(&mut self) -> Vec<&mut [u32]> {
        self.layers.iter_mut().map(|layer| &mut *layer.cells).collect()
    }

    pub(super) fn stretches(&self) -> u64 {
        self.stretches.len() as u64
    }

    /// Counts the moves of every position, and records those that end the game. `false` if a request to stop ended it.
    pub(super) fn open(
        &mut self,
        stop: &Stop,
        watch: &mut dyn FnMut(GroupProgress<'_>),
    ) -> Result<bool, TableError> {
        let total = self.layers.iter().map(|layer| layer.cells.len() as u64).sum();
        let (game, mut done) = (self.game, 0);
        for layer in &mut self.layers {
            for (part, cells) in layer.cells.chunks_mut((STRETCH * u64::from(BLOCK)) as usize).enumerate() {
                if stop.is_requested() {
                    return Ok(false);
                }
                let first = part as u32 * STRETCH as u32 * BLOCK;
                let refused = AtomicU32::new(u32::MAX);
                cells.par_iter_mut().enumerate().with_min_len(BLOCK as usize).for_each(|(place, cell)| {
                    let at = Place { layer: layer.number, rank: first + place as u32 };
                    let opening = game.opening(at);
                    if is_solvable(opening) {
                        *cell = Cell::opening(opening).bits();
                    } else {
                        refused.fetch_min(at.rank, Ordering::Relaxed);
                    }
                });
                let rank = refused.into_inner();
                if rank != u32::MAX {
                    return Err(refusal(game, layer.number, layer.shape, rank));
                }
                done += cells.len() as u64;
                watch(GroupProgress::Opening { group: &self.group.name, done, total });
            }
        }
        Ok(true)
    }

    /// Marks every block to be visited once, because it is not known what is due in it.
    pub(super) fn expect_everything(&self, cursor: Cursor) {
        let mark = |plies| self.layers.iter().for_each(|layer| layer.learnt.set_all(plies));
        mark(cursor.plies - 1);
        if cursor.learnt {
            mark(cursor.plies);
        }
    }

    /// Whether a value of this number of plies may have been learnt.
    pub(super) fn is_due(&self, plies: u8) -> bool {
        self.layers.iter().any(|layer| layer.learnt.has(plies))
    }

    /// Finds the moves to the values of a stretch that have one ply less. What they bring may wait to be delivered.
    pub(super) fn sweep(&mut self, plies: u8, stretch: u64) -> Result<(), TableError> {
        let (source, blocks) = self.stretches[stretch as usize].clone();
        for first in blocks.clone().step_by(PORTION) {
            let blocks = first..(first + PORTION as u64).min(blocks.end);
            let here = &*self;
            blocks.into_par_iter().try_for_each_init(Batch::default, |batch, block| {
                match source {
                    Source::Below(place) => here.sweep_below(plies, place, block, batch)?,
                    Source::Own(place) => here.sweep_own(plies, &here.layers[place], block, batch),
                }
                here.send(batch);
                Ok::<(), TableError>(())
            })?;
            if self.parcels.are_many() {
                self.deliver(plies);
            }
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
                self.gather(Place { layer: *layer, rank }, Forbidden::Whatever, entry.best, batch);
            }
        }
        batch.buffer = buffer;
        Ok(())
    }

    fn sweep_own(&self, plies: u8, layer: &Layer<'_>, block: u64, batch: &mut Batch) {
        let due = plies - 1;
        for ranks in layer.learnt.of(due, table::positions(layer.shape, block)) {
            let cells = &layer.cells[ranks.start as usize..ranks.end as usize];
            for (first, cells) in ranks.step_by(GLANCE).zip(cells.chunks(GLANCE)) {
                if Cell::is_any_due(cells, due) {
                    self.sweep_cells(due, Place { layer: layer.number, rank: first }, cells, batch);
                }
            }
        }
    }

    /// The same for some cells, the first of which belongs to the position `first`.
    fn sweep_cells(&self, due: u8, first: Place, cells: &[u32], batch: &mut Batch) {
        for (rank, &bits) in (first.rank..).zip(cells) {
            let cell = Cell::of_bits(bits);
            if !cell.is_due(due) {
                continue;
            }
            let to = Place { rank, ..first };
            let (best, second) = (cell.best(), cell.second());
            if best == second {
                self.gather(to, Forbidden::Whatever, best, batch);
                continue;
            }
            if best.plies() == due {
                self.gather(to, Forbidden::AllBut(cell.only()), best, batch);
            }
            if second.plies() == due {
                self.gather(to, Forbidden::Just(cell.only()), second, batch);
            }
        }
    }

    /// Finds the moves that lead to a state with this value, and sends them when there are enough.
    #[inline]
    fn gather(&self, to: Place, forbidden: Forbidden, value: Value, batch: &mut Batch) {
        let moves = if value.is_win() { &mut batch.lost } else { &mut batch.won };
        self.game.arrivals(to, forbidden, self.members, moves);
        if moves.len() >= BATCH {
            self.send(batch);
        }
    }

    /// Sends what moves bring on its way: for each, its number and whether it wins.
    fn send(&self, batch: &mut Batch) {
        let mut sorter = self.parcels.sorter();
        for (moves, wins) in [(&mut batch.won, 1 << WINS), (&mut batch.lost, 0)] {
            for arrival in moves.drain(..) {
                let slot = usize::from(self.slots[usize::from(arrival.from.layer & 63)]);
                sorter.add(slot, arrival.from.rank, u32::from(arrival.by.get() & 31) | wins);
            }
        }
    }

    /// Delivers everything that waits.
    pub(super) fn deliver(&mut self, plies: u8) {
        let (cells, marks): (Vec<_>, Vec<_>) =
            self.layers.iter_mut().map(|layer| (&mut *layer.cells, &layer.learnt)).unzip();
        self.parcels.deliver(cells, |region, cells, parcels| {
            teach(marks[region.slot], region.ranks.start, cells, parcels, plies);
        });
    }

    /// Delivers everything that waits. Returns the place in the work before a stretch.
    pub(super) fn settle(&mut self, cursor: Cursor, stretch: u64) -> Cursor {
        self.deliver(cursor.plies);
        Cursor { stretch, learnt: self.is_due(cursor.plies), ..cursor }
    }
}

/// Delivers parcels to the cells of a region, the first of which has the number `first`.
fn teach(learnt: &Marks, first: u32, cells: &mut [u32], parcels: &[Parcel], plies: u8) {
    let (win, loss) = (Value::win(plies), Value::loss(plies));
    for parcel in parcels {
        let contents = parcel.contents();
        let (by, wins) = (MoveIndex::of_bits(contents), contents >> WINS & 1 == 1);
        let cell = &mut cells[parcel.offset()];
        let before = Cell::of_bits(*cell);
        let after = before.learn(by, if wins { win } else { loss });
        *cell = after.bits();
        if before.best() != after.best() || before.second() != after.second() {
            learnt.set(plies, first + parcel.offset() as u32);
        }
    }
}

/// Why a position cannot be solved.
#[cold]
fn refusal(game: &impl Game, layer: u8, shape: &LayerShape, rank: u32) -> TableError {
    let legal = game.opening(Place { layer, rank }).legal;
    let layer = shape.name.clone();
    if legal.has_too_many() {
        TableError::TooManyMoves { layer, rank }
    } else if legal.count() < 2 {
        TableError::TooFewMoves { layer, rank }
    } else {
        TableError::StrayMove { layer, rank }
    }
}

/// Whether an entry holds what these moves may come to.
#[inline]
fn is_solvable(Opening { legal, won, lost }: Opening) -> bool {
    legal.count() >= 2 && !legal.has_too_many() && won.is_within(legal) && lost.is_within(legal)
}

/// Moves whose value is known but not sent.
#[derive(Debug, Default)]
struct Batch {
    won: Vec<Arrival>,
    lost: Vec<Arrival>,
    buffer: Vec<u8>,
}
