//! What moves bring to the cells of positions, sorted by regions of memory until it is delivered.
//!
//! Idea: the moves of a sweep lead to cells at random places of gigabytes, and a processor waits longer for such a cell
//! than it takes to find the move. So each thread first sorts what its moves bring by regions of 2^20 cells, as a radix
//! sort does, in four bytes a move. Then the regions are gone through one after the other, each by one thread: a
//! region stays in the cache, its memory is read and written once for many moves, and its cells need no atomic exchange.
//! Source: the idea is that of radix joins (P. Boncz, S. Manegold, M. Kersten, Database architecture optimized for the
//! new bottleneck: memory access, VLDB 1999).
//!
//! Cost: four bytes for each move that waits. `is_full` is asked between stretches of a sweep, so that a stretch may
//! add what its moves bring to the quarter of the cells' memory that is allowed.

use super::game::LayerShape;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of bits of a cell's place in its region.
const PLACE: u32 = 20;
/// The number of cells of a region, as a power of two: four megabytes, of which a cache holds one for each thread. Small
/// in tests, so that small games have several regions, fill chunks, and have no room for a sweep.
const REGION: u32 = if cfg!(test) { 8 } else { PLACE };
/// The number of parcels of a line of the cache, which are set aside together.
const LINE: usize = 16;
/// The number of lines of a chunk.
const CHUNK: usize = if cfg!(test) { 2 } else { 1 << 8 };
/// The least number of parcels that may wait: 64 megabytes.
const LEAST_ROOM: usize = if cfg!(test) { 1 << 7 } else { 1 << 24 };

/// What one move brings to one cell: 20 bits for the cell in its region, 12 for the contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parcel(u32);

impl Parcel {
    #[inline(always)]
    fn new(rank: u32, contents: u32) -> Self {
        Self(rank & ((1 << REGION) - 1) | contents << PLACE)
    }

    /// The place of the cell in its region.
    #[inline(always)]
    pub(super) fn place(self) -> usize {
        (self.0 & ((1 << PLACE) - 1)) as usize
    }

    /// What the move brings, below 2^12.
    #[inline(always)]
    pub(super) fn contents(self) -> u32 {
        self.0 >> PLACE
    }
}

/// Parcels that fill a line of the cache.
type Line = [Parcel; LINE];

/// The full lines of one thread for one region.
#[derive(Debug, Default)]
struct Bin {
    open: Vec<Line>,
    full: Vec<Vec<Line>>,
}

/// The parcels of one thread.
#[derive(Debug)]
pub(super) struct Sorter {
    /// The first region of each layer of the group.
    firsts: Vec<u32>,
    /// For each region, the line that is being filled, and how many parcels it has. These are side by side, so that
    /// adding a parcel touches few pages.
    lines: Vec<Line>,
    filled: Vec<u8>,
    bins: Vec<Bin>,
    /// The number of full chunks.
    full: usize,
}

impl Sorter {
    fn new(firsts: &[u32], regions: usize) -> Self {
        Self {
            firsts: firsts.to_vec(),
            lines: vec![[Parcel(0); LINE]; regions],
            filled: vec![0; regions],
            bins: (0..regions).map(|_| Bin::default()).collect(),
            full: 0,
        }
    }

    /// Adds a parcel for a position, by the index of its layer in the group.
    #[inline(always)]
    pub(super) fn add(&mut self, slot: usize, rank: u32, contents: u32) {
        let region = (self.firsts[slot] + (rank >> REGION)) as usize;
        let filled = &mut self.filled[region];
        self.lines[region][usize::from(*filled) % LINE] = Parcel::new(rank, contents);
        *filled = (*filled + 1) % LINE as u8;
        if *filled == 0 {
            self.set_aside(region);
        }
    }

    #[inline(never)]
    fn set_aside(&mut self, region: usize) {
        let bin = &mut self.bins[region];
        bin.open.push(self.lines[region]);
        if bin.open.len() == CHUNK {
            bin.full.push(std::mem::replace(&mut bin.open, Vec::with_capacity(CHUNK)));
            self.full += 1;
        }
    }
}

/// Some cells of a layer, without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    /// The index of the layer in the group.
    pub(super) slot: usize,
    /// The numbers of the positions.
    pub(super) ranks: Range<u32>,
}

/// The parcels of all threads.
#[derive(Debug)]
pub(super) struct Parcels {
    regions: Vec<Region>,
    sorters: Vec<Mutex<Sorter>>,
    room: usize,
}

impl Parcels {
    /// No parcels, for the layers of a group.
    pub(super) fn new(shapes: &[&LayerShape]) -> Self {
        let (mut regions, mut firsts) = (Vec::new(), Vec::new());
        for (slot, shape) in shapes.iter().enumerate() {
            firsts.push(regions.len() as u32);
            let starts = (0..shape.size).step_by(1 << REGION);
            regions.extend(starts.map(|start| {
                let end = start.saturating_add(1 << REGION).min(shape.size);
                Region { slot, ranks: start..end }
            }));
        }
        let sorter = || Mutex::new(Sorter::new(&firsts, regions.len()));
        let sorters = (0..rayon::current_num_threads()).map(|_| sorter()).collect();
        Self { regions, sorters, room: room(shapes) }
    }

    /// The number of bytes that parcels may take between two stretches.
    pub(super) fn bytes(shapes: &[&LayerShape]) -> u64 {
        (room(shapes) * size_of::<Parcel>()) as u64
    }

    /// The sorter of this thread.
    pub(super) fn sorter(&self) -> MutexGuard<'_, Sorter> {
        let thread = rayon::current_thread_index().unwrap_or(0) % self.sorters.len();
        self.sorters[thread].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is time to deliver them.
    pub(super) fn are_many(&self) -> bool {
        let full = |sorter: &Mutex<Sorter>| sorter.lock().unwrap_or_else(PoisonError::into_inner).full;
        self.sorters.iter().map(full).sum::<usize>() * CHUNK * LINE >= self.room
    }

    /// Delivers all parcels: calls `take` with the cells of each region, given the cells of each layer, and parcels for
    /// them. No two calls for one region run at a time.
    pub(super) fn deliver<'c>(
        &self,
        layers: impl IntoIterator<Item = &'c mut [u32]>,
        take: impl Fn(&Region, &mut [u32], &[Parcel]) + Sync,
    ) {
        let cells: Vec<_> = layers.into_iter().flat_map(|cells| cells.chunks_mut(1 << REGION)).collect();
        let mut sorters: Vec<_> =
            self.sorters.iter().map(|sorter| sorter.lock().unwrap_or_else(PoisonError::into_inner)).collect();
        let mut waiting: Vec<Vec<Waiting<'_>>> = self.regions.iter().map(|_| Vec::new()).collect();
        for sorter in &mut sorters {
            let Sorter { lines, filled, bins, full, .. } = &mut **sorter;
            *full = 0;
            for (((waiting, bin), line), filled) in waiting.iter_mut().zip(bins).zip(lines).zip(filled) {
                waiting.push((bin, &line[..usize::from(std::mem::take(filled))]));
            }
        }
        self.regions.par_iter().zip(cells).zip(waiting).for_each(|((region, cells), waiting)| {
            for (bin, line) in waiting {
                for chunk in bin.full.drain(..) {
                    take(region, cells, chunk.as_flattened());
                }
                take(region, cells, bin.open.as_flattened());
                bin.open.clear();
                take(region, cells, line);
            }
        });
    }
}

/// The number of parcels that may wait: a quarter of the number of cells.
fn room(shapes: &[&LayerShape]) -> usize {
    let cells: usize = shapes.iter().map(|shape| shape.size as usize).sum();
    (cells / 4).max(LEAST_ROOM)
}

/// The parcels of one thread for one region, those in full lines and the others.
type Waiting<'a> = (&'a mut Bin, &'a [Parcel]);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZES: [u32; 3] = [1, 700, 512];

    fn parcel() -> impl Strategy<Value = (usize, u32, u32)> {
        let of = |slot: usize| (Just(slot), 0..SIZES[slot], 0..1u32 << 12);
        prop_oneof![of(0), of(1), of(2), Just((1, 255, 4095)), Just((1, 256, 0)), Just((1, 699, 4095))]
    }

    /// Everything that is delivered: the layer, the position and the contents.
    fn delivered(parcels: &Parcels) -> Vec<(usize, u32, u32)> {
        let all = Mutex::new(Vec::new());
        let mut layers = SIZES.map(|size| vec![0; size as usize]);
        parcels.deliver(layers.iter_mut().map(Vec::as_mut_slice), |region, cells, some| {
            let there = |parcel: &Parcel| {
                let rank = region.ranks.start + parcel.place() as u32;
                assert!(region.ranks.contains(&rank), "{rank} in {region:?}");
                (region.slot, rank, parcel.contents())
            };
            all.lock().unwrap().extend(some.iter().map(there));
            some.iter().for_each(|parcel| cells[parcel.place()] += 1);
        });
        let mut all = all.into_inner().unwrap();
        all.sort_unstable();
        for &(slot, rank, _) in &all {
            layers[slot][rank as usize] -= 1;
        }
        assert!(layers.iter().flatten().all(|&left| left == 0), "cells of other positions");
        all
    }

    proptest! {
        #[test]
        fn every_parcel_is_delivered_once(sent in prop::collection::vec(prop::collection::vec(parcel(), 0..2000), 1..4)) {
            let shapes = SIZES.map(|size| LayerShape { name: size.to_string(), size });
            let parcels = Parcels::new(&shapes.each_ref());
            // Again with the same bins, which the first round has emptied.
            for sent in sent {
                prop_assert!(!parcels.are_many());
                sent.par_iter().for_each(|&(slot, rank, contents)| parcels.sorter().add(slot, rank, contents));
                let bins = rayon::current_num_threads() * parcels.regions.len();
                prop_assert!(sent.len() < room(&shapes.each_ref()) + bins * CHUNK * LINE || parcels.are_many());
                let mut sent = sent;
                sent.sort_unstable();
                prop_assert_eq!(delivered(&parcels), sent);
                prop_assert_eq!(delivered(&parcels), []);
            }
        }
    }

    #[test]
    fn regions_cover_each_layer() {
        let shapes = SIZES.map(|size| LayerShape { name: size.to_string(), size });
        let parcels = Parcels::new(&shapes.each_ref());
        let found: Vec<_> =
            parcels.regions.iter().map(|region| (region.slot, region.ranks.clone())).collect();
        assert_eq!(found, [(0, 0..1), (1, 0..256), (1, 256..512), (1, 512..700), (2, 0..256), (2, 256..512)]);
        assert_eq!(Parcels::bytes(&shapes.each_ref()), 4 * (1213 / 4));
    }
}
