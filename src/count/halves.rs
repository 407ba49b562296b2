//! Halves of borders: all halves of one length, grouped by their interface to the other half.
//!
//! A border is divided at a point that both halves have, the *shared* point. A half has an [`Interface`]: the content
//! of the shared point, and the colours of the pending strings, level by level. Two halves form a border state exactly
//! if their interfaces are equal; all neighbourhoods lie within one half. So the states are the pairs of halves in one
//! group, and two look-ups number a state: the first number of the pairs with its one half, and the place of the other
//! half in its group. No keys, hashing or sorting of whole states are needed.

use super::point::{Colour, Content, Label, Point};
use super::strip::Strip;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The part of a half that must agree with the other half.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Interface {
    shared: Point,
    pending: Vec<Colour>,
}

impl Interface {
    pub(super) fn of(strip: &Strip) -> Self {
        Self { shared: strip.points()[0], pending: strip.pending_colours() }
    }
}

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

/// The group of halves with one interface.
pub(super) type Group = usize;

/// The number of a half.
pub(super) type HalfId = u32;

/// All halves of one length, group by group.
#[derive(Debug)]
pub(super) struct Halves {
    strips: Vec<Strip>,
    groups: Vec<Range<HalfId>>,
    group_of: Vec<u32>,
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
    /// Groups halves by these interfaces; drops halves with other interfaces.
    pub(super) fn grouped(strips: Vec<Strip>, interfaces: &[Interface]) -> Self {
        let found = |strip: Strip| {
            let group = interfaces.binary_search(&Interface::of(&strip)).ok()?;
            Some((group, strip))
        };
        let mut strips: Vec<(Group, Strip)> = strips.into_iter().filter_map(found).collect();
        strips.sort_unstable();
        let group_of: Vec<u32> = strips.iter().map(|&(group, _)| group as u32).collect();
        let start = |group: Group| group_of.partition_point(|&of| (of as usize) < group) as HalfId;
        let groups = (0..interfaces.len()).map(|group| start(group)..start(group + 1)).collect();
        let strips: Vec<Strip> = strips.into_iter().map(|(_, strip)| strip).collect();
        let numbers = strips.iter().cloned().zip(0..).collect();
        Self { strips, groups, group_of, numbers }
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
