//! Turns that were useful in one position, to be tried first in others.
//!
//! A turn is stored as its changes: the squares that pieces leave and take, and the push. In another position it is
//! tried if those pieces are there and two moves suffice. That test is sound but not complete, which only costs time.

use super::component::Components;
use super::lane::{Effect, push};
use encodings::push_fight::board::Board;
use encodings::push_fight::{Pieces, Side};

/// A turn as its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    leave: Side<u32>,
    take: Side<u32>,
    pub(super) from: u8,
    pub(super) direction: u8,
}

impl Reply {
    pub(super) fn new(before: Side<u32>, after: Side<u32>, from: usize, direction: usize) -> Self {
        let gone = |before: u32, after: u32| before & !after;
        Self {
            leave: Side {
                pushers: gone(before.pushers, after.pushers),
                movers: gone(before.movers, after.movers),
            },
            take: Side {
                pushers: gone(after.pushers, before.pushers),
                movers: gone(after.movers, before.movers),
            },
            from: from as u8,
            direction: direction as u8,
        }
    }

    /// The arrangement before the push, if two moves lead to it here.
    #[inline(always)]
    pub(super) fn arranged<B: Board>(&self, pieces: &Pieces<u32>) -> Option<Side<u32>> {
        let own = pieces.own;
        if self.leave.pushers & !own.pushers != 0 || self.leave.movers & !own.movers != 0 {
            return None;
        }
        let after = Side {
            pushers: own.pushers ^ self.leave.pushers | self.take.pushers,
            movers: own.movers ^ self.leave.movers | self.take.movers,
        };
        let others = own.all() & !self.leave.all() | pieces.opp.all();
        if others & self.take.all() != 0 || after.pushers >> self.from & 1 == 0 {
            return None;
        }
        self.is_possible::<B>(pieces.free::<B>()).then_some(after)
    }

    #[inline(always)]
    fn is_possible<B: Board>(&self, free: u32) -> bool {
        let leave = self.leave.all();
        if leave == 0 {
            return true;
        }
        let first = leave & leave.wrapping_neg();
        let second = leave & !first;
        let target = |piece: u32| {
            if piece & self.leave.pushers != 0 { self.take.pushers } else { self.take.movers }
        };
        if second == 0 {
            return reaches::<B>(free, first) & target(first) != 0;
        }
        in_order::<B>(free, [first, second], target) || in_order::<B>(free, [second, first], target)
    }

    /// The effect of the turn here.
    #[inline(always)]
    pub(super) fn play<B: Board>(&self, pieces: &Pieces<u32>) -> Option<(Side<u32>, Effect)> {
        let own = self.arranged::<B>(pieces)?;
        let effect = push::<B>(&Pieces { own, ..*pieces }, self.from.into(), self.direction.into());
        (effect != Effect::Illegal).then_some((own, effect))
    }
}

#[inline(always)]
fn reaches<B: Board>(free: u32, piece: u32) -> u32 {
    Components::new(free).reach::<B>(piece.trailing_zeros() as usize)
}

/// Whether the first piece can go to a square of its kind, and then the second piece to another one.
#[inline(always)]
fn in_order<B: Board>(free: u32, [first, second]: [u32; 2], target: impl Fn(u32) -> u32) -> bool {
    let mut squares = reaches::<B>(free, first) & target(first);
    while squares != 0 {
        let to = squares & squares.wrapping_neg();
        squares &= !to;
        let rest = target(second) & !to;
        if reaches::<B>((free | first) & !to, second) & rest != 0 {
            return true;
        }
    }
    false
}

/// The number of replies that are kept.
const KEPT: usize = 12;

/// The recently useful replies, the most useful first.
#[derive(Clone, Debug)]
pub(super) struct Replies(Vec<Reply>);

impl Replies {
    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(KEPT))
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> Option<Reply> {
        self.0.get(at).copied()
    }

    /// Moves a kept reply up, because it was useful.
    #[inline(always)]
    pub(super) fn serve(&mut self, at: usize) {
        self.0.swap(at, at / 2);
    }

    /// Keeps a useful reply and drops the least useful one.
    pub(super) fn keep(&mut self, reply: Reply) {
        if let Some(at) = self.0.iter().position(|kept| *kept == reply) {
            self.serve(at);
            return;
        }
        if self.0.len() == KEPT {
            self.0.pop();
        }
        self.0.insert(self.0.len().min(KEPT / 3), reply);
    }
}
