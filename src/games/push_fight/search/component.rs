//! The components of the free squares: a piece reaches the components that it stands beside.

use super::lane::{Lanes, WIDTH};
use encodings::push_fight::board::Board;
use encodings::push_fight::rules::connected;

/// An upper bound for the number of components: the number of bits of a word.
const MOST: usize = WIDTH;

/// The components requested so far, each filled once.
pub(super) struct Components {
    free: u32,
    found: [u32; MOST],
    len: usize,
}

impl Components {
    pub(super) fn new(free: u32) -> Self {
        Self { free, found: [0; MOST], len: 0 }
    }

    /// The component of a free square.
    #[inline(always)]
    pub(super) fn containing<B: Board>(&mut self, square: u32) -> u32 {
        if let Some(&component) = self.found[..self.len].iter().find(|&&component| component & square != 0) {
            return component;
        }
        self.fill::<B>(square)
    }

    /// The free squares that a piece on a square can move to.
    #[inline(always)]
    pub(super) fn reach<B: Board>(&mut self, from: usize) -> u32 {
        let mut doors = Lanes::<B>::BESIDE[from % WIDTH] & self.free;
        let mut reach = 0;
        for &component in &self.found[..self.len] {
            if component & doors != 0 {
                reach |= component;
                doors &= !component;
            }
        }
        while doors != 0 {
            let component = self.fill::<B>(doors & doors.wrapping_neg());
            reach |= component;
            doors &= !component;
        }
        reach
    }

    #[inline(always)]
    fn fill<B: Board>(&mut self, square: u32) -> u32 {
        let component = connected::<B, u32>(square, self.free);
        self.found[self.len % MOST] = component;
        self.len += 1;
        component
    }
}

/// The squares of a shortest way from a piece to a free square, without the first; `None` if there is none.
pub(super) fn way<B: Board>(from: u32, to: u32, free: u32) -> Option<u32> {
    let mut layers = [to; MOST];
    let mut met = to;
    let mut length = 0;
    while B::beside(layers[length]) & from == 0 {
        let next = B::beside(layers[length]) & free & !met;
        if next == 0 || length + 1 == MOST {
            return None;
        }
        met |= next;
        length += 1;
        layers[length] = next;
    }
    let mut at = from;
    let mut way = 0;
    for &layer in layers[..=length].iter().rev() {
        let ahead = B::beside(at) & layer;
        at = ahead & ahead.wrapping_neg();
        way |= at;
    }
    Some(way)
}
