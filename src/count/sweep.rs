//! Points are placed, and divisions turned, on values in memory, in place.
//!
//! While the points of one half are placed, the states of a pattern of the other half depend on each other alone. So each
//! pattern is one task, for all points of the half: small ones stay in the cache from the first point to the last. Within
//! a step the rows of a pattern are computed in an order ([`crate::tiles`]) in which no row is needed after it has been
//! replaced. The old values of a row are first copied to a buffer. That reads memory in order; the terms, which are in no
//! order, then come from the cache.
//!
//! Cost: each value is read and written once for each point, and twice in each column for a turn within its tile.

use super::halves::HalfId;
use super::patterns::Bundle;
use super::phase::{Phase, Target};
use super::sums::{Sums, Values};
use super::tiles::{PatternRows, Rows};
use super::turn::Turn;
use std::ops::Range;

/// The values of one pattern: for each bundle of windows, those segments that follow each other in its tile.
pub(super) type PatternValues<'a, const R: usize> = Vec<&'a mut [Values<R>]>;

/// Computes the values of a row, or of a part of it, from the effects of a point on its windows.
#[inline]
pub(super) fn gather<const R: usize>(
    targets: &[[Target; 3]],
    sums: &Sums<R>,
    sources: &[&[Values<R>]],
    row: &mut [Values<R>],
) {
    for (targets, values) in targets.iter().zip(row) {
        let [empty, white, black] = targets.map(|target| &sources[target.source()][target.place()]);
        *values = sums.add3(empty, white, black);
    }
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

impl<const R: usize> Sweep<'_, R> {
    /// Places all points on the states of one pattern.
    pub(super) fn pattern(
        &self,
        pattern: &PatternRows,
        values: &mut PatternValues<'_, R>,
        old: &mut Vec<Values<R>>,
    ) {
        for &placed in self.points {
            let mut rows = Unplaced { begins: vec![0; values.len()], left: Vec::with_capacity(values.len()) };
            let first = self.rows.order[pattern.units[0].start];
            for (segment, values) in values.iter_mut().enumerate() {
                rows.begins[segment] = self.rows.begin(first, segment);
                rows.left.push(values);
            }
            for unit in &pattern.units {
                self.unit(placed, &self.rows.order[unit.clone()], &mut rows, old);
            }
        }
    }

    /// Places a point on the states of the rests that need each other's rows, and takes them from the rows that are left.
    fn unit(&self, placed: usize, unit: &[HalfId], rows: &mut Unplaced<'_, R>, old: &mut Vec<Values<R>>) {
        let (before, after) = (self.phase.windows(placed + 1), self.phase.windows(placed));
        let segments = self.rows.segments();
        let group = |rest| self.phase.rests.group(rest);
        old.clear();
        let mut taken = Vec::with_capacity(unit.len() * segments);
        let mut begins = Vec::with_capacity(unit.len());
        for &rest in unit {
            begins.push(old.len());
            for segment in 0..segments {
                let values = rows.take(segment, self.rows.most(group(rest), segment));
                old.extend_from_slice(&values[..before.bundle(group(rest), segment).len()]);
                taken.push(values);
            }
        }
        let mut taken = taken.into_iter();
        for &rest in unit {
            let mut sources: Vec<&[Values<R>]> = Vec::with_capacity(64);
            let zero = [Sums::<R>::ZERO];
            sources.push(&zero);
            sources.extend(self.phase.sources(placed, rest).map(|(source, segment)| {
                let places = before.places(group(source), segment);
                if let Some(index) = unit.iter().position(|&other| other == source) {
                    return &old[begins[index]..][places];
                }
                let begin = self.rows.begin(source, segment) - rows.begins[segment];
                &rows.left[segment][begin..begin + places.len()]
            }));
            for (segment, values) in (0..segments).zip(taken.by_ref()) {
                let windows = after.bundle(group(rest), segment);
                gather(self.phase.targets(placed, windows), &self.sums, &sources, values);
            }
        }
    }
}

/// The rows of a pattern that a step has not reached yet.
struct Unplaced<'a, const R: usize> {
    /// For each bundle of windows, the place in its tile of the next segment.
    begins: Vec<usize>,
    left: Vec<&'a mut [Values<R>]>,
}

impl<'a, const R: usize> Unplaced<'a, R> {
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
        for rests in rows.by_bundle[bundle].chunk_by(|&one, &two| phase.rests.group(one) == phase.rests.group(two)) {
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
