//! Games with many legal moves, found by forward searches that keep the most promising positions of each number of
//! discs.
//!
//! Idea: a search looks for games that favour one of the two players. A position is promising if that player has many
//! legal moves, and if many empty squares lie beside discs of the other player, where moves may arise. The number of
//! the other player's moves matters less, or counts against the position: many of these games have passes. The best
//! weights differ with the number of discs, so several are tried. A little randomness in the order prevents a search
//! from following variants of one game. The first move is the same in all games, because symmetries map it to the other
//! three.
//!
//! Cost: less than two microseconds for each position looked at, of which there are about ten for each one kept. Each
//! kept one is stored in 24 bytes for the way back to the start. The six searches run in parallel.
//!
//! What it does not show: that there is nothing better. Whoever relies on its games must replay them.

use certamen_othello::search::state::{Outcome, outcomes};
use certamen_othello::search::transcript::Transcript;
use encodings::board::{Direction, Grid};
use encodings::othello::position::Player;
use encodings::othello::rules::{Discs, Othello};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// An upper bound for the random part of a promise: about as much as four legal moves of the favoured player.
const CHANCE: u64 = 16;

/// The weights that make a position promising.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// The player who should have many legal moves.
    favoured: Player,
    /// The weight of one of that player's legal moves.
    own: i32,
    /// The weight of one of the other player's legal moves.
    other: i32,
    /// The weight of an empty square beside a disc of the other player.
    beside: i32,
}

/// The weights of the searches for a player: those that found the most for some number of discs, among the ones tried
/// (docs/notebook/othello.md).
fn tastes(favoured: Player) -> [Weights; 3] {
    let weights = |own, other, beside| Weights { favoured, own, other, beside };
    [weights(4, 0, 1), weights(4, 0, 3), weights(4, -1, 3)]
}

/// The best game found for a number of discs and a player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best<const SIDE: usize> {
    /// The number of discs at its end.
    pub discs: u32,
    /// The number of legal moves there.
    pub mobility: u32,
    /// The game, which includes the side to move.
    pub record: Transcript<SIDE>,
}

/// A position on the way forwards.
#[derive(Clone, Copy, Debug)]
struct Node {
    promise: i32,
    mobility: u32,
    discs: Discs<u64>,
    mover: Player,
    step: NodeLink,
}

/// How a node was made: the index of the node before, and the disc that was placed.
#[derive(Clone, Copy, Debug)]
struct NodeLink {
    earlier: usize,
    placed: u64,
}

/// The best games of searches that keep `width` positions of each number of discs for either player to move. After each
/// number of discs of each search, `watch` decides whether to continue; if not, the games found so far are returned.
pub fn best_games<const SIDE: usize>(
    width: usize,
    watch: &(dyn Fn(u32) -> ControlFlow<()> + Sync),
) -> Vec<Best<SIDE>> {
    let tastes: Vec<Weights> = [Player::Black, Player::White].into_iter().flat_map(tastes).collect();
    let mut all: Vec<Best<SIDE>> =
        tastes.into_par_iter().flat_map_iter(|weights| search::<SIDE>(weights, width, watch)).collect();
    // The first of equal games is kept, so that the result does not depend on which search ended first.
    all.sort_by_key(|best| (best.discs, best.record.mover() == Player::White, Reverse(best.mobility)));
    all.dedup_by_key(|best| (best.discs, best.record.mover()));
    all
}

fn search<const SIDE: usize>(
    weights: Weights,
    width: usize,
    watch: &(dyn Fn(u32) -> ControlFlow<()> + Sync),
) -> Vec<Best<SIDE>> {
    let mut best = Vec::new();
    let mut steps: Vec<Vec<NodeLink>> = Vec::new();
    let mut level = first::<SIDE>(weights);
    while let Some(discs) = level.first().map(|node| node.discs.occupied().count_ones()) {
        steps.push(level.iter().map(|node| node.step).collect());
        for player in [Player::Black, Player::White] {
            best.extend(greatest::<SIDE>(&level, player, discs, &steps));
        }
        if watch(discs).is_break() {
            break;
        }
        level = following::<SIDE>(&level, weights, width);
    }
    best
}

/// The position after the first move.
fn first<const SIDE: usize>(weights: Weights) -> Vec<Node> {
    let start = Othello::<SIDE>::START.like(0_u64);
    let first = Othello::<SIDE>::FIRST_MOVE.low_bits() as u64;
    let after = outcomes::<SIDE>(start).filter(|&(placed, _)| placed == first);
    let node =
        |(placed, outcome)| node::<SIDE>(weights, outcome, Player::Black, NodeLink { earlier: 0, placed });
    after.map(node).collect()
}

fn node<const SIDE: usize>(weights: Weights, outcome: Outcome, before: Player, step: NodeLink) -> Node {
    let Outcome { discs, passed } = outcome;
    let mover = if passed { before } else { before.other() };
    let mobility = Othello::<SIDE>::legal(discs).count_ones();
    let other = Othello::<SIDE>::legal(discs.passed()).count_ones();
    let (of_favoured, of_other, others) =
        if mover == weights.favoured { (mobility, other, discs.opp) } else { (other, mobility, discs.own) };
    let count = |weight: i32, squares: u32| weight * squares as i32;
    let promise = count(weights.own, of_favoured)
        + count(weights.other, of_other)
        + count(weights.beside, beside::<SIDE>(others, discs).count_ones())
        + chance(discs);
    Node { promise, mobility, discs, mover, step }
}

/// The empty squares beside some discs.
fn beside<const SIDE: usize>(some: u64, discs: Discs<u64>) -> u64 {
    let near = Direction::ALL.into_iter().fold(0, |near, way| near | Grid::<SIDE, SIDE>::shift(some, way));
    near & !discs.occupied()
}

/// A number that is the same for the same discs, so that the same search finds the same games.
fn chance(discs: Discs<u64>) -> i32 {
    let mixed = (discs.own ^ discs.opp.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 32) % CHANCE) as i32
}

/// All positions with one more disc, without repetitions; keeps the most promising ones for either player to move.
fn following<const SIDE: usize>(level: &[Node], weights: Weights, width: usize) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for (earlier, node_before) in level.iter().enumerate() {
        nodes.extend(outcomes::<SIDE>(node_before.discs).map(|(placed, outcome)| {
            node::<SIDE>(weights, outcome, node_before.mover, NodeLink { earlier, placed })
        }));
    }
    let (mut black, mut white): (Vec<Node>, Vec<Node>) =
        nodes.into_iter().partition(|node| node.mover == Player::Black);
    for side in [&mut black, &mut white] {
        side.sort_unstable_by_key(|node| (Reverse(node.promise), node.discs.own, node.discs.opp));
        side.dedup_by_key(|node| (node.discs.own, node.discs.opp));
        // The best for this number of discs is always kept.
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
    steps: &[Vec<NodeLink>],
) -> Option<Best<SIDE>> {
    let of_player = level.iter().enumerate().filter(|(_, node)| node.mover == player);
    let (mut place, node) = of_player.max_by_key(|(_, node)| node.mobility)?;
    let mut squares: Vec<u64> = Vec::new();
    for level in steps.iter().rev() {
        squares.push(level[place].placed);
        place = level[place].earlier;
    }
    squares.reverse();
    let record = Transcript::replayed(&squares, node.discs)?;
    Some(Best { discs, mobility: node.mobility, record })
}
