//! Positions on machine words: the rules' results as values and lists.

use super::board::{Board, DIRECTIONS};
use super::rules::{self, Pieces, Side};
use crate::board::{Direction, Layout, Mask, Square};
use crate::word::{OneHot, Word};
use std::fmt;
use std::marker::PhantomData;

/// Why pieces do not form a position.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Pieces, Position, Side, Standard};
///
/// let none = Side { pushers: 0u32, movers: 0 };
/// let error = Position::<Standard>::new(Pieces { own: none, opp: none, anchor: 0 }).map_err(|error| error.to_string());
/// assert_eq!(error, Err("0 pushers (O) of the player to move, expected 3".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A piece outside the board.
    #[error("there is a piece outside the board")]
    OffBoard,
    /// Two pieces on one square.
    #[error("square {0} holds two pieces")]
    Shared(String),
    /// The number of pieces of some kind is wrong.
    #[error("{found} {what}, expected {expected}")]
    Count {
        /// The kind of pieces.
        what: &'static str,
        /// The number of these pieces.
        found: usize,
        /// The number of these pieces in the game.
        expected: usize,
    },
    /// More than one anchor.
    #[error("{0} anchors, expected one")]
    Anchors(usize),
    /// The anchor is on no pusher of the other player.
    #[error("the anchor is on {0}, where the other player has no pusher")]
    Anchor(String),
}

/// A position that is known to be well formed. Before the first push there is no anchor.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Position, Standard, notation};
///
/// let text = ".OX.....oxY....Oox.....OX.";
/// let position: Position<Standard> = notation::parse(text)?;
/// assert_eq!(notation::print(position), text);
/// assert_eq!(position.rotated().rotated(), position);
/// # Ok::<(), notation::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<B> {
    pieces: Pieces<u32>,
    board: PhantomData<B>,
}

impl<B: Board> fmt::Debug for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::notation::print(*self))
    }
}

impl<B: Board> Position<B> {
    /// The position with these pieces.
    ///
    /// # Errors
    /// [`PositionError`] if they do not form a position.
    pub fn new(pieces: Pieces<u32>) -> Result<Self, PositionError> {
        check(pieces, B::LAYOUT, &B::SQUARES, [B::PUSHERS, B::MOVERS])?;
        Ok(Self { pieces, board: PhantomData })
    }

    /// The position of pieces that the caller knows to be well formed, such as the result of a legal push or the pieces
    /// of an index. Not checked.
    #[inline(always)]
    pub fn assume(pieces: Pieces<u32>) -> Self {
        debug_assert!(Self::new(pieces).is_ok(), "{pieces:x?}");
        Self { pieces, board: PhantomData }
    }

    /// The pieces.
    #[inline(always)]
    pub const fn pieces(self) -> Pieces<u32> {
        self.pieces
    }

    /// The same position after half a turn of the board, a symmetry of the game.
    #[must_use]
    pub fn rotated(self) -> Self {
        let unused = u32::BITS - B::LAYOUT.squares() as u32;
        let turn = |word: u32| word.reverse_bits() >> unused;
        let side = |side: Side<u32>| Side { pushers: turn(side.pushers), movers: turn(side.movers) };
        let Pieces { own, opp, anchor } = self.pieces;
        Self::assume(Pieces { own: side(own), opp: side(opp), anchor: turn(anchor) })
    }

    /// Whether some push can have ended here ([`rules::follows_a_push`]).
    pub fn follows_a_push(self) -> bool {
        rules::follows_a_push::<B, u32>(self.pieces)
    }

    /// The free squares that a piece can move to.
    pub fn reach(self, from: Square) -> u32 {
        rules::reach::<B, u32>(self.pieces, OneHot::from_square(from, 0))
    }

    /// The pushes that are legal without a move, in the order of squares and directions.
    pub fn pushes(self) -> impl Iterator<Item = (Square, Direction)> {
        let able = DIRECTIONS.map(|direction| (direction, rules::able::<B, u32>(self.pieces, direction)));
        let squares = B::LAYOUT.all();
        squares.flat_map(move |square| {
            let can = able.into_iter().filter(move |(_, able)| able.bit(square.index()));
            can.map(move |(direction, _)| (square, direction))
        })
    }
}

/// Checks that pieces form a position of a board with these squares, and with these pushers and movers for each player.
fn check(
    pieces: Pieces<u32>,
    layout: Layout,
    squares: &Mask,
    [pushers, movers]: [usize; 2],
) -> Result<(), PositionError> {
    let Pieces { own, opp, anchor } = pieces;
    let name = |bits: u32| {
        let square = layout.square(bits.trailing_zeros() as usize);
        square.map(|square| layout.name(square).to_string()).unwrap_or_default()
    };
    if (pieces.occupied() | anchor) & !0u32.constant(squares) != 0 {
        return Err(PositionError::OffBoard);
    }
    let shared = own.pushers & own.movers | opp.pushers & opp.movers | own.all() & opp.all();
    if shared != 0 {
        return Err(PositionError::Shared(name(shared)));
    }
    let counts = [
        ("pushers (O) of the player to move", own.pushers, pushers),
        ("movers (o) of the player to move", own.movers, movers),
        ("pushers (X or Y) of the other player", opp.pushers, pushers),
        ("movers (x) of the other player", opp.movers, movers),
    ];
    for (what, word, expected) in counts {
        let found = word.count_ones() as usize;
        if found != expected {
            return Err(PositionError::Count { what, found, expected });
        }
    }
    if anchor.count_ones() > 1 {
        return Err(PositionError::Anchors(anchor.count_ones() as usize));
    }
    if anchor & !opp.pushers != 0 {
        return Err(PositionError::Anchor(name(anchor)));
    }
    Ok(())
}

/// The squares of a native word, lowest index first.
pub fn squares<B: Board>(word: u32) -> impl Iterator<Item = Square> {
    Mask::from_u64(u64::from(word)).indices().filter_map(|index| B::LAYOUT.square(index))
}
