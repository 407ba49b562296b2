//! Positions of small boards as two sets of points, and moves.
//!
//! A set of points is a word with a bit a point, counted row by row. Strings are not looked for one by one: the stones
//! that live are those to which a liberty spreads along their colour. Cost: some tens of nanoseconds a move.

use crate::count::board::Board;

/// The most points of a board whose positions are nodes: 3^16 colourings.
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
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Points(pub(super) u32);

impl Points {
    fn with(self, point: Point) -> Self {
        Self(self.0 | 1 << point.0)
    }

    fn has(self, point: Point) -> bool {
        self.0 >> point.0 & 1 == 1
    }
}

/// A stone that somebody places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Whose stone it is.
    pub colour: Colour,
    /// Where it goes.
    pub point: Point,
}

/// Which points carry stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    pub(super) black: Points,
    pub(super) white: Points,
}

impl Position {
    /// The stone on a point.
    pub fn stone(self, point: Point) -> Option<Colour> {
        match (self.black.has(point), self.white.has(point)) {
            (true, _) => Some(Colour::Black),
            (_, true) => Some(Colour::White),
            _ => None,
        }
    }

    /// The position with every stone of the other colour.
    #[must_use]
    pub fn recoloured(self) -> Self {
        Self { black: self.white, white: self.black }
    }

    /// The colour of the stone that comes first, row by row; none on an empty board.
    pub fn first_stone(self) -> Option<Colour> {
        let first = (self.black.0 | self.white.0).trailing_zeros();
        (first < u32::BITS).then_some(())?;
        self.stone(Point(first as u8))
    }

    /// The number of stones.
    pub fn stones(self) -> u32 {
        (self.black.0 | self.white.0).count_ones()
    }

    fn of(colour: Colour, own: Points, other: Points) -> Self {
        match colour {
            Colour::Black => Self { black: own, white: other },
            Colour::White => Self { black: other, white: own },
        }
    }
}

/// The neighbourhoods of a board, the shorter side of which are the rows.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    rows: usize,
    columns: usize,
    all: u32,
    /// Without the first and without the last column.
    not_first: u32,
    not_last: u32,
}

impl Grid {
    /// The grid of a board; none if it has more than [`MOST_POINTS`].
    pub fn new(board: Board) -> Option<Self> {
        let (rows, columns) = (board.height(), board.width());
        if rows * columns > MOST_POINTS {
            return None;
        }
        let all = (1_u32 << (rows * columns)) - 1;
        let first: u32 = (0..rows).map(|row| 1 << (row * columns)).sum();
        Some(Self { rows, columns, all, not_first: all & !first, not_last: all & !(first << (columns - 1)) })
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.rows * self.columns
    }

    /// The number of columns of a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All moves there are on an empty board, Black's first, row by row.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + use<> {
        let points = self.points() as u8;
        Colour::BOTH
            .into_iter()
            .flat_map(move |colour| (0..points).map(move |point| Placement { colour, point: Point(point) }))
    }

    /// Whether every string has a liberty.
    pub fn is_legal(&self, position: Position) -> bool {
        let empty = self.empty(position);
        [position.black, position.white].into_iter().all(|stones| self.alive(stones, empty) == stones)
    }

    /// The position after a move. `None` if the point is occupied, or if nothing would change: the suicide of a single
    /// stone, which positional superko forbids.
    pub fn place(&self, position: Position, Placement { colour, point }: Placement) -> Option<Position> {
        let (own, other) = match colour {
            Colour::Black => (position.black, position.white),
            Colour::White => (position.white, position.black),
        };
        if own.has(point) || other.has(point) {
            return None;
        }
        let own = own.with(point);
        let other = self.alive(other, self.empty(Position::of(colour, own, other)));
        let own = self.alive(own, self.empty(Position::of(colour, own, other)));
        let next = Position::of(colour, own, other);
        (next != position).then_some(next)
    }

    /// The image of a set under the mapping of points by number.
    pub(super) fn image(&self, points: Points, map: impl Fn(usize) -> usize) -> Points {
        let on = (0..self.points()).filter(|&point| points.0 >> point & 1 == 1);
        Points(on.map(|point| 1 << map(point)).sum())
    }

    /// A position as it is written: a row after the other, X Black, O White, `.` empty.
    pub fn line(&self, position: Position) -> String {
        let mut line = String::new();
        for point in 0..self.points() {
            if point > 0 && point % self.columns == 0 {
                line.push('/');
            }
            line.push(match position.stone(Point(point as u8)) {
                Some(Colour::Black) => 'X',
                Some(Colour::White) => 'O',
                None => '.',
            });
        }
        line
    }

    fn empty(&self, position: Position) -> Points {
        Points(self.all & !position.black.0 & !position.white.0)
    }

    /// The stones of strings with liberties, where `stones` are all of one colour.
    fn alive(&self, stones: Points, empty: Points) -> Points {
        let mut alive = self.beside(empty.0) & stones.0;
        loop {
            let more = alive | self.beside(alive) & stones.0;
            if more == alive {
                return Points(alive);
            }
            alive = more;
        }
    }

    /// The points next to a set.
    fn beside(&self, points: u32) -> u32 {
        (points << 1 & self.not_first
            | points >> 1 & self.not_last
            | points << self.columns
            | points >> self.columns)
            & self.all
    }
}
