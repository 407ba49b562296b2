//! The rules, in the order of the printed ones.
//!
//! Idea: from the square of a new disc, walk in each of the eight directions over the opponent's discs until a disc of
//! the mover (the discs in between flip), an empty square or the edge (none of them flips).
//!
//! Cost: a list of moves looks at every square in all eight directions.

use thiserror::Error;

use super::board::{Board, Disc};
use super::square::{Size, Square};

/// A step along a line: files to the right and ranks downwards.
#[derive(Debug, Clone, Copy)]
struct Direction {
    right: isize,
    down: isize,
}

/// The two horizontal, two vertical and four diagonal directions.
const DIRECTIONS: [Direction; 8] = [
    Direction { right: -1, down: -1 },
    Direction { right: 0, down: -1 },
    Direction { right: 1, down: -1 },
    Direction { right: -1, down: 0 },
    Direction { right: 1, down: 0 },
    Direction { right: -1, down: 1 },
    Direction { right: 0, down: 1 },
    Direction { right: 1, down: 1 },
];

/// Why a disc may not be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The square is not on the board.
    #[error("{square} is off the {size} board")]
    OffBoard {
        /// Where the disc was to go.
        square: Square,
        /// The size of the board.
        size: Size,
    },
    /// The square already holds a disc.
    #[error("{square} is occupied by a disc of {by}")]
    Occupied {
        /// Where the disc was to go.
        square: Square,
        /// The colour of the disc that is there.
        by: Disc,
    },
    /// No line of the opponent's discs would be bracketed.
    #[error("{square} flips nothing for {mover}")]
    FlipsNothing {
        /// Where the disc was to go.
        square: Square,
        /// The colour of the disc that was to be placed.
        mover: Disc,
    },
}

/// Why a player may not pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IllegalPass {
    /// A player who can move must move.
    #[error("{mover} may not pass: there are {moves} legal moves")]
    MovesExist {
        /// The player who was to pass.
        mover: Disc,
        /// The number of that player's legal moves, at least 1.
        moves: usize,
    },
    /// Neither player can move, so nobody has to pass.
    #[error("the game is over: there is nothing to pass")]
    GameOver,
}

/// The square next to `square`, if there is one on the board.
fn neighbour(size: Size, square: Square, direction: Direction) -> Option<Square> {
    let file = square.file().checked_add_signed(direction.right)?;
    let rank = square.rank().checked_add_signed(direction.down)?;
    Square::new(file, rank).filter(|&next| size.contains(next))
}

/// The squares in each direction from a square, nearest first.
pub(super) fn lines_from(size: Size, square: Square) -> impl Iterator<Item = impl Iterator<Item = Square>> {
    DIRECTIONS.into_iter().map(move |direction| {
        std::iter::successors(neighbour(size, square, direction), move |&here| {
            neighbour(size, here, direction)
        })
    })
}

/// The opponent's discs in one direction that a disc of `mover` on `square` would bracket; empty if there are none.
fn bracketed(board: &Board, mover: Disc, square: Square, direction: Direction) -> Vec<Square> {
    let mut run = Vec::new();
    let mut here = square;
    while let Some(next) = neighbour(board.size(), here, direction) {
        match board.disc(next) {
            None => return Vec::new(),
            Some(disc) if disc == mover => return run,
            Some(_) => run.push(next),
        }
        here = next;
    }
    // The edge was reached before a disc that closes the bracket.
    Vec::new()
}

/// The discs that flip when `mover` places a disc on `square`: at least one, direction by direction.
///
/// # Errors
/// [`IllegalMove`] with the reason if the disc may not be placed there.
pub fn flips(board: &Board, mover: Disc, square: Square) -> Result<Vec<Square>, IllegalMove> {
    if !board.size().contains(square) {
        return Err(IllegalMove::OffBoard { square, size: board.size() });
    }
    if let Some(by) = board.disc(square) {
        return Err(IllegalMove::Occupied { square, by });
    }
    let mut flipped = Vec::new();
    for direction in DIRECTIONS {
        flipped.extend(bracketed(board, mover, square, direction));
    }
    if flipped.is_empty() { Err(IllegalMove::FlipsNothing { square, mover }) } else { Ok(flipped) }
}

/// The squares where `mover` may place a disc, row by row. Their number is the mobility.
pub fn legal_moves(board: &Board, mover: Disc) -> Vec<Square> {
    board.size().squares().filter(|&square| flips(board, mover, square).is_ok()).collect()
}

/// The board after `mover` has placed a disc on `square` and flipped the bracketed discs.
///
/// # Errors
/// [`IllegalMove`] with the reason if the disc may not be placed there.
pub fn apply(board: &Board, mover: Disc, square: Square) -> Result<Board, IllegalMove> {
    let flipped = flips(board, mover, square)?;
    let changes = |here: Square| here == square || flipped.contains(&here);
    Ok(Board::from_fn(board.size(), |here| if changes(here) { Some(mover) } else { board.disc(here) }))
}

/// What the side to move must do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// Place a disc on one of these squares, of which there is at least one; row by row.
    Move(Vec<Square>),
    /// Pass: only the opponent can move.
    Pass,
    /// Nothing: neither player can move.
    Over,
}

/// A board and the side to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The side to move, even if it can only pass or the game is over.
    pub mover: Disc,
}

impl Position {
    /// The position before the first ply: four discs, Black to move.
    pub fn start(size: Size) -> Position {
        Position { board: Board::start(size), mover: Disc::Black }
    }

    /// The legal moves of the side to move, row by row; empty if it must pass or the game is over.
    pub fn legal_moves(&self) -> Vec<Square> {
        legal_moves(&self.board, self.mover)
    }

    /// What the side to move must do.
    pub fn turn(&self) -> Turn {
        let moves = self.legal_moves();
        if !moves.is_empty() {
            Turn::Move(moves)
        } else if legal_moves(&self.board, self.mover.opponent()).is_empty() {
            Turn::Over
        } else {
            Turn::Pass
        }
    }

    /// Whether neither player can move.
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// The position after the side to move has placed a disc on `square`.
    ///
    /// # Errors
    /// [`IllegalMove`] with the reason if the disc may not be placed there.
    pub fn play(&self, square: Square) -> Result<Position, IllegalMove> {
        Ok(Position { board: apply(&self.board, self.mover, square)?, mover: self.mover.opponent() })
    }

    /// The position after the side to move has passed.
    ///
    /// # Errors
    /// [`IllegalPass`] if the side to move can move, or the game is over.
    pub fn pass(&self) -> Result<Position, IllegalPass> {
        match self.turn() {
            Turn::Move(moves) => Err(IllegalPass::MovesExist { mover: self.mover, moves: moves.len() }),
            Turn::Over => Err(IllegalPass::GameOver),
            Turn::Pass => Ok(self.handed_over()),
        }
    }

    /// The same board with the opponent to move; the caller has checked that a pass is due.
    pub(super) fn handed_over(&self) -> Position {
        Position { board: self.board.clone(), mover: self.mover.opponent() }
    }
}
