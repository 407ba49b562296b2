//! Pushes by table: for each square and direction the squares ahead, so that a push is a few bit operations.
//!
//! Idea: the first gap ahead is the lowest or highest free bit of the lane, and the pieces in front of it are pushed.
//! Cost: about two nanoseconds for each push. Tests compare it with the push of the rules, on small boards
//! exhaustively.

use encodings::board::{Layout, Mask};
use encodings::push_fight::board::{Board, DIRECTIONS};
use encodings::push_fight::{Pieces, Side};
use std::marker::PhantomData;

/// The number of bits of a native word.
pub(super) const WIDTH: usize = 32;

/// The squares ahead of a square in a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    /// The squares ahead, to the edge of the board.
    pub(super) ray: u32,
    /// The first square ahead.
    pub(super) next: u32,
    /// The last square ahead, if a step further leads off the board; 0 if there is a rail.
    pub(super) brink: u32,
}

/// The lanes of a board, by direction (in the order of [`DIRECTIONS`]) and square.
#[derive(Debug)]
pub(super) struct Lanes<B>(PhantomData<B>);

impl<B: Board> Lanes<B> {
    pub(super) const TABLE: &'static [[Lane; WIDTH]; 4] = &{
        let mut table = [[Lane { ray: 0, next: 0, brink: 0 }; WIDTH]; 4];
        let mut direction = 0;
        while direction < 4 {
            let mut square = 0;
            while square < B::LAYOUT.squares() {
                if B::SQUARES.contains(square) {
                    table[direction][square] =
                        lane(B::LAYOUT, &B::SQUARES, &B::OPEN[direction], square, direction);
                }
                square += 1;
            }
            direction += 1;
        }
        table
    };

    /// The squares of the board beside each square.
    pub(super) const BESIDE: &'static [u32; WIDTH] = &{
        let mut beside = [0; WIDTH];
        let mut square = 0;
        while square < WIDTH {
            let mut direction = 0;
            while direction < 4 {
                beside[square] |= Self::TABLE[direction][square].next;
                direction += 1;
            }
            square += 1;
        }
        beside
    };

    #[inline(always)]
    pub(super) fn lane(direction: usize, square: usize) -> Lane {
        Self::TABLE[direction][square % WIDTH]
    }
}

const fn lane(layout: Layout, squares: &Mask, open: &Mask, from: usize, direction: usize) -> Lane {
    let (df, dr) = DIRECTIONS[direction].delta();
    let mut lane = Lane { ray: 0, next: 0, brink: 0 };
    let mut at = from;
    loop {
        let file = (at % layout.files()) as isize + df;
        let rank = (at / layout.files()) as isize + dr;
        let inside =
            file >= 0 && rank >= 0 && file < layout.files() as isize && rank < layout.ranks() as isize;
        let next = if inside { rank as usize * layout.files() + file as usize } else { Mask::CAPACITY };
        if !squares.contains(next) {
            lane.brink = if open.contains(at) && at != from { 1 << at } else { 0 };
            return lane;
        }
        lane.ray |= 1 << next;
        if lane.next == 0 {
            lane.next = 1 << next;
        }
        at = next;
    }
}

/// The effect of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It is not legal.
    Illegal,
    /// It takes a piece of the other player off the board.
    Wins,
    /// The position after it, as the other player sees it.
    Next(Pieces<u32>),
}

/// A word moved one step in a direction; the bits must stay within the rectangle.
#[inline(always)]
pub(super) fn step<B: Board>(word: u32, direction: usize) -> u32 {
    match direction {
        0 => word << B::LAYOUT.files(),
        1 => word << 1,
        2 => word >> B::LAYOUT.files(),
        _ => word >> 1,
    }
}

/// The effect of a push in a direction by the pusher on a square.
#[inline(always)]
pub(super) fn push<B: Board>(pieces: &Pieces<u32>, from: usize, direction: usize) -> Effect {
    let lane = Lanes::<B>::lane(direction, from);
    let occupied = pieces.occupied();
    if lane.next & occupied == 0 {
        return Effect::Illegal;
    }
    let gaps = lane.ray & !occupied;
    if gaps == 0 {
        let is_legal = lane.ray & pieces.anchor == 0 && lane.brink & pieces.opp.all() != 0;
        return if is_legal { Effect::Wins } else { Effect::Illegal };
    }
    let beyond = if direction < 2 {
        // The first gap is the lowest bit: keep the bits that are not below it.
        gaps | gaps.wrapping_neg()
    } else {
        u32::MAX >> gaps.leading_zeros()
    };
    let pushed = lane.ray & !beyond;
    if pushed & pieces.anchor != 0 {
        return Effect::Illegal;
    }
    let row = pushed | 1 << from;
    let after = |word: u32| word & !row | step::<B>(word & row, direction);
    let side = |side: Side<u32>| Side { pushers: after(side.pushers), movers: after(side.movers) };
    Effect::Next(Pieces { own: side(pieces.opp), opp: side(pieces.own), anchor: lane.next })
}

/// The squares of a word, lowest first.
#[derive(Clone, Debug)]
pub struct Bits(pub u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (square < WIDTH).then_some(square)
    }
}
