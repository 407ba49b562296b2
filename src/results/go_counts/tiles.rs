//! Tiles: where the values of states are in memory.
//!
//! A state has a pattern of its upper points and one of its lower points, whichever division numbers it. A *tile* has all
//! states of one bundle of upper patterns and one of lower patterns. It has one place in memory for the whole count, so
//! that a turn moves values within a tile only, and one array is enough.
//!
//! In a tile, the row of a rest is a *segment*: its windows in the tile's bundle. A segment has room for the most windows
//! that it has at any time of its phase, so that points are placed without moving it. Segments are in an order in which
//! the rows from which a row is computed never come before it: a string that gets a liberty, leaves or is joined makes a
//! rest with fewer strings or fewer pending ones. Only rests of the same strings with colours exchanged need each other;
//! such a pair is a *unit*. So the units of a pattern can be computed in this order, each in its place, and those with the
//! same interface and as many strings together.

use super::halves::{Group, HalfId, Halves};
use super::patterns::{Bundle, Bundles, Pattern};
use super::phase::Phase;
use super::point::Label;
use super::strip::Strip;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// The rows of a phase in their order in memory.
#[derive(Debug)]
pub(super) struct Rows {
    /// The number of bundles of windows, which is that of the segments of a row.
    segments: usize,
    /// All rests.
    pub(super) order: Vec<HalfId>,
    /// The bundle of each rest.
    bundle_of: Vec<u8>,
    /// The rests of each bundle, by number.
    pub(super) by_bundle: Vec<Vec<HalfId>>,
    pub(super) patterns: Vec<PatternRows>,
    /// By group of rests and bundle of windows, the most states of a segment.
    most: Vec<usize>,
    /// By rest and bundle of windows, the beginning of the segment in its tile.
    begins: Vec<usize>,
}

/// The rows of one pattern.
#[derive(Clone, Debug)]
pub(super) struct PatternRows {
    /// The bundle of the pattern.
    pub(super) bundle: Bundle,
    /// Ranges of the order: units that can be computed together.
    pub(super) batches: Vec<Batch>,
    /// For each bundle of windows, the states of the pattern's segments, which follow each other in the tile.
    pub(super) segments: Vec<usize>,
    /// The states of all segments.
    pub(super) states: usize,
}

/// Units of one interface, and as many strings, that can be computed together.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// The rests in the order: unit by unit.
    pub(super) rests: Range<usize>,
    /// The number of rests of each unit, 1 or 2.
    pub(super) unit: usize,
}

/// The libertyless strings of a rest: which points they have, and which are pending. Equal only for rests with colours
/// exchanged.
fn strings(rest: &Strip) -> Vec<(Option<Label>, bool)> {
    let string = |label| (Some(label), rest.is_pending(label));
    rest.points().iter().map(|point| point.label().map_or((None, false), string)).collect()
}

/// The number of strings and of pending strings, which every change makes less.
fn strings_to_lose(rest: &Strip) -> usize {
    rest.libertyless() + rest.pending_colours().len()
}

impl Rows {
    fn new(phase: &Phase, bundles: &Bundles) -> Self {
        let rests = &phase.rests;
        let segments = phase.windows(phase.division.kinks().start).bundles();
        let most =
            (0..rests.groups().len()).flat_map(|group| (0..segments).map(move |bundle| (group, bundle)));
        let most = most.map(|(group, bundle)| most_states(phase, group, bundle)).collect();
        let mut rows = Self {
            segments,
            order: Vec::with_capacity(rests.len()),
            bundle_of: vec![0; rests.len()],
            by_bundle: vec![Vec::new(); bundles.count()],
            patterns: Vec::new(),
            most,
            begins: vec![0; rests.len() * segments],
        };
        let mut ends = vec![vec![0; segments]; bundles.count()];
        for ((bundle, _), mut units) in units_by_pattern(rests, bundles) {
            let key = |unit: &Vec<HalfId>| {
                let strip = rests.strip(unit[0]);
                (Reverse(strings_to_lose(strip)), unit.len(), rests.group(unit[0]))
            };
            units.sort_by_key(key);
            let mut pattern =
                PatternRows { bundle, batches: Vec::new(), segments: vec![0; segments], states: 0 };
            for units in units.chunk_by(|one, two| key(one) == key(two)) {
                let first = rows.order.len();
                rows.order.extend(units.iter().flatten());
                pattern.batches.push(Batch { rests: first..rows.order.len(), unit: units[0].len() });
                for &rest in units.iter().flatten() {
                    rows.place(rest, rests.group(rest), &mut pattern, &mut ends[bundle]);
                }
            }
            rows.patterns.push(pattern);
        }
        rows.by_bundle.iter_mut().for_each(|rests| rests.sort_unstable());
        rows
    }

    /// Places the segments of a rest at the ends of the tiles.
    fn place(&mut self, rest: HalfId, group: Group, pattern: &mut PatternRows, ends: &mut [usize]) {
        self.by_bundle[pattern.bundle].push(rest);
        self.bundle_of[rest as usize] = pattern.bundle as u8;
        for (segment, end) in ends.iter_mut().enumerate() {
            let most = self.most(group, segment);
            self.begins[rest as usize * self.segments + segment] = *end;
            *end += most;
            pattern.segments[segment] += most;
            pattern.states += most;
        }
    }

    /// The most states of a segment.
    pub(super) fn most(&self, group: Group, segment: Bundle) -> usize {
        self.most[group * self.segments + segment]
    }

    /// The beginning of a segment in its tile.
    #[inline(always)]
    pub(super) fn begin(&self, rest: HalfId, segment: Bundle) -> usize {
        self.begins[rest as usize * self.segments + segment]
    }

    /// The bundle of a rest.
    pub(super) fn bundle(&self, rest: HalfId) -> Bundle {
        Bundle::from(self.bundle_of[rest as usize])
    }

    /// The number of segments of each row.
    pub(super) fn segments(&self) -> usize {
        self.segments
    }

    /// The states of a tile, for each bundle of rests and each of windows.
    fn sizes(&self, phase: &Phase) -> Vec<Vec<usize>> {
        let size = |rests: &Vec<HalfId>, segment| {
            rests.iter().map(|&rest| self.most(phase.rests.group(rest), segment)).sum()
        };
        let row = |rests: &Vec<HalfId>| (0..self.segments).map(|segment| size(rests, segment)).collect();
        self.by_bundle.iter().map(row).collect()
    }
}

/// The units of each pattern, by bundle. The rests of a unit are in the order of their numbers.
fn units_by_pattern(rests: &Halves, bundles: &Bundles) -> BTreeMap<(Bundle, Pattern), Vec<Vec<HalfId>>> {
    let mut patterns: BTreeMap<_, BTreeMap<_, Vec<HalfId>>> = BTreeMap::new();
    for rest in 0..rests.len() as HalfId {
        let strip = rests.strip(rest);
        let pattern = (bundles.of(strip.points()), Pattern::of(strip.points()));
        patterns.entry(pattern).or_default().entry(strings(strip)).or_default().push(rest);
    }
    patterns.into_iter().map(|(pattern, units)| (pattern, units.into_values().collect())).collect()
}

fn most_states(phase: &Phase, group: Group, bundle: Bundle) -> usize {
    phase.division.kinks().map(|placed| phase.windows(placed).bundle(group, bundle).len()).max().unwrap_or(0)
}

/// The place of all states in memory.
#[derive(Debug)]
pub(super) struct Tiles {
    /// The rows while upper points are placed; their bundles are of lower points.
    pub(super) upper: Rows,
    /// The rows while lower points are placed; their bundles are of upper points.
    pub(super) lower: Rows,
    /// The beginnings of the tiles, for each bundle of lower points and, within it, of upper points; and the end.
    begins: Vec<usize>,
}

impl Tiles {
    /// The phases with the bundles of their rests.
    pub(super) fn new((upper, below): (&Phase, &Bundles), (lower, above): (&Phase, &Bundles)) -> Self {
        let (upper_rows, lower_rows) = (Rows::new(upper, below), Rows::new(lower, above));
        let (while_upper, while_lower) = (upper_rows.sizes(upper), lower_rows.sizes(lower));
        let mut begins = vec![0];
        let mut end = 0;
        for (below, sizes) in while_upper.iter().enumerate() {
            for (above, &size) in sizes.iter().enumerate() {
                end += size.max(while_lower[above][below]);
                begins.push(end);
            }
        }
        Self { upper: upper_rows, lower: lower_rows, begins }
    }

    /// The number of states for which there is room.
    pub(super) fn states(&self) -> usize {
        self.begins.last().copied().unwrap_or_default()
    }

    /// The states of the largest tile.
    pub(super) fn largest(&self) -> usize {
        self.begins.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or_default()
    }

    /// The states of a tile, by its bundles of upper and lower points.
    pub(super) fn tile(&self, above: Bundle, below: Bundle) -> Range<usize> {
        let index = below * self.upper.segments + above;
        self.begins[index]..self.begins[index + 1]
    }

    /// Divides the values of all states into tiles, with the bundles of upper and of lower points.
    pub(super) fn split<'a, T>(&self, values: &'a mut [T]) -> Vec<(Bundle, Bundle, &'a mut [T])> {
        let mut left = values;
        let tiles = self.begins.windows(2).enumerate();
        tiles
            .map(|(index, ends)| {
                let (tile, after) = std::mem::take(&mut left).split_at_mut(ends[1] - ends[0]);
                left = after;
                (index % self.upper.segments, index / self.upper.segments, tile)
            })
            .collect()
    }
}
