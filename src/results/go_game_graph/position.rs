//! Positions of small boards as two sets of points, and moves.
//!
//! A set of points is a word with one bit for each point, row by row. The rules of `encodings::go` on machine words
//! make the moves; here positions have colours and no player to move, because either may move.

use encodings::go::BoardSides;
use encodings::go::{Board, Stones};
use encodings::word::OneHot;

/// The greatest number of points of a board for which there is a game graph: 3^16 colourings.
pub const MOST_POINTS: usize = 16;

/// The two colours. Black moves first, but in the game graph either may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Black, written X.
    Black,
    /// White, written O.
    White,
}

impl Colour {
    /// Both, in the order in which moves are numbered.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other one.
    #[must_use]
    #[inline]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// A point by its number, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point(u8);

impl Point {
    /// The number of the point.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Points(pub(super) u32);

impl Points {
    #[inline]
    fn has(self, point: Point) -> bool {
        self.0 >> point.0 & 1 == 1
    }
}

/// A stone to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The colour of the stone.
    pub colour: Colour,
    /// The point on which it is placed.
    pub point: Point,
}

/// The points with stones of each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    pub(super) black: Points,
    pub(super) white: Points,
}

impl Position {
    /// The stone on a point.
    #[inline]
    pub fn stone(self, point: Point) -> Option<Colour> {
        match (self.black.has(point), self.white.has(point)) {
            (true, _) => Some(Colour::Black),
            (_, true) => Some(Colour::White),
            _ => None,
        }
    }

    /// The position with every stone of the other colour.
    #[must_use]
    #[inline]
    pub fn recoloured(self) -> Self {
        Self { black: self.white, white: self.black }
    }

    /// The colour of the first stone, row by row; `None` on an empty board.
    #[inline]
    pub fn first_stone(self) -> Option<Colour> {
        let first = (self.black.0 | self.white.0).trailing_zeros();
        (first < u32::BITS).then_some(())?;
        self.stone(Point(first as u8))
    }

    /// The number of stones.
    #[inline]
    pub fn stones(self) -> u32 {
        (self.black.0 | self.white.0).count_ones()
    }

    #[inline]
    fn seen_by(self, colour: Colour) -> Stones<u32> {
        let (own, opp) = match colour {
            Colour::Black => (self.black, self.white),
            Colour::White => (self.white, self.black),
        };
        Stones { own: own.0, opp: opp.0 }
    }

    #[inline]
    fn of(colour: Colour, own: Points, other: Points) -> Self {
        match colour {
            Colour::Black => Self { black: own, white: other },
            Colour::White => Self { black: other, white: own },
        }
    }
}

/// The points of a board with the rules of `encodings` on words. The rows are the shorter side.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    rules: Board,
}

impl Grid {
    /// The grid of a board; `None` if it has more than [`MOST_POINTS`].
    pub fn new(board: BoardSides) -> Option<Self> {
        let rules = Board::of_size(board.height(), board.width())?;
        (rules.points() <= MOST_POINTS).then_some(Self { rules })
    }

    /// The number of points.
    #[inline]
    pub fn points(&self) -> usize {
        self.rules.points()
    }

    /// The number of columns of a row.
    #[inline]
    pub fn columns(&self) -> usize {
        self.rules.columns()
    }

    /// All points, row by row.
    pub fn points_in_order(&self) -> impl Iterator<Item = Point> + Clone + use<> {
        (0..self.points() as u8).map(Point)
    }

    /// All placements on an empty board, Black's first, row by row.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + use<> {
        let points = self.points_in_order();
        let of = move |colour| points.clone().map(move |point| Placement { colour, point });
        Colour::BOTH.into_iter().flat_map(of)
    }

    /// Whether every string has a liberty.
    #[inline]
    pub fn is_legal(&self, position: Position) -> bool {
        self.rules.is_legal(position.seen_by(Colour::Black))
    }

    /// The position after a move. `None` if the point is occupied, or if nothing would change: positional superko
    /// forbids the suicide of a single stone.
    #[inline]
    pub fn place(&self, position: Position, Placement { colour, point }: Placement) -> Option<Position> {
        if position.stone(point).is_some() {
            return None;
        }
        let placed = OneHot::assume(1_u32 << point.0);
        let Stones { own, opp } = self.rules.place(position.seen_by(colour), placed).next.passed();
        let next = Position::of(colour, Points(own), Points(opp));
        (next != position).then_some(next)
    }

    /// The image of a set under the mapping of points by number.
    pub(super) fn image(&self, points: Points, map: impl Fn(usize) -> usize) -> Points {
        let on = (0..self.points()).filter(|&point| points.0 >> point & 1 == 1);
        Points(on.map(|point| 1 << map(point)).sum())
    }

    /// A position as text: row by row, X for Black, O for White, `.` for empty.
    pub fn line(&self, position: Position) -> String {
        let mut line = String::new();
        for point in self.points_in_order() {
            if point.index() > 0 && point.index() % self.columns() == 0 {
                line.push('/');
            }
            line.push(match position.stone(point) {
                Some(Colour::Black) => 'X',
                Some(Colour::White) => 'O',
                None => '.',
            });
        }
        line
    }
}
