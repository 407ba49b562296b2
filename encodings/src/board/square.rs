//! Squares by name, and the shape that gives a word's bits their names.

use super::{Direction, Mask};
use crate::word::Word;
use std::fmt;

/// The index of a square: a1 = 0, then along the first rank.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
///
/// let d3 = Grid::<8, 8>::LAYOUT.parse("d3")?;
/// assert_eq!(d3.index(), 19);
/// # Ok::<(), encodings::board::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

/// Why a text is not the name of a square.
///
/// # Examples
/// ```
/// use encodings::board::Grid;
///
/// let error = Grid::<4, 4>::LAYOUT.parse("e1").map_err(|error| error.to_string());
/// assert_eq!(error, Err("`e1` is not on the 4x4 board".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SquareError {
    /// Not a letter followed by a number.
    #[error("`{0}` is not a square: expected a letter and a number, like d3")]
    Malformed(String),
    /// A letter and a number, but outside the board.
    #[error("`{name}` is not on the {files}x{ranks} board")]
    OffBoard {
        /// The text as given.
        name: String,
        /// The number of files of the board.
        files: usize,
        /// The number of ranks of the board.
        ranks: usize,
    },
}

impl Square {
    /// The square's index: the bit that stands for it in a word.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square of the lowest bit of a word that is not 0. For native words only.
    #[inline(always)]
    pub const fn of_bit(word: u32) -> Self {
        Self(word.trailing_zeros() as u16)
    }
}

/// The shape of a board: the number of files and ranks, which gives squares their names.
///
/// # Examples
/// ```
/// use encodings::board::{Grid, Layout};
///
/// assert_eq!(Layout::new(8, 8), Some(Grid::<8, 8>::LAYOUT));
/// assert_eq!(Layout::new(20, 1), None);
/// let layout = Grid::<5, 4>::LAYOUT;
/// let names: Vec<String> = layout.all().take(6).map(|square| layout.name(square).to_string()).collect();
/// assert_eq!(names, ["a1", "b1", "c1", "d1", "e1", "a2"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    files: u8,
    ranks: u8,
}

impl Layout {
    /// One square: the layout of a truth value.
    pub const BIT: Self = Self { files: 1, ranks: 1 };

    /// The layout of a board of up to 19 files and 19 ranks; `None` beyond that or if it would have no square.
    pub const fn new(files: usize, ranks: usize) -> Option<Self> {
        if files == 0 || ranks == 0 || files > 19 || ranks > 19 {
            return None;
        }
        Some(Self { files: files as u8, ranks: ranks as u8 })
    }

    /// The number of files (columns).
    pub const fn files(self) -> usize {
        self.files as usize
    }

    /// The number of ranks (rows).
    pub const fn ranks(self) -> usize {
        self.ranks as usize
    }

    /// The number of squares.
    pub const fn squares(self) -> usize {
        self.files() * self.ranks()
    }

    /// The square with this index, if there is one.
    pub const fn square(self, index: usize) -> Option<Square> {
        if index < self.squares() { Some(Square(index as u16)) } else { None }
    }

    /// The square at a file and a rank, both counted from 0.
    pub const fn at(self, file: usize, rank: usize) -> Option<Square> {
        if file < self.files() && rank < self.ranks() {
            self.square(rank * self.files() + file)
        } else {
            None
        }
    }

    /// All squares, lowest index first.
    pub fn all(self) -> impl Iterator<Item = Square> {
        (0..self.squares()).map(|index| Square(index as u16))
    }

    /// All squares, quarter by quarter, and each quarter in the same way (G. Morton's order), so that squares that are
    /// near each other on the board are near each other in the order. An adder tree that counts squares in this order
    /// has branches that are regions of the board; `docs/notebook/othello.md` measures what that gains for a solver.
    pub fn by_quarters(self) -> Vec<Square> {
        let interleaved = |square: &Square| {
            let (file, rank) = self.coordinates(*square);
            (0..5)
                .fold(0, |key, bit| key | (file >> bit & 1) << (2 * bit) | (rank >> bit & 1) << (2 * bit + 1))
        };
        let mut squares: Vec<Square> = self.all().collect();
        squares.sort_by_key(interleaved);
        squares
    }

    /// Every square's bit moved one step; bits that would leave the board are dropped. Where the size is part of a
    /// type, [`Grid::shift`](super::Grid::shift) has constant masks.
    pub fn shift<W: Word>(self, word: W, direction: Direction) -> W {
        self.raw_shift(word, direction, 1) & word.constant(&self.entered(direction))
    }

    /// Every square's bit moved some steps. Bits that would leave the board wrap around to other squares.
    #[inline(always)]
    pub(crate) fn raw_shift<W: Word>(self, word: W, direction: Direction, steps: usize) -> W {
        let (files, ranks) = direction.delta();
        let distance = (files + ranks * self.files() as isize) * steps as isize;
        if distance > 0 { word.up(distance as usize) } else { word.down(distance.unsigned_abs()) }
    }

    /// The squares that one step in `direction` can end on: those whose neighbour on the other side is on the board.
    pub const fn entered(self, direction: Direction) -> Mask {
        let (files, ranks) = direction.delta();
        let mut mask = Mask::EMPTY;
        let mut index = 0;
        while index < self.squares() {
            let file = (index % self.files()) as isize - files;
            let rank = (index / self.files()) as isize - ranks;
            if file >= 0 && file < self.files() as isize && rank >= 0 && rank < self.ranks() as isize {
                mask = mask.with(index);
            }
            index += 1;
        }
        mask
    }

    /// The file and the rank of a square, both counted from 0.
    pub const fn coordinates(self, square: Square) -> (usize, usize) {
        (square.index() % self.files(), square.index() / self.files())
    }

    /// The square's name, such as `d3`, as a value that prints.
    pub fn name(self, square: Square) -> impl fmt::Display {
        let (file, rank) = self.coordinates(square);
        SquareName { file: char::from(b'a' + file as u8), rank: rank + 1 }
    }

    /// Reads a square's name, in upper or lower case.
    ///
    /// # Errors
    /// [`SquareError`] if the text is not a square's name, or the square is not on this board.
    pub fn parse(self, name: &str) -> Result<Square, SquareError> {
        let malformed = || SquareError::Malformed(name.chars().take(16).collect());
        let letter = name.chars().next().filter(char::is_ascii_alphabetic).ok_or_else(malformed)?;
        let digits = &name[1..];
        if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(malformed());
        }
        let rank: usize = digits.parse().map_err(|_| malformed())?;
        let file = (letter.to_ascii_lowercase() as u8 - b'a') as usize;
        rank.checked_sub(1).and_then(|rank| self.at(file, rank)).ok_or_else(|| SquareError::OffBoard {
            name: name.to_owned(),
            files: self.files(),
            ranks: self.ranks(),
        })
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

struct SquareName {
    file: char,
    rank: usize,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, self.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_on_every_layout() {
        for (files, ranks) in [(1, 1), (4, 4), (8, 8), (4, 8), (19, 19)] {
            let layout = Layout::new(files, ranks).unwrap();
            for square in layout.all() {
                assert_eq!(layout.parse(&layout.name(square).to_string()), Ok(square));
            }
        }
        assert!(Layout::new(20, 1).is_none() && Layout::new(0, 4).is_none());
    }

    #[test]
    fn quarters_follow_each_other() {
        let layout = Layout::new(8, 8).unwrap();
        let names: Vec<String> =
            layout.by_quarters().iter().map(|&square| layout.name(square).to_string()).collect();
        assert_eq!(names[..8], ["a1", "b1", "a2", "b2", "c1", "d1", "c2", "d2"]);
        assert_eq!(names[16..18], ["e1", "f1"]);
        let wide = Layout::new(19, 19).unwrap();
        let mut squares = wide.by_quarters();
        squares.sort_unstable();
        assert_eq!(squares, wide.all().collect::<Vec<_>>());
    }

    #[test]
    fn bad_names_say_why() {
        let layout = Layout::new(8, 8).unwrap();
        for text in ["", "5", "d", "é3", "d3x", "d003", "-1", "d-1"] {
            assert!(matches!(layout.parse(text), Err(SquareError::Malformed(_))), "{text}");
        }
        for text in ["i1", "a9", "a0", "z99"] {
            assert!(matches!(layout.parse(text), Err(SquareError::OffBoard { .. })), "{text}");
        }
    }
}
