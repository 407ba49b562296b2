//! Sweeps over the positions of a group: makes the moves of the positions at one distance, which wait until their
//! region of memory is visited ([`Parcels`]).

use super::cell::Cell;
use super::distances::Distances;
use super::{Forward, ForwardMove, Made};
use crate::engine::error::TableError;
use crate::engine::game::{Game, Group, LayerShape, Place};
use crate::engine::marks::Marks;
use crate::engine::noted::Noted;
use crate::engine::parcels::{Parcel, Parcels};
use crate::engine::store::Store;
use crate::engine::table::{self, BLOCK};
use crate::engine::value::MoveIndex;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of blocks of a stretch: at most a few seconds of work.
const STRETCH: u64 = if cfg!(test) { 1 } else { 1024 };
/// The number of blocks after which it is seen whether many moves wait.
const PORTION: usize = 256;
/// The number of moves that are gathered before they are sent.
const BATCH: usize = 1024;

/// The next step, and the number of states by layer and distance before this sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cursor {
    pub(super) distance: u8,
    pub(super) stretch: u64,
    /// Whether this sweep has met any position.
    pub(super) met: bool,
    pub(super) counts: Vec<Vec<u64>>,
    /// The number of states that this sweep has met, by layer.
    pub(super) found: Vec<u64>,
}

/// The searched layers from which moves lead to the group.
pub(super) struct Above {
    layers: Vec<(u8, Distances, Vec<Noted>)>,
    /// The greatest distance in these layers.
    pub(super) farthest: Option<u8>,
}

impl Above {
    /// Opens their distances, and records for each block which distances occur in it.
    pub(super) fn open(
        game: &impl Game,
        store: &Store,
        group: &Group,
        made: Made,
    ) -> Result<Self, TableError> {
        let leads_here = |from: &&Group| group.layers.iter().any(|layer| from.below.contains(layer));
        let mut layers = Vec::new();
        for &layer in game.groups().iter().filter(leads_here).flat_map(|group| &group.layers) {
            let distances = Distances::open(store, &game.layers()[usize::from(layer)], made)?;
            let noted = |block| {
                let mut buffer = Vec::new();
                let distances = distances.block(block, &mut buffer)?;
                Ok(distances.flatten().fold(Noted::default(), Noted::with))
            };
            let noted =
                (0..distances.blocks()).into_par_iter().map(noted).collect::<Result<Vec<_>, TableError>>()?;
            layers.push((layer, distances, noted));
        }
        let farthest = Noted::greatest(layers.iter().flat_map(|(.., noted)| noted));
        Ok(Self { layers, farthest })
    }
}

/// A layer that is being searched.
pub(super) struct Layer<'a> {
    number: u8,
    shape: &'a LayerShape,
    cells: &'a mut [u32],
    /// By the distance plus one: where positions were met.
    met: Marks,
    /// The number of states that this sweep has met.
    found: AtomicU64,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    Above(usize),
    Own(usize),
}

pub(super) struct Sweeper<'a, G> {
    game: &'a G,
    above: &'a Above,
    made: Made,
    layers: Vec<Layer<'a>>,
    /// The index of each layer in the group.
    slots: [u8; 64],
    /// The layers of the group as a set.
    members: u64,
    stretches: Vec<(Source, std::ops::Range<u64>)>,
    parcels: Parcels,
    /// A position that has a move whose number is too great: its layer and its rank.
    refused: AtomicU64,
}

/// No position.
const NOBODY: u64 = u64::MAX;

impl<'a, G: Forward> Sweeper<'a, G> {
    pub(super) fn new(
        game: &'a G,
        group: &Group,
        shapes: &[&'a LayerShape],
        above: &'a Above,
        made: Made,
        cells: Vec<&'a mut [u32]>,
    ) -> Self {
        let mut layers = Vec::new();
        let mut slots = [u8::MAX; 64];
        let mut members = 0;
        let mut stretches = Vec::new();
        let mut cut = |source, blocks: u64| {
            let ends = (0..blocks).step_by(STRETCH as usize);
            stretches.extend(ends.map(|first| (source, first..(first + STRETCH).min(blocks))));
        };
        for (place, (_, distances, _)) in above.layers.iter().enumerate() {
            cut(Source::Above(place), distances.blocks());
        }
        for (slot, ((&number, &shape), cells)) in group.layers.iter().zip(shapes).zip(cells).enumerate() {
            slots[usize::from(number & 63)] = slot as u8;
            members |= 1 << (number & 63);
            cut(Source::Own(slot), table::blocks(shape));
            layers.push(Layer { number, shape, cells, met: Marks::new(shape), found: AtomicU64::new(0) });
        }
        let (parcels, refused) = (Parcels::new(shapes), AtomicU64::new(NOBODY));
        Self { game, above, made, layers, slots, members, stretches, parcels, refused }
    }

    /// The cells of each layer.
    pub(super) fn cells(&self) -> Vec<&[u32]> {
        debug_assert!(self.parcels.are_delivered(), "cells that have not met everybody");
        self.layers.iter().map(|layer| &*layer.cells).collect()
    }

    /// The same, to be read from a checkpoint.
    pub(super) fn cells_mut(&mut self) -> Vec<&mut [u32]> {
        self.layers.iter_mut().map(|layer| &mut *layer.cells).collect()
    }

    pub(super) fn stretches(&self) -> u64 {
        self.stretches.len() as u64
    }

    /// Meets the start, if the group has it.
    pub(super) fn begin(&mut self) -> Cursor {
        let start = self.game.start();
        let is_here = |layer: &Layer<'_>| layer.number == start.layer;
        if let Some(layer) = self.layers.iter_mut().find(|layer| is_here(layer)) {
            let cell = Cell::of_bits(0).meet(MoveIndex::NONE, 0);
            layer.cells[start.rank as usize] = cell.bits();
        }
        let counts = self.layers.iter().map(|layer| vec![u64::from(is_here(layer))]).collect();
        Cursor { distance: 0, stretch: 0, met: false, counts, found: vec![0; self.layers.len()] }
    }

    /// Marks every block as due once, because it is unknown which distances it has.
    pub(super) fn expect_everything(&self, cursor: &Cursor) {
        let mark = |distance: u8| self.layers.iter().for_each(|layer| layer.met.set_all(distance + 1));
        mark(cursor.distance);
        if cursor.met {
            mark(cursor.distance + 1);
        }
        for (layer, &found) in self.layers.iter().zip(&cursor.found) {
            layer.found.store(found, Ordering::Relaxed);
        }
    }

    /// Delivers everything that waits. Returns the cursor before a stretch.
    pub(super) fn settle(&mut self, cursor: &Cursor, stretch: u64) -> Cursor {
        self.deliver(cursor.distance);
        let found = self.layers.iter().map(|layer| layer.found.load(Ordering::Relaxed)).collect();
        Cursor { stretch, met: self.is_due(cursor.distance + 1), found, ..cursor.clone() }
    }

    /// Delivers everything that waits. Returns the cursor at the beginning of the next sweep.
    pub(super) fn next(&mut self, mut cursor: Cursor) -> Cursor {
        self.deliver(cursor.distance);
        for (layer, counts) in self.layers.iter().zip(&mut cursor.counts) {
            counts.push(layer.found.swap(0, Ordering::Relaxed));
        }
        let found = vec![0; self.layers.len()];
        Cursor { distance: cursor.distance + 1, stretch: 0, met: false, found, ..cursor }
    }

    /// Whether any position may have been met at this distance.
    pub(super) fn is_due(&self, distance: u8) -> bool {
        self.layers.iter().any(|layer| layer.met.has(distance + 1))
    }

    /// Makes the moves of the positions of a stretch that are at this distance. They may wait to be delivered.
    pub(super) fn sweep(&mut self, distance: u8, stretch: u64) -> Result<(), TableError> {
        let (source, blocks) = self.stretches[stretch as usize].clone();
        for first in blocks.clone().step_by(PORTION) {
            let blocks = first..(first + PORTION as u64).min(blocks.end);
            let here = &*self;
            blocks.into_par_iter().try_for_each_init(Batch::default, |batch, block| {
                match source {
                    Source::Above(place) => here.sweep_above(distance, place, block, batch)?,
                    Source::Own(place) => here.sweep_own(distance, &here.layers[place], block, batch),
                }
                here.send(batch);
                Ok::<(), TableError>(())
            })?;
            if self.parcels.are_many() {
                self.deliver(distance);
            }
        }
        match self.refused.load(Ordering::Relaxed) {
            NOBODY => Ok(()),
            at => {
                let (layer, rank) = ((at >> 32) as usize, at as u32);
                Err(TableError::TooManyMoves { layer: self.game.layers()[layer].name.clone(), rank })
            }
        }
    }

    /// Notes a position if one of its moves has a number that is too great.
    #[inline]
    fn refuse_if_too_many(&self, from: Place, steps: &[ForwardMove]) {
        if steps.iter().any(|step| step.by.is_beyond()) {
            let at = u64::from(from.layer) << 32 | u64::from(from.rank);
            self.refused.fetch_min(at, Ordering::Relaxed);
        }
    }

    fn sweep_above(
        &self,
        distance: u8,
        place: usize,
        block: u64,
        batch: &mut Batch,
    ) -> Result<(), TableError> {
        let (layer, distances, noted) = &self.above.layers[place];
        if !noted[block as usize].has(distance) {
            return Ok(());
        }
        let mut buffer = std::mem::take(&mut batch.buffer);
        for (rank, found) in (block as u32 * BLOCK..).zip(distances.block(block, &mut buffer)?) {
            if found == Some(distance) {
                // Nothing that removes a piece is ever forbidden.
                let from = Place { layer: *layer, rank };
                self.game.steps(from, self.members, &mut batch.steps);
                self.refuse_if_too_many(from, &batch.steps);
                self.gather(batch);
            }
        }
        batch.buffer = buffer;
        Ok(())
    }

    fn sweep_own(&self, distance: u8, layer: &Layer<'_>, block: u64, batch: &mut Batch) {
        for rank in layer.met.of(distance + 1, table::positions(layer.shape, block)).flatten() {
            let cell = Cell::of_bits(layer.cells[rank as usize]);
            let due = Some(distance);
            let is_new = cell.least() == due;
            if is_new || cell.others() == due && self.made == Made::Allowed {
                self.make(Place { layer: layer.number, rank }, cell.only(), is_new, batch);
                self.gather(batch);
            }
        }
    }

    /// Makes all moves of a position except the only forbidden one, or later that one alone.
    fn make(&self, from: Place, only: MoveIndex, is_new: bool, batch: &mut Batch) {
        self.game.steps(from, self.members, &mut batch.steps);
        let steps = &batch.steps;
        self.refuse_if_too_many(from, steps);
        let is_barred =
            |step: &ForwardMove| self.made == Made::Allowed && only != MoveIndex::NONE && step.by == only;
        let is_made = |step: &ForwardMove| is_barred(step) != is_new;
        // Several moves to one state are counted once, with the first of them.
        let is_first = |place: usize, step: &ForwardMove| {
            let same = |other: &ForwardMove| (other.to, other.forbidden) == (step.to, step.forbidden);
            let earlier = steps[..place].iter().any(|other| is_made(other) && same(other));
            let before = !is_new && steps.iter().any(|other| !is_barred(other) && same(other));
            !earlier && !before
        };
        for (place, step) in steps.iter().enumerate() {
            if step.forbidden != MoveIndex::NONE && is_made(step) && is_first(place, step) {
                batch.found[usize::from(self.slots[usize::from(step.to.layer & 63)] & 63)] += 1;
            }
        }
        batch.steps.retain(is_made);
    }

    /// Adds the moves of a position to those of the batch, and sends them when there are enough.
    #[inline]
    fn gather(&self, batch: &mut Batch) {
        batch.gathered.append(&mut batch.steps);
        if batch.gathered.len() >= BATCH {
            self.send(batch);
        }
    }

    /// Sends what moves bring on its way, the move that is forbidden after each; counts the states that were found.
    fn send(&self, batch: &mut Batch) {
        let mut sorter = self.parcels.sorter();
        for step in batch.gathered.drain(..) {
            let slot = usize::from(self.slots[usize::from(step.to.layer & 63)]);
            sorter.add(slot, step.to.rank, u32::from(step.forbidden.get() & 31));
        }
        for (layer, found) in self.layers.iter().zip(&mut batch.found) {
            layer.found.fetch_add(std::mem::take(found), Ordering::Relaxed);
        }
    }

    /// Delivers all moves that wait.
    fn deliver(&mut self, distance: u8) {
        let (cells, others): (Vec<_>, Vec<_>) =
            self.layers.iter_mut().map(|layer| (&mut *layer.cells, (&layer.met, &layer.found))).unzip();
        self.parcels.deliver(cells, |region, cells, parcels| {
            let (met, found) = others[region.slot];
            let new = meet(met, region.ranks.start, cells, parcels, distance + 1);
            found.fetch_add(new, Ordering::Relaxed);
        });
    }
}

/// Delivers moves to the cells of a region, the first of which has the number `first`. Returns the number of states
/// without a forbidden move that were met for the first time.
fn meet(met: &Marks, first: u32, cells: &mut [u32], parcels: &[Parcel], distance: u8) -> u64 {
    let mut new = 0;
    for parcel in parcels {
        let cell = &mut cells[parcel.offset()];
        let before = Cell::of_bits(*cell);
        let after = before.meet(MoveIndex::of_bits(parcel.contents()), distance);
        if after.bits() != before.bits() {
            *cell = after.bits();
            new += u64::from(before.free().is_none() && after.free().is_some());
            met.set(distance + 1, first + parcel.offset() as u32);
        }
    }
    new
}

/// Moves that have been made but not sent.
#[derive(Debug)]
struct Batch {
    /// Those of one position.
    steps: Vec<ForwardMove>,
    gathered: Vec<ForwardMove>,
    buffer: Vec<u8>,
    /// The number of states that were met, by the layer's index in the group.
    found: [u64; 64],
}

impl Default for Batch {
    fn default() -> Self {
        Self { steps: Vec::new(), gathered: Vec::new(), buffer: Vec::new(), found: [0; 64] }
    }
}
