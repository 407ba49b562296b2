//! Finds positions with many turns, by hill climbing.
//!
//! From a random position, the contents of two squares are exchanged as long as that increases the number of turns;
//! then the next climb begins elsewhere. The random numbers are the same in every run, and so are the positions found.
//! This does not show that no position has more turns.
//!
//! Cost: a tenth of a millisecond for each position, about a hundred positions for each step, about ten steps for each
//! climb. On the published board one climb in fifteen ends at the position with the most turns.

use super::lane::Bits;
use super::turns::each_turn;
use encodings::push_fight::board::Board;
use encodings::push_fight::{Pieces, Position, Side};
use std::ops::ControlFlow;

/// The number of climbs: enough to reach the most turns of the published board.
pub const CLIMBS: u32 = 100;
/// The seed of the random numbers.
const SEED: u64 = 0x5eed;

/// The number of legal turns. Two turns with the same arrangement and the same push are one; turns that win count.
pub fn turn_count<B: Board>(position: Position<B>) -> u32 {
    count::<B>(&position.pieces())
}

fn count<B: Board>(pieces: &Pieces<u32>) -> u32 {
    let mut turns = 0;
    let _ = each_turn::<B>(pieces, |_, _, _, _| {
        turns += 1;
        ControlFlow::Continue(())
    });
    turns
}

/// The position with the most turns that `climbs` climbs reach. No climb except the first begins after `is_over` holds.
pub fn many_turns<B: Board>(climbs: u32, is_over: impl Fn() -> bool) -> Position<B> {
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut best = climb::<B>(anywhere::<B>(&mut random));
    for _ in 1..climbs {
        if is_over() {
            break;
        }
        best = best.max(climb::<B>(anywhere::<B>(&mut random)));
    }
    Position::assume(best.1)
}

/// A random position.
fn anywhere<B: Board>(random: &mut fastrand::Rng) -> Pieces<u32> {
    let mut squares: Vec<u32> = Bits(B::SQUARES.low_bits() as u32).map(|square| 1 << square).collect();
    random.shuffle(&mut squares);
    let mut squares = squares.into_iter();
    let mut some = |count: usize| squares.by_ref().take(count).fold(0, |word, square| word | square);
    let own = Side { pushers: some(B::PUSHERS), movers: some(B::MOVERS) };
    let opp = Side { pushers: some(B::PUSHERS), movers: some(B::MOVERS) };
    Pieces { own, opp, anchor: opp.pushers & opp.pushers.wrapping_neg() }
}

/// The end of a climb and its number of turns: no exchange gives more turns.
fn climb<B: Board>(from: Pieces<u32>) -> (u32, Pieces<u32>) {
    let squares: Vec<usize> = Bits(B::SQUARES.low_bits() as u32).collect();
    let mut at = (count::<B>(&from), from);
    loop {
        let before = at;
        for (place, &one) in squares.iter().enumerate() {
            for &other in &squares[place + 1..] {
                let next = exchanged(&at.1, one, other);
                if next != at.1 {
                    at = at.max((count::<B>(&next), next));
                }
            }
        }
        if at.0 == before.0 {
            return at;
        }
    }
}

/// The position with the contents of two squares exchanged.
fn exchanged(pieces: &Pieces<u32>, one: usize, other: usize) -> Pieces<u32> {
    let exchange = |word: u32| {
        let differ = (word >> one ^ word >> other) & 1;
        word ^ (differ << one | differ << other)
    };
    let side = |side: Side<u32>| Side { pushers: exchange(side.pushers), movers: exchange(side.movers) };
    Pieces { own: side(pieces.own), opp: side(pieces.opp), anchor: exchange(pieces.anchor) }
}
