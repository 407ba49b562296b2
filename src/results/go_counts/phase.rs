//! Phases: the states of a border that is divided at one point, and the transitions between them.
//!
//! While points are placed in one half, the *window*, the other half, the *rest*, changes only by effects on strings
//! that both have. So the states are laid out in rows: one row for each half that the rest can be, with all windows of
//! its group in order. The effect of a point on each window is stored once for all rows, and for each row it is known
//! which rows have the results. No state is ever unpacked.
//!
//! Each half must be the window once, so there are two phases: the upper points are placed while the border is divided
//! at point h, the others while it is divided at h - 1 ([`crate::turn`] goes from one to the other).

use super::halves::{HalfId, Halves, Kink, Shape, interfaces};
use super::patterns::{Bundle, Bundles};
use super::point::Colour;
use super::strip::{Effect, Strip};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The side on which points are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Points 0 to h - 1, while the border is divided at point h.
    Upper,
    /// Points h to m - 1, while it is divided at point h - 1.
    Lower,
}

/// The division of a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    pub(super) side: Side,
    /// The height of the board, m.
    pub(super) height: usize,
    /// The number of points that are placed on the upper side, h.
    pub(super) upper: usize,
}

impl Division {
    /// The point that both halves have.
    fn shared(self) -> usize {
        match self.side {
            Side::Upper => self.upper,
            Side::Lower => self.upper - 1,
        }
    }

    /// The numbers of points placed in the new column, from first to last, in this phase.
    pub(super) fn kinks(self) -> Range<usize> {
        match self.side {
            Side::Upper => 0..self.upper + 1,
            Side::Lower => self.upper..self.height + 1,
        }
    }

    /// The number of points of the window.
    fn window_length(self) -> usize {
        match self.side {
            Side::Upper => self.shared() + 1,
            Side::Lower => self.height - self.shared(),
        }
    }

    fn rest_length(self) -> usize {
        self.height + 1 - self.window_length()
    }

    /// All rests.
    pub(super) fn rests(self) -> Vec<Strip> {
        Shape { length: self.rest_length(), kink: None, by_class: false }.strips()
    }

    /// The index in the window of a point of the board, if the window has it.
    fn in_window(self, point: usize) -> Option<usize> {
        match self.side {
            Side::Upper => self.shared().checked_sub(point),
            Side::Lower => point.checked_sub(self.shared()),
        }
    }

    /// Where the new column ends after `placed` points.
    fn kink(self, placed: usize) -> Option<Kink> {
        if placed == 0 || placed == self.height {
            return None;
        }
        let (upper, lower) = (self.in_window(placed - 1)?, self.in_window(placed)?);
        Some(Kink { before: placed.checked_sub(2).and_then(|before| self.in_window(before)), upper, lower })
    }
}

/// The rows of states after a number of placed points.
#[derive(Debug)]
pub(super) struct Layout {
    /// The beginning of the row of each rest, and the number of states as the last entry.
    starts: Vec<u64>,
}

impl Layout {
    fn new(rests: &Halves, windows: &Halves) -> Self {
        let mut starts = vec![0];
        let mut next = 0;
        for rest in 0..rests.len() as HalfId {
            next += windows.size(rests.group(rest)) as u64;
            starts.push(next);
        }
        Self { starts }
    }

    /// The number of states.
    pub(super) fn states(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default()
    }

    /// The states of a row.
    pub(super) fn row(&self, rest: HalfId) -> Range<u64> {
        self.starts[rest as usize]..self.starts[rest as usize + 1]
    }

    /// The states of several rows.
    pub(super) fn rows(&self, rests: &Range<HalfId>) -> Range<u64> {
        self.starts[rests.start as usize]..self.starts[rests.end as usize]
    }

    pub(super) fn rests(&self) -> HalfId {
        self.starts.len() as HalfId - 1
    }

    /// Divides the rows into consecutive parts of about `states` states, each of at least one row.
    pub(super) fn parts(&self, states: u64) -> Vec<Range<HalfId>> {
        self.parts_of(&(0..self.rests()), states)
    }

    /// The same for some of the rows.
    pub(super) fn parts_of(&self, rests: &Range<HalfId>, states: u64) -> Vec<Range<HalfId>> {
        let mut parts = Vec::new();
        let mut start = rests.start;
        while start < rests.end {
            let wanted = self.starts[start as usize].saturating_add(states.max(1));
            let end = self.starts.partition_point(|&state| state <= wanted) as HalfId - 1;
            let end = end.clamp(start + 1, rests.end);
            parts.push(start..end);
            start = end;
        }
        parts
    }
}

/// The result of a point for a window: a number of the *terms* of its row. Term 0 is zero; then come the values of the
/// row itself after the point; then those that [`PointStep::changed`] names.
pub(super) type Target = u32;

/// The change of the rest: by an effect, and by an exchange of colours if the window's first stone would be black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Change {
    effect: Effect,
    exchange: bool,
}

/// The number of a change within its group.
type ChangeId = u16;

/// The row of a changed rest, and a bundle of windows in it.
type OtherRow = (ChangeId, Bundle);

/// The window after a point, with its row if that is another one.
type WindowAfter = (Option<OtherRow>, HalfId);

/// Terms from another row than that of the window's rest.
#[derive(Debug)]
pub(super) struct Terms {
    change: ChangeId,
    /// The bundle of the windows.
    pub(super) bundle: Bundle,
    /// The windows, by their places in the bundle.
    pub(super) places: Vec<u32>,
}

/// The changes that the points of a phase can cause to the rests of one group.
#[derive(Clone, Default, Debug)]
struct Changes {
    list: Vec<Change>,
    numbers: FxHashMap<Change, ChangeId>,
}

impl Changes {
    fn number(&mut self, change: Change) -> ChangeId {
        *self.numbers.entry(change).or_insert_with(|| {
            self.list.push(change);
            self.list.len() as ChangeId - 1
        })
    }
}

/// The effect of placing one point.
#[derive(Debug)]
pub(super) struct PointStep {
    /// For each window, the results of an empty point, a white stone and a black stone.
    targets: Vec<[Target; 3]>,
    /// For each group, the terms that come from the rows of changed rests.
    changed: Vec<Vec<Terms>>,
}

/// The states of one division, for all numbers of placed points of its phase.
#[derive(Debug)]
pub(super) struct Phase {
    pub(super) division: Division,
    pub(super) rests: Halves,
    windows: Vec<Halves>,
    layouts: Vec<Layout>,
    steps: Vec<PointStep>,
    /// The rests after the changes of their groups: for each rest, the index of the first one in `changed`.
    first_change: Vec<u32>,
    changed: Vec<HalfId>,
}

impl Phase {
    /// `rests` are [`Division::rests`]; `bundles` are those of the points that only windows have.
    pub(super) fn new(division: Division, rests: Vec<Strip>, bundles: &Bundles) -> Self {
        let shown = interfaces(&rests);
        let rests = Halves::in_one_bundle(rests, &shown);
        let windows: Vec<Halves> = division
            .kinks()
            .map(|placed| {
                let length = division.window_length();
                let shape = Shape { length, kink: division.kink(placed), by_class: true };
                Halves::grouped(shape.strips(), &shown, bundles)
            })
            .collect();
        let layouts = windows.iter().map(|windows| Layout::new(&rests, windows)).collect();
        let mut changes = vec![Changes::default(); shown.len()];
        let pairs = division.kinks().zip(windows.windows(2));
        let steps = pairs
            .map(|(placed, pair)| {
                PointStep::new(division, placed, (&pair[0], &pair[1]), bundles, &mut changes)
            })
            .collect();
        let mut phase =
            Self { division, rests, windows, layouts, steps, first_change: vec![0], changed: Vec::new() };
        phase.change_rests(&changes);
        phase
    }

    fn change_rests(&mut self, changes: &[Changes]) {
        for rest in 0..self.rests.len() as HalfId {
            let strip = self.rests.strip(rest);
            for change in &changes[self.rests.group(rest)].list {
                let after = if change.effect == Effect::None && !change.exchange {
                    Some(rest)
                } else {
                    let strip = strip.affected(change.effect);
                    let strip = strip.map(|strip| if change.exchange { strip.exchanged() } else { strip });
                    strip.and_then(|strip| self.rests.find(&strip))
                };
                self.changed.push(after.expect("the rests are closed under changes"));
            }
            self.first_change.push(self.changed.len() as u32);
        }
    }

    /// The number of halves in the tables.
    pub(super) fn halves(&self) -> usize {
        self.rests.len() + self.windows.iter().map(Halves::len).sum::<usize>()
    }

    fn index(&self, placed: usize) -> usize {
        placed - self.division.kinks().start
    }

    /// The rows after `placed` points.
    pub(super) fn layout(&self, placed: usize) -> &Layout {
        &self.layouts[self.index(placed)]
    }

    /// The windows after `placed` points.
    pub(super) fn windows(&self, placed: usize) -> &Halves {
        &self.windows[self.index(placed)]
    }

    /// The effect of placing the next point on windows, which are consecutive windows of one group.
    pub(super) fn targets(&self, placed: usize, windows: Range<HalfId>) -> &[[Target; 3]] {
        &self.steps[self.index(placed)].targets[windows.start as usize..windows.end as usize]
    }

    /// The number of terms of a row.
    pub(super) fn terms(&self, placed: usize, rest: HalfId) -> usize {
        let group = self.rests.group(rest);
        let changed = &self.steps[self.index(placed)].changed[group];
        let changed: usize = changed.iter().map(|terms| terms.places.len()).sum();
        1 + self.windows(placed + 1).size(group) + changed
    }

    /// The terms of a row that come from other rows, with the rests of these.
    pub(super) fn changed(&self, placed: usize, rest: HalfId) -> impl Iterator<Item = (HalfId, &Terms)> {
        let changed = &self.changed[self.first_change[rest as usize] as usize..];
        let terms = &self.steps[self.index(placed)].changed[self.rests.group(rest)];
        terms.iter().map(|terms| (changed[usize::from(terms.change)], terms))
    }
}

impl PointStep {
    fn new(
        division: Division,
        placed: usize,
        (from, to): (&Halves, &Halves),
        bundles: &Bundles,
        changes: &mut [Changes],
    ) -> Self {
        let at = division.in_window(placed).expect("a point of the window");
        let beside = placed.checked_sub(1).and_then(|beside| division.in_window(beside));
        let mut targets = Vec::with_capacity(from.len());
        let mut changed = Vec::with_capacity(from.groups().len());
        for (group, changes) in changes.iter_mut().enumerate() {
            let stones = [None, Some(Colour::White), Some(Colour::Black)];
            // What each stone leads to, with the change of the rest, if the rest changes.
            let results: Vec<Option<WindowAfter>> = from
                .members(group)
                .flat_map(|window| stones.map(|stone| (window, stone)))
                .map(|(window, stone)| {
                    let (strip, change) = placed_in(from.strip(window), at, beside, stone)?;
                    let window = to.find(&strip).expect("the windows are closed under placing");
                    let is_changed = change.effect != Effect::None || change.exchange;
                    let changed =
                        is_changed.then(|| (changes.number(change), bundles.of(&strip.points()[1..])));
                    Some((changed, window))
                })
                .collect();
            // The changed windows, each once, row by row in order.
            let mut needed: Vec<(OtherRow, HalfId)> =
                results.iter().flatten().filter_map(|&(changed, window)| Some((changed?, window))).collect();
            needed.sort_unstable();
            needed.dedup();
            let first = 1 + to.size(group);
            let number = |&(changed, window): &WindowAfter| match changed {
                None => 1 + to.place(window) as usize,
                Some(changed) => first + needed.partition_point(|&term| term < (changed, window)),
            };
            let of = |result: &Option<_>| result.as_ref().map_or(0, number) as Target;
            targets
                .extend(results.chunks_exact(3).map(|three| [of(&three[0]), of(&three[1]), of(&three[2])]));
            let rows = needed.chunk_by(|one, two| one.0 == two.0).map(|terms| {
                let (change, bundle) = terms[0].0;
                let place = |window: HalfId| window - to.bundle(to.group(window), bundle).start;
                Terms { change, bundle, places: terms.iter().map(|term| place(term.1)).collect() }
            });
            changed.push(rows.collect());
        }
        Self { targets, changed }
    }
}

/// The window after placing a point, with its first stone white, and the effect on the rest.
fn placed_in(
    strip: &Strip,
    at: usize,
    beside: Option<usize>,
    stone: Option<Colour>,
) -> Option<(Strip, Change)> {
    let (strip, effect) = strip.place(at, beside, stone)?;
    let exchange = strip.first_colour() == Some(Colour::Black);
    Some((strip.class(), Change { effect, exchange }))
}
