//! Sweeps over the positions of a group: makes the moves of the positions at one distance.

use super::cell::{Cell, MOST};
use super::distances::Distances;
use super::moves::{Forward, ForwardMove, MoveSelection};
use crate::states::byte_set::ByteSet;
use crate::states::game::{Game, Group, LayerShape, Place};
use crate::states::run::Sweeps;
use crate::states::store::Store;
use crate::states::swept::{BATCH, Source, SweptGroup, SweptLayer, Visit};
use crate::states::table::{self, BLOCK};
use crate::states::value::MoveIndex;
use crate::table::{Monitor, TableError};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};

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
pub(super) struct LayersAbove {
    layers: Vec<(u8, Distances, Vec<ByteSet>)>,
    /// The greatest distance in these layers.
    pub(super) farthest: Option<u8>,
}

impl LayersAbove {
    /// Opens their distances, and records for each block which distances occur in it.
    pub(super) fn open(
        game: &impl Game,
        store: &Store,
        group: &Group,
        made: MoveSelection,
    ) -> Result<Self, TableError> {
        let leads_here = |from: &&Group| group.layers.iter().any(|layer| from.below.contains(layer));
        let mut layers = Vec::new();
        for &layer in game.groups().iter().filter(leads_here).flat_map(|group| &group.layers) {
            let distances = Distances::open(store, game.shape(layer), made)?;
            let noted = |block| {
                let mut buffer = Vec::new();
                let distances = distances.block(block, &mut buffer)?;
                Ok(distances.flatten().fold(ByteSet::default(), ByteSet::with))
            };
            let noted =
                (0..distances.blocks()).into_par_iter().map(noted).collect::<Result<Vec<_>, TableError>>()?;
            layers.push((layer, distances, noted));
        }
        let farthest = ByteSet::greatest(layers.iter().flat_map(|(.., noted)| noted));
        Ok(Self { layers, farthest })
    }
}

/// A group that is being searched.
pub(super) struct Sweeper<'a, G> {
    game: &'a G,
    group: &'a Group,
    above: &'a LayersAbove,
    made: MoveSelection,
    /// Marked by the distance plus one.
    pub(super) swept: SweptGroup<'a>,
    /// For each layer of the group: the number of states that this sweep has met.
    found: Vec<AtomicU64>,
    /// A position that has a move whose number is too great: its layer and its rank.
    refused: AtomicU64,
}

/// No position.
const NOBODY: u64 = u64::MAX;

impl<'a, G: Forward> Sweeper<'a, G> {
    pub(super) fn new(
        game: &'a G,
        group: &'a Group,
        shapes: &[&'a LayerShape],
        above: &'a LayersAbove,
        made: MoveSelection,
        cells: Vec<&'a mut [u32]>,
    ) -> Self {
        let beside = above.layers.iter().map(|(_, distances, _)| distances.blocks());
        let swept = SweptGroup::new(group, shapes, cells, beside);
        let found = shapes.iter().map(|_| AtomicU64::new(0)).collect();
        Self { game, group, above, made, swept, found, refused: AtomicU64::new(NOBODY) }
    }

    /// Delivers all moves that wait.
    fn deliver(&mut self, distance: u8) {
        let Self { swept, found, .. } = self;
        swept.deliver(|visit| meet(visit, found, distance + 1));
    }

    /// Whether any position may have been met at this distance.
    fn is_due(&self, distance: u8) -> bool {
        self.swept.is_marked(distance + 1)
    }
}

impl<'a, G: Forward> Sweeps<'a> for Sweeper<'a, G> {
    type Cursor = Cursor;

    fn swept(&mut self) -> &mut SweptGroup<'a> {
        &mut self.swept
    }

    fn step(cursor: &Cursor) -> (u8, u64) {
        (cursor.distance + 1, cursor.stretch)
    }

    /// Meets the start, if the group has it.
    fn begin(&mut self, _: &mut Monitor<'_>) -> Result<Cursor, TableError> {
        let start = self.game.start();
        let is_here = |layer: &SweptLayer<'_>| layer.number == start.layer;
        if let Some(layer) = self.swept.layers.iter_mut().find(|layer| is_here(layer)) {
            let cell = Cell::of_bits(0).meet(MoveIndex::NONE, 0);
            layer.cells[start.rank as usize] = cell.bits();
        }
        let layers = &self.swept.layers;
        let counts = layers.iter().map(|layer| vec![u64::from(is_here(layer))]).collect();
        let found = vec![0; layers.len()];
        Ok(Cursor { distance: 0, stretch: 0, met: false, counts, found })
    }

    fn expect_everything(&self, cursor: &Cursor) {
        self.swept.mark_all(cursor.distance + 1);
        if cursor.met {
            self.swept.mark_all(cursor.distance + 2);
        }
        for (found, &before) in self.found.iter().zip(&cursor.found) {
            found.store(before, Ordering::Relaxed);
        }
    }

    fn settle(&mut self, cursor: &Cursor, stretch: u64) -> Cursor {
        self.deliver(cursor.distance);
        let found = self.found.iter().map(|found| found.load(Ordering::Relaxed)).collect();
        Cursor { stretch, met: self.is_due(cursor.distance + 1), found, ..cursor.clone() }
    }

    /// Makes the moves of the positions of a stretch that are at this distance. They may wait to be delivered.
    fn sweep(&mut self, cursor: &Cursor, stretch: u64) -> Result<(), TableError> {
        let Self { game, above, made, swept, found, refused, .. } = self;
        let (game, above, made, found, refused) = (*game, *above, *made, &*found, &*refused);
        let distance = cursor.distance;
        let make = |swept: &SweptGroup<'_>, source, block, batch: &mut Batch| {
            let mover = Mover { game, above, made, swept, found, refused, distance };
            match source {
                Source::Beside(place) => mover.sweep_above(place, block, batch)?,
                Source::Own(slot) => mover.sweep_own(&swept.layers[slot], block, batch),
            }
            mover.send(batch);
            Ok(())
        };
        swept.sweep(stretch, make, |visit| meet(visit, found, distance + 1))?;
        match self.refused.load(Ordering::Relaxed) {
            NOBODY => Ok(()),
            at => {
                let (layer, rank) = ((at >> 32) as usize, at as u32);
                Err(TableError::TooManyMoves { layer: self.game.layers()[layer].name.clone(), rank })
            }
        }
    }

    fn next(&mut self, mut cursor: Cursor) -> Result<(Cursor, bool), TableError> {
        self.deliver(cursor.distance);
        for (found, counts) in self.found.iter().zip(&mut cursor.counts) {
            counts.push(found.swap(0, Ordering::Relaxed));
        }
        let found = vec![0; self.found.len()];
        let distance = cursor.distance + 1;
        let goes_on = self.is_due(distance) || self.above.farthest.is_some_and(|far| far >= distance);
        if goes_on && distance == MOST {
            return Err(TableError::TooFar(self.group.name.clone()));
        }
        Ok((Cursor { distance, stretch: 0, met: false, found, ..cursor }, goes_on))
    }
}

/// Makes the moves of positions at a distance.
struct Mover<'m, 'a, G> {
    game: &'m G,
    above: &'m LayersAbove,
    made: MoveSelection,
    swept: &'m SweptGroup<'a>,
    found: &'m [AtomicU64],
    refused: &'m AtomicU64,
    distance: u8,
}

impl<G: Forward> Mover<'_, '_, G> {
    /// Notes a position if one of its moves has a number that is too great.
    #[inline]
    fn refuse_if_too_many(&self, from: Place, steps: &[ForwardMove]) {
        if steps.iter().any(|step| step.by.is_beyond()) {
            let at = u64::from(from.layer) << 32 | u64::from(from.rank);
            self.refused.fetch_min(at, Ordering::Relaxed);
        }
    }

    fn sweep_above(&self, place: usize, block: u64, batch: &mut Batch) -> Result<(), TableError> {
        let (layer, distances, noted) = &self.above.layers[place];
        if !noted[block as usize].has(self.distance) {
            return Ok(());
        }
        let mut buffer = std::mem::take(&mut batch.buffer);
        for (rank, found) in (block as u32 * BLOCK..).zip(distances.block(block, &mut buffer)?) {
            if found == Some(self.distance) {
                // Nothing that removes a piece is ever forbidden.
                let from = Place { layer: *layer, rank };
                self.game.steps(from, self.swept.members, &mut batch.steps);
                self.refuse_if_too_many(from, &batch.steps);
                self.gather(batch);
            }
        }
        batch.buffer = buffer;
        Ok(())
    }

    fn sweep_own(&self, layer: &SweptLayer<'_>, block: u64, batch: &mut Batch) {
        for rank in layer.marks.of(self.distance + 1, table::positions(layer.shape, block)).flatten() {
            let cell = Cell::of_bits(layer.cells[rank as usize]);
            let due = Some(self.distance);
            let is_new = cell.least() == due;
            if is_new || cell.others() == due && self.made == MoveSelection::Allowed {
                self.make(Place { layer: layer.number, rank }, cell.only(), is_new, batch);
                self.gather(batch);
            }
        }
    }

    /// Makes all moves of a position except the only forbidden one, or later that one alone.
    fn make(&self, from: Place, only: MoveIndex, is_new: bool, batch: &mut Batch) {
        self.game.steps(from, self.swept.members, &mut batch.steps);
        let steps = &batch.steps;
        self.refuse_if_too_many(from, steps);
        let is_barred = |step: &ForwardMove| {
            self.made == MoveSelection::Allowed && only != MoveIndex::NONE && step.by == only
        };
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
                batch.found[self.swept.slot(step.to.layer) & 63] += 1;
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
        let contents = |step: &ForwardMove| u32::from(step.forbidden.get() & 31);
        self.swept.send(batch.gathered.drain(..).map(|step| (step.to, contents(&step))));
        for (all, found) in self.found.iter().zip(&mut batch.found) {
            all.fetch_add(std::mem::take(found), Ordering::Relaxed);
        }
    }
}

/// Delivers the moves of a visit. Counts the states without a forbidden move that are met for the first time.
fn meet(visit: &mut Visit<'_>, found: &[AtomicU64], distance: u8) {
    let mut new = 0;
    for parcel in visit.parcels {
        let offset = parcel.offset();
        let before = Cell::of_bits(visit.cells[offset]);
        let after = before.meet(MoveIndex::of_bits(parcel.contents()), distance);
        if after.bits() != before.bits() {
            visit.cells[offset] = after.bits();
            new += u64::from(before.free().is_none() && after.free().is_some());
            visit.mark(distance + 1, offset);
        }
    }
    found[visit.slot].fetch_add(new, Ordering::Relaxed);
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
