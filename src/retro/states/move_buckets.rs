//! What moves bring to the cells of positions, sorted by regions of memory until it is delivered.
//!
//! Idea: the moves of a sweep lead to cells at random places of gigabytes, and a processor waits longer for such a cell
//! than it takes to find the move. So each thread first sorts what its moves bring by regions of 2^20 cells, as a radix
//! sort does, in four bytes a move. Then the regions are gone through one after the other, each by one thread: a
//! region stays in the cache, its memory is read and written once for many moves, and its cells need no atomic exchange.
//! Before its visit a region is read from end to end, because memory is fastest in order.
//! Source: the idea is that of radix joins (P. Boncz, S. Manegold, M. Kersten, Database architecture optimized for the
//! new bottleneck: memory access, VLDB 1999).
//!
//! Cost: four bytes are written and read for each move. The parcels that wait take a quarter of the cells' memory, less if
//! less is available, and what the moves of 256 blocks bring before anybody asks whether there are many. Each thread has
//! 4 KB for each region beside that.

use super::game::LayerShape;
use certamen_work::memory::available;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of bits of a cell's offset in its region.
const OFFSET: u32 = 20;
/// The number of cells of a region, as a power of two: four megabytes, of which a cache holds one for each thread. In
/// tests it is small, so that small games have several regions; so are the next two numbers.
const REGION: u32 = if cfg!(test) { 8 } else { OFFSET };
/// The number of parcels that are set aside together: 64 bytes, about a line of the cache.
const LINE: usize = 16;
/// The number of lines of a chunk.
const CHUNK: usize = if cfg!(test) { 2 } else { 64 };
/// The least number of parcels that may wait: 64 megabytes.
const LEAST: usize = if cfg!(test) { 1 << 7 } else { 1 << 24 };

/// What one move brings to one cell: 20 bits for the cell in its region, 12 for the contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parcel(u32);

impl Parcel {
    #[inline(always)]
    fn new(rank: u32, contents: u32) -> Self {
        Self(rank & ((1 << REGION) - 1) | contents << OFFSET)
    }

    /// The offset of the cell in its region.
    #[inline(always)]
    pub(super) fn offset(self) -> usize {
        (self.0 & ((1 << OFFSET) - 1)) as usize
    }

    /// What the move brings, below 2^12.
    #[inline(always)]
    pub(super) fn contents(self) -> u32 {
        self.0 >> OFFSET
    }
}

/// Parcels that are set aside together.
type Line = [Parcel; LINE];

/// Lines that belong together, at most [`CHUNK`] of them.
type Chunk = Vec<Line>;

/// The full lines of one thread for one region.
#[derive(Debug, Default)]
struct Bin {
    open: Chunk,
    full: Vec<Chunk>,
}

/// The parcels of one thread.
#[derive(Debug)]
pub(super) struct Sorter {
    /// For each layer of the group: its first region, and its size.
    layers: Vec<(u32, u32)>,
    /// For each region, the line that is being filled, and how many parcels it has. These are side by side, so that
    /// adding a parcel touches few pages.
    lines: Vec<Line>,
    filled: Vec<u8>,
    bins: Vec<Bin>,
    /// The number of full lines.
    full: usize,
    /// Empty chunks, to be filled again.
    spare: Vec<Chunk>,
}

impl Bin {
    /// The number of parcels.
    fn len(&self) -> usize {
        LINE * (CHUNK * self.full.len() + self.open.len())
    }
}

impl Sorter {
    fn new(layers: &[(u32, u32)], regions: usize) -> Self {
        Self {
            layers: layers.to_vec(),
            lines: vec![[Parcel(0); LINE]; regions],
            filled: vec![0; regions],
            bins: (0..regions).map(|_| Bin::default()).collect(),
            full: 0,
            spare: Vec::new(),
        }
    }

    /// Adds a parcel for a position, by the index of its layer in the group.
    ///
    /// # Panics
    /// If the layer has no such position.
    #[inline(always)]
    pub(super) fn add(&mut self, slot: usize, rank: u32, contents: u32) {
        let (first, size) = self.layers[slot];
        assert!(rank < size, "a move from or to position {rank} of a layer of {size} positions");
        let region = (first + (rank >> REGION)) as usize;
        let filled = &mut self.filled[region];
        self.lines[region][usize::from(*filled) % LINE] = Parcel::new(rank, contents);
        *filled = (*filled + 1) % LINE as u8;
        if *filled == 0 {
            self.set_aside(region);
        }
    }

    #[inline(never)]
    fn set_aside(&mut self, region: usize) {
        self.full += 1;
        let bin = &mut self.bins[region];
        bin.open.push(self.lines[region]);
        if bin.open.len() == CHUNK {
            let empty = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(CHUNK));
            bin.full.push(std::mem::replace(&mut bin.open, empty));
        }
    }

    /// Forgets the parcels, and keeps the memory of chunks.
    fn empty(&mut self) {
        self.filled.fill(0);
        self.full = 0;
        for bin in &mut self.bins {
            bin.open.clear();
            bin.full.iter_mut().for_each(Chunk::clear);
            self.spare.append(&mut bin.full);
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

/// Cuts layers of these sizes into regions of at most `2^log2` cells. Returns the first region of each layer as well.
fn regions(sizes: impl IntoIterator<Item = u32>, log2: u32) -> (Vec<Region>, Vec<u32>) {
    let (mut regions, mut firsts) = (Vec::new(), Vec::new());
    for (slot, size) in sizes.into_iter().enumerate() {
        firsts.push(regions.len() as u32);
        let starts = (0..size).step_by(1 << log2);
        let ranks = |start: u32| start..start.saturating_add(1 << log2).min(size);
        regions.extend(starts.map(|start| Region { slot, ranks: ranks(start) }));
    }
    (regions, firsts)
}

/// The parcels of all threads.
#[derive(Debug)]
pub(super) struct MoveBuckets {
    regions: Vec<Region>,
    sorters: Vec<Mutex<Sorter>>,
    /// The number of parcels that may wait.
    capacity: usize,
}

impl MoveBuckets {
    /// The number of bytes that parcels take at least, if they have to wait.
    pub(super) const LEAST_BYTES: u64 = (LEAST * size_of::<Parcel>()) as u64;

    /// No parcels, for the layers of a group. Call it before the memory of the cells is used.
    pub(super) fn new(shapes: &[&LayerShape]) -> Self {
        let (regions, firsts) = regions(shapes.iter().map(|shape| shape.size), REGION);
        let layers: Vec<_> =
            firsts.into_iter().zip(shapes).map(|(first, shape)| (first, shape.size)).collect();
        let sorter = || Mutex::new(Sorter::new(&layers, regions.len()));
        let sorters = (0..rayon::current_num_threads()).map(|_| sorter()).collect();
        let cells: usize = shapes.iter().map(|shape| shape.size as usize).sum();
        // Half of what the cells leave.
        let left = available().unwrap_or(u64::MAX).saturating_sub(4 * cells as u64) / 2;
        let capacity = (cells / 4).min(left as usize / size_of::<Parcel>()).max(LEAST);
        Self { regions, sorters, capacity }
    }

    /// The sorter of this thread. No work for other threads may be made while it is held.
    pub(super) fn sorter(&self) -> MutexGuard<'_, Sorter> {
        let thread = rayon::current_thread_index().unwrap_or(0) % self.sorters.len();
        held(&self.sorters[thread])
    }

    /// The number of parcels that wait in full lines.
    fn waiting(&self) -> usize {
        LINE * self.sorters.iter().map(|sorter| held(sorter).full).sum::<usize>()
    }

    /// Whether it is time to deliver them.
    pub(super) fn are_many(&self) -> bool {
        self.waiting() >= self.capacity
    }

    /// Whether no parcel waits.
    pub(super) fn are_delivered(&self) -> bool {
        let is_empty = |sorter: &Sorter| sorter.full == 0 && sorter.filled.iter().all(|&filled| filled == 0);
        self.sorters.iter().all(|sorter| is_empty(&held(sorter)))
    }

    /// Delivers all parcels: calls `take` with the cells of each region, given the cells of each layer, and parcels for
    /// them. No two calls for one region run at a time.
    pub(super) fn deliver<'c>(
        &self,
        layers: impl IntoIterator<Item = &'c mut [u32]>,
        take: impl Fn(&Region, &mut [u32], &[Parcel]) + Sync,
    ) {
        let cells: Vec<_> = layers.into_iter().flat_map(|cells| cells.chunks_mut(1 << REGION)).collect();
        let mut sorters: Vec<_> = self.sorters.iter().map(held).collect();
        let waiting: Vec<&Sorter> = sorters.iter().map(|sorter| &**sorter).collect();
        self.regions.par_iter().zip(cells).enumerate().for_each(|(index, (region, cells))| {
            let bins = || waiting.iter().map(|sorter| &sorter.bins[index]);
            if bins().map(Bin::len).sum::<usize>() >= cells.len() / LINE {
                fetch(cells);
            }
            for (sorter, bin) in waiting.iter().zip(bins()) {
                for chunk in bin.full.iter().chain([&bin.open]) {
                    take(region, cells, chunk.as_flattened());
                }
                take(region, cells, &sorter.lines[index][..usize::from(sorter.filled[index])]);
            }
        });
        for sorter in &mut sorters {
            sorter.empty();
        }
    }
}

/// The sorter of a thread. If one thread panics, all end.
fn held(sorter: &Mutex<Sorter>) -> MutexGuard<'_, Sorter> {
    sorter.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Brings cells into the cache, in the order in which memory is fastest: most of them are about to be visited at random.
fn fetch(cells: &[u32]) {
    let read = cells.iter().step_by(LINE).fold(0, |read, cell| read ^ cell);
    std::hint::black_box(read);
}

#[cfg(test)]
mod tests {
    use super::super::game::MOST_POSITIONS;
    use super::*;
    use proptest::prelude::*;

    const SIZES: [u32; 4] = [1, 0, 700, 512];

    fn parcel() -> impl Strategy<Value = (usize, u32, u32)> {
        let of = |slot: usize| (Just(slot), 0..SIZES[slot], 0..1u32 << 12);
        prop_oneof![of(0), of(2), of(3), Just((2, 255, 4095)), Just((2, 256, 0)), Just((2, 699, 4095))]
    }

    fn shapes() -> [LayerShape; 4] {
        SIZES.map(|size| LayerShape { name: size.to_string(), size })
    }

    /// Everything that is delivered: the layer, the position and the contents.
    fn delivered(buckets: &MoveBuckets) -> Vec<(usize, u32, u32)> {
        let all = Mutex::new(Vec::new());
        let mut layers = SIZES.map(|size| vec![0; size as usize]);
        buckets.deliver(layers.iter_mut().map(Vec::as_mut_slice), |region, cells, some| {
            let there = |parcel: &Parcel| {
                let rank = region.ranks.start + parcel.offset() as u32;
                assert!(region.ranks.contains(&rank), "{rank} in {region:?}");
                (region.slot, rank, parcel.contents())
            };
            all.lock().unwrap().extend(some.iter().map(there));
            for parcel in some {
                cells[parcel.offset()] += 1;
            }
        });
        let mut all = all.into_inner().unwrap();
        all.sort_unstable();
        for &(slot, rank, _) in &all {
            layers[slot][rank as usize] -= 1;
        }
        assert!(layers.iter().flatten().all(|&left| left == 0), "cells of other positions");
        all
    }

    fn on_two_threads(test: impl FnOnce() + Send) {
        rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap().install(test);
    }

    proptest! {
        #[test]
        fn every_parcel_is_delivered_once(
            sent in prop::collection::vec(prop::collection::vec(parcel(), 0..2000), 1..4),
        ) {
            on_two_threads(|| {
                let buckets = MoveBuckets::new(&shapes().each_ref());
                // Again with the same bins, which the first round has emptied.
                for mut sent in sent {
                    assert!(buckets.are_delivered() && !buckets.are_many());
                    sent.par_iter().for_each(|&(slot, rank, contents)| buckets.sorter().add(slot, rank, contents));
                    assert_eq!(buckets.are_delivered(), sent.is_empty());
                    // Two threads have a line that is not full for each region.
                    let least = sent.len().saturating_sub(2 * buckets.regions.len() * (LINE - 1));
                    assert!(buckets.waiting() >= least && buckets.waiting() <= sent.len());
                    sent.sort_unstable();
                    assert_eq!(delivered(&buckets), sent);
                }
            });
        }
    }

    #[test]
    fn a_quarter_as_many_as_cells_may_wait() {
        on_two_threads(|| {
            let buckets = MoveBuckets::new(&shapes().each_ref());
            let add = |count| (0..count).for_each(|_| buckets.sorter().add(2, 5, 0));
            assert_eq!(buckets.capacity, 1213 / 4);
            add(303);
            assert!(!buckets.are_many());
            add(1);
            assert!(buckets.are_many());
        });
    }

    #[test]
    fn regions_cover_each_layer() {
        let (found, firsts) = regions(SIZES, 8);
        let found: Vec<_> = found.into_iter().map(|region| (region.slot, region.ranks)).collect();
        assert_eq!(found, [(0, 0..1), (2, 0..256), (2, 256..512), (2, 512..700), (3, 0..256), (3, 256..512)]);
        assert_eq!(firsts, [0, 1, 1, 4]);
        let (found, firsts) = regions([MOST_POSITIONS, 1], OFFSET);
        assert_eq!((found.len(), firsts), (4097, vec![0, 4096]));
        assert_eq!(found[4095].ranks, 4095 << 20..MOST_POSITIONS);
    }

    #[test]
    #[should_panic(expected = "position 700 of a layer of 700 positions")]
    fn parcels_for_positions_that_are_not_there_are_refused() {
        MoveBuckets::new(&shapes().each_ref()).sorter().add(2, 700, 0);
    }
}
