//! A backward search that keeps the most promising positions of each number of discs.
//!
//! Idea: reachable positions with many discs have so many histories that a search which follows a few thousand
//! positions at a time finds one, while depth-first search gets lost in regions without any. A position is promising if
//! it looks like an early position: discs near the centre, and discs in lines of three of one colour, which a move can
//! have closed. If no position had to be dropped and nothing was found, there is no history.
//!
//! Cost: for random positions with 60 discs, a width of 1000 finds a history for ten of twelve, in half a second each.

use super::class::{Class, Routes};
use super::limits::{Limit, Meter};
use super::reach::{Meeting, Reach, routes_before};
use super::shape::{ends_of_lines, removable};
use super::unmove::unmoves;
use encodings::othello::rules::{Discs, Othello};
use std::cmp::Reverse;

/// As a multiple of the width, the number of positions that may wait before the best are chosen.
const WAITING: usize = 8;

/// The result of a beam search.
#[derive(Debug)]
pub(super) enum Outcome {
    /// A layer was met; the squares are those played from there on.
    Met(Meeting, Vec<u64>),
    /// There is no history.
    Exhausted,
    /// Nothing was found, but positions were dropped.
    Inconclusive,
}

/// A position on the way back.
#[derive(Clone, Copy, Debug)]
struct Node<const SIDE: usize> {
    promise: i32,
    /// Its class, with the wanted routes.
    class: Class<SIDE>,
    discs: Discs<u64>,
    routes: Routes,
    step: Step,
}

/// How a node was made: the index of the node after it (one disc more), and the disc that is placed for that.
#[derive(Clone, Copy, Debug)]
struct Step {
    later: usize,
    placed: u64,
}

/// The weight of squares two or three rings outside the centre's ring; the inner rings have weight 0.
const fn rings(side: usize) -> [u64; 2] {
    let mut rings = [0; 2];
    let mut index = 0;
    while index < side * side {
        let (file, rank) = (index % side, index / side);
        let file = if file < side / 2 { side / 2 - 1 - file } else { file - side / 2 };
        let rank = if rank < side / 2 { side / 2 - 1 - rank } else { rank - side / 2 };
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

/// Sorts nodes by promise, keeps one of each class and wanted routes, and at most `width`; returns whether it dropped
/// any.
fn choose<const SIDE: usize>(nodes: &mut Vec<Node<SIDE>>, width: usize) -> bool {
    let order = |node: &Node<SIDE>| (Reverse(node.promise), node.class.key(), node.class.routes().bits());
    nodes.sort_unstable_by_key(|node| (order(node), node.step.later, node.step.placed));
    nodes.dedup_by_key(|node| (node.class.key(), node.class.routes()));
    let left_out = nodes.len() > width;
    nodes.truncate(width);
    left_out
}

/// Searches back from a position that is in none of the stored layers, keeping `width` positions of each number of
/// discs.
pub(super) fn search<const SIDE: usize>(
    reach: &Reach<SIDE>,
    target: Meeting,
    width: usize,
    meter: &mut Meter,
) -> Result<Outcome, Limit> {
    let mut level = vec![(target.discs, target.routes)];
    let mut steps: Vec<Vec<Step>> = Vec::new();
    let mut left_out = false;
    while !level.is_empty() {
        let mut nodes: Vec<Node<SIDE>> = Vec::new();
        for (later, &(discs, want)) in level.iter().enumerate() {
            meter.count()?;
            unmoves::<SIDE>(discs, removable::<SIDE>(discs.occupied()), |unmove| {
                let (discs, routes) = (unmove.before, routes_before(unmove, want));
                let step = Step { later, placed: unmove.placed };
                let class = Class::of(discs, routes);
                nodes.push(Node { promise: promise::<SIDE>(discs), class, discs, routes, step });
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
        let met = level.iter().map(|&(discs, want)| Meeting { discs, routes: layer.routes(discs).and(want) });
        return Ok(match met.enumerate().find(|(_, meeting)| !meeting.routes.is_none()) {
            Some((place, meeting)) => Outcome::Met(meeting, trail(&steps, place)),
            None if left_out => Outcome::Inconclusive,
            None => Outcome::Exhausted,
        });
    }
    Ok(if left_out { Outcome::Inconclusive } else { Outcome::Exhausted })
}

/// The squares played from a node of the last level on.
fn trail(steps: &[Vec<Step>], mut place: usize) -> Vec<u64> {
    let back = steps.iter().rev().map(|level| {
        let step = level[place];
        place = step.later;
        step.placed
    });
    back.collect()
}
