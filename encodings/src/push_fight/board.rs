//! Boards of Push Fight: the published one, and smaller ones of the same shape with fewer pieces.
//!
//! The shape of the published board, for any number of files and ranks: a rectangle whose first rank lacks its first
//! square and its last two, and whose last rank lacks its first two and its last. So the board is unchanged by half a
//! turn. Rails run along the rectangle's top and bottom, where it has squares. Everywhere else a push can end off the
//! board.

use crate::board::{Direction, Grid, Layout, Mask};
use crate::word::Word;
use std::fmt;
use std::hash::Hash;

/// The four directions in which pieces move and are pushed.
pub const DIRECTIONS: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

/// A board with the pieces that are on it.
///
/// # Examples
/// ```
/// use encodings::board::Direction;
/// use encodings::push_fight::{Board, Standard};
///
/// assert_eq!((Standard::SQUARES.len(), Standard::PIECES, Standard::FREE), (26, 10, 16));
/// assert_eq!(Standard::railed(Direction::North).len(), 5);
/// ```
pub trait Board: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static {
    /// A board with the same squares and as few pieces as possible. Code for which only the squares matter is compiled
    /// once for all boards of this shape.
    type Shape: Board;
    /// The rectangle that holds the board.
    const LAYOUT: Layout;
    /// The squares of the board.
    const SQUARES: Mask;
    /// How many pushers (square pieces) each player has.
    const PUSHERS: usize;
    /// How many movers (round pieces) each player has.
    const MOVERS: usize;

    /// The number of pieces.
    const PIECES: usize = 2 * (Self::PUSHERS + Self::MOVERS);
    /// The number of free squares. It never changes, because the first piece that is taken ends the game.
    const FREE: usize = Self::SQUARES.len() - Self::PIECES;

    /// Every square's bit moved one step within the rectangle; bits that would leave it are dropped.
    #[must_use]
    fn shift<W: Word>(word: W, direction: Direction) -> W;

    /// The squares beside those of `word`, and possibly squares outside the board.
    #[must_use]
    #[inline(always)]
    fn beside<W: Word>(word: W) -> W {
        Self::shift(word, Direction::North)
            | Self::shift(word, Direction::East)
            | Self::shift(word, Direction::South)
            | Self::shift(word, Direction::West)
    }

    /// For each of [`DIRECTIONS`], the squares beside which a rail stops every push.
    const RAILED: [Mask; 4];
    /// For each of [`DIRECTIONS`], the squares from which a step leads off the board.
    const OPEN: [Mask; 4];

    /// The squares beside which a rail stops every push in this direction.
    #[inline(always)]
    fn railed(direction: Direction) -> Mask {
        Self::RAILED[direction as usize / 2]
    }

    /// The squares from which one step in this direction leads off the board.
    #[inline(always)]
    fn open(direction: Direction) -> Mask {
        Self::OPEN[direction as usize / 2]
    }
}

/// Push Fight on a board of `FILES` by `RANKS` (less the missing squares), each player with `PUSHERS` pushers and
/// `MOVERS` movers.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Board, PushFight};
///
/// type Small = PushFight<4, 4, 2, 1>;
/// assert_eq!((Small::SQUARES.len(), Small::PUSHERS, Small::MOVERS), (10, 2, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PushFight<const FILES: usize, const RANKS: usize, const PUSHERS: usize, const MOVERS: usize>;

/// The published game: 26 squares, three pushers and two movers a player.
///
/// # Examples
/// ```
/// use encodings::push_fight::{Board, Standard};
///
/// assert_eq!(Standard::LAYOUT.to_string(), "8x4");
/// ```
pub type Standard = PushFight<8, 4, 3, 2>;

impl<const FILES: usize, const RANKS: usize, const PUSHERS: usize, const MOVERS: usize>
    PushFight<FILES, RANKS, PUSHERS, MOVERS>
{
    const SHAPE: Mask = {
        assert!(
            FILES >= 4 && RANKS >= 3,
            "the first and the last rank lack three squares, and one is between"
        );
        assert!(FILES * RANKS <= 32, "native positions are 32-bit words");
        assert!((FILES * RANKS).is_multiple_of(2), "half a turn keeps no square in its place");
        assert!(PUSHERS >= 1 && PUSHERS <= 3 && MOVERS <= 2, "at most the published number of pieces");
        let top = (RANKS - 1) * FILES;
        let missing =
            Mask::EMPTY.with(0).with(FILES - 2).with(FILES - 1).with(top).with(top + 1).with(top + FILES - 1);
        let shape = Grid::<FILES, RANKS>::FULL.without(&missing);
        assert!(shape.len() >= 2 * (PUSHERS + MOVERS), "every piece has a square");
        shape
    };

    /// For each direction, the squares from which a step leads off the rectangle by its top or bottom (if `railed`), or
    /// off the board elsewhere (if not).
    const fn edges(railed: bool) -> [Mask; 4] {
        let mut edges = [Mask::EMPTY; 4];
        let mut at = 0;
        while at < 4 {
            let (df, dr) = DIRECTIONS[at].delta();
            let mut index = 0;
            while index < FILES * RANKS {
                let file = (index % FILES) as isize + df;
                let rank = (index / FILES) as isize + dr;
                let beyond = rank < 0 || rank >= RANKS as isize;
                let off = beyond
                    || file < 0
                    || file >= FILES as isize
                    || !Self::SHAPE.contains(rank as usize * FILES + file as usize);
                if Self::SHAPE.contains(index) && off && beyond == railed {
                    edges[at] = edges[at].with(index);
                }
                index += 1;
            }
            at += 1;
        }
        edges
    }
}

impl<const FILES: usize, const RANKS: usize, const PUSHERS: usize, const MOVERS: usize> Board
    for PushFight<FILES, RANKS, PUSHERS, MOVERS>
{
    type Shape = PushFight<FILES, RANKS, 1, 0>;
    const LAYOUT: Layout = Grid::<FILES, RANKS>::LAYOUT;
    const SQUARES: Mask = Self::SHAPE;
    const PUSHERS: usize = PUSHERS;
    const MOVERS: usize = MOVERS;
    const RAILED: [Mask; 4] = Self::edges(true);
    const OPEN: [Mask; 4] = Self::edges(false);

    #[inline(always)]
    fn shift<W: Word>(word: W, direction: Direction) -> W {
        Grid::<FILES, RANKS>::shift(word, direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(mask: Mask) -> Vec<String> {
        let layout = Standard::LAYOUT;
        mask.indices().map(|index| layout.name(layout.square(index).unwrap()).to_string()).collect()
    }

    #[test]
    fn the_published_board() {
        assert_eq!(Standard::SQUARES.len(), 26);
        assert_eq!(Standard::FREE, 16);
        assert_eq!(names(Standard::railed(Direction::North)), ["c4", "d4", "e4", "f4", "g4"]);
        assert_eq!(names(Standard::railed(Direction::South)), ["b1", "c1", "d1", "e1", "f1"]);
        assert_eq!(names(Standard::open(Direction::North)), ["a3", "b3", "h3"]);
        assert_eq!(names(Standard::open(Direction::South)), ["a2", "g2", "h2"]);
        assert_eq!(names(Standard::open(Direction::East)), ["f1", "h2", "h3", "g4"]);
        assert_eq!(names(Standard::open(Direction::West)), ["b1", "a2", "a3", "c4"]);
    }

    #[test]
    fn half_a_turn_keeps_every_shape() {
        fn check<B: Board>() {
            let last = B::LAYOUT.squares() - 1;
            let turned =
                |mask: Mask| mask.indices().fold(Mask::EMPTY, |turned, index| turned.with(last - index));
            assert_eq!(turned(B::SQUARES), B::SQUARES);
            for direction in DIRECTIONS {
                assert_eq!(turned(B::open(direction)), B::open(direction.opposite()));
                assert_eq!(turned(B::railed(direction)), B::railed(direction.opposite()));
            }
        }
        check::<Standard>();
        check::<PushFight<4, 4, 2, 1>>();
        check::<PushFight<6, 3, 2, 1>>();
        check::<PushFight<6, 4, 2, 1>>();
    }
}
