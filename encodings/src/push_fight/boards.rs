//! Push Fight's boards as named words.
//!
//! A turn is two moves and a push, which is not a family of words: [`turn`](super::turn) and [`rules`](super::rules)
//! have turns, and [`parts`](super::parts) lets questions choose them. A generic line of letters cannot show the anchor and
//! the pusher below it on one square: [`notation`](super::notation) has its own letters.

use super::board::{Board, PushFight};
use super::rules::{self, Pieces, Side};
use crate::board::{Grid, Mask, Symmetry};
use crate::rules::Boards;
use crate::word::Word;

crate::board! {
    impl Pieces { own: Side { movers, pushers }, opp: Side { movers, pushers }, anchor }
}

impl<const FILES: usize, const RANKS: usize, const PUSHERS: usize, const MOVERS: usize> Boards
    for PushFight<FILES, RANKS, PUSHERS, MOVERS>
{
    crate::board!(Pieces on Grid<FILES, RANKS> as u32);

    fn name(&self) -> &'static str {
        "push-fight"
    }

    fn squares(&self) -> Mask {
        Self::SQUARES
    }

    /// The anchor is on a pusher, so it adds no square.
    fn occupied<W: Word>(&self, board: Pieces<W>) -> W {
        board.occupied()
    }

    fn well_formed<W: Word>(&self, board: Pieces<W>) -> W::Bit {
        rules::well_formed::<Self, W>(board)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::HALF_TURN]
    }

    fn letters(&self) -> &'static str {
        "oOxXY."
    }
}
