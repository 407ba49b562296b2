//! Patterns: the colours of the points of a half, up to an exchange of the colours.
//!
//! A point that is placed changes liberties and connections in the other half, but no colours. So halves of different
//! patterns never meet while the points of the other half are placed: the rows of each pattern are a piece of work of
//! their own. Patterns are gathered in a few *bundles*, by which the memory is divided ([`crate::tiles`]).

use super::point::{Colour, Point};
use super::strip::Strip;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The colours of points; the first stone counts as white.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Pattern(u64);

impl Pattern {
    pub(super) fn of(points: &[Point]) -> Self {
        let white = points.iter().find_map(|point| point.colour()).unwrap_or(Colour::White);
        let code = |point: &Point| point.colour().map_or(0, |colour| 1 + u64::from(colour != white));
        Self(points.iter().fold(0, |bits, point| bits << 2 | code(point)))
    }
}

/// The number of a bundle of patterns.
pub(super) type Bundle = usize;

/// Bundles of patterns of about equal weight; the most frequent patterns are bundles of their own.
#[derive(Debug)]
pub(super) struct Bundles {
    of: FxHashMap<Pattern, Bundle>,
    count: usize,
}

/// The greatest number of bundles.
const MOST_BUNDLES: usize = 24;
/// The least number of halves for another bundle. Small boards have few bundles, because each divides every row.
const HALVES_OF_A_BUNDLE: usize = 512;

impl Bundles {
    /// The bundles of the patterns of these halves.
    pub(super) fn new(halves: &[Strip]) -> Self {
        let mut numbers: FxHashMap<Pattern, usize> = FxHashMap::default();
        for half in halves {
            *numbers.entry(Pattern::of(half.points())).or_default() += 1;
        }
        let mut patterns: Vec<(Pattern, usize)> = numbers.into_iter().collect();
        patterns.sort_unstable_by_key(|&(pattern, halves)| (Reverse(halves), pattern));
        let wanted = halves.len() / (halves.len() / HALVES_OF_A_BUNDLE).clamp(1, MOST_BUNDLES);
        let mut of = FxHashMap::default();
        let (mut bundle, mut filled) = (0, 0);
        for (pattern, halves) in patterns {
            if filled >= wanted {
                (bundle, filled) = (bundle + 1, 0);
            }
            of.insert(pattern, bundle);
            filled += halves;
        }
        Self { of, count: bundle + 1 }
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
