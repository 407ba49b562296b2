//! Patterns: the colours of the points of a half, up to an exchange of the colours.
//!
//! A point that is placed changes liberties and connections in the other half, but no colours. So halves of different
//! patterns never meet while the points of the other half are placed: the rows of each pattern are a piece of work of
//! their own. Patterns are gathered in a few *bundles*, by which the memory is divided ([`crate::tiles`]).

use super::interface::Interface;
use super::point::{Colour, Point};
use super::strip::Strip;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The colours of points; the first stone counts as white.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Pattern(u64);

impl Pattern {
    pub(super) fn of<'a>(points: impl IntoIterator<Item = &'a Point, IntoIter: Clone>) -> Self {
        let points = points.into_iter();
        let white = points.clone().find_map(|point| point.colour()).unwrap_or(Colour::White);
        let code = |point: &Point| point.colour().map_or(0, |colour| 1 + u64::from(colour != white));
        Self(points.fold(0, |bits, point| bits << 2 | code(point)))
    }
}

/// The number of a bundle of patterns.
pub(super) type Bundle = usize;

/// Bundles of patterns of about equal weight.
///
/// How many states a pattern has depends on where the new column ends. A pattern and its reversal, and different patterns,
/// make up for that among each other. With 24 bundles instead of 8, states of height 12 need 29 % more room than there are
/// states at one time, and not 16 %; with one bundle it would be 7 %, but the largest tile would be all states.
#[derive(Debug)]
pub(super) struct Bundles {
    of: FxHashMap<Pattern, Bundle>,
    count: usize,
}

/// The greatest number of bundles.
const MOST_BUNDLES: usize = 8;
/// The least number of halves for another bundle. Small boards have few bundles, because each divides every row; in
/// tests they have more.
const HALVES_OF_A_BUNDLE: usize = if cfg!(test) { 64 } else { 512 };

impl Bundles {
    /// The bundles of the patterns of these halves.
    pub(super) fn new(halves: &[Strip]) -> Self {
        // The other half has about as many states of an interface as this one.
        let mut by_interface: FxHashMap<Interface, u64> = FxHashMap::default();
        for half in halves {
            *by_interface.entry(Interface::of(half)).or_default() += 1;
        }
        // Patterns with their reversals, by the lesser of the two.
        let mut weights: BTreeMap<Pattern, (u64, BTreeSet<Pattern>)> = BTreeMap::new();
        for half in halves {
            let (pattern, reversed) = (Pattern::of(half.points()), Pattern::of(half.points().iter().rev()));
            let (weight, patterns) = weights.entry(pattern.min(reversed)).or_default();
            *weight += by_interface[&Interface::of(half)];
            patterns.insert(pattern);
        }
        let mut weights: Vec<(u64, BTreeSet<Pattern>)> = weights.into_values().collect();
        weights.sort_by_key(|(weight, _)| Reverse(*weight));
        let count = (halves.len() / HALVES_OF_A_BUNDLE).clamp(1, MOST_BUNDLES);
        let (mut of, mut filled) = (FxHashMap::default(), vec![0; count]);
        for (weight, patterns) in weights {
            let bundle = (0..count).min_by_key(|&bundle| filled[bundle]).unwrap_or(0);
            filled[bundle] += weight;
            of.extend(patterns.into_iter().map(|pattern| (pattern, bundle)));
        }
        Self { of, count }
    }

    /// The number of bundles.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The bundle of points that have one of the patterns.
    pub(super) fn of(&self, points: &[Point]) -> Bundle {
        *self.of.get(&Pattern::of(points)).expect("the bundles have all patterns")
    }
}
