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

/// How many pieces a player has.
#[derive(Clone, Copy)]
pub(super) struct Count {
    pushers: usize,
    all: usize,
}

impl Count {
    /// That of a board, known when the program is compiled.
    pub(super) const fn of_board<B: Board>() -> Self {
        Self { pushers: B::PUSHERS, all: B::PUSHERS + B::MOVERS }
    }

    /// That of a player's pieces.
    pub(super) const fn of(side: Side<u32>) -> Self {
        let pushers = side.pushers.count_ones() as usize;
        Self { pushers, all: pushers + side.movers.count_ones() as usize }
    }

    fn alike(self, first: usize, second: usize) -> bool {
        (first < self.pushers) == (second < self.pushers)
    }

    #[inline(always)]
    fn lift(self, side: Side<u32>, square: usize, piece: usize) -> Side<u32> {
        if piece < self.pushers {
            Side { pushers: side.pushers & !(1 << square), ..side }
        } else {
            Side { movers: side.movers & !(1 << square), ..side }
        }
    }

    #[inline(always)]
    fn set(self, side: Side<u32>, piece: usize, square: usize) -> Side<u32> {
        if piece < self.pushers {
            Side { pushers: side.pushers | 1 << square, ..side }
        } else {
            Side { movers: side.movers | 1 << square, ..side }
        }
    }
}

/// Gives each arrangement after up to two moves once, those after fewer moves first, until `give` breaks. Of the board
/// only its squares matter; `count` is that of the player to move.
#[inline(always)]
pub(super) fn each<B: Board>(
    pieces: &Pieces<u32>,
    count: Count,
    mut give: impl FnMut(Side<u32>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    give(pieces.own)?;
    let free = pieces.free::<B>();
    let mut pairs = Pairs { squares: [0; MOST], single: [0; MOST], double: [[[0; WIDTH]; MOST]; MOST] };
    let places = Bits(pieces.own.pushers).chain(Bits(pieces.own.movers));
    let mut components = Components::new(free);
    for (piece, square) in places.enumerate().take(MOST) {
        pairs.squares[piece] = square;
        pairs.single[piece] = components.reach::<B>(square);
    }
    for piece in 0..count.all {
        let lifted = count.lift(pieces.own, pairs.squares[piece], piece);
        for to in Bits(pairs.single[piece]) {
            give(count.set(lifted, piece, to))?;
        }
    }
    pairs.fill::<B>(free, count, pieces.own, &mut give)?;
    pairs.give(count, pieces.own, &mut give)
}

/// The pieces of a player after a move.
pub(super) fn moved(own: Side<u32>, from: u32, to: u32) -> Side<u32> {
    let along = |word: u32| if word & from == 0 { word } else { word ^ from | to };
    Side { pushers: along(own.pushers), movers: along(own.movers) }
}

impl Pairs {
    /// Computes the masks. If a second piece of the same kind takes the place of the first, in effect one piece has
    /// moved alone. Such an arrangement is given here, if one move does not lead to it.
    #[inline(always)]
    fn fill<B: Board>(
        &mut self,
        free: u32,
        count: Count,
        own: Side<u32>,
        give: &mut impl FnMut(Side<u32>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut alone = self.single;
        for first in 0..count.all {
            let left = 1 << self.squares[first];
            for to in Bits(self.single[first]) {
                let mut components = Components::new((free | left) & !(1 << to));
                for second in (0..count.all).filter(|&second| second != first) {
                    let mut reach = components.reach::<B>(self.squares[second]);
                    if count.alike(first, second) && reach & left != 0 {
                        reach &= !left;
                        // The second piece takes the first one's square, and the first goes elsewhere.
                        if alone[second] >> to & 1 == 0 {
                            alone[second] |= 1 << to;
                            give(count.set(count.lift(own, self.squares[second], second), second, to))?;
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
    fn give(
        &self,
        count: Count,
        own: Side<u32>,
        give: &mut impl FnMut(Side<u32>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for first in 0..count.all {
            for second in first + 1..count.all {
                let lifted = count.lift(own, self.squares[first], first);
                let lifted = count.lift(lifted, self.squares[second], second);
                let [forth, back] = [&self.double[first][second], &self.double[second][first]];
                if count.alike(first, second) {
                    for to in Bits(self.single[first] | self.single[second]) {
                        let side = count.set(lifted, first, to);
                        for other in Bits(forth[to] | back[to]) {
                            if to < other || (forth[other] | back[other]) >> to & 1 == 0 {
                                give(count.set(side, second, other))?;
                            }
                        }
                    }
                    continue;
                }
                for to in Bits(self.single[first]) {
                    let side = count.set(lifted, first, to);
                    for other in Bits(forth[to]) {
                        give(count.set(side, second, other))?;
                    }
                }
                for other in Bits(self.single[second]) {
                    let side = count.set(lifted, second, other);
                    for to in Bits(back[other]).filter(|&to| forth[to] >> other & 1 == 0) {
                        give(count.set(side, first, to))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
