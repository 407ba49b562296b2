//! For native words only: positions that are known to be legal, moves with reasons for their refusal, and lines of
//! play.

use super::board::Board;
use super::rules::{Stones, Suicide};
use crate::board::Square;
use crate::rules::Leaves;
pub use crate::word::NativeWord;
use crate::word::OneHot;

/// Why stones do not form a legal position.
///
/// # Examples
/// ```
/// use encodings::go::{Board, Position, PositionError, Stones};
///
/// let board = Board::of_size(2, 2).ok_or("a board")?;
/// let position = Position::new(&board, Stones { own: 0b0001u64, opp: 0b0110 });
/// assert_eq!(position, Err(PositionError::NoLiberty("aa".to_owned())));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A stone outside the board.
    #[error("there is a stone outside the {rows}x{columns} board")]
    OffBoard {
        /// The rows of the board.
        rows: usize,
        /// The columns of the board.
        columns: usize,
    },
    /// Two stones on one point.
    #[error("point {0} holds two stones")]
    Shared(String),
    /// A string without a liberty.
    #[error("the string of {0} has no liberty")]
    NoLiberty(String),
}

/// Why a stone may not be placed, apart from ko.
///
/// # Examples
/// ```
/// use encodings::go::{Board, Illegal, Position, Stones, Suicide};
///
/// let board = Board::of_size(2, 2).ok_or("a board")?;
/// let position = Position::new(&board, Stones { own: 0u64, opp: 0b0110 })?;
/// let corner = board.layout().parse("a1")?;
/// assert_eq!(position.play(corner, Suicide::Forbidden), Err(Illegal::Suicide));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The point holds a stone, or is not on the board.
    #[error("the point is not empty")]
    Occupied,
    /// The stone captures nothing, and its string would have no liberty.
    #[error("suicide")]
    Suicide,
}

/// Which repetition a ko rule forbids. Passes are never forbidden.
///
/// # Examples
/// ```
/// use encodings::go::position::{Ko, Line};
/// use encodings::go::{Board, Position, Suicide};
///
/// let board = Board::of_size(1, 2).ok_or("a board")?;
/// let games = |ko| Line::new(Position::<u64>::start(&board), Suicide::Allowed, ko).perft(5);
/// assert!(games(Ko::Positional) < games(Ko::Simple));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// A move may not restore the board on which the opponent's last move was made.
    Simple,
    /// A move may not lead to any earlier board.
    Positional,
    /// A move may not lead to an earlier board with the same player to move.
    Situational,
}

/// A legal position as the player to move sees it.
///
/// # Examples
/// ```
/// use encodings::go::{Board, Position, Suicide};
///
/// let board = Board::of_size(9, 9).ok_or("a board")?;
/// let start = Position::<u128>::start(&board);
/// let centre = board.layout().parse("e5")?;
/// let next = start.play(centre, Suicide::Forbidden)?;
/// assert_eq!(next.moves(Suicide::Forbidden).count(), 80);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<'b, W> {
    board: &'b Board,
    stones: Stones<W>,
}

impl<'b, W: NativeWord> Position<'b, W> {
    /// The empty board.
    ///
    /// # Panics
    /// If the word has fewer bits than the board has points.
    pub fn start(board: &'b Board) -> Self {
        let full = W::default().constant(board.full());
        assert_eq!(full.popcount() as usize, board.points(), "a bit for each point");
        Self { board, stones: Stones { own: W::default(), opp: W::default() } }
    }

    /// The position with these stones.
    ///
    /// # Errors
    /// [`PositionError`] if they do not form a legal position.
    pub fn new(board: &'b Board, stones: Stones<W>) -> Result<Self, PositionError> {
        let full = W::default().constant(board.full());
        let occupied = stones.occupied();
        if occupied & full != occupied {
            return Err(PositionError::OffBoard { rows: board.rows(), columns: board.columns() });
        }
        let name = |word: W| {
            let square = squares(board, word).next();
            square.map(|square| super::notation::print_point(board, square)).unwrap_or_default()
        };
        if !board.well_formed(stones) {
            return Err(PositionError::Shared(name(stones.own & stones.opp)));
        }
        let empty = board.empty(stones);
        let alive = board.alive(stones.own, empty).value | board.alive(stones.opp, empty).value;
        if alive != occupied {
            return Err(PositionError::NoLiberty(name(alive ^ occupied)));
        }
        Ok(Self { board, stones })
    }

    /// The stones.
    pub const fn stones(self) -> Stones<W> {
        self.stones
    }

    /// The points where a stone may be placed, apart from ko, the first row first.
    pub fn moves(self, suicide: Suicide) -> impl Iterator<Item = Square> {
        squares(self.board, self.board.legal_points(self.stones, suicide))
    }

    /// The position after a stone is placed, seen by the other player.
    ///
    /// # Errors
    /// [`Illegal`]; ko is not checked.
    pub fn play(self, point: Square, suicide: Suicide) -> Result<Self, Illegal> {
        let placed = OneHot::from_square(point, self.stones.own);
        if point.index() >= self.board.points() || (self.stones.occupied() & placed.word()).any() {
            return Err(Illegal::Occupied);
        }
        let after = self.board.place(self.stones, placed);
        if suicide == Suicide::Forbidden && after.lost.any() {
            return Err(Illegal::Suicide);
        }
        Ok(Self { stones: after.next, ..self })
    }

    /// The same stones with the other player to move.
    #[must_use]
    pub fn pass(self) -> Self {
        Self { stones: self.stones.passed(), ..self }
    }
}

/// The points of a word, the lowest first.
fn squares<W: NativeWord>(board: &Board, word: W) -> impl Iterator<Item = Square> {
    board.layout().all().filter(move |square| word.bit(square.index()))
}

/// A line of play with the history that its ko rule needs. Two passes end it.
///
/// # Examples
/// ```
/// use encodings::go::position::{Ko, Line};
/// use encodings::go::{Board, Position, Suicide};
///
/// let board = Board::of_size(1, 1).ok_or("a board")?;
/// let line = Line::new(Position::<u64>::start(&board), Suicide::Forbidden, Ko::Positional);
/// let (ply, line) = line.successors().next().ok_or("a pass")?;
/// assert!(ply.is_none() && !line.is_over());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line<'b, W> {
    suicide: Suicide,
    ko: Ko,
    /// The positions from the start on.
    positions: Vec<Position<'b, W>>,
    /// The number of passes at the end of the line.
    passes: u32,
}

impl<'b, W: NativeWord> Line<'b, W> {
    /// A line that starts from a position.
    pub fn new(start: Position<'b, W>, suicide: Suicide, ko: Ko) -> Self {
        Self { suicide, ko, positions: vec![start], passes: 0 }
    }

    /// Whether two passes have ended it.
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// The position that has been reached.
    pub fn position(&self) -> Position<'b, W> {
        self.positions[self.positions.len() - 1]
    }

    /// The legal plies from here, each with the line that it leads to: points, the first row first, then the pass
    /// (`None`).
    pub fn successors(&self) -> impl Iterator<Item = (Option<Square>, Self)> {
        let position = self.position();
        let points = position.moves(self.suicide).filter_map(move |point| {
            let next = position.play(point, self.suicide).ok().filter(|next| !self.repeats(*next))?;
            Some((Some(point), self.with(next, 0)))
        });
        let pass = std::iter::once_with(move || (None, self.with(position.pass(), self.passes + 1)));
        points.chain(pass).filter(|_| !self.is_over())
    }

    fn with(&self, next: Position<'b, W>, passes: u32) -> Self {
        let mut longer = self.clone();
        longer.positions.push(next);
        longer.passes = passes;
        longer
    }

    /// Whether the ko rule forbids a move to this position.
    fn repeats(&self, next: Position<'b, W>) -> bool {
        // The player to move alternates, so the same player saw the board an even number of plies ago.
        let mut back = self.positions.iter().rev().enumerate();
        back.any(|(plies, earlier)| {
            let with_same_mover = plies % 2 == 1;
            let seen = if with_same_mover { earlier.stones } else { earlier.stones.passed() };
            let counts = match self.ko {
                Ko::Simple => plies == 1 && self.passes == 0,
                Ko::Positional => true,
                Ko::Situational => with_same_mover,
            };
            counts && seen == next.stones
        })
    }

    /// The number of lines of `depth` plies that go on from here. A pass is a ply; a game that has ended is one line at
    /// every greater depth.
    pub fn perft(&self, depth: u32) -> u64 {
        self.leaves(depth).all
    }

    /// The same lines, and how many of them ended before.
    pub fn leaves(&self, depth: u32) -> Leaves {
        match depth {
            0 => Leaves::going_on(1),
            _ if self.is_over() => Leaves::ENDED,
            1 => Leaves::going_on(self.successors().count() as u64),
            _ => self.successors().map(|(_, line)| line.leaves(depth - 1)).sum(),
        }
    }
}
