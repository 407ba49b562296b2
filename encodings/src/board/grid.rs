//! A rectangular board whose size is part of the type, and its eight directions.

use super::{Layout, Mask};
use crate::word::{OneHot, Word};

/// One of the eight directions, seen with a1 at the bottom left.
///
/// # Examples
/// ```
/// use encodings::board::Direction;
///
/// assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
/// assert_eq!(Direction::SouthEast.delta(), (1, -1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards higher ranks.
    North,
    /// Towards higher ranks and files.
    NorthEast,
    /// Towards higher files.
    East,
    /// Towards lower ranks and higher files.
    SouthEast,
    /// Towards lower ranks.
    South,
    /// Towards lower ranks and files.
    SouthWest,
    /// Towards lower files.
    West,
    /// Towards higher ranks and lower files.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// Its letters, as the names of steps have them.
    ///
    /// ```
    /// assert_eq!(encodings::board::Direction::SouthWest.letters(), "sw");
    /// ```
    pub const fn letters(self) -> &'static str {
        match self {
            Self::North => "n",
            Self::NorthEast => "ne",
            Self::East => "e",
            Self::SouthEast => "se",
            Self::South => "s",
            Self::SouthWest => "sw",
            Self::West => "w",
            Self::NorthWest => "nw",
        }
    }

    /// The direction that leads back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::NorthEast => Self::SouthWest,
            Self::East => Self::West,
            Self::SouthEast => Self::NorthWest,
            Self::South => Self::North,
            Self::SouthWest => Self::NorthEast,
            Self::West => Self::East,
            Self::NorthWest => Self::SouthEast,
        }
    }

    /// How file and rank change over one step.
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }
}

/// A board of `FILES` by `RANKS` squares; the type has no values, and its functions act on words.
///
/// # Examples
/// ```
/// use encodings::board::{Direction, Grid};
///
/// type Board = Grid<3, 3>;
/// let c1 = 1u64 << 2;
/// assert_eq!(Board::shift(c1, Direction::North), 1 << 5);
/// assert_eq!(Board::shift(c1, Direction::East), 0, "bits never wrap around an edge");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Grid<const FILES: usize, const RANKS: usize>;

impl<const FILES: usize, const RANKS: usize> Grid<FILES, RANKS> {
    /// The number of squares.
    pub const SQUARES: usize = FILES * RANKS;
    /// Every square.
    pub const FULL: Mask = Mask::first(Self::SQUARES);
    /// The names of the squares.
    pub const LAYOUT: Layout = match Layout::new(FILES, RANKS) {
        Some(layout) => layout,
        None => panic!("a grid has 1 to 19 files and ranks"),
    };
    const ENTERED: [Mask; 8] = {
        let mut masks = [Mask::EMPTY; 8];
        let mut index = 0;
        while index < 8 {
            masks[index] = Self::LAYOUT.entered(Direction::ALL[index]);
            index += 1;
        }
        masks
    };

    /// The squares that one step in `direction` can end on: those whose neighbour on the other side is on the board.
    pub const fn entered(direction: Direction) -> Mask {
        Self::ENTERED[direction as usize]
    }

    /// The squares that a line along a rank or a diagonal can pass, if steps off the first or the last rank leave the
    /// word as well as the board.
    const INNER_FILES: Mask = {
        let mut mask = Mask::EMPTY;
        let mut index = 0;
        while index < Self::SQUARES {
            if !index.is_multiple_of(FILES) && index % FILES != FILES - 1 {
                mask = mask.with(index);
            }
            index += 1;
        }
        mask
    };

    /// The squares that a line in `direction` can pass: those with a neighbour on both sides.
    const PASSED: [Mask; 8] = {
        let mut masks = Self::ENTERED;
        let mut index = 0;
        while index < 8 {
            let opposite = Direction::ALL[index].opposite();
            masks[index] = masks[index].intersection(&Self::LAYOUT.entered(opposite));
            index += 1;
        }
        masks
    };

    const fn distance(direction: Direction) -> isize {
        let (df, dr) = direction.delta();
        df + dr * FILES as isize
    }

    /// Every square's bit moved one step; bits that would leave the board are dropped.
    #[inline(always)]
    pub fn shift<W: Word>(word: W, direction: Direction) -> W {
        Self::raw_shift(word, direction) & word.constant(&Self::entered(direction))
    }

    #[inline(always)]
    fn raw_shift<W: Word>(word: W, direction: Direction) -> W {
        let distance = Self::distance(direction);
        if distance > 0 { word.up(distance as usize) } else { word.down(distance.unsigned_abs()) }
    }

    /// The squares that are not in `word`.
    #[inline(always)]
    pub fn complement<W: Word>(word: W) -> W {
        word ^ word.constant(&Self::FULL)
    }

    /// A rank, counted from 0; the empty mask beyond the last rank.
    pub const fn rank(rank: usize) -> Mask {
        if rank >= RANKS {
            return Mask::EMPTY;
        }
        Mask::first((rank + 1) * FILES).without(&Mask::first(rank * FILES))
    }

    /// The squares of `through` that are met by going from a square of `seed` in `direction`, over squares of `through`
    /// only and for at most `bound` squares.
    ///
    /// The squares of the seed are not in the result, unless the run of another seed passes over them.
    #[inline(always)]
    pub fn run<W: Word>(seed: W, through: W, direction: Direction, bound: usize) -> W {
        let through = through & through.constant(&Self::entered(direction));
        seed.run(through, Self::distance(direction), bound)
    }

    /// The squares behind such runs: each follows, in `direction`, on a run of 1 to `bound` squares of `through` that
    /// begins beside a square of `seed`.
    #[inline(always)]
    pub fn run_end<W: Word>(seed: W, through: W, direction: Direction, bound: usize) -> W {
        // From a square that can be passed, a step stays on the board.
        let passed = Self::passed(through, direction);
        Self::raw_shift(seed.run(passed, Self::distance(direction), bound), direction)
    }

    /// The squares of `through` between the square of `start` and a square of `ends` in `direction`, if there is
    /// nothing else between them. `through` and `ends` must be disjoint, and `bound` must be at least the length of the
    /// longest line.
    #[inline(always)]
    pub fn run_between<W: Word>(
        start: OneHot<W>,
        ends: W,
        through: W,
        direction: Direction,
        bound: usize,
    ) -> W {
        W::between(start, ends, Self::passed(through, direction), Self::distance(direction), bound)
    }

    #[inline(always)]
    fn passed<W: Word>(word: W, direction: Direction) -> W {
        // A word without a bit beyond the last rank loses such steps anyway: all directions then share one mask.
        match direction {
            _ if word.width() != Self::SQUARES => word & word.constant(&Self::PASSED[direction as usize]),
            Direction::North | Direction::South => word,
            _ => word & word.constant(&Self::INNER_FILES),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_agree_with_coordinates() {
        fn check<const F: usize, const R: usize>() {
            let layout = Grid::<F, R>::LAYOUT;
            for square in layout.all() {
                for direction in Direction::ALL {
                    let (file, rank) = layout.coordinates(square);
                    let (df, dr) = direction.delta();
                    let target = file
                        .checked_add_signed(df)
                        .zip(rank.checked_add_signed(dr))
                        .and_then(|(file, rank)| layout.at(file, rank));
                    let expected = target.map_or(0, |target| 1u64 << target.index());
                    assert_eq!(Grid::<F, R>::shift(1u64 << square.index(), direction), expected);
                }
            }
        }
        check::<8, 8>();
        check::<6, 6>();
        check::<4, 4>();
        check::<4, 8>();
        check::<5, 5>();
        check::<1, 7>();
    }

    #[test]
    fn opposite_directions_cancel() {
        for direction in Direction::ALL {
            assert_eq!(direction.opposite().opposite(), direction);
            let (df, dr) = direction.delta();
            assert_eq!(direction.opposite().delta(), (-df, -dr));
        }
    }
}
