//! Counts again, from a text, the facts that a mobility witness claims.
//!
//! Does not show: that the board can be reached from the start (a board is taken as given; replay a record for that),
//! nor that no board has more moves.

use super::board::Disc;
use super::notation::{BoardError, parse_board};
use super::rules::Position;
use super::square::{Size, Square};

/// What can be counted on a board with a side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The size of the board.
    pub size: Size,
    /// The legal moves of the side to move, row by row.
    pub moves: Vec<Square>,
    /// The number of empty squares.
    pub empties: usize,
    /// The number of discs of the side to move.
    pub own: usize,
    /// The number of discs of the opponent.
    pub opponent: usize,
    /// The empty squares of the centre, row by row. In a game the centre is always occupied, so a board with any such
    /// square cannot be reached.
    pub empty_centre: Vec<Square>,
}

impl Witness {
    /// The facts of `position`, for instance of the end of a replayed record.
    pub fn new(position: &Position) -> Witness {
        let board = &position.board;
        Witness {
            size: board.size(),
            moves: position.legal_moves(),
            empties: board.empties(),
            own: board.count(position.mover),
            opponent: board.count(position.mover.opponent()),
            empty_centre: board.size().centre().filter(|&square| board.disc(square).is_none()).collect(),
        }
    }

    /// The number of legal moves of the side to move.
    pub fn mobility(&self) -> usize {
        self.moves.len()
    }

    /// Whether all four squares of the centre carry a disc.
    pub fn centre_is_occupied(&self) -> bool {
        self.empty_centre.is_empty()
    }
}

/// The facts of the board in `text`, on one line or as a grid ([`parse_board`] reads both), where X is the side to
/// move.
///
/// # Errors
/// [`BoardError`] if the text is not a board.
pub fn witness(text: &str) -> Result<Witness, BoardError> {
    Ok(Witness::new(&Position { board: parse_board(text)?, mover: Disc::Black }))
}
