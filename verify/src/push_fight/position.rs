//! Pieces and positions: an array of cells and the anchor, as the player to move sees them.

use std::fmt;

use thiserror::Error;

use super::layout::{Layout, Square};
use super::notation::write_line;

/// Whose a piece is, as the player to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player to move; written o and O.
    Own,
    /// The opponent; written x, X and Y.
    Opponent,
}

impl Side {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Own => Side::Opponent,
            Side::Opponent => Side::Own,
        }
    }
}

/// What a piece can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A round piece, which only moves; written o and x.
    Mover,
    /// A square piece, which also pushes; written O, X and Y.
    Pusher,
}

/// A piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it can do.
    pub kind: Kind,
}

/// The board and the pieces of each side.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant {
    layout: Layout,
    movers: usize,
    pushers: usize,
}

/// Pieces that make no game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum VariantError {
    /// Nobody could push.
    #[error("no pushers: expected at least one a side")]
    NoPushers,
    /// The pieces do not fit on the board.
    #[error("{movers} movers and {pushers} pushers a side do not fit on {squares} squares")]
    TooMany {
        /// The number of movers a side.
        movers: usize,
        /// The number of pushers a side.
        pushers: usize,
        /// The number of squares.
        squares: usize,
    },
}

impl Variant {
    /// The game on a board with so many movers and pushers a side.
    ///
    /// # Errors
    /// [`VariantError`] if there are no pushers, or more pieces than squares.
    pub fn new(layout: Layout, movers: usize, pushers: usize) -> Result<Variant, VariantError> {
        let squares = layout.area();
        if pushers == 0 {
            return Err(VariantError::NoPushers);
        }
        if movers > squares || pushers > squares || 2 * (movers + pushers) > squares {
            return Err(VariantError::TooMany { movers, pushers, squares });
        }
        Ok(Variant { layout, movers, pushers })
    }

    /// The game as it is played: 26 squares, two movers and three pushers a side.
    pub fn full() -> Variant {
        Variant { layout: Layout::full(), movers: 2, pushers: 3 }
    }

    /// The board.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of pieces of a kind a side.
    pub fn pieces(&self, kind: Kind) -> usize {
        match kind {
            Kind::Mover => self.movers,
            Kind::Pusher => self.pushers,
        }
    }
}

/// A position of a game that goes on: all pieces are on the board. The anchor, if it is in play, is on a pusher of the
/// opponent.
///
/// `Display` writes the one-line form of [`write_line`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    variant: Variant,
    /// One cell a square in print order; always as many as the board has squares.
    cells: Vec<Option<Piece>>,
    anchor: Option<Square>,
}

/// Why pieces on a board are no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A side has too few or too many pieces of a kind.
    #[error("{found} {what}, expected {expected}")]
    Count {
        /// Which pieces, and whose.
        what: &'static str,
        /// The number of them.
        found: usize,
        /// The number of them at the start.
        expected: usize,
    },
    /// The anchor is not on a pusher of the opponent.
    #[error("the anchor on {square} is not on a pusher of the opponent")]
    Anchor {
        /// Where the anchor is.
        square: Square,
    },
}

/// The pieces of a side and a kind, and what a message calls them.
const ALL_PIECES: [(Piece, &str); 4] = [
    (Piece { side: Side::Own, kind: Kind::Mover }, "movers of the player to move (o)"),
    (Piece { side: Side::Own, kind: Kind::Pusher }, "pushers of the player to move (O)"),
    (Piece { side: Side::Opponent, kind: Kind::Mover }, "movers of the opponent (x)"),
    (Piece { side: Side::Opponent, kind: Kind::Pusher }, "pushers of the opponent (X, Y)"),
];

impl Position {
    /// The position whose cell on each square, asked for in print order, is what `cell` says.
    ///
    /// # Errors
    /// [`PositionError`] if pieces are missing or too many, or the anchor is in the wrong place.
    pub fn new(
        variant: &Variant,
        cell: impl FnMut(Square) -> Option<Piece>,
        anchor: Option<Square>,
    ) -> Result<Position, PositionError> {
        let cells: Vec<Option<Piece>> = variant.layout().squares().into_iter().map(cell).collect();
        for (piece, what) in ALL_PIECES {
            let found = cells.iter().filter(|&&cell| cell == Some(piece)).count();
            let expected = variant.pieces(piece.kind);
            if found != expected {
                return Err(PositionError::Count { what, found, expected });
            }
        }
        let position = Position { variant: variant.clone(), cells, anchor };
        match anchor {
            Some(square)
                if position.piece(square) != Some(Piece { side: Side::Opponent, kind: Kind::Pusher }) =>
            {
                Err(PositionError::Anchor { square })
            }
            _ => Ok(position),
        }
    }

    /// What is played.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The board.
    pub fn layout(&self) -> &Layout {
        &self.variant.layout
    }

    /// The piece on `square`; none if the square is free or not on the board.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.layout().index(square).and_then(|index| self.cells.get(index).copied().flatten())
    }

    /// Whether `square` is on the board and no piece is on it.
    pub fn is_free(&self, square: Square) -> bool {
        self.layout().contains(square) && self.piece(square).is_none()
    }

    /// The square of the anchored pusher of the opponent; none before the second turn of a game.
    pub fn anchor(&self) -> Option<Square> {
        self.anchor
    }

    /// The squares with a piece of the player to move, in print order.
    pub fn own(&self) -> Vec<Square> {
        let own = |square: &Square| self.piece(*square).is_some_and(|piece| piece.side == Side::Own);
        self.layout().squares().into_iter().filter(own).collect()
    }

    /// The same position after half a turn of the board.
    ///
    /// # Errors
    /// [`PositionError`] if the board does not look the same after half a turn.
    pub fn rotated(&self) -> Result<Position, PositionError> {
        let mut cells: Vec<Option<Piece>> = self.cells.iter().rev().copied().collect();
        let squares = self.layout().squares();
        let anchor = self.anchor.and_then(|anchor| {
            let index = self.layout().index(anchor)?;
            squares.get(squares.len() - 1 - index).copied()
        });
        let mut cells = cells.drain(..);
        Position::new(&self.variant, |_| cells.next().flatten(), anchor)
    }

    /// Moves the piece on one square to another; the caller has seen that it may.
    pub(super) fn shift(&mut self, from: Square, to: Square) {
        let piece = self.piece(from);
        self.put(from, None);
        self.put(to, piece);
    }

    /// Puts a cell on a square of the board.
    fn put(&mut self, square: Square, cell: Option<Piece>) {
        let place = self.variant.layout.index(square).and_then(|index| self.cells.get_mut(index));
        if let Some(place) = place {
            *place = cell;
        }
    }

    /// The position as the next player sees it, with the anchor on the piece that has just pushed.
    pub(super) fn handed_over(mut self, pusher: Square) -> Position {
        for piece in self.cells.iter_mut().flatten() {
            piece.side = piece.side.other();
        }
        self.anchor = Some(pusher);
        self
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_line(self))
    }
}
