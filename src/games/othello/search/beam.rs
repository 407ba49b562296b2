//! A backward search that keeps the most promising positions of each number of discs.
//!
//! Idea: reachable positions with many discs have so many histories that a search which follows a few thousand
//! positions at a time finds one, while depth-first search gets lost in regions without any. A position is promising if
//! it looks like an early position: discs near the centre, and discs in lines of three of one colour, which a move can
//! have closed. If no position had to be dropped and nothing was found, there is no history.
//!
//! Passes are rare, and a beam of positions before which somebody must have passed hardly ever meets one. So these positions
//! are counted apart. A wide beam keeps fewer of them than of others, and prefers those in which a player has few legal moves.
//!
//! Cost: for random positions with 60 discs, a width of 1000 finds a history for ten of twelve, in half a second each.

use super::class::{Class, RoutedPosition, Routes};
use super::layer::ForwardLayers;
use super::limits::{Limit, Meter};
use super::shape::{ends_of_lines, from_centre, removable};
use super::unmove::{routes_before, unmoves};
use encodings::othello::rules::{Discs, Othello};
use std::cmp::Reverse;

/// As a multiple of the width, the number of positions that may wait before the best are chosen.
const WAITING: usize = 8;

/// One position before which somebody must have passed is kept for `OTHERS` others.
const OTHERS: usize = 8;
/// The least number of positions before which somebody must have passed to keep.
const LEAST: usize = 1 << 6;
/// What a legal move of a player who has to pass takes from the promise.
const IN_THE_WAY: i32 = 3;

/// The result of a beam search.
#[derive(Debug)]
pub(super) enum Outcome {
    /// A layer was met; the squares are those played from there on.
    Met(RoutedPosition, Vec<u64>),
    /// There is no history.
    Exhausted,
    /// Nothing was found, but positions were dropped.
    Inconclusive,
}

/// A position on the way back.
#[derive(Clone, Copy, Debug)]
struct Node<const SIDE: usize> {
    /// Whether somebody has to pass before this position.
    awaits_pass: bool,
    promise: i32,
    /// Its class, with the wanted routes.
    class: Class<SIDE>,
    discs: Discs<u64>,
    routes: Routes,
    step: NodeLink,
}

/// How a node was made: the index of the node after it (one disc more), and the disc that is placed for that.
#[derive(Clone, Copy, Debug)]
struct NodeLink {
    later: usize,
    placed: u64,
}

/// The weight of squares two or three rings outside the centre's ring; the inner rings have weight 0.
const fn rings(side: usize) -> [u64; 2] {
    let mut rings = [0; 2];
    let mut index = 0;
    while index < side * side {
        let (file, rank) = from_centre(side, index);
        let ring = if file > rank { file } else { rank };
        if ring >= 2 {
            rings[ring - 2] |= 1 << index;
        }
        index += 1;
    }
    rings
}

/// How much a position looks like one that has a history; the same for all images.
pub(super) fn promise<const SIDE: usize>(discs: Discs<u64>) -> i32 {
    let rings = const { rings(SIDE) };
    let centre = Othello::<SIDE>::CENTRE.low_bits() as u64;
    let count = |squares: u64| squares.count_ones() as i32;
    let outside = [count(discs.occupied() & rings[0]), count(discs.occupied() & rings[1])];
    let lines = ends_of_lines::<SIDE>(discs) & !centre;
    count(lines) - 2 * outside[0] - 4 * outside[1]
}

impl<const SIDE: usize> Node<SIDE> {
    fn of(discs: Discs<u64>, routes: Routes, step: NodeLink) -> Self {
        let awaits_pass = routes.needs_a_pass(discs.occupied().count_ones());
        let promise =
            promise::<SIDE>(discs) - if awaits_pass { IN_THE_WAY * least_mobility::<SIDE>(discs) } else { 0 };
        Self { awaits_pass, promise, class: Class::of(discs, routes), discs, routes, step }
    }
}

/// The legal moves of the player who has fewer of them.
fn least_mobility<const SIDE: usize>(discs: Discs<u64>) -> i32 {
    let count = |discs: Discs<u64>| Othello::<SIDE>::legal(discs).count_ones() as i32;
    count(discs).min(count(discs.passed()))
}

/// Sorts nodes by promise and keeps one of each class and wanted routes: at most `width`, and beside them those that await
/// a pass. Returns whether it dropped any.
fn choose<const SIDE: usize>(nodes: &mut Vec<Node<SIDE>>, width: usize) -> bool {
    let order = |node: &Node<SIDE>| (Reverse(node.promise), node.class.key(), node.class.routes().bits());
    nodes.sort_unstable_by_key(|node| (order(node), node.step.later, node.step.placed));
    nodes.dedup_by_key(|node| (node.class.key(), node.class.routes()));
    let before = nodes.len();
    let (mut settled, mut awaiting) = (width, (width / OTHERS).max(LEAST));
    nodes.retain(|node| {
        let room = if node.awaits_pass { &mut awaiting } else { &mut settled };
        let is_kept = *room > 0;
        *room -= usize::from(is_kept);
        is_kept
    });
    nodes.len() < before
}

/// Searches back from a position that is in none of the stored layers, keeping `width` positions of each number of discs,
/// and beside them those that await a pass.
pub(super) fn search<const SIDE: usize>(
    reach: &ForwardLayers<SIDE>,
    target: RoutedPosition,
    width: usize,
    meter: &mut Meter,
) -> Result<Outcome, Limit> {
    let mut level = vec![(target.discs, target.routes)];
    let mut steps: Vec<Vec<NodeLink>> = Vec::new();
    let mut left_out = false;
    while !level.is_empty() {
        let mut nodes: Vec<Node<SIDE>> = Vec::new();
        for (later, &(discs, want)) in level.iter().enumerate() {
            meter.count()?;
            unmoves::<SIDE>(discs, removable::<SIDE>(discs.occupied()), |unmove| {
                let step = NodeLink { later, placed: unmove.placed };
                nodes.push(Node::of(unmove.before, routes_before(unmove, want), step));
            });
            if nodes.len() > WAITING * width {
                left_out |= choose(&mut nodes, width);
            }
        }
        left_out |= choose(&mut nodes, width);
        steps.push(nodes.iter().map(|node| node.step).collect());
        level = nodes.iter().map(|node| (node.discs, node.routes)).collect();
        let Some(layer) = level.first().and_then(|(discs, _)| reach.layer(discs.occupied().count_ones()))
        else {
            continue;
        };
        meter.lookups += level.len() as u64;
        let met = level
            .iter()
            .map(|&(discs, want)| RoutedPosition { discs, routes: layer.routes(discs).and(want) });
        return Ok(match met.enumerate().find(|(_, meeting)| !meeting.routes.is_none()) {
            Some((place, meeting)) => Outcome::Met(meeting, trail(&steps, place)),
            None if left_out => Outcome::Inconclusive,
            None => Outcome::Exhausted,
        });
    }
    Ok(if left_out { Outcome::Inconclusive } else { Outcome::Exhausted })
}

/// The squares played from a node of the last level on.
fn trail(steps: &[Vec<NodeLink>], mut place: usize) -> Vec<u64> {
    let back = steps.iter().rev().map(|level| {
        let step = level[place];
        place = step.later;
        step.placed
    });
    back.collect()
}
