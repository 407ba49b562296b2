//! The layers of a group while they are solved or searched, and how a sweep goes through them.
//!
//! Idea: a sweep finds moves block by block, in the layers of the group and in the layers beside it: those below when
//! solving, those above when searching from the start. What the moves bring waits ([`MoveBuckets`]) until the regions of the
//! group's cells are visited. So cells are only read while moves are found, and a visited region is written by one
//! thread. Sweeps are divided into stretches, between which checkpoints can be taken.
//!
//! Cost: a cell of four bytes for each position, and one byte for every 128.

use super::game::{Group, LayerShape, Place};
use super::marks::Marks;
use super::move_buckets::{MoveBuckets, Parcel};
use super::table::{self, BLOCK};
use crate::table::TableError;
use rayon::prelude::*;
use std::ops::Range;

/// The number of blocks of a stretch: at most a few seconds of work.
const STRETCH: u64 = if cfg!(test) { 1 } else { 1024 };
/// The number of blocks after which it is seen whether many moves wait.
const PORTION: usize = 256;
/// The number of cells of a stretch.
pub(super) const STRETCH_CELLS: usize = STRETCH as usize * BLOCK as usize;
/// The number of moves that a thread gathers before it sends what they bring.
pub(super) const BATCH: usize = 1024;

/// A layer of the group.
pub(super) struct SweptLayer<'a> {
    pub(super) number: u8,
    pub(super) shape: &'a LayerShape,
    pub(super) cells: &'a mut [u32],
    /// Where cells have changed.
    pub(super) marks: Marks,
}

/// A layer in which a sweep finds moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A layer beside the group, by its index.
    Beside(usize),
    /// A layer of the group, by its index.
    Own(usize),
}

/// A visit to a region: its cells, and some of the parcels for them.
pub(super) struct Visit<'v> {
    /// The index of the layer in the group.
    pub(super) slot: usize,
    /// The rank of the first cell.
    first: u32,
    marks: &'v Marks,
    pub(super) cells: &'v mut [u32],
    pub(super) parcels: &'v [Parcel],
}

impl Visit<'_> {
    /// Notes that a sweep has changed the cell with this offset.
    #[inline(always)]
    pub(super) fn mark(&self, sweep: u8, offset: usize) {
        self.marks.set(sweep, self.first + offset as u32);
    }
}

/// The layers of a group.
pub(super) struct SweptGroup<'a> {
    pub(super) layers: Vec<SweptLayer<'a>>,
    /// By layer: its index in the group.
    slots: [u8; 64],
    /// The layers of the group as a set.
    pub(super) members: u64,
    stretches: Vec<(Source, Range<u64>)>,
    buckets: MoveBuckets,
}

impl<'a> SweptGroup<'a> {
    /// The layers of a group with their cells; `beside` has the numbers of blocks of the layers beside it.
    pub(super) fn new(
        group: &Group,
        shapes: &[&'a LayerShape],
        cells: Vec<&'a mut [u32]>,
        beside: impl IntoIterator<Item = u64>,
    ) -> Self {
        let layers: Vec<_> = group
            .layers
            .iter()
            .zip(shapes)
            .zip(cells)
            .map(|((&number, &shape), cells)| SweptLayer { number, shape, cells, marks: Marks::new(shape) })
            .collect();
        let (mut slots, mut members) = ([u8::MAX; 64], 0);
        for (slot, layer) in layers.iter().enumerate() {
            slots[usize::from(layer.number & 63)] = slot as u8;
            members |= 1 << (layer.number & 63);
        }
        let beside = beside.into_iter().enumerate().map(|(index, blocks)| (Source::Beside(index), blocks));
        let own = layers.iter().enumerate();
        let own = own.map(|(slot, layer)| (Source::Own(slot), table::blocks(layer.shape)));
        let stretches = beside.chain(own).flat_map(|(source, blocks)| {
            let firsts = (0..blocks).step_by(STRETCH as usize);
            firsts.map(move |first| (source, first..(first + STRETCH).min(blocks)))
        });
        let stretches = stretches.collect();
        Self { layers, slots, members, stretches, buckets: MoveBuckets::new(shapes) }
    }

    /// The cells of each layer.
    pub(super) fn cells(&self) -> Vec<&[u32]> {
        debug_assert!(self.buckets.are_delivered(), "cells without what waits for them");
        self.layers.iter().map(|layer| &*layer.cells).collect()
    }

    /// The same, to be read from a checkpoint.
    pub(super) fn cells_mut(&mut self) -> Vec<&mut [u32]> {
        self.layers.iter_mut().map(|layer| &mut *layer.cells).collect()
    }

    /// The number of stretches of a sweep.
    pub(super) fn stretches(&self) -> u64 {
        self.stretches.len() as u64
    }

    /// The index of a layer of the group. `u8::MAX` for other layers.
    #[inline(always)]
    pub(super) fn slot(&self, layer: u8) -> usize {
        usize::from(self.slots[usize::from(layer & 63)])
    }

    /// Marks all positions, because it is not known where a sweep has changed cells.
    pub(super) fn mark_all(&self, sweep: u8) {
        self.layers.iter().for_each(|layer| layer.marks.set_all(sweep));
    }

    /// Whether a sweep may have changed any cell.
    pub(super) fn is_marked(&self, sweep: u8) -> bool {
        self.layers.iter().any(|layer| layer.marks.has(sweep))
    }

    /// Sends something to each of these places of the group, below 2^12. It waits to be delivered.
    #[inline]
    pub(super) fn send(&self, all: impl Iterator<Item = (Place, u32)>) {
        let mut sorter = self.buckets.sorter();
        for (to, contents) in all {
            sorter.add(self.slot(to.layer), to.rank, contents);
        }
    }

    /// Goes through a stretch: calls `find` with each block, on all threads, and `visit` for regions when many parcels
    /// wait.
    pub(super) fn sweep<B: Default>(
        &mut self,
        stretch: u64,
        find: impl Fn(&Self, Source, u64, &mut B) -> Result<(), TableError> + Sync,
        visit: impl Fn(&mut Visit<'_>) + Sync,
    ) -> Result<(), TableError> {
        let (source, blocks) = self.stretches[stretch as usize].clone();
        for first in blocks.clone().step_by(PORTION) {
            let portion = first..(first + PORTION as u64).min(blocks.end);
            let here = &*self;
            portion
                .into_par_iter()
                .try_for_each_init(B::default, |batch, block| find(here, source, block, batch))?;
            if self.buckets.are_many() {
                self.deliver(&visit);
            }
        }
        Ok(())
    }

    /// Delivers everything that waits.
    pub(super) fn deliver(&mut self, visit: impl Fn(&mut Visit<'_>) + Sync) {
        let (cells, marks): (Vec<_>, Vec<_>) =
            self.layers.iter_mut().map(|layer| (&mut *layer.cells, &layer.marks)).unzip();
        self.buckets.deliver(cells, |region, cells, parcels| {
            let (slot, first) = (region.slot, region.ranks.start);
            visit(&mut Visit { slot, first, marks: marks[slot], cells, parcels });
        });
    }
}
