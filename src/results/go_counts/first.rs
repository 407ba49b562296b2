//! The states of the first column, which has only the edge to its left.
//!
//! Any colours are possible, and the only strings are runs of one colour. As with all states, those of one half are
//! independent of those of the other, except for the run of the shared point: it has a liberty if it has one in either
//! half.

use super::halves::HalfId;
use super::phase::Phase;
use super::point::{Colour, Point};
use super::residue::Modulus;
use super::strip::Strip;
use super::sums::{Values, residue_of};
use rustc_hash::FxHashMap;

/// The halves of first columns, with the number of colourings that lead to each.
#[derive(Debug)]
pub(super) struct FirstColumn {
    /// For each rest that occurs, the terms to sum from its row.
    rows: Vec<(HalfId, Vec<Term>)>,
}

/// A state of a row, and the number of columns that it represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    place: u32,
    columns: u64,
}

/// The number of colourings that lead to a half, by whether the shared run has a liberty in this half or in the other.
type Colourings = FxHashMap<(Strip, SharedPoint), u64>;

/// The state of the shared point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SharedPoint {
    Empty,
    /// A stone that has a liberty in this half.
    FreeHere,
    /// A stone that has none in this half, and one in the other.
    FreeThere,
    /// A stone without liberties.
    Libertyless,
}

impl SharedPoint {
    /// Whether the two halves have the same shared point.
    fn agrees(self, other: Self) -> bool {
        match self {
            Self::Empty | Self::Libertyless => self == other,
            Self::FreeHere => matches!(other, Self::FreeHere | Self::FreeThere),
            Self::FreeThere => other == Self::FreeHere,
        }
    }
}

impl FirstColumn {
    pub(super) fn new(phase: &Phase) -> Self {
        let windows = phase.windows(0);
        let window_points = windows.strip(0).points().len();
        let rest_points = phase.rests.strip(0).points().len();
        // A window's first stone is white, or it has no stone: the colourings count twice, or once.
        let mut by_window = Vec::new();
        for ((strip, shared), colourings) in colourings(window_points) {
            if strip.first_colour() != Some(Colour::Black)
                && let Some(window) = windows.find(&strip)
            {
                let classes = if strip.first_colour().is_some() { 2 } else { 1 };
                by_window.push((window, shared, classes * colourings));
            }
        }
        by_window.sort_unstable_by_key(|&(window, ..)| window);
        let mut rows: FxHashMap<HalfId, FxHashMap<u32, u64>> = FxHashMap::default();
        for ((strip, shared), colourings) in colourings(rest_points) {
            let Some(rest) = phase.rests.find(&strip) else { continue };
            let group = windows.members(phase.rests.group(rest));
            let from = by_window.partition_point(|&(window, ..)| window < group.start);
            for &(window, other, columns) in by_window[from..].iter().take_while(|term| term.0 < group.end) {
                if shared.agrees(other) {
                    *rows.entry(rest).or_default().entry(windows.place(window)).or_default() +=
                        columns * colourings;
                }
            }
        }
        let terms = |(place, columns)| Term { place, columns };
        let mut rows: Vec<(HalfId, Vec<Term>)> =
            rows.into_iter().map(|(rest, row)| (rest, row.into_iter().map(terms).collect())).collect();
        for (_, row) in &mut rows {
            row.sort_unstable_by_key(|term| term.place);
        }
        rows.sort_unstable_by_key(|&(rest, _)| rest);
        Self { rows }
    }

    /// The rests whose rows are summed.
    pub(super) fn rests(&self) -> impl Iterator<Item = HalfId> {
        self.rows.iter().map(|&(rest, _)| rest)
    }

    /// The contribution of the row with this index to the sum. `value` has the values of a place of the row.
    pub(super) fn sum<const R: usize>(
        &self,
        index: usize,
        moduli: &[Modulus; R],
        value: impl Fn(usize) -> Values<R>,
    ) -> [u64; R] {
        let mut sum = [0; R];
        for term in &self.rows[index].1 {
            let values = value(term.place as usize);
            for ((sum, modulus), value) in sum.iter_mut().zip(moduli).zip(values) {
                *sum = modulus.add(*sum, modulus.multiply(residue_of(value), term.columns));
            }
        }
        sum
    }
}

/// All colourings of a half, the shared point first, with the possible states of the shared point. A black shared point
/// is left out, because neither kind of half has one.
fn colourings(points: usize) -> Colourings {
    let mut found = Colourings::default();
    let mut colours = vec![None; points];
    loop {
        if colours[0] != Some(Colour::Black) {
            for (strip, shared) in halves_of(&colours) {
                *found.entry((strip, shared)).or_default() += 1;
            }
        }
        // The next colouring, as the next number in base 3.
        let Some(place) = colours.iter().position(|&colour| colour != Some(Colour::Black)) else {
            return found;
        };
        colours[..place].fill(None);
        colours[place] = if colours[place].is_none() { Some(Colour::White) } else { Some(Colour::Black) };
    }
}

/// The halves that a colouring can become, by the liberties that the shared run has in the other half.
fn halves_of(colours: &[Option<Colour>]) -> Vec<(Strip, SharedPoint)> {
    let runs: Vec<&[Option<Colour>]> = colours.chunk_by(|one, two| one == two).collect();
    let half = |is_shared_free: bool| {
        let mut points = Vec::with_capacity(colours.len());
        for (index, run) in runs.iter().enumerate() {
            let Some(colour) = run[0] else {
                points.extend(run.iter().map(|_| Point::EMPTY));
                continue;
            };
            let beside = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
            let has_liberty = beside.filter_map(|index| runs.get(index)).any(|run| run[0].is_none());
            let point = if has_liberty || index == 0 && is_shared_free {
                Point::free(colour)
            } else {
                Point::libertyless(colour, index as u8)
            };
            points.extend(run.iter().map(|_| point));
        }
        let pending = u32::from(points[0].label().is_some());
        Strip::with_pending(points, pending)
    };
    if colours[0].is_none() {
        return vec![(half(false), SharedPoint::Empty)];
    }
    if runs.get(1).is_some_and(|run| run[0].is_none()) {
        return vec![(half(false), SharedPoint::FreeHere)];
    }
    vec![(half(true), SharedPoint::FreeThere), (half(false), SharedPoint::Libertyless)]
}
