//! Boards: points, their neighbours, and an upper bound for the length of strings.

use crate::board::{Direction, Layout, Mask};
use crate::word::{Closure, Word};

/// A board of 1x1 to 19x19 points. Point 0 is the corner at the top left, and points are counted row by row; their
/// names in maps count rows from the top (`a1` is the corner).
///
/// # Examples
/// ```
/// use encodings::go::Board;
///
/// let board = Board::of_size(3, 3).ok_or("a board")?;
/// assert_eq!((board.points(), board.longest_snake()), (9, 7));
/// let corner = 1u64;
/// assert_eq!(board.neighbours(corner), 0b001_010);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    layout: Layout,
    full: Mask,
    /// The points that a step in each direction (down, left, right, up in the text, as in `DIRECTIONS`) can end on.
    entered: [Mask; 4],
    /// For each binary digit of a point's number, the points whose number has that digit set.
    digits: [Mask; DIGITS],
}

/// The number of binary digits that number the points of the largest board.
const DIGITS: usize = 9;

/// The four directions. South is towards point 0, the first row of the text.
const DIRECTIONS: [Direction; 4] = [Direction::South, Direction::West, Direction::East, Direction::North];

impl Board {
    /// The board of this layout: files are columns, ranks are rows.
    pub const fn new(layout: Layout) -> Self {
        let mut entered = [Mask::EMPTY; 4];
        let mut digits = [Mask::EMPTY; DIGITS];
        let mut index = 0;
        while index < layout.squares() {
            let (column, row) = (index % layout.files(), index / layout.files());
            let possible = [row + 1 < layout.ranks(), column + 1 < layout.files(), column > 0, row > 0];
            let mut direction = 0;
            while direction < 4 {
                if possible[direction] {
                    entered[direction] = entered[direction].with(index);
                }
                direction += 1;
            }
            let mut digit = 0;
            while digit < DIGITS {
                if index >> digit & 1 == 1 {
                    digits[digit] = digits[digit].with(index);
                }
                digit += 1;
            }
            index += 1;
        }
        Self { layout, full: Mask::first(layout.squares()), entered, digits }
    }

    /// The board with this number of rows and columns; `None` if either is 0 or above 19.
    pub const fn of_size(rows: usize, columns: usize) -> Option<Self> {
        match Layout::new(columns, rows) {
            Some(layout) => Some(Self::new(layout)),
            None => None,
        }
    }

    /// The names of the points.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The number of rows.
    pub const fn rows(&self) -> usize {
        self.layout.ranks()
    }

    /// The number of columns.
    pub const fn columns(&self) -> usize {
        self.layout.files()
    }

    /// The number of points.
    pub const fn points(&self) -> usize {
        self.layout.squares()
    }

    /// Every point.
    pub const fn full(&self) -> &Mask {
        &self.full
    }

    /// The points that are not in `word`.
    #[inline(always)]
    pub fn complement<W: Word>(&self, word: W) -> W {
        word ^ word.constant(&self.full)
    }

    /// The points one step from those of `word` in one of the four directions.
    #[inline(always)]
    fn shift<W: Word>(&self, word: W, direction: usize) -> W {
        let (along, across) = DIRECTIONS[direction].delta();
        let distance = along + across * self.columns() as isize;
        let moved =
            if distance > 0 { word.up(distance as usize) } else { word.down(distance.unsigned_abs()) };
        moved & word.constant(&self.entered[direction])
    }

    /// The points next to one of `word`.
    #[inline(always)]
    pub fn neighbours<W: Word>(&self, word: W) -> W {
        self.shift(word, 0) | self.shift(word, 1) | self.shift(word, 2) | self.shift(word, 3)
    }

    /// An upper bound for the number of points of a snake: a path of which only consecutive points are neighbours.
    ///
    /// A path of k points joins k - 1 pairs of neighbours. A board of m x n points has 2mn - m - n such pairs, and its
    /// border lacks 2(m + n) neighbours for every point to have four. Let P be the number of ends of pairs at points of
    /// the path. Then P >= 4k - 2(m + n), and 2(k - 1) of them lie within the path, for no other pair joins two of its
    /// points. The other P - 2(k - 1) pairs end at a point off the path, where there are 2(2mn - m - n) - P ends. So 2P
    /// <= 2(2mn - m - n) + 2(k - 1), and with the bound on P: 6k <= 4mn + 2(m + n) - 2. On 1xn this is n and on 3x3 it
    /// is 7, and both are reached; on 5x5 it is 19, while the longest snake has 17 points.
    pub const fn longest_snake(&self) -> usize {
        let (rows, columns) = (self.rows(), self.columns());
        (2 * rows * columns + rows + columns - 1) / 3
    }

    /// The stones of `side` that are connected with a stone of `seed`, including the stones of `seed`.
    ///
    /// The bound: a shortest way from a seed to a stone of its string is a snake as in [`Board::longest_snake`],
    /// because any other pair of neighbours on it would give a shorter way. A path of k points has k - 1 steps.
    #[inline(always)]
    pub fn connected<W: Word>(&self, seed: W, side: W) -> Closure<W> {
        self.spread(seed & side, side, self.longest_snake() - 1)
    }

    /// The stones of `side` whose string is next to a point of `points`; `points` and `side` must be disjoint.
    ///
    /// The bound: take a shortest way from a stone next to such a point to a stone of its string. With that point in
    /// front it is still a snake as in [`Board::longest_snake`], because no later stone is next to any of `points`. A
    /// path of k points whose first point is not a stone has k - 2 steps from stone to stone.
    #[inline(always)]
    pub fn touching<W: Word>(&self, points: W, side: W) -> Closure<W> {
        self.spread(self.neighbours(points) & side, side, self.longest_snake().saturating_sub(2))
    }

    #[inline(always)]
    fn spread<W: Word>(&self, seed: W, side: W, bound: usize) -> Closure<W> {
        seed.closure(bound, |met| met | side & self.neighbours(met))
    }

    /// For each binary digit of the points' numbers, the points whose number has that digit set, the highest digit
    /// first.
    pub fn digits(&self) -> impl Iterator<Item = &Mask> {
        self.digits.iter().rev().filter(|points| !points.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of points of the longest snake, by trying all.
    fn longest(board: &Board) -> usize {
        fn go(board: &Board, path: u64, end: u64, barred: u64) -> usize {
            let mut open = board.neighbours(end) & !barred;
            let mut longest = path.count_ones() as usize;
            while open != 0 {
                let next = open & open.wrapping_neg();
                open ^= next;
                // Neighbours of the current end may not be entered later.
                longest = longest.max(go(board, path | next, next, barred | board.neighbours(end)));
            }
            longest
        }
        (0..board.points()).map(|start| go(board, 1 << start, 1 << start, 1 << start)).max().unwrap()
    }

    #[test]
    fn no_snake_is_longer_than_the_bound() {
        // Known lengths of longest snakes in n x n grids: A331968 of the OEIS.
        for (rows, columns, known) in [(1, 1, 1), (2, 2, 3), (3, 3, 7), (4, 4, 11), (5, 5, 17)] {
            let board = Board::of_size(rows, columns).unwrap();
            assert_eq!(longest(&board), known, "{rows}x{columns}");
        }
        for rows in 1..=5 {
            for columns in 1..=5 {
                let board = Board::of_size(rows, columns).unwrap();
                assert!(longest(&board) <= board.longest_snake(), "{rows}x{columns}");
            }
        }
        assert_eq!(Board::of_size(1, 19).unwrap().longest_snake(), 19);
        assert_eq!(Board::of_size(3, 3).unwrap().longest_snake(), 7);
    }

    #[test]
    fn neighbours_agree_with_coordinates() {
        for (rows, columns) in [(1, 1), (1, 7), (7, 1), (4, 5), (5, 4), (8, 8)] {
            let board = Board::of_size(rows, columns).unwrap();
            for index in 0..board.points() {
                let (column, row) = (index % columns, index / columns);
                let is_next = |&other: &usize| {
                    (other % columns).abs_diff(column) + (other / columns).abs_diff(row) == 1
                };
                let expected =
                    (0..board.points()).filter(is_next).fold(0, |word: u64, other| word | 1 << other);
                assert_eq!(board.neighbours(1u64 << index), expected);
            }
        }
        assert!(Board::of_size(0, 3).is_none() && Board::of_size(3, 20).is_none());
    }
}
