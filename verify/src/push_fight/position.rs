//! Pieces and positions: an array of cells and the anchor, as the player to move sees them.

use thiserror::Error;

use super::layout::{Layout, Square};

/// The owner of a piece, as the player to move sees it.
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

/// The kind of a piece.
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
    /// The owner.
    pub side: Side,
    /// The kind.
    pub kind: Kind,
}

/// The board and the pieces of each side.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant {
    layout: Layout,
    movers: usize,
    pushers: usize,
}

/// Pieces with which the game cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum VariantError {
    /// There are no pushers, so nobody could push.
    #[error("no pushers: expected at least one a side")]
    NoPushers,
    /// The pieces do not fit on the board.
    #[error("{movers} movers and {pushers} pushers a side do not fit on {squares} squares")]
    TooMany {
        /// The number of movers on each side.
        movers: usize,
        /// The number of pushers on each side.
        pushers: usize,
        /// The number of squares.
        squares: usize,
    },
}

impl Variant {
    /// The game on a board with these numbers of movers and pushers on each side.
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

    /// The published game: 26 squares, two movers and three pushers on each side.
    pub fn full() -> Variant {
        Variant { layout: Layout::full(), movers: 2, pushers: 3 }
    }

    /// The board.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of pieces of a kind on each side.
    pub fn pieces(&self, kind: Kind) -> usize {
        match kind {
            Kind::Mover => self.movers,
            Kind::Pusher => self.pushers,
        }
    }
}

/// A position of an unfinished game: all pieces are on the board. The anchor, if it is in play, is on a pusher of the
/// opponent.
///
/// `Display` writes the one-line form of [`write_line`](super::write_line).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    variant: Variant,
    /// One cell for each square in print order; always as many as the board has squares.
    cells: Vec<Option<Piece>>,
    anchor: Option<Square>,
}

/// Why pieces on a board are not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A side has too few or too many pieces of a kind.
    #[error("{found} {what}, expected {expected}")]
    Count {
        /// The side and the kind of the pieces.
        what: &'static str,
        /// The number of these pieces.
        found: usize,
        /// The number of these pieces at the start.
        expected: usize,
    },
    /// The anchor is not on a pusher of the opponent.
    #[error("the anchor on {square} is not on a pusher of the opponent")]
    Anchor {
        /// Where the anchor is.
        square: Square,
    },
}

/// The pieces of each side and kind, with their names in messages.
const ALL_PIECES: [(Piece, &str); 4] = [
    (Piece { side: Side::Own, kind: Kind::Mover }, "movers of the player to move (o)"),
    (Piece { side: Side::Own, kind: Kind::Pusher }, "pushers of the player to move (O)"),
    (Piece { side: Side::Opponent, kind: Kind::Mover }, "movers of the opponent (x)"),
    (Piece { side: Side::Opponent, kind: Kind::Pusher }, "pushers of the opponent (X, Y)"),
];

impl Position {
    /// The position whose cells are given by `cell`, which is called for the squares in print order.
    ///
    /// # Errors
    /// [`PositionError`] if there are too few or too many pieces, or the anchor is in the wrong place.
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

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The board.
    pub fn layout(&self) -> &Layout {
        &self.variant.layout
    }

    /// The piece on `square`; `None` if the square is free or not on the board.
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
    /// [`PositionError`] if half a turn does not map the board to itself.
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

    /// Moves the piece on one square to another; the caller has checked that it may.
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
