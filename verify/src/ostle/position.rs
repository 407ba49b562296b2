//! The size of the game, and the positions of unfinished games.

use std::fmt;

use thiserror::Error;

use super::board::{Board, Cell, Owner};
use super::square::Size;

/// The board, the number of pieces on each side, and the number that loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant {
    size: Size,
    pieces: u8,
    lose_at: u8,
}

/// Numbers of pieces with which the game cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum VariantError {
    /// Both sides' pieces and the hole do not leave an empty square.
    #[error("{pieces} pieces a side and the hole leave no empty square on the {size} board")]
    TooMany {
        /// The number of pieces on each side.
        pieces: usize,
        /// The size of the board.
        size: Size,
    },
    /// The game would be over before it begins.
    #[error("{pieces} pieces a side, lost at {lose_at}: expected more pieces than {lose_at}")]
    LostAtOnce {
        /// The number of pieces on each side.
        pieces: usize,
        /// The number of pieces with which a player has lost.
        lose_at: usize,
    },
}

impl Variant {
    /// The game on a board of `size` with at most `pieces` pieces on each side. A player with only `lose_at` pieces
    /// left has lost.
    ///
    /// # Errors
    /// [`VariantError`] if the pieces do not fit on the board or the game is over at the start.
    pub fn new(size: Size, pieces: usize, lose_at: usize) -> Result<Variant, VariantError> {
        if pieces >= size.area() || 2 * pieces + 1 >= size.area() {
            return Err(VariantError::TooMany { pieces, size });
        }
        if lose_at >= pieces {
            return Err(VariantError::LostAtOnce { pieces, lose_at });
        }
        Ok(Variant { size, pieces: pieces as u8, lose_at: lose_at as u8 })
    }

    /// The size of the board.
    pub fn size(self) -> Size {
        self.size
    }

    /// The greatest number of pieces on each side.
    pub fn pieces(self) -> usize {
        usize::from(self.pieces)
    }

    /// The number of pieces with which a player has lost.
    pub fn lose_at(self) -> usize {
        usize::from(self.lose_at)
    }

    /// The start as it is printed: the mover's pieces on rank 1, the opponent's on the top rank, and the hole in the
    /// middle. Fewer pieces than a rank has squares stand from file a on; without a middle square the hole is below and left
    /// of the middle. `None` if a side's pieces do not fit a rank.
    pub fn start(self) -> Option<Position> {
        let edge = self.size.edge();
        if self.pieces() > edge {
            return None;
        }
        let middle = (edge - 1) / 2;
        let board = Board::from_fn(self.size, |square| match (square.file(), square.rank()) {
            (file, 0) if file < self.pieces() => Cell::Piece(Owner::Mover),
            (file, rank) if rank == edge - 1 && file < self.pieces() => Cell::Piece(Owner::Opponent),
            (file, rank) if (file, rank) == (middle, middle) => Cell::Hole,
            _ => Cell::Empty,
        });
        Position::new(self, board).ok()
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} pieces a side, {} left lose", self.size, self.pieces, self.lose_at)
    }
}

/// A board of an unfinished game, as the player to move sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    variant: Variant,
    board: Board,
}

/// Why a board is not a position of an unfinished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The board has another size.
    #[error("a board of {found} squares, expected {expected}")]
    Size {
        /// The size of the board.
        found: Size,
        /// The size of the variant's board.
        expected: Size,
    },
    /// There is not exactly one hole.
    #[error("{found} holes, expected one")]
    Holes {
        /// The number of holes.
        found: usize,
    },
    /// A player has too many pieces, or so few that the game is over.
    #[error("{whose} has {found} pieces, expected {least} to {most}")]
    Pieces {
        /// Which player: "the player to move" or "the opponent".
        whose: &'static str,
        /// The number of pieces.
        found: usize,
        /// The least number of pieces with which the game goes on.
        least: usize,
        /// The number of pieces at the start.
        most: usize,
    },
}

impl Position {
    /// The position with this board.
    ///
    /// # Errors
    /// [`PositionError`] if the board is not a position of an unfinished game of `variant`.
    pub fn new(variant: Variant, board: Board) -> Result<Position, PositionError> {
        if board.size() != variant.size() {
            return Err(PositionError::Size { found: board.size(), expected: variant.size() });
        }
        let holes = board.count(Cell::Hole);
        if holes != 1 {
            return Err(PositionError::Holes { found: holes });
        }
        for (owner, whose) in [(Owner::Mover, "the player to move"), (Owner::Opponent, "the opponent")] {
            let found = board.count(Cell::Piece(owner));
            let (least, most) = (variant.lose_at() + 1, variant.pieces());
            if !(least..=most).contains(&found) {
                return Err(PositionError::Pieces { whose, found, least, most });
            }
        }
        Ok(Position { variant, board })
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The board as the player to move sees it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of pieces of a player.
    pub fn pieces(&self, owner: Owner) -> usize {
        self.board.count(Cell::Piece(owner))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}
