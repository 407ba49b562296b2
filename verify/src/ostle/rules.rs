//! Moving a piece or the hole: rules 2 to 7 of the paper. Rule 8 depends on the history: see `state` and `class`.
//!
//! Idea: walk from the piece in the direction of the move over the pieces in line, each of which will move by one,
//! until an empty square (all of them fit), or until the hole or the edge (the last of them is removed).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::{Board, Cell, Owner};
use super::position::Position;
use super::square::{Size, Square};

/// A direction of a move, in the order of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Towards the higher ranks.
    Up,
    /// Towards rank 1.
    Down,
    /// Towards file a.
    Left,
    /// Towards the later files.
    Right,
}

impl Direction {
    /// All four, in the order of the paper.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The letter of the direction: U, D, L or R.
    fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }

    /// The square next to `square`, if there is one on the board.
    fn from(self, size: Size, square: Square) -> Option<Square> {
        let (right, up) = match self {
            Direction::Up => (0, 1),
            Direction::Down => (0, -1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
        };
        let file = square.file().checked_add_signed(right)?;
        let rank = square.rank().checked_add_signed(up)?;
        Square::new(file, rank).filter(|&next| size.contains(next))
    }
}

/// A move: the piece or the hole on `square` goes one square in `direction`. Moves sort as in the paper: by the name of
/// the square, then U, D, L, R.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece or the hole is.
    pub square: Square,
    /// The direction in which it goes.
    pub direction: Direction,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.square, self.direction.letter())
    }
}

/// A text that does not name a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a move: expected a square a1-e5 and a direction U, D, L or R, such as e3L")]
pub struct MoveError;

impl FromStr for Move {
    type Err = MoveError;

    /// Reads `e3L` in upper or lower case, with nothing before or after it.
    fn from_str(text: &str) -> Result<Move, MoveError> {
        let last = text.chars().next_back().ok_or(MoveError)?;
        let square = text.strip_suffix(last).ok_or(MoveError)?.parse().map_err(|_| MoveError)?;
        let letter = last.to_ascii_uppercase();
        let direction = Direction::ALL.into_iter().find(|direction| direction.letter() == letter);
        direction.map(|direction| Move { square, direction }).ok_or(MoveError)
    }
}

/// Why a move is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The square is not on the board.
    #[error("{square} is off the {size} board")]
    OffBoard {
        /// The square of the move.
        square: Square,
        /// The size of the board.
        size: Size,
    },
    /// The square is empty.
    #[error("{square} is empty")]
    NothingThere {
        /// The square of the move.
        square: Square,
    },
    /// The piece is the opponent's.
    #[error("the piece on {square} is the opponent's")]
    NotOwn {
        /// The square of the move.
        square: Square,
    },
    /// The hole cannot leave the board.
    #[error("the hole on {square} may not leave the board")]
    HoleLeaves {
        /// The square of the move.
        square: Square,
    },
    /// The hole only goes to empty squares.
    #[error("the hole may not go to {to}, which is occupied")]
    HoleBlocked {
        /// Where the hole was to go.
        to: Square,
    },
    /// Rule 8.
    #[error("the position would be the same as two plies before")]
    Repetition,
}

/// The result of a move on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The board afterwards, as the player who moved sees it.
    pub board: Board,
    /// The owner of the removed piece, if a piece was removed.
    pub removed: Option<Owner>,
}

/// Moves the content of a square, and everything that it pushes.
///
/// # Errors
/// [`IllegalMove`], with the reason, if there is no such move on this board.
pub fn shift(board: &Board, mv: Move) -> Result<Shift, IllegalMove> {
    let square = mv.square;
    match board.cell(square) {
        None => Err(IllegalMove::OffBoard { square, size: board.size() }),
        Some(Cell::Empty) => Err(IllegalMove::NothingThere { square }),
        Some(Cell::Piece(Owner::Opponent)) => Err(IllegalMove::NotOwn { square }),
        Some(Cell::Hole) => shift_hole(board, mv),
        Some(Cell::Piece(Owner::Mover)) => Ok(push(board, mv)),
    }
}

/// Rule 7: the hole moves to an empty square.
fn shift_hole(board: &Board, mv: Move) -> Result<Shift, IllegalMove> {
    let square = mv.square;
    let to = mv.direction.from(board.size(), square).ok_or(IllegalMove::HoleLeaves { square })?;
    if board.cell(to) != Some(Cell::Empty) {
        return Err(IllegalMove::HoleBlocked { to });
    }
    let mut board = board.clone();
    board.put(square, Cell::Empty);
    board.put(to, Cell::Hole);
    Ok(Shift { board, removed: None })
}

/// Rules 4 and 5: a piece moves, and so does each piece in its way.
fn push(before: &Board, mv: Move) -> Shift {
    let mut board = before.clone();
    board.put(mv.square, Cell::Empty);
    let mut here = mv.square;
    let mut carried = Owner::Mover;
    loop {
        let Some(next) = mv.direction.from(before.size(), here) else {
            return Shift { board, removed: Some(carried) };
        };
        match before.cell(next) {
            Some(Cell::Piece(owner)) => {
                board.put(next, Cell::Piece(carried));
                carried = owner;
                here = next;
            }
            Some(Cell::Empty) => {
                board.put(next, Cell::Piece(carried));
                return Shift { board, removed: None };
            }
            Some(Cell::Hole) | None => return Shift { board, removed: Some(carried) },
        }
    }
}

/// The result of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<S> {
    /// The game goes on: the next player is to move.
    Continues(S),
    /// The opponent of the player who moved has too few pieces left. The board is as the player who moved sees it.
    Wins(Board),
    /// The player who moved has lost too many own pieces. The board is as that player sees it.
    Loses(Board),
}

impl<S> Outcome<S> {
    /// The same result, with `f` applied to the state in which the game goes on.
    pub fn map<T>(self, f: impl FnOnce(S) -> T) -> Outcome<T> {
        match self {
            Outcome::Continues(state) => Outcome::Continues(f(state)),
            Outcome::Wins(board) => Outcome::Wins(board),
            Outcome::Loses(board) => Outcome::Loses(board),
        }
    }
}

/// The result of a move, apart from rule 8. The position in which the game goes on is as the next player sees it.
///
/// # Errors
/// As [`shift`].
pub fn apply(position: &Position, mv: Move) -> Result<Outcome<Position>, IllegalMove> {
    let Shift { board, removed } = shift(position.board(), mv)?;
    // Only the player whose piece was removed can have too few, because nobody had too few before.
    Ok(match (Position::new(position.variant(), board.turned()), removed) {
        (Ok(next), _) => Outcome::Continues(next),
        (Err(_), Some(Owner::Mover)) => Outcome::Loses(board),
        (Err(_), _) => Outcome::Wins(board),
    })
}

/// The moves of a position, apart from rule 8, in the order of the paper: by the name of the square, then U, D, L, R.
pub fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for square in position.variant().size().squares_by_name() {
        for direction in Direction::ALL {
            let mv = Move { square, direction };
            if shift(position.board(), mv).is_ok() {
                moves.push(mv);
            }
        }
    }
    moves
}
