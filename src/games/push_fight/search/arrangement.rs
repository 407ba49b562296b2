//! The arrangements of the pieces of the player to move after up to two moves, each once.
//!
//! Idea: an arrangement differs from the one before the moves in at most two pieces. For each first move (a piece and a
//! square) the free squares fall into components, and a second piece reaches the components that it stands beside, so
//! one flood fill for each component serves all pieces. The results are stored as masks by first piece, second piece
//! and first square. The same arrangement may occur there up to four times (either piece may go first, and pieces of a
//! kind are interchangeable); it is given where it occurs first. Moves can be taken back, so the arrangements from
//! which one is reached are the same ones.
//!
//! Cost: about two microseconds for the masks of a position, and a nanosecond or two for each arrangement.

use super::component::Components;
use super::lane::{Bits, WIDTH};
use encodings::push_fight::board::Board;
use encodings::push_fight::{Pieces, Side};
use std::ops::ControlFlow;

/// The greatest number of pieces of a player.
const MOST: usize = 5;

/// The pieces of a player, pushers first, and the squares that they reach.
struct Pairs {
    squares: [usize; MOST],
    /// The squares that each piece reaches by one move.
    single: [u32; MOST],
    /// By first piece, second piece and the first's square: the squares that the second piece reaches after it.
    double: [[[u32; WIDTH]; MOST]; MOST],
}

/// Gives each arrangement after up to two moves once, those after fewer moves first, until `give` breaks.
#[inline(always)]
pub(super) fn each<B: Board>(
    pieces: &Pieces<u32>,
    mut give: impl FnMut(Side<u32>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    give(pieces.own)?;
    let free = pieces.free::<B>();
    let count = B::PUSHERS + B::MOVERS;
    let mut pairs = Pairs { squares: [0; MOST], single: [0; MOST], double: [[[0; WIDTH]; MOST]; MOST] };
    let places = Bits(pieces.own.pushers).chain(Bits(pieces.own.movers));
    let mut components = Components::of(free);
    for (piece, square) in places.enumerate().take(MOST) {
        pairs.squares[piece] = square;
        pairs.single[piece] = components.reach::<B>(square);
    }
    for piece in 0..count {
        let lifted = lift::<B>(pieces.own, pairs.squares[piece], piece);
        for to in Bits(pairs.single[piece]) {
            give(set::<B>(lifted, piece, to))?;
        }
    }
    pairs.fill::<B>(free, count, pieces.own, &mut give)?;
    pairs.give::<B>(count, pieces.own, &mut give)
}

/// The pieces of a player after a move.
pub(super) fn moved(own: Side<u32>, from: u32, to: u32) -> Side<u32> {
    let along = |word: u32| if word & from == 0 { word } else { word ^ from | to };
    Side { pushers: along(own.pushers), movers: along(own.movers) }
}

#[inline(always)]
fn lift<B: Board>(side: Side<u32>, square: usize, piece: usize) -> Side<u32> {
    if piece < B::PUSHERS {
        Side { pushers: side.pushers & !(1 << square), ..side }
    } else {
        Side { movers: side.movers & !(1 << square), ..side }
    }
}

#[inline(always)]
fn set<B: Board>(side: Side<u32>, piece: usize, square: usize) -> Side<u32> {
    if piece < B::PUSHERS {
        Side { pushers: side.pushers | 1 << square, ..side }
    } else {
        Side { movers: side.movers | 1 << square, ..side }
    }
}

fn alike<B: Board>(first: usize, second: usize) -> bool {
    (first < B::PUSHERS) == (second < B::PUSHERS)
}

impl Pairs {
    /// Computes the masks. If a second piece of the same kind takes the place of the first, in effect one piece has
    /// moved alone. Such an arrangement is given here, if one move does not lead to it.
    #[inline(always)]
    fn fill<B: Board>(
        &mut self,
        free: u32,
        count: usize,
        own: Side<u32>,
        give: &mut impl FnMut(Side<u32>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut alone = self.single;
        for first in 0..count {
            let left = 1 << self.squares[first];
            for to in Bits(self.single[first]) {
                let mut components = Components::of((free | left) & !(1 << to));
                for second in (0..count).filter(|&second| second != first) {
                    let mut reach = components.reach::<B>(self.squares[second]);
                    if alike::<B>(first, second) && reach & left != 0 {
                        reach &= !left;
                        // The second piece takes the first one's square, and the first goes elsewhere.
                        if alone[second] >> to & 1 == 0 {
                            alone[second] |= 1 << to;
                            give(set::<B>(lift::<B>(own, self.squares[second], second), second, to))?;
                        }
                    }
                    self.double[first][second][to] = reach;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Gives each arrangement in which two pieces have moved.
    #[inline(always)]
    fn give<B: Board>(
        &self,
        count: usize,
        own: Side<u32>,
        give: &mut impl FnMut(Side<u32>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for first in 0..count {
            for second in first + 1..count {
                let lifted = lift::<B>(own, self.squares[first], first);
                let lifted = lift::<B>(lifted, self.squares[second], second);
                let [forth, back] = [&self.double[first][second], &self.double[second][first]];
                if alike::<B>(first, second) {
                    for to in Bits(self.single[first] | self.single[second]) {
                        let side = set::<B>(lifted, first, to);
                        for other in Bits(forth[to] | back[to]) {
                            if to < other || (forth[other] | back[other]) >> to & 1 == 0 {
                                give(set::<B>(side, second, other))?;
                            }
                        }
                    }
                    continue;
                }
                for to in Bits(self.single[first]) {
                    let side = set::<B>(lifted, first, to);
                    for other in Bits(forth[to]) {
                        give(set::<B>(side, second, other))?;
                    }
                }
                for other in Bits(self.single[second]) {
                    let side = set::<B>(lifted, second, other);
                    for to in Bits(back[other]).filter(|&to| forth[to] >> other & 1 == 0) {
                        give(set::<B>(side, first, to))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
