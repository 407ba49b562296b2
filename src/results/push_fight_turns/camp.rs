//! The pieces of the player who is not to move.

use super::subset::masks;
use certamen_push_fight::search::Bits;
use encodings::push_fight::Side;
use encodings::push_fight::board::Board;

/// The pieces of the other player. Only the one with the anchor is known to be a pusher; for the others, one choice
/// represents all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camp {
    pub(super) opp: Side<u32>,
    pub(super) anchor: u32,
}

/// All camps of a board, one of each two that half a turn of the board exchanges.
pub fn camps<B: Board>() -> Vec<Camp> {
    let squares: Vec<u32> = Bits(B::SQUARES.low_bits() as u32).map(|square| 1 << square).collect();
    let unused = u32::BITS - B::LAYOUT.squares() as u32;
    let turned = |word: u32| word.reverse_bits() >> unused;
    let mut camps = Vec::new();
    for places in masks(squares.len(), B::PUSHERS + B::MOVERS) {
        let all = Bits(places).fold(0, |word, place| word | squares[place]);
        for anchor in Bits(all).map(|square| 1 << square) {
            if (all, anchor) < (turned(all), turned(anchor)) {
                let others = Bits(all & !anchor).map(|square| 1 << square).take(B::PUSHERS - 1);
                let pushers = others.fold(anchor, |word, square: u32| word | square);
                camps.push(Camp { opp: Side { pushers, movers: all & !pushers }, anchor });
            }
        }
    }
    camps
}
