//! For native words only: positions that are known to be well formed, lists of moves, and counts of the game tree.

use super::notation::{self, NotationError};
use super::rules::{Discs, Othello};
use crate::board::{Grid, Layout, Square};
use crate::rules::{self, Leaves};
use crate::word::{OneHot, Word};
use std::str::FromStr;

/// A player.
///
/// # Examples
/// ```
/// use encodings::othello::position::Player;
///
/// assert_eq!(Player::Black.other(), Player::White);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Moves first; X in diagrams.
    Black,
    /// O in diagrams.
    White,
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// Why two sets of discs do not form a position.
///
/// # Examples
/// ```
/// use encodings::othello::position::Position;
/// use encodings::othello::rules::Discs;
///
/// let error = Position::<8>::new(Discs { own: 0, opp: 0 }).map_err(|error| error.to_string());
/// assert_eq!(error, Err("centre square d4 is empty: no game of Othello leaves it so".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A disc outside the board.
    #[error("there is a disc outside the {0} board")]
    OffBoard(Layout),
    /// Two discs on one square.
    #[error("square {0} holds two discs")]
    Shared(String),
    /// A centre square without a disc.
    #[error("centre square {0} is empty: no game of Othello leaves it so")]
    EmptyCentre(String),
}

/// Why a text is not a position.
///
/// # Examples
/// ```
/// use encodings::othello::position::Position;
///
/// let error = "------X--OX-----".parse::<Position<4>>().map_err(|error| error.to_string());
/// assert_eq!(error, Err("centre square b2 is empty: no game of Othello leaves it so".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum PositionTextError {
    /// It is not a board.
    Notation(#[from] NotationError),
    /// The discs do not form a position.
    Position(#[from] PositionError),
}

/// A position that is known to be well formed: the discs as the mover sees them. Its text is a board with X for the mover
/// ([`notation`]).
///
/// # Examples
/// ```
/// use encodings::board::Grid;
/// use encodings::othello::position::Position;
///
/// let start = Position::<8>::start();
/// assert_eq!(start.perft(4), 244);
/// let next = start.play(Grid::<8, 8>::LAYOUT.parse("f5")?).ok_or("a legal move")?;
/// assert_eq!((next.mobility(), next.empties()), (3, 59));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const SIDE: usize>(Discs<u64>);

impl<const SIDE: usize> Position<SIDE> {
    const LAYOUT: Layout = Grid::<SIDE, SIDE>::LAYOUT;

    /// The position at the start, Black to move: White on d4 and e5 of an 8x8 board, Black on e4 and d5.
    pub fn start() -> Self {
        Self(Othello::<SIDE>::START.like(0))
    }

    /// The position with these discs.
    ///
    /// # Errors
    /// [`PositionError`] if they do not form a position.
    pub fn new(discs: Discs<u64>) -> Result<Self, PositionError> {
        let name = |bits: u64| {
            let square = Self::LAYOUT.square(bits.trailing_zeros() as usize);
            square.map(|square| Self::LAYOUT.name(square).to_string()).unwrap_or_default()
        };
        let full = 0u64.constant(&Grid::<SIDE, SIDE>::FULL);
        let shared = discs.own & discs.opp;
        let empty_centre = 0u64.constant(&Othello::<SIDE>::CENTRE) & !discs.occupied();
        if discs.occupied() & !full != 0 {
            return Err(PositionError::OffBoard(Self::LAYOUT));
        }
        if shared != 0 {
            return Err(PositionError::Shared(name(shared)));
        }
        if empty_centre != 0 {
            return Err(PositionError::EmptyCentre(name(empty_centre)));
        }
        Ok(Self(discs))
    }

    /// The discs as the mover sees them.
    pub const fn discs(self) -> Discs<u64> {
        self.0
    }

    /// The legal squares, as bits.
    #[inline]
    pub fn legal(self) -> u64 {
        Othello::<SIDE>::legal(self.0)
    }

    /// The number of legal moves.
    pub fn mobility(self) -> u32 {
        self.legal().count_ones()
    }

    /// The number of empty squares.
    pub fn empties(self) -> u32 {
        (SIDE * SIDE) as u32 - self.0.occupied().count_ones()
    }

    /// The legal moves, lowest square first.
    pub fn moves(self) -> impl Iterator<Item = Square> {
        Squares(self.legal())
    }

    /// The position after a move, seen by the other player; `None` if the move is not legal.
    pub fn play(self, square: Square) -> Option<Self> {
        let placed = OneHot::from_square(square, self.0.own);
        (self.legal() & placed.word() != 0).then(|| Self(Othello::<SIDE>::apply(self.0, placed)))
    }

    /// The same position with the other player to move if the mover has no move; `None` if the mover has one.
    pub fn pass(self) -> Option<Self> {
        (self.legal() == 0).then(|| Self(self.0.passed()))
    }

    /// Whether neither player has a move.
    pub fn is_terminal(self) -> bool {
        self.legal() == 0 && Othello::<SIDE>::legal(self.0.passed()) == 0
    }

    /// The positions after one ply: after each move, or after a pass if there is no move. None at the end of the game.
    pub fn successors(self) -> impl Iterator<Item = Self> {
        let pass = self.pass().filter(|_| !self.is_terminal());
        let placed = self
            .moves()
            .map(move |square| Self(Othello::<SIDE>::apply(self.0, OneHot::from_square(square, self.0.own))));
        placed.chain(pass)
    }

    /// The number of leaves of the game tree at this depth in plies. A pass is a ply; a game that has ended is one leaf
    /// at every greater depth. Leaves of the last ply are counted without making the moves.
    pub fn perft(self, depth: u32) -> u64 {
        self.leaves(depth).all
    }

    /// The same leaves, and how many are games that ended before.
    pub fn leaves(self, depth: u32) -> Leaves {
        rules::Position::<Othello<SIDE>>::trusted(self.0).leaves(&Othello, depth)
    }
}

impl<const SIDE: usize> FromStr for Position<SIDE> {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Self, PositionTextError> {
        Ok(Self::new(notation::parse(text, Self::LAYOUT)?)?)
    }
}

/// The squares of the set bits, lowest first.
struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        Layout::new(8, 8).and_then(|widest| widest.square(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft_of_the_start() {
        // From ../tests/data/othello.tsv; other tests check deeper counts and the naive twin's.
        for (depth, leaves) in [(0, 1), (1, 4), (2, 12), (3, 56), (4, 244), (5, 1396), (6, 8200), (7, 55092)]
        {
            assert_eq!(Position::<8>::start().perft(depth), leaves);
        }
    }

    #[test]
    fn a_square_off_a_small_board_is_not_a_legal_move() {
        let far = Layout::new(8, 8).unwrap().parse("h8").unwrap();
        assert_eq!(Position::<4>::start().play(far), None);
    }

    #[test]
    fn rejections_name_the_square() {
        let start = Position::<8>::start().discs();
        let shared = Discs { own: start.own | start.opp, ..start };
        assert_eq!(Position::<8>::new(shared), Err(PositionError::Shared("d4".into())));
        let hole = Discs { own: 0, ..start };
        assert_eq!(Position::<8>::new(hole), Err(PositionError::EmptyCentre("e4".into())));
        assert!(matches!(Position::<4>::new(start), Err(PositionError::OffBoard(_))));
    }
}
