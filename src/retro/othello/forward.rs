//! Games with many legal moves, by a search forwards that keeps the most promising positions of each number of discs.
//!
//! Idea: positions with many moves come of positions with many moves for both players, so that a beam that prefers those
//! leads to good ones for every number of discs at once. A little chance in the order keeps it from following variants of
//! one game. The first move is the same in all games, since symmetries carry it to the other three.
//!
//! Cost: about a microsecond for each position looked at, some ten for each that is kept; each kept one is noted with 24
//! bytes for the way back to the start.
//!
//! What it does not show: that there is nothing better. Its games are replayed by whoever relies on them.

use super::record::Record;
use super::state::{Outcome, outcomes};
use encodings::othello::position::Player;
use encodings::othello::rules::{Discs, Othello};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// How much chance adds to a promise at the most, less one: about as much as three legal moves.
const CHANCE: u64 = 4;

/// The best game that was found for a number of discs and a player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<const SIDE: usize> {
    /// The number of discs at its end.
    pub discs: u32,
    /// The number of legal moves there.
    pub mobility: u32,
    /// The game; it knows whose turn it is.
    pub record: Record<SIDE>,
}

/// A position on the way on.
#[derive(Clone, Copy, Debug)]
struct Node {
    promise: u32,
    mobility: u32,
    discs: Discs<u64>,
    mover: Player,
    step: Step,
}

/// How a node arose: the place of the node before, and the disc that was placed.
#[derive(Clone, Copy, Debug)]
struct Step {
    earlier: usize,
    placed: u64,
}

/// The best games of a search that keeps `width` positions of each number of discs for either player to move. The watch is
/// asked after each number of discs whether to go on; what was found until then is given.
pub fn best_games<const SIDE: usize>(
    width: usize,
    watch: &mut dyn FnMut(u32) -> ControlFlow<()>,
) -> Vec<Best<SIDE>> {
    let mut best = Vec::new();
    let mut steps: Vec<Vec<Step>> = Vec::new();
    let mut level = first::<SIDE>();
    while let Some(discs) = level.first().map(|node| node.discs.occupied().count_ones()) {
        steps.push(level.iter().map(|node| node.step).collect());
        for player in [Player::Black, Player::White] {
            best.extend(greatest::<SIDE>(&level, player, discs, &steps));
        }
        if watch(discs).is_break() {
            break;
        }
        level = following::<SIDE>(&level, width);
    }
    best
}

/// The position after the first move.
fn first<const SIDE: usize>() -> Vec<Node> {
    let start = Othello::<SIDE>::START.like(0_u64);
    let first = Othello::<SIDE>::FIRST_MOVE.low_bits() as u64;
    let after = outcomes::<SIDE>(start).filter(|&(placed, _)| placed == first);
    after.map(|(placed, outcome)| node::<SIDE>(outcome, Player::Black, Step { earlier: 0, placed })).collect()
}

fn node<const SIDE: usize>(outcome: Outcome, before: Player, step: Step) -> Node {
    let Outcome { discs, passed } = outcome;
    let mobility = Othello::<SIDE>::legal(discs).count_ones();
    let other = Othello::<SIDE>::legal(discs.passed()).count_ones();
    let mover = if passed { before } else { before.other() };
    Node { promise: mobility + other + chance(discs), mobility, discs, mover, step }
}

/// The same number for the same discs, so that the same search finds the same games.
fn chance(discs: Discs<u64>) -> u32 {
    let mixed = (discs.own ^ discs.opp.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 32) % CHANCE) as u32
}

/// All positions one disc on, without repetitions; the most promising of them for either player to move.
fn following<const SIDE: usize>(level: &[Node], width: usize) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for (earlier, node_before) in level.iter().enumerate() {
        nodes.extend(
            outcomes::<SIDE>(node_before.discs)
                .map(|(placed, outcome)| node::<SIDE>(outcome, node_before.mover, Step { earlier, placed })),
        );
    }
    let (mut black, mut white): (Vec<Node>, Vec<Node>) =
        nodes.into_iter().partition(|node| node.mover == Player::Black);
    for side in [&mut black, &mut white] {
        side.sort_unstable_by_key(|node| (Reverse(node.promise), node.discs.own, node.discs.opp));
        side.dedup_by_key(|node| (node.discs.own, node.discs.opp));
        // The best for this number of discs is kept, whatever it promises.
        if let Some(best) = (0..side.len()).max_by_key(|&index| side[index].mobility) {
            side.swap(0, best);
        }
        side.truncate(width);
    }
    black.append(&mut white);
    black
}

/// The game to the position of a level with the most legal moves for a player.
fn greatest<const SIDE: usize>(
    level: &[Node],
    player: Player,
    discs: u32,
    steps: &[Vec<Step>],
) -> Option<Best<SIDE>> {
    let of_player = level.iter().enumerate().filter(|(_, node)| node.mover == player);
    let (mut place, node) = of_player.max_by_key(|(_, node)| node.mobility)?;
    let mut squares: Vec<u64> = Vec::new();
    for level in steps.iter().rev() {
        squares.push(level[place].placed);
        place = level[place].earlier;
    }
    squares.reverse();
    let record = Record::replayed(&squares, node.discs)?;
    Some(Best { discs, mobility: node.mobility, record })
}
