//! Points are placed, and divisions turned, on values in memory, in place.
//!
//! While the points of one half are placed, the states of a pattern of the other half depend on each other alone. So each
//! pattern is one task, for all points of the half: small ones stay in the cache from the first point to the last. Within
//! a step the rows of a pattern are computed in an order ([`crate::tiles`]) in which no row is needed after it has been
//! replaced.
//!
//! A step copies the old values of a row, and those of other rows that it needs, to a buffer of *terms*. That reads
//! memory in order. The sums are then gathered from the buffer, which is in the cache, by one table of places for all rows
//! of an interface. Rows of the same interface are computed together, side by side in the buffer: a look-up serves all.
//!
//! Cost: each value is read and written once for each point, and twice in each column for a turn within its tile.

use super::halves::HalfId;
use super::patterns::Bundle;
use super::phase::{Phase, Target};
use super::sums::{StoredResidue, Sums, Values};
use super::tiles::{Batch, PatternRows, Rows};
use super::turn::Turn;
use std::ops::Range;

/// The values of one pattern: for each bundle of windows, those segments that follow each other in its tile.
pub(super) type PatternValues<'a, const R: usize> = Vec<&'a mut [Values<R>]>;

/// The values of a window from the effects of a point on it.
#[inline(always)]
pub(super) fn gather<const W: usize>(targets: [Target; 3], sums: &Sums<W>, terms: &[Values<W>]) -> Values<W> {
    let [empty, white, black] = targets.map(|target| &terms[target as usize]);
    sums.add3(empty, white, black)
}

/// Values in a line of the cache.
const LINE: usize = 8;

/// Begins to read the line of a value.
#[inline(always)]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "its place in memory matters")]
fn prefetch(value: &StoredResidue) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t1(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Points to place on the states of a phase.
#[derive(Debug)]
pub(super) struct Sweep<'a, const R: usize> {
    pub(super) phase: &'a Phase,
    pub(super) rows: &'a Rows,
    /// The numbers of the points in the order of the computation, from last to first.
    pub(super) points: &'a [usize],
    pub(super) sums: Sums<R>,
}

/// Buffers of terms, for rows of units one by one and for several side by side. A unit has at most two rows.
#[derive(Debug)]
pub(super) struct Buffers<const R: usize, const W: usize> {
    single: [Vec<Values<R>>; 2],
    wide: [Vec<Values<W>>; 2],
}

impl<const R: usize, const W: usize> Default for Buffers<R, W> {
    fn default() -> Self {
        Self { single: [Vec::new(), Vec::new()], wide: [Vec::new(), Vec::new()] }
    }
}

impl<const R: usize> Sweep<'_, R> {
    /// Places all points on the states of one pattern. `B` units, of `W` values for each state, are computed together.
    pub(super) fn pattern<const B: usize, const W: usize>(
        &self,
        pattern: &PatternRows,
        values: &mut PatternValues<'_, R>,
        buffers: &mut Buffers<R, W>,
    ) {
        let wide_sums = self.sums.repeated();
        for &placed in self.points {
            let mut rows =
                UnplacedRows { begins: vec![0; values.len()], left: Vec::with_capacity(values.len()) };
            let first = self.rows.order[pattern.batches[0].rests.start];
            for (segment, values) in values.iter_mut().enumerate() {
                rows.begins[segment] = self.rows.begin(first, segment);
                rows.left.push(values);
            }
            for Batch { rests, unit } in &pattern.batches {
                let mut together = self.rows.order[rests.clone()].chunks_exact(unit * B);
                for rests in &mut together {
                    self.units::<B, W>(placed, (rests, *unit), &wide_sums, &mut rows, &mut buffers.wide);
                }
                for rests in together.remainder().chunks_exact(*unit) {
                    self.units::<1, R>(placed, (rests, *unit), &self.sums, &mut rows, &mut buffers.single);
                }
            }
        }
    }

    /// Places a point on the states of some units, and takes them from the rows that are left.
    fn units<const B: usize, const W: usize>(
        &self,
        placed: usize,
        (rests, unit): (&[HalfId], usize),
        sums: &Sums<W>,
        rows: &mut UnplacedRows<'_, R>,
        buffers: &mut [Vec<Values<W>>; 2],
    ) {
        let segments = self.rows.segments();
        let mut taken = Vec::with_capacity(rests.len() * segments);
        for &rest in rests {
            for segment in 0..segments {
                taken.push(rows.take(segment, self.rows.most(self.phase.rests.group(rest), segment)));
            }
        }
        for (member, terms) in buffers.iter_mut().enumerate().take(unit) {
            self.collect::<W>(placed, (rests, unit, member), &taken, rows, terms);
        }
        let windows = self.phase.windows(placed);
        for (member, terms) in buffers.iter().enumerate().take(unit) {
            let group = self.phase.rests.group(rests[member]);
            for segment in 0..segments {
                let windows = windows.bundle(group, segment);
                let targets = self.phase.targets(placed, windows.clone());
                let mut results = taken.iter_mut().skip(member * segments + segment).step_by(unit * segments);
                let mut results: [&mut [Values<R>]; B] = std::array::from_fn(|_| {
                    results.next().map(|segment| &mut segment[..windows.len()]).unwrap_or_default()
                });
                // The next rows are on their way to the cache while these are computed.
                let mut next = rows.left[segment].as_flattened().chunks(W).skip(member * windows.len());
                for (index, targets) in targets.iter().enumerate() {
                    if let Some(next) = next.next() {
                        next.iter().step_by(LINE).for_each(prefetch);
                    }
                    let sums = gather(*targets, sums, terms);
                    for (sums, results) in sums.as_chunks().0.iter().zip(&mut results) {
                        results[index] = *sums;
                    }
                }
            }
        }
    }

    /// Collects the terms of one row of each unit, side by side.
    fn collect<const W: usize>(
        &self,
        placed: usize,
        (rests, unit, member): (&[HalfId], usize, usize),
        taken: &[&mut [Values<R>]],
        rows: &UnplacedRows<'_, R>,
        terms: &mut Vec<Values<W>>,
    ) {
        let windows = self.phase.windows(placed + 1);
        let group = |rest| self.phase.rests.group(rest);
        let needed = self.phase.terms(placed, rests[member]);
        if terms.len() < needed {
            terms.resize(needed, Sums::ZERO);
        }
        terms[0] = Sums::ZERO;
        let segments = self.rows.segments();
        for (lane, unit_rests) in rests.chunks_exact(unit).enumerate() {
            let of_unit = &taken[lane * unit * segments..][..unit * segments];
            let rest = unit_rests[member];
            let mut next = 1;
            for segment in 0..segments {
                let count = windows.bundle(group(rest), segment).len();
                let values = &of_unit[member * segments + segment][..count];
                for (terms, values) in terms[next..next + count].iter_mut().zip(values) {
                    terms.as_chunks_mut().0[lane] = *values;
                }
                next += count;
            }
            for (source, changed) in self.phase.changed(placed, rest) {
                let count = windows.bundle(group(source), changed.bundle).len();
                let values = if let Some(index) = unit_rests.iter().position(|&rest| rest == source) {
                    &of_unit[index * segments + changed.bundle][..count]
                } else {
                    let begin = self.rows.begin(source, changed.bundle) - rows.begins[changed.bundle];
                    &rows.left[changed.bundle][begin..begin + count]
                };
                let terms = &mut terms[next..next + changed.places.len()];
                for (terms, &place) in terms.iter_mut().zip(&changed.places) {
                    terms.as_chunks_mut().0[lane] = values[place as usize];
                }
                next += changed.places.len();
            }
        }
    }
}

/// The rows of a pattern that a step has not reached yet.
struct UnplacedRows<'a, const R: usize> {
    /// For each bundle of windows, the place in its tile of the next segment.
    begins: Vec<usize>,
    left: Vec<&'a mut [Values<R>]>,
}

impl<'a, const R: usize> UnplacedRows<'a, R> {
    fn take(&mut self, segment: Bundle, states: usize) -> &'a mut [Values<R>] {
        let (taken, left) = std::mem::take(&mut self.left[segment]).split_at_mut(states);
        self.left[segment] = left;
        self.begins[segment] += states;
        taken
    }
}

/// A turn, within tiles.
#[derive(Debug)]
pub(super) struct TileTurn<'a> {
    pub(super) turn: &'a Turn,
    /// The phase after the turn, its rows, and the number of placed points.
    pub(super) to: (&'a Phase, &'a Rows, usize),
    /// The same before it.
    pub(super) from: (&'a Phase, &'a Rows, usize),
}

/// The number of rows that are turned together; their results share cache lines of the source.
const BLOCK: usize = 32;

impl TileTurn<'_> {
    /// Turns a tile. `bundle` has the rests after the turn, which are windows before it; `windows` the others.
    pub(super) fn tile<const R: usize>(
        &self,
        (bundle, windows): (Bundle, Bundle),
        tile: &mut [Values<R>],
        old: &mut Vec<Values<R>>,
    ) {
        old.clear();
        old.extend_from_slice(tile);
        let (phase, rows, placed) = self.to;
        let mut sources = Vec::new();
        for rests in
            rows.by_bundle[bundle].chunk_by(|&one, &two| phase.rests.group(one) == phase.rests.group(two))
        {
            let members = phase.windows(placed).bundle(phase.rests.group(rests[0]), windows);
            self.sources(members.clone(), bundle, &mut sources);
            for rests in rests.chunks(BLOCK) {
                let targets: Vec<_> =
                    rests.iter().map(|&rest| (rows.begin(rest, windows), self.turn.places(rest))).collect();
                for (index, (window, sources)) in members.clone().zip(&sources).enumerate() {
                    let seam = self.turn.seam(window);
                    for &(begin, places) in &targets {
                        let place = places[seam];
                        let source = sources[usize::from(place.exchange)].wrapping_add(place.place as usize);
                        tile[begin + index] = old[source];
                    }
                }
            }
        }
    }

    /// For each window, the beginning in the tile of the other division's row, without and with colours exchanged, as if
    /// all windows of the row were in the tile.
    fn sources(&self, members: Range<HalfId>, bundle: Bundle, sources: &mut Vec<[usize; 2]>) {
        let (phase, rows, placed) = self.from;
        let windows = phase.windows(placed);
        sources.clear();
        sources.extend(members.map(|window| {
            [false, true].map(|exchange| {
                let Some(rest) = self.turn.rest(window, exchange) else { return 0 };
                let places = windows.places(phase.rests.group(rest), bundle);
                rows.begin(rest, bundle).wrapping_sub(places.start)
            })
        }));
    }
}
