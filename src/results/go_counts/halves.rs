//! Halves of borders: all halves of one length, grouped by their interface to the other half.
//!
//! A border is divided at a point that both halves have, the *shared* point. A half has an [`Interface`]: the content
//! of the shared point, and the colours of the pending strings, level by level. Two halves form a border state exactly
//! if their interfaces are equal; all neighbourhoods lie within one half. So the states are the pairs of halves in one
//! group, and two look-ups number a state: the first number of the pairs with its one half, and the place of the other
//! half in its group. No keys, hashing or sorting of whole states are needed.

use super::interface::Interface;
use super::patterns::{Bundle, Bundles};
use super::point::{Colour, Content, Label, Point};
use super::strip::Strip;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The two points between which the new column ends, as indices in a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kink {
    /// The point of the new column before the last.
    pub(super) before: Option<usize>,
    /// The last point of the new column.
    pub(super) upper: usize,
    /// The first point of the old column.
    pub(super) lower: usize,
}

impl Kink {
    fn divides(self, one: usize, two: usize) -> bool {
        (self.upper, self.lower) == (one, two) || (self.upper, self.lower) == (two, one)
    }

    /// Whether a half is valid at the kink. The point before a shared point is not known here; then every half is
    /// admitted.
    fn admits(self, strip: &Strip) -> bool {
        self.upper == 0 || strip.is_valid_kink(self.before, self.upper, self.lower)
    }
}

/// The approximate number of bytes of a half in the tables: its points, its place in the index, its targets.
pub(super) const HALF: u64 = 160;

/// The group of halves with one interface.
pub(super) type Group = usize;

/// The number of a half.
pub(super) type HalfId = u32;

/// All halves of one length, group by group, and within a group bundle by bundle.
#[derive(Debug)]
pub(super) struct Halves {
    strips: Vec<Strip>,
    groups: Vec<Range<HalfId>>,
    group_of: Vec<u32>,
    bundles: usize,
    /// The beginning of each bundle of each group, and the number of halves as the last entry.
    starts: Vec<HalfId>,
    numbers: FxHashMap<Strip, HalfId>,
}

/// Which halves to list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of points.
    pub(super) length: usize,
    /// Where the new column ends, if it ends here.
    pub(super) kink: Option<Kink>,
    /// Whether the first stone is always white; if not, only a stone on the shared point is.
    pub(super) by_class: bool,
}

/// The interfaces of halves, sorted.
pub(super) fn interfaces(strips: &[Strip]) -> Vec<Interface> {
    let mut interfaces: Vec<Interface> = strips.iter().map(Interface::of).collect();
    interfaces.sort_unstable();
    interfaces.dedup();
    interfaces
}

impl Halves {
    /// Groups halves by these interfaces; drops halves with other interfaces. `bundles` are those of the points after
    /// the shared one.
    pub(super) fn grouped(strips: Vec<Strip>, interfaces: &[Interface], bundles: &Bundles) -> Self {
        let found = |strip: Strip| {
            let group = interfaces.binary_search(&Interface::of(&strip)).ok()?;
            Some((group, bundles.of(&strip.points()[1..]), strip))
        };
        Self::sorted(strips.into_iter().filter_map(found).collect(), interfaces.len(), bundles.count())
    }

    /// Groups halves by these interfaces, with one bundle in each group.
    pub(super) fn in_one_bundle(strips: Vec<Strip>, interfaces: &[Interface]) -> Self {
        let found = |strip: Strip| Some((interfaces.binary_search(&Interface::of(&strip)).ok()?, 0, strip));
        Self::sorted(strips.into_iter().filter_map(found).collect(), interfaces.len(), 1)
    }

    fn sorted(mut strips: Vec<(Group, Bundle, Strip)>, groups: usize, bundles: usize) -> Self {
        strips.sort_unstable();
        let start =
            |group, bundle| strips.partition_point(|half| (half.0, half.1) < (group, bundle)) as HalfId;
        let bundled = (0..groups).flat_map(|group| (0..bundles).map(move |bundle| (group, bundle)));
        let mut starts: Vec<HalfId> = bundled.map(|(group, bundle)| start(group, bundle)).collect();
        starts.push(strips.len() as HalfId);
        let group_of = strips.iter().map(|half| half.0 as u32).collect();
        let groups =
            (0..groups).map(|group| starts[group * bundles]..starts[(group + 1) * bundles]).collect();
        let strips: Vec<Strip> = strips.into_iter().map(|half| half.2).collect();
        let numbers = strips.iter().cloned().zip(0..).collect();
        Self { strips, groups, group_of, bundles, starts, numbers }
    }

    pub(super) fn len(&self) -> usize {
        self.strips.len()
    }

    pub(super) fn strip(&self, half: HalfId) -> &Strip {
        &self.strips[half as usize]
    }

    pub(super) fn group(&self, half: HalfId) -> Group {
        self.group_of[half as usize] as Group
    }

    pub(super) fn groups(&self) -> &[Range<HalfId>] {
        &self.groups
    }

    pub(super) fn members(&self, group: Group) -> Range<HalfId> {
        self.groups[group].clone()
    }

    pub(super) fn size(&self, group: Group) -> usize {
        self.groups[group].len()
    }

    /// The halves of a bundle of a group.
    pub(super) fn bundle(&self, group: Group, bundle: Bundle) -> Range<HalfId> {
        let index = group * self.bundles + bundle;
        self.starts[index]..self.starts[index + 1]
    }

    /// The places in the row of a group that a bundle has.
    pub(super) fn places(&self, group: Group, bundle: Bundle) -> Range<usize> {
        let (members, start) = (self.bundle(group, bundle), self.groups[group].start);
        (members.start - start) as usize..(members.end - start) as usize
    }

    /// The bundle of a half.
    pub(super) fn bundle_of(&self, half: HalfId) -> Bundle {
        let first = self.group(half) * self.bundles;
        self.starts[first + 1..first + self.bundles].partition_point(|&start| start <= half)
    }

    /// The number of bundles of each group.
    pub(super) fn bundles(&self) -> usize {
        self.bundles
    }

    pub(super) fn find(&self, strip: &Strip) -> Option<HalfId> {
        self.numbers.get(strip).copied()
    }

    /// The place of a half in its group.
    pub(super) fn place(&self, half: HalfId) -> u32 {
        half - self.groups[self.group(half)].start
    }
}

impl Shape {
    /// All halves of the shape.
    pub(super) fn strips(self) -> Vec<Strip> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), &mut Vec::new(), 0, &mut found);
        found
    }

    /// Extends a half point by point; `open` has the strings that no other encloses, in order.
    fn extend(
        self,
        points: &mut Vec<Point>,
        open: &mut Vec<(Label, Colour)>,
        labels: Label,
        found: &mut Vec<Strip>,
    ) {
        if points.len() == self.length {
            self.finish(points, open, found);
            return;
        }
        let mut write = |point: Point, open: &mut Vec<(Label, Colour)>, labels| {
            if self.may_follow(points, point) {
                points.push(point);
                self.extend(points, open, labels, found);
                points.pop();
            }
        };
        write(Point::EMPTY, open, labels);
        for colour in Colour::BOTH {
            write(Point::free(colour), open, labels);
            open.push((labels, colour));
            write(Point::libertyless(colour, labels), open, labels + 1);
            open.pop();
        }
        // A stone of an open string encloses the strings that were opened after it.
        for depth in 0..open.len() {
            let (label, colour) = open[depth];
            let mut rest = open[..=depth].to_vec();
            write(Point::libertyless(colour, label), &mut rest, labels);
        }
    }

    fn may_follow(self, points: &[Point], point: Point) -> bool {
        let has_stone = points.iter().any(|point| point.colour().is_some());
        let is_first = if self.by_class { !has_stone } else { points.is_empty() };
        if is_first && point.colour() == Some(Colour::Black) {
            return false;
        }
        let place = points.len();
        points.last().is_none_or(|last| {
            self.kink.is_some_and(|kink| kink.divides(place - 1, place)) || last.may_neighbour(point)
        })
    }

    /// Lists each choice of open strings to be pending; the string of the shared point always is.
    fn finish(self, points: &[Point], open: &[(Label, Colour)], found: &mut Vec<Strip>) {
        let shared = matches!(points[0].content(), Content::Libertyless(..));
        let all = open.iter().fold(0_u32, |bits, &(label, _)| bits | 1 << label);
        let mut pending = all;
        loop {
            if !shared || pending & 1 == 1 {
                let strip = Strip::with_pending(points.to_vec(), pending);
                if self.kink.is_none_or(|kink| kink.admits(&strip)) {
                    found.push(strip);
                }
            }
            if pending == 0 {
                break;
            }
            pending = (pending - 1) & all;
        }
    }
}
