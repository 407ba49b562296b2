//! For native words only: moves by name, lists of them, and positions that are known to be well formed.

use super::rules::{Ostle, Pieces};
use super::variant::Variant;
use crate::board::{Direction, Grid, Layout, Square};
use crate::rules::Leaves;
use crate::word::{OneHot, Word};

/// One of the four directions in which a piece or the hole moves.
///
/// # Examples
/// ```
/// use encodings::board::Direction;
/// use encodings::ostle::position::Heading;
///
/// assert_eq!(Heading::Up.direction(), Direction::North);
/// assert_eq!((Heading::Left.letter(), Heading::Left.opposite()), ('L', Heading::Right));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heading {
    /// Towards higher ranks.
    Up,
    /// Towards lower ranks.
    Down,
    /// Towards lower files.
    Left,
    /// Towards higher files.
    Right,
}

impl Heading {
    /// All four, in the order of the published program.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The direction on the board.
    pub const fn direction(self) -> Direction {
        match self {
            Self::Up => Direction::North,
            Self::Down => Direction::South,
            Self::Left => Direction::West,
            Self::Right => Direction::East,
        }
    }

    /// The letter of the direction: U, D, L or R.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// A move: a piece of the mover, or the hole, goes one step.
///
/// # Examples
/// ```
/// use encodings::ostle::notation::{parse_move, print_move};
/// use encodings::ostle::position::{Heading, Position};
///
/// let played = parse_move("e3L", Position::<5>::LAYOUT)?;
/// assert_eq!(played.heading, Heading::Left);
/// assert_eq!(print_move(played, Position::<5>::LAYOUT), "e3L");
/// # Ok::<(), encodings::ostle::notation::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square that it leaves.
    pub square: Square,
    /// The direction.
    pub heading: Heading,
}

/// Why pieces do not form a position.
///
/// # Examples
/// ```
/// use encodings::ostle::{position::Position, rules::Pieces, variant::Variant};
///
/// let pieces = Pieces { own: 0b11111, opp: 0b11111 << 20, hole: 0 };
/// let error = Position::<5>::new(pieces, Variant::PUBLISHED).map_err(|error| error.to_string());
/// assert_eq!(error, Err("the board has 0 holes, expected one".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The number of holes is not one.
    #[error("the board has {0} holes, expected one")]
    Holes(u32),
    /// More pieces than at the start.
    #[error("the {side} has {found} pieces, at most {most} are in the game")]
    TooMany {
        /// Whose pieces.
        side: &'static str,
        /// The number of pieces.
        found: u32,
        /// The number of pieces at the start.
        most: u32,
    },
    /// Too few pieces: the game is over.
    #[error("the {side} has {found} pieces: the game is over at {lose_at}")]
    Over {
        /// Whose pieces.
        side: &'static str,
        /// The number of pieces.
        found: u32,
        /// The number of pieces at which a side has lost.
        lose_at: u32,
    },
    /// Two things on one square, or something outside the board.
    #[error("a square holds two things, or lies outside the board")]
    Overlap,
}

/// A position of a game that is not over.
///
/// # Examples
/// ```
/// use encodings::ostle::{position::Position, variant::Variant};
///
/// let start = Position::<5>::start(Variant::PUBLISHED)?;
/// assert_eq!(start.moves().count(), 24);
/// assert_eq!(start.perft(1, Variant::PUBLISHED.lose_at(), None), 24);
/// # Ok::<(), encodings::ostle::position::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<const SIDE: usize>(Pieces<u32>);

/// The result of a move.
///
/// # Examples
/// ```
/// use encodings::ostle::position::{MoveOutcome, Position};
/// use encodings::ostle::{notation::parse_move, variant::Variant};
///
/// let start = Position::<5>::start(Variant::PUBLISHED)?;
/// let played = parse_move("a1U", Position::<5>::LAYOUT)?;
/// assert!(matches!(start.play(played, 3), MoveOutcome::Position(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOutcome<const SIDE: usize> {
    /// The opponent has too few pieces left: the mover wins.
    Won,
    /// The mover has too few pieces left: the mover loses.
    Lost,
    /// The game goes on, the other player to move.
    Position(Position<SIDE>),
}

impl<const SIDE: usize> Position<SIDE> {
    /// The names of the squares.
    pub const LAYOUT: Layout = Grid::<SIDE, SIDE>::LAYOUT;

    /// The position with these pieces.
    ///
    /// # Errors
    /// [`PositionError`] if they do not form a position of an unfinished game of the variant.
    pub fn new(pieces: Pieces<u32>, variant: Variant) -> Result<Self, PositionError> {
        let (own, opp) = (pieces.own.count_ones(), pieces.opp.count_ones());
        if pieces.hole.count_ones() != 1 {
            return Err(PositionError::Holes(pieces.hole.count_ones()));
        }
        for (side, found) in [("mover", own), ("opponent", opp)] {
            if found > variant.pieces() {
                return Err(PositionError::TooMany { side, found, most: variant.pieces() });
            }
            if found <= variant.lose_at() {
                return Err(PositionError::Over { side, found, lose_at: variant.lose_at() });
            }
        }
        let all = pieces.occupied() | pieces.hole;
        let full = 0u32.constant(&Grid::<SIDE, SIDE>::FULL);
        if all.count_ones() != own + opp + 1 || all & !full != 0 {
            return Err(PositionError::Overlap);
        }
        Ok(Self(pieces))
    }

    /// The position at the start of a variant.
    ///
    /// # Errors
    /// [`PositionError`] if the variant has another board size.
    pub fn start(variant: Variant) -> Result<Self, PositionError> {
        if variant.side() != SIDE {
            return Err(PositionError::Overlap);
        }
        Self::new(Ostle::<SIDE>::start(variant.pieces() as usize).like(0u32), variant)
    }

    /// The position of pieces that the caller knows to be well formed. Not checked.
    #[inline(always)]
    pub fn trusted(pieces: Pieces<u32>) -> Self {
        Self(pieces)
    }

    /// The pieces.
    #[inline(always)]
    pub fn pieces(self) -> Pieces<u32> {
        self.0
    }

    /// The legal moves, apart from rule 8: by square, then up, down, left, right.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let legal = Heading::ALL.map(|heading| Ostle::<SIDE>::legal(self.0, heading.direction()));
        let headings = move |square: Square| {
            let ways = Heading::ALL.into_iter().enumerate();
            ways.filter(move |&(way, _)| legal[way].bit(square.index()))
                .map(move |(_, heading)| Move { square, heading })
        };
        Self::LAYOUT.all().flat_map(headings)
    }

    /// Whether a move is legal, apart from rule 8.
    pub fn is_legal(self, played: Move) -> bool {
        Ostle::<SIDE>::legal(self.0, played.heading.direction()).bit(played.square.index())
    }

    /// The pieces after a legal move, seen by the other player; the game may be over.
    #[inline(always)]
    pub fn after(self, played: Move) -> Pieces<u32> {
        let moved = OneHot::from_square(played.square, 0u32);
        match played.heading {
            Heading::Up => Ostle::<SIDE>::apply(self.0, moved, Direction::North),
            Heading::Down => Ostle::<SIDE>::apply(self.0, moved, Direction::South),
            Heading::Left => Ostle::<SIDE>::apply(self.0, moved, Direction::West),
            Heading::Right => Ostle::<SIDE>::apply(self.0, moved, Direction::East),
        }
    }

    /// The result of a legal move.
    #[inline(always)]
    pub fn play(self, played: Move, lose_at: u32) -> MoveOutcome<SIDE> {
        let pieces = self.after(played);
        if Ostle::<SIDE>::lost(pieces.own, lose_at) {
            MoveOutcome::Won
        } else if Ostle::<SIDE>::lost(pieces.opp, lose_at) {
            MoveOutcome::Lost
        } else {
            MoveOutcome::Position(Self(pieces))
        }
    }

    /// The move by which the other player would undo a legal move, if there is one. Rule 8 then forbids it.
    ///
    /// The hole can always go back. A push can be undone if nothing fell off the board and the foremost pushed piece is
    /// the opponent's, which then pushes the others back.
    #[inline(always)]
    pub fn way_back(self, played: Move) -> Option<Move> {
        let direction = played.heading.direction();
        let heading = played.heading.opposite();
        let bit = 1u32 << played.square.index();
        let end = |square: u32| Self::LAYOUT.square(square.trailing_zeros() as usize);
        if bit & self.0.hole != 0 {
            return Some(Move { square: end(Grid::<SIDE, SIDE>::shift(bit, direction))?, heading });
        }
        let (mut last, mut at) = (bit, Grid::<SIDE, SIDE>::shift(bit, direction));
        while at & self.0.occupied() != 0 {
            (last, at) = (at, Grid::<SIDE, SIDE>::shift(at, direction));
        }
        let stays = at & !self.0.hole != 0;
        (stays && last & self.0.opp != 0).then_some(Move { square: end(at)?, heading })
    }

    /// The number of games of `depth` plies from here; a game that is over is one leaf at every greater depth.
    ///
    /// `banned` is the move that rule 8 forbids here, if there is one.
    pub fn perft(self, depth: u32, lose_at: u32, banned: Option<Move>) -> u64 {
        self.leaves(depth, lose_at, banned).all
    }

    /// The same games, and how many of them ended before.
    pub fn leaves(self, depth: u32, lose_at: u32, banned: Option<Move>) -> Leaves {
        if depth == 0 {
            return Leaves::going_on(1);
        }
        let allowed = self.moves().filter(|&played| Some(played) != banned);
        if depth == 1 {
            return Leaves::going_on(allowed.count() as u64);
        }
        let leaves = |played: Move| match self.play(played, lose_at) {
            MoveOutcome::Won | MoveOutcome::Lost => Leaves::ENDED,
            MoveOutcome::Position(next) => next.leaves(depth - 1, lose_at, self.way_back(played)),
        };
        allowed.map(leaves).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation;
    use super::*;

    fn position(text: &str) -> Position<5> {
        let pieces = notation::parse(text, Position::<5>::LAYOUT).unwrap();
        Position::new(pieces, Variant::PUBLISHED).unwrap()
    }

    fn play(text: &str, played: &str) -> String {
        let played = notation::parse_move(played, Position::<5>::LAYOUT).unwrap();
        let position = position(text);
        assert!(position.is_legal(played));
        notation::print(position.after(played), Position::<5>::LAYOUT)
    }

    #[test]
    fn the_start_has_twenty_four_moves() {
        let start = Position::<5>::start(Variant::PUBLISHED).unwrap();
        assert_eq!(notation::print(start.0, Position::<5>::LAYOUT), "22222-00000-00300-00000-11111");
        assert_eq!(start.perft(1, 3, None), 24);
    }

    #[test]
    fn chains_push_and_fall() {
        // A piece pushes two, the foremost of which falls off the board; the hole takes another.
        assert_eq!(play("22220-00000-00300-00000-11111", "b1R"), "11110-00000-00300-00000-20222");
        assert_eq!(play("02222-00000-11312-00000-11000", "b3R"), "01111-00000-20321-00000-22000");
        // The hole moves to an empty square.
        assert_eq!(play("22222-00000-00300-00000-11111", "c3U"), "11111-00300-00000-00000-22222");
    }

    #[test]
    fn the_way_back_is_the_move_that_undoes() {
        for text in [
            "22222-00000-00300-00000-11111",
            "10000-20000-21321-10020-00000",
            "02000-01100-22130-01002-00021",
        ] {
            let position = position(text);
            for played in position.moves() {
                let MoveOutcome::Position(next) = position.play(played, 3) else { continue };
                let undoing: Vec<Move> =
                    next.moves().filter(|&back| next.after(back) == position.pieces()).collect();
                assert_eq!(undoing, Vec::from_iter(position.way_back(played)), "{text} {played:?}");
            }
        }
    }
}
